"""Small problems solved by hand and by the solver (Li, examples 7.1 and 7.2, exercise 7.2; mathematics 2)."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from ...problem import Linear, Problem, c_svc
from ...problem.arrays import Matrix, Vector
from ...solver import answer
from ...trace import record
from ...view.isolines import isolines
from ...view.solution import Light, Solution, solution
from .theory import Quadrant, three_points

# ---- The solver's answer to a small problem that can be solved by hand ----


TOLERANCE = 1e-12


def solved_by_hard_margin(X: Matrix, y: Vector) -> Solution:
    """Return the answer for points (n, 2) with its certificate."""
    problem = c_svc(X, y, Linear(), math.inf)
    return solution(problem, answer(problem, tolerance=TOLERANCE))


# ---- The dual of three points by hand, and by the solver ----


Y = (1, 1, -1)  # the classes: alpha_3 = alpha_1 + alpha_2
MOST_STEPS = 500
CELLS = 121
LEVELS = 14


@dataclass(frozen=True)
class ThreePoints:
    """s(alpha_1, alpha_2), its solution by hand, and the run of the solver."""

    X: Matrix  # (3, 2)
    dual: Quadrant
    problem: Problem
    solution: Solution
    window: tuple[float, float, float]  # of the plane of alpha: its corner, and its side
    lines: Matrix  # (k, 2), lines of equal s, a row of nan after each
    path: Matrix  # (steps + 1, 2), the solver's alpha_1 and alpha_2 from 0 on; empty if there is no optimum

    @property
    def agree(self) -> bool:
        """Whether the minimum by hand and the solver's agree to nine digits; false if there is none."""
        best = self.dual.best
        if best is None or self.solution.light is not Light.PROVED:
            return False
        return abs(best.value - self.solution.certificate.dual) <= 1e-9 * max(1.0, abs(best.value))


@dataclass(frozen=True)
class FromAlpha:
    """The hyperplane defined by multipliers (Li, theorem 7.2; mathematics, equation 2.4)."""

    w: Vector  # (2,) the sum of alpha_i y_i x_i
    vectors: tuple[int, ...]  # the 0-based indices of the points with alpha > 0
    b: Vector  # y_j - sum_i alpha_i y_i x_i.x_j, one for each of them
    functional: Vector  # (n,) y (w.x + b) with the mean of b


def from_alpha(X: Matrix, alpha: Vector, least: float = 1e-8) -> FromAlpha:
    """Return w and b from the multipliers (3,) of the rows of X; one up to `least` of the largest counts as 0."""
    y = np.asarray(Y, dtype=np.float64)
    w = np.asarray((alpha * y) @ X)
    vectors = tuple(np.flatnonzero(alpha > least * alpha.max()).tolist())
    b = np.array([y[j] - X[j] @ w for j in vectors])
    return FromAlpha(w, vectors, b, np.asarray(y * (X @ w + b.mean())))


def three_points_view(X: Matrix) -> ThreePoints:
    """Return the dual of the rows of X (3, 2), the last of class -1, solved both ways."""
    dual, problem = three_points(X), c_svc(X, Y, Linear(), math.inf)
    found = solution(problem, answer(problem, tolerance=TOLERANCE, limit=MOST_STEPS))
    window = _window(dual)
    axes = [corner + window[2] * np.linspace(0.0, 1.0, CELLS) for corner in window[:2]]
    values = dual(np.stack(np.meshgrid(*axes), axis=-1))
    # Lines of equal s: for a bowl, their levels are the squares of equal steps above the smallest.
    low, high = float(values.min()), float(values.max())
    levels = low + (high - low) * (np.arange(1, LEVELS) / LEVELS) ** 2
    lines = np.concatenate([np.empty((0, 2)), *(isolines(values - level, *axes) for level in levels)])
    path = np.empty((0, 2))  # alpha_1 and alpha_2 after each step of the solver
    if found.light is not Light.IMPOSSIBLE:
        run = record(problem, "smo-second-order", TOLERANCE, limit=MOST_STEPS)
        path = np.array([run.state_at(k).alpha[:2] for k in range(len(run) + 1)])
    return ThreePoints(X, dual, problem, found, window, lines, path)


def _window(dual: Quadrant) -> tuple[float, float, float]:
    """Return a square with 0, the minima on both edges and overall and, if not far away, the stationary point."""
    spots = [spot.at for spot in (*dual.edges, dual.best) if spot is not None]
    still = dual.stationary
    size = max([0.1, *(float(at.max()) for at in spots)])
    if still is not None and np.abs(still.at).max() <= 12.0 * size:
        spots.append(still.at)
    places = np.array([np.zeros(2), *spots, [size, size]])
    low, high = places.min(axis=0), places.max(axis=0)
    side = 1.25 * float((high - low).max())
    middle = 0.5 * (low + high)
    return float(middle[0] - 0.5 * side), float(middle[1] - 0.5 * side), side
