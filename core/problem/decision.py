"""What a solution says about points: f, w, the width of the margin, and the role that each training point plays."""

from __future__ import annotations

import math
from enum import IntEnum

import numpy as np
from numpy.typing import NDArray

from core.problem.arrays import Matrix, Vector
from core.problem.dual import Problem, cross_gram
from core.problem.kernels import Linear
from core.problem.optimality import margins_without_offset


class Role(IntEnum):
    """What a training point is to the solution (S001 7.2.3 and figure 7.5, completed by MATH 3)."""

    OUTSIDE = 0  # alpha = 0, y f > 1
    ON_MARGIN = 1  # alpha = 0, y f = 1: on the margin but not a support vector
    FREE = 2  # 0 < alpha < C, y f = 1
    INSIDE = 3  # alpha = C, 0 < xi < 1: inside the band, on the right side
    ON_PLANE = 4  # alpha = C, xi = 1
    MISCLASSIFIED = 5  # alpha = C, xi > 1
    BOUNDED_ON_MARGIN = 6  # alpha = C, xi = 0: possible, and missing from the list in S001 7.2.3


def decision_values(problem: Problem, alpha: Vector, b: float, points: Matrix) -> Vector:
    """Return f(x) = sum_i alpha_i y_i K(x_i, x) + b for the rows of points (k, d), shape (k,) (S001 7.89)."""
    return np.asarray(cross_gram(problem, points) @ (alpha * problem.y) + b)


def normal(problem: Problem, alpha: Vector) -> Vector | None:
    """Return w = sum_i alpha_i y_i x_i, shape (d,), where it lives in the plane of the points; else None."""
    if not isinstance(problem.kernel, Linear):
        return None
    return np.asarray((alpha * problem.y) @ problem.X)


def squared_norm(problem: Problem, alpha: Vector) -> float:
    """Return |w|^2 = sum_ij alpha_i alpha_j y_i y_j K_ij, which every kernel has, even with w out of reach."""
    return float((alpha * problem.y) @ margins_without_offset(problem, alpha))


def margin_width(problem: Problem, alpha: Vector) -> float:
    """Return the distance 2 / |w| between the planes f = 1 and f = -1 in feature space; inf if w = 0."""
    squared = squared_norm(problem, alpha)
    return 2.0 / math.sqrt(squared) if squared > 0 else math.inf


def slack(problem: Problem, f: Vector) -> Vector:
    """Return xi_i = max(0, 1 - y_i f(x_i)), shape (n,)."""
    return np.maximum(0.0, 1.0 - problem.y * f)


def roles(problem: Problem, alpha: Vector, f: Vector, tolerance: float) -> NDArray[np.uint8]:
    """Return the `Role` of every training point, shape (n,).

    Whether alpha is 0, C or between is read exactly (the solver assigns the bounds, it does not compute them); whether
    y f is 1 and f is 0 is decided to the tolerance, in units of f.
    """
    margin = problem.y * f
    at_zero, at_upper = alpha <= 0, alpha >= problem.dual.upper
    on_margin = np.abs(margin - 1.0) <= tolerance
    chosen = np.full(len(alpha), Role.FREE, dtype=np.uint8)
    chosen[at_zero] = Role.OUTSIDE
    chosen[at_zero & on_margin] = Role.ON_MARGIN
    chosen[at_upper] = Role.INSIDE
    chosen[at_upper & (np.abs(margin) <= tolerance)] = Role.ON_PLANE
    chosen[at_upper & (margin < -tolerance)] = Role.MISCLASSIFIED
    chosen[at_upper & (margin > 1.0 - tolerance)] = Role.BOUNDED_ON_MARGIN
    return chosen


def training_errors(problem: Problem, f: Vector) -> int:
    """Return how many training points lie on the wrong side; sign(0) counts as +1 (MATH 0)."""
    return int(np.count_nonzero(np.where(f >= 0, 1.0, -1.0) != problem.y))
