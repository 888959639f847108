"""The recorded runs of a question about SMO: with a rule, and with pairs picked by hand."""

from __future__ import annotations

from collections.abc import Sequence

from core.problem import Problem
from core.trace import Trace, as_far_as_possible, fork
from core.view import Light
from pages.smo.question import MovedPair, Question
from ui.link.shared import RULES
from ui.page.choice import StandIns, by_kernel
from ui.solve.recording import ForkedRun, Recording, forked, recording
from ui.solve.solving import TOLERANCE, solved


def run(question: Question, rule: str) -> Recording:
    """Return the recorded run of a rule on the board; `InputError` if the problem cannot be solved."""
    return recording(question.problem.with_options(question.options_of(rule)))


def watched(question: Question) -> ForkedRun:
    """Return the run on screen and, after a fork, its other branch."""
    return forked(question.problem)


def run_by_hand(question: Question, pairs: Sequence[MovedPair]) -> Trace:
    """Return the run of the picked pairs, up to the first that cannot move."""
    problem = run(question, RULES[0]).trace.problem  # the rules share one problem
    assert isinstance(problem, Problem)
    return as_far_as_possible(problem, [(i, j) for i, j, *_ in pairs], TOLERANCE, ties=question.ties)


def open_end(trace: Trace, k: int) -> Trace:
    """Return the first k steps of a run of any rule, with an end that LIBSVM's rule can continue."""
    return fork(trace, k, RULES[0], TOLERANCE, k)


def runs_away(question: Question) -> bool:
    """Whether it is proved that no hard margin exists."""
    return question.board.C is None and solved(question.problem).solution.light is Light.IMPOSSIBLE


def stand_ins(question: Question) -> StandIns | None:
    """Return the kernel of the board if it is an approximation for which gamma and one C can be chosen."""
    if question.board.machine.weighted:
        return None
    return by_kernel(question.board.points.X, question.board.points.y, question.board.kernel)
