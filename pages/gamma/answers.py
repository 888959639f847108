"""The panels and their leave-one-out errors, each found once for everybody who asks the same."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np

from core.experiment import AtGamma, panel
from core.problem import decision_values
from core.selection import LeaveOneOut, leave_one_out
from core.view import Light
from pages.gamma.question import Question
from ui.solve.limits import ENTRIES_LEFT_OUT_UNASKED, POINTS_LEFT_OUT_UNASKED, steps_of_one
from ui.solve.memory import SharedResults
from ui.solve.solving import TOLERANCE, penalty_of

SEEN = 0.006  # of the window's side: an island of this radius is a circle of 3 pixels in a panel of 250
DIRECTIONS = 16

_panels: SharedResults[AtGamma] = SharedResults()
_left_out: SharedResults[LeaveOneOut] = SharedResults()


def panels(asked: Question) -> list[AtGamma]:
    """Return the panels in rising order of gamma; `InputError` where nothing can be solved."""
    return [panel_at(asked, gamma) for gamma in asked.gammas]


def panel_at(asked: Question, gamma: float) -> AtGamma:
    """Solve one gamma, or return what somebody else's identical question has found."""
    X, y, C = asked.board.points.X, asked.board.points.y, penalty_of(asked.board.C)
    plane = asked.board.square
    limit = steps_of_one(asked.count)
    return _panels.get(asked.key(gamma), lambda: panel(X, y, gamma, C, plane, TOLERANCE, limit))


def too_small(asked: Question, shown: AtGamma) -> int:
    """Return around how many points f has changed sign, in all directions, nearer than the eye can see in a panel."""
    turn = 2.0 * np.pi * np.arange(DIRECTIONS) / DIRECTIONS
    circle = SEEN * asked.board.square[2] * np.column_stack([np.cos(turn), np.sin(turn)])
    problem, found = shown.problem, shown.solution
    around = (problem.X[:, None] + circle).reshape(-1, 2)
    values = decision_values(problem, found.alpha, found.b, around).reshape(-1, DIRECTIONS)
    other = (problem.y[:, None] * values < 0).all(axis=1)
    return int(np.count_nonzero(other & (problem.y * found.decision > 0)))


def is_cheap(shown: Sequence[AtGamma]) -> bool:
    """Tell whether the leave-one-out errors may be found without asking: each support vector costs one more solve."""
    count = len(shown[0].problem.y)
    steps = sum(one.solution.vectors * one.solution.steps for one in shown)
    return count <= POINTS_LEFT_OUT_UNASKED and steps * count <= ENTRIES_LEFT_OUT_UNASKED


def left_out(asked: Question, shown: AtGamma, progress: Callable[[int, int], None] | None = None) -> LeaveOneOut:
    """Return the exact leave-one-out error of a panel."""
    found = shown.solution
    if found.light is Light.IMPOSSIBLE:
        return LeaveOneOut(0, 0, complete=False)  # nothing was solved that a point could be left out of

    def make() -> LeaveOneOut:
        return leave_one_out(shown.problem, found.alpha, found.decision, TOLERANCE, progress=progress)

    return _left_out.get(asked.key(shown.gamma), make)


def known_left_out(asked: Question, shown: AtGamma) -> LeaveOneOut | None:
    """Return the leave-one-out error if somebody has found it already."""
    return _left_out.known(asked.key(shown.gamma))
