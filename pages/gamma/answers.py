"""The panels and their leave-one-out errors, cached for all visitors."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from core.problem import decision_values
from core.selection import LeaveOneOut, left_out_error, wrong_without
from core.solver import CancelFlag
from core.topics.gamma.experiment import AtGamma, panel
from core.view import Light
from pages.gamma.question import Question
from ui.solve.kernels import penalty_of
from ui.solve.limits import ENTRIES_LEFT_OUT_UNASKED, POINTS_LEFT_OUT_UNASKED, steps_of_one
from ui.solve.memory import SharedResults
from ui.solve.queue.long_work import WORKS, Progress
from ui.solve.solving import TOLERANCE

SEEN = 0.006  # relative to the window's side: an island of this radius is a circle of 3 pixels in a panel of 250
DIRECTIONS = 16
SECONDS_OF_ENTRY = 1e-8  # approximate time of a step per point

_panels: SharedResults[AtGamma] = SharedResults()


@dataclass(frozen=True)
class LeftOut:
    """The progress of the leave-one-out error of a panel."""

    error: LeaveOneOut | None  # None until the work is done
    done: int  # support vectors that were left out, at the cost of one solve each
    of: int


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


def is_cheap(shown: Sequence[AtGamma]) -> bool:
    """Whether the leave-one-out errors are computed without a request: each support vector costs one more solve."""
    count = len(shown[0].problem.y)
    steps = sum(one.solution.vectors * one.solution.steps for one in shown)
    return count <= POINTS_LEFT_OUT_UNASKED and steps * count <= ENTRIES_LEFT_OUT_UNASKED


def left_out(question: Question, shown: Sequence[AtGamma], visitor: str) -> tuple[LeftOut, ...]:
    """Return the progress of the panels' leave-one-out errors, and request that they continue."""
    for one in shown:
        if is_solved(one):
            cost = SECONDS_OF_ENTRY * one.solution.steps * question.count
            WORKS.follow(_name(question, one), visitor, _steps(question, one.gamma), cost)
    return known_left_out(question, shown)


def known_left_out(question: Question, shown: Sequence[AtGamma]) -> tuple[LeftOut, ...]:
    """Return the progress of the panels' leave-one-out errors."""
    return tuple(_so_far(one, WORKS.known(_name(question, one))) for one in shown)


def leave(question: Question, shown: Sequence[AtGamma], visitor: str) -> None:
    """Stop the current solve unless another visitor waits for it."""
    for one in shown:
        WORKS.leave(_name(question, one), visitor)


def is_solved(shown: AtGamma) -> bool:
    """Whether there is a solution from which points can be left out."""
    return shown.solution.light is not Light.IMPOSSIBLE


def _name(question: Question, shown: AtGamma) -> str:
    return f"left out {question.key(shown.gamma)}"


def _steps(question: Question, gamma: float) -> Callable[[Sequence[bool], CancelFlag], Iterator[bool]]:
    """Return a function that continues with the support vectors after the known ones.

    It looks up the panel for each of them, so that paused work keeps no kernel matrix in memory.
    """

    def make(found: Sequence[bool], cancel: CancelFlag) -> Iterator[bool]:
        known = len(found)
        while (wrong := _wrong_without(question, gamma, known, cancel)) is not None:
            yield wrong
            known += 1

    return make


def _wrong_without(question: Question, gamma: float, known: int, cancel: CancelFlag) -> bool | None:
    """Return whether the next support vector is misclassified without it; None at the end."""
    shown = panel_at(question, gamma)
    return next(wrong_without(shown.problem, shown.solution.alpha, TOLERANCE, cancel=cancel, known=known), None)


def _so_far(shown: AtGamma, known: Progress[bool] | None) -> LeftOut:
    if not is_solved(shown):
        return LeftOut(LeaveOneOut(0, 0, complete=False), 0, 0)
    found, over = ((), False) if known is None else (known.found, known.over)
    solution = shown.solution
    error = left_out_error(shown.problem, solution.alpha, solution.decision, found) if over else None
    return LeftOut(error, len(found), solution.vectors)
