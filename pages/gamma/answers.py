"""The panels, cached for all visitors."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

import numpy as np

from core.problem import decision_values
from core.topics.gamma.experiment import AtGamma, panel
from pages.gamma.question import Question
from ui.page.left_out import Candidate
from ui.solve.kernels import penalty_of
from ui.solve.limits import steps_of_one
from ui.solve.memory import SharedResults
from ui.solve.solving import TOLERANCE

SEEN = 0.006  # relative to the window's side: an island of this radius is a circle of 3 pixels in a panel of 250
DIRECTIONS = 16

_panels: SharedResults[AtGamma] = SharedResults()


def panels(question: Question) -> list[AtGamma]:
    """Return the panels in ascending order of gamma; `InputError` if the problem cannot be solved."""
    return [panel_at(question, gamma) for gamma in question.gammas]


def panel_at(question: Question, gamma: float) -> AtGamma:
    """Solve for one gamma, or return the cached result of an identical question."""
    X, y, C = question.board.points.X, question.board.points.y, penalty_of(question.board.C)
    limit = steps_of_one(question.count, question.share)
    return _panels.get(
        question.key(gamma), lambda: panel(X, y, gamma, C, question.board.square, TOLERANCE, limit, question.share)
    )


def too_small(question: Question, shown: AtGamma) -> int:
    """Return around how many points f changes sign in all directions within a distance too small to see in a panel."""
    turn = 2.0 * np.pi * np.arange(DIRECTIONS) / DIRECTIONS
    circle = SEEN * question.board.square[2] * np.column_stack([np.cos(turn), np.sin(turn)])
    problem, found = shown.problem, shown.solution
    around = (problem.X[:, None] + circle).reshape(-1, 2)
    values = decision_values(problem, found.alpha, found.b, around).reshape(-1, DIRECTIONS)
    other = (problem.y[:, None] * values < 0).all(axis=1)
    return int(np.count_nonzero(other & (problem.y * found.decision > 0)))


def candidates(question: Question, shown: Sequence[AtGamma]) -> list[Candidate]:
    """Return the panels as machines whose leave-one-out errors are wanted."""
    return [
        Candidate(f"left out {question.key(one.gamma)}", one, partial(panel_at, question, one.gamma)) for one in shown
    ]
