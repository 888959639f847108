"""Letters and formulas of the page as text that a figure or a sentence can hold."""

from __future__ import annotations

import unicodedata
from html import escape

from core.topics.strings.view import Places
from ui.page.frame import literal

UPPER, LOWER = str.maketrans("0123456789", "⁰¹²³⁴⁵⁶⁷⁸⁹"), str.maketrans("0123456789", "₀₁₂₃₄₅₆₇₈₉")
SPACE, UNSEEN, CARRIER = "␣", "·", "◌"
FIRST_ISOLATE, LAST_ISOLATE = "\u2068", "\u2069"  # around a word of any direction
TOLD_POWERS = 3  # of one feature that are written out


def letter(one: str) -> str:
    """Return a letter for a figure: a space and what has no shape of its own are drawn too."""
    if one.isspace():
        return SPACE
    kind = unicodedata.category(one)
    if kind.startswith("M"):
        return CARRIER + one
    return UNSEEN if kind.startswith("C") else escape(one, quote=False)


def spelt(word: str) -> str:
    """Return a word for a figure."""
    return FIRST_ISOLATE + "".join(SPACE if one.isspace() else escape(one, quote=False) for one in word) + LAST_ISOLATE


def quoted(word: str) -> str:
    """Return a word for a sentence."""
    return FIRST_ISOLATE + literal(word) + LAST_ISOLATE


def upper(number: int) -> str:
    """Return an exponent."""
    return str(number).translate(UPPER)


def lower(number: int) -> str:
    """Return an index."""
    return str(number).translate(LOWER)


def feature(places: Places) -> str:
    """Return a feature as a sum of powers of lambda, the first ones written out."""
    parts = [f"{count if count > 1 else ''}λ{upper(apart)}" for apart, count in places.powers[:TOLD_POWERS]]
    return " + ".join([*parts, *(["…"] if len(places.powers) > TOLD_POWERS else [])])
