"""The one error of the core's door."""

from __future__ import annotations


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
