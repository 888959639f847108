"""The one error by which the core refuses an input."""

from __future__ import annotations

import math
from numbers import Real

REAL = (float, Real)  # the first is checked fastest


class InputError(ValueError):
    """Input that cannot be solved.

    Parameters
    ----------
    key
        Key of the sentence in the catalogues, for example ``"labels.one_class"``.
    sentence
        The same sentence in English: the input, what is allowed, what to do.
    values
        The numbers in the sentence.
    """

    def __init__(self, key: str, sentence: str, **values: object) -> None:
        super().__init__(sentence.format(**values))
        self.key = key
        self.values = values


def as_float(value: object) -> float:
    """Return a real number as a float; for anything else NaN, which every check refuses."""
    try:
        return float(value) if isinstance(value, REAL) else math.nan
    except OverflowError:  # an integer beyond all floats
        return math.nan
