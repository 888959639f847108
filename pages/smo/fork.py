"""The fork of the run that is watched, and what the first point of a pair that is being picked asks of the second."""

from __future__ import annotations

from core.trace import Trace
from pages.smo import answers
from pages.smo.question import Question, read
from pages.smo.sentences import partner_sentence
from ui.page import fork
from ui.page.fork import Forking
from ui.page.showing import Showing
from ui.solve.run.forked import ForkedRun
from ui.state.lab import Lab
from ui.words import Words


def forking(asked: Question) -> Forking:
    """Return what a fork is asked of."""
    return Forking(asked.problem, asked.watched)


def read_forking(lab: Lab) -> Forking:
    """Return the same of a lab."""
    return forking(read(lab))


def show_fork(asked: Question, forked: ForkedRun, k: int, showing: Showing) -> None:
    """Show what the run can go on with from here; of a run with a fork both lines, and how they compare."""
    fork.show_fork(forking(asked), forked, k, showing, partner)


def partner(i: int, trace: Trace, k: int, words: Words) -> str:
    """Say of the first point of a pair what it can do after k steps, and what its partner must be."""
    return partner_sentence(i, answers.open_end(trace, k), words)
