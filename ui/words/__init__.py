"""The words of the pages, by language, and how numbers are written among them."""

from ui.words.catalogue import CATALOGUES, Words, first_language, languages, unguessed, words_for
from ui.words.every_class import class_words
from ui.words.marks import linked, plain
from ui.words.names import named
from ui.words.numbers import (
    CERTAIN,
    MOST_DIGITS,
    TIMES,
    at_least,
    at_most,
    certain,
    common_digits,
    interval,
    number,
    told_apart,
)

__all__ = [
    "CATALOGUES",
    "CERTAIN",
    "MOST_DIGITS",
    "TIMES",
    "Words",
    "at_least",
    "at_most",
    "certain",
    "class_words",
    "common_digits",
    "first_language",
    "interval",
    "languages",
    "linked",
    "named",
    "number",
    "plain",
    "told_apart",
    "unguessed",
    "words_for",
]
