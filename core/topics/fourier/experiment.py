"""The effect of random features on a classifier: its boundary for each roll, their median, and the disagreement."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray

from ...problem import FourierMap, Gaussian, Problem, c_svc
from ...problem.arrays import Matrix, Vector, single
from ...solver import CancelFlag, answer
from ...view.grid import Square, field, grid_axes
from ...view.isolines import isolines, thinned
from ...view.solution import Light, Solution, solution

FEWEST_CELLS, MOST_CELLS = 96, 240  # along each axis
FINEST = 1200  # of the window's side, the required accuracy of a line: half a pixel


@dataclass(frozen=True)
class DrawnBoundary:
    """A solved classifier on the window."""

    solution: Solution
    values: NDArray[np.float32]  # (cells, cells) f; empty where there is no classifier
    outline: NDArray[np.float32]  # (k, 2) the polylines f = 0, a row of nan after each

    @property
    def exists(self) -> bool:
        """Whether there is a boundary: a hard margin may not exist, or may not have been reached."""
        return self.values.size > 0


@dataclass(frozen=True)
class Cloud:
    """The boundaries of many rolls compared with the exact one."""

    exact: DrawnBoundary
    rolls: tuple[DrawnBoundary, ...]
    outline: NDArray[np.float32]  # (k, 2) of the median of f over the rolls
    disagreement: (
        Vector  # (rolls that exist,) share of the plane near the points with another sign than the exact one's
    )
    median: float  # the same of the median boundary; nan without one
    proved: int  # number of rolls with a proof
    resolved: bool  # False: the waves are shorter than two cells, and outlines are meaningless

    @property
    def impossible(self) -> int:
        """Draws without a hard margin."""
        return sum(roll.solution.light is Light.IMPOSSIBLE for roll in self.rolls)

    def quantile(self, share: float) -> float:
        """Return a quantile of the disagreement; nan if there is no boundary."""
        return float(np.quantile(self.disagreement, share)) if len(self.disagreement) else math.nan


def cells_for(gamma: float, size: float) -> tuple[int, bool]:
    """Return the number of cells along each axis that the waves need on a window, and whether that is within bounds.

    One in a hundred frequencies is longer than 3 sqrt(2 gamma); two cells per radian resolve its wave.
    """
    needed = math.ceil(2.0 * size * math.sqrt(2.0 * gamma))
    return min(max(needed, FEWEST_CELLS), MOST_CELLS), needed <= MOST_CELLS


def solved_on_window(
    X: Matrix,
    y: ArrayLike,
    kernel: Gaussian | FourierMap,
    C: float,
    window: Square,
    tolerance: float,
    limit: int,
    cancel: CancelFlag | None = None,
) -> DrawnBoundary:
    """Solve C-SVC with a Gaussian or with random features instead, and evaluate it on the window."""
    problem = c_svc(X, y, kernel, C)
    found = answer(problem, tolerance=tolerance, limit=limit, cancel=cancel)
    return on_window(problem, solution(problem, found), kernel, window)


def on_window(problem: Problem, solved: Solution, kernel: Gaussian | FourierMap, window: Square) -> DrawnBoundary:
    """Evaluate a solved problem of this kernel on a window."""
    if solved.light is Light.IMPOSSIBLE or not math.isfinite(solved.certificate.primal):
        return DrawnBoundary(solved, np.empty((0, 0), np.float32), np.empty((0, 2), np.float32))
    cells, _ = cells_for(kernel.gamma, window[2])
    axes = grid_axes(window[:2], window[2], cells)
    values = field(problem, solved.alpha, solved.b, *axes)
    return DrawnBoundary(solved, single(values), _outline(values, axes, window[2]))


def _outline(values: Matrix, axes: tuple[Vector, Vector], size: float) -> NDArray[np.float32]:
    return thinned(isolines(values, *axes), size / FINEST).astype(np.float32)


def cloud(
    exact: DrawnBoundary, rolls: Sequence[DrawnBoundary], gamma: float, window: Square, near: NDArray[np.bool_]
) -> Cloud:
    """Compare rolls with the exact classifier for the same points and C, `near` the points (cells, cells)."""
    there = [roll.values for roll in rolls if roll.exists] if exact.exists else []
    cells, resolved = cells_for(gamma, window[2])
    right = exact.values >= 0
    middle: Matrix = np.median(np.array(there, dtype=np.float64), axis=0) if there else np.empty((0, 0))
    outline = _outline(middle, grid_axes(window[:2], window[2], cells), window[2]) if there else exact.outline[:0]
    return Cloud(
        exact=exact,
        rolls=tuple(rolls),
        outline=outline,
        disagreement=np.array([disagreement(values[near], right[near]) for values in there]),
        median=disagreement(middle[near], right[near]) if there else math.nan,
        proved=sum(roll.solution.light is Light.PROVED for roll in rolls),
        resolved=resolved,
    )


def disagreement(values: NDArray[np.floating], right: NDArray[np.bool_]) -> float:
    """Return the share of cells on which a field has the wrong sign; f = 0 counts as +1."""
    return float(np.mean((values >= 0) != right))


def points_apart(roll: DrawnBoundary, exact: DrawnBoundary) -> int:
    """Return the number of training points that a roll classifies differently from the exact classifier."""
    return int(np.count_nonzero((roll.solution.decision >= 0) != (exact.solution.decision >= 0)))
