"""The words of the pages, by language, and how numbers are written among them."""

from ui.words.catalogue import CATALOGUES, Words, first_language, languages, unguessed, words_for
from ui.words.classes import named
from ui.words.marks import linked, plain
from ui.words.numbers import TIMES, at_least, at_most, number

__all__ = [
    "CATALOGUES",
    "TIMES",
    "Words",
    "at_least",
    "at_most",
    "first_language",
    "languages",
    "linked",
    "named",
    "number",
    "plain",
    "unguessed",
    "words_for",
]
