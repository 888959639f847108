"""The numbers of one step of a run for the page's question."""

from __future__ import annotations

from core.trace import Trace
from pages.smo import answers
from pages.smo.question import Question
from ui.component.standing import StandingRows
from ui.page.numbers import pair_numbers
from ui.words import Words


def step_numbers(question: Question, trace: Trace, k: int, words: Words) -> StandingRows:
    """Return the numbers after k steps."""
    return pair_numbers(trace, k, words, answers.runs_away(question))
