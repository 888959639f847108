"""The recorded runs of a question about SMO: by a rule, and with pairs picked by hand."""

from __future__ import annotations

from collections.abc import Sequence

from core.problem import Problem
from core.trace import Trace, as_far_as_possible, fork
from core.view import Light
from pages.smo.question import MovedPair, Question
from ui.link.shared import RULES
from ui.page.choice import StandIns, by_kernel
from ui.solve.options import PairOptions
from ui.solve.recording import ForkedRun, Recording, forked, recording
from ui.solve.solving import TOLERANCE, solved


def run(asked: Question, rule: str) -> Recording:
    """Return the recorded run of a rule on what is on the board; `InputError` if the problem cannot be solved."""
    return recording(asked.problem.with_options(PairOptions(rule)))


def watched(asked: Question) -> ForkedRun:
    """Return the run on screen, with its other line after a fork."""
    return forked(asked.problem)


def run_by_hand(asked: Question, pairs: Sequence[MovedPair]) -> Trace:
    """Return the run of picked pairs, as far as they can move."""
    problem = run(asked, RULES[0]).trace.problem  # the one that the rules share
    assert isinstance(problem, Problem)
    return as_far_as_possible(problem, [(i, j) for i, j, *_ in pairs], TOLERANCE)


def open_end(trace: Trace, k: int) -> Trace:
    """Return the first k steps of a run, with an end that LIBSVM's rule can look at, whichever rule has made it."""
    return fork(trace, k, RULES[0], TOLERANCE, k)


def runs_away(asked: Question) -> bool:
    """Tell whether it is proved that no hard margin exists."""
    return asked.board.C is None and solved(asked.problem).solution.light is Light.IMPOSSIBLE


def stand_ins(asked: Question) -> StandIns | None:
    """Return the kernel of the board if it is an approximation that can choose gamma and C."""
    return by_kernel(asked.board.points.X, asked.board.points.y, asked.board.kernel)
