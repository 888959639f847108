"""The one error with which the core refuses an input."""

from __future__ import annotations

import math
from numbers import Real

REAL = (float, Real)  # the first of them is known at once


class InputError(ValueError):
    """Input that cannot be solved.

    Parameters
    ----------
    key
        Key of the sentence in the catalogues of words, for example ``"labels.one_class"``.
    sentence
        The same sentence in English: what came, what is allowed, what to do.
    values
        The numbers that the sentence names.
    """

    def __init__(self, key: str, sentence: str, **values: object) -> None:
        super().__init__(sentence.format(**values))
        self.key = key
        self.values = values


def as_float(value: object) -> float:
    """Return a real number as a float; NaN, which every check refuses, for anything else that came in its place."""
    try:
        return float(value) if isinstance(value, REAL) else math.nan
    except OverflowError:  # an integer beyond all floats
        return math.nan
