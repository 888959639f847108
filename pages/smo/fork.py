"""What the first point of a pair that is being picked asks of the second."""

from __future__ import annotations

from core.trace import Trace
from pages.smo import answers
from pages.smo.sentences import partner_sentence
from ui.words import Words


def partner(i: int, trace: Trace, k: int, words: Words) -> str:
    """Say of the first point of a pair what it can do after k steps, and what its partner must be."""
    return partner_sentence(i, answers.open_end(trace, k), words)
