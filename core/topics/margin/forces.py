"""The forces with which points push a line: Burges' mechanical picture of the linear machine (mathematics 3.1).

Point i pushes the line at x_i, along its normal, with the force -alpha_i y_i: away from its own side. All numbers are
signed: forces along the normal n = w / |w|, torques anticlockwise.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
from scipy.optimize import lsq_linear

from ...problem.arrays import Matrix, Vector

ON_MARGIN = 1e-6  # of y f = 1: a point this near to its margin is on it


@dataclass(frozen=True)
class Balance:
    """The forces on a line, with their sum, their torque about a point of the line, and their pull on the width."""

    normal: Vector  # (2,) n = w / |w|
    pivot: Vector  # (2,) the point of the line to which torques refer
    push: Vector  # (n,) the force of each point along n, -alpha_i y_i
    force: float  # F, their sum
    torque: float  # M, the sum of the torques about the pivot
    spread: float  # S = sum alpha_i y_i n.(x_i - p) - |w|: above 0 if a longer w, and so a narrower street, costs less
    reach: float  # R, a length: the root mean square distance of the points from their mean

    @property
    def along(self) -> Vector:
        """The direction of the line, (2,): the normal turned by a right angle, anticlockwise."""
        return np.array([-self.normal[1], self.normal[0]])

    @property
    def imbalance(self) -> float:
        """The size of force, torque / R and spread / R together (mathematics, equation 3.8)."""
        return math.hypot(self.force, self.torque / self.reach, self.spread / self.reach)

    @property
    def size(self) -> float:
        """The sum of the sizes of all forces."""
        return float(np.abs(self.push).sum())


def foot(w: Vector, b: float, place: Vector) -> Vector:
    """Return the point of the line w.x + b = 0 that is nearest to a place (2,)."""
    return np.asarray(place - (w @ place + b) / (w @ w) * w)


def balance(w: Vector, b: float, X: Matrix, y: Vector, alpha: Vector, about: Vector | None = None) -> Balance:
    """Return the forces of alpha (n,) on the line w.x + b = 0 with w != 0, of points X (n, 2) with labels y (n,).

    Torques are about the point of the line nearest to `about` (2,); None: to the mean of the points.
    """
    points = np.asarray(X)
    pivot = foot(w, b, points.mean(axis=0) if about is None else about)
    length = float(np.hypot(*w))
    normal = np.asarray(w) / length
    arm = points - pivot
    signed = alpha * y
    return Balance(
        normal=normal,
        pivot=pivot,
        push=-signed,
        force=-float(signed.sum()),
        torque=float(signed @ (arm @ np.array([-normal[1], normal[0]]))),
        spread=float(signed @ (arm @ normal)) - length,
        reach=_reach(points),
    )


def hand_forces(w: Vector, b: float, X: Matrix, y: Vector, C: float) -> Vector:
    """Return the multipliers (n,) with which points push a line laid by hand, w != 0 (mathematics, equation 3.8).

    A point with y f < 1 pushes with C, one with y f > 1 not at all. Those with y f = 1 may push with anything from 0 to
    C, and do so with what leaves the least imbalance.
    """
    margin = y * (np.asarray(X) @ w + b)
    alpha = np.where(margin < 1.0, C, 0.0)
    on = np.abs(margin - 1.0) <= ON_MARGIN
    if not on.any():
        return alpha
    alpha[on] = 0.0
    fixed = balance(w, b, X, y, alpha)
    arm = np.asarray(X)[on] - fixed.pivot
    rows = np.array([-np.ones(len(arm)), arm @ fixed.along / fixed.reach, arm @ fixed.normal / fixed.reach]) * y[on]
    rest = np.array([fixed.force, fixed.torque / fixed.reach, fixed.spread / fixed.reach])
    alpha[on] = lsq_linear(C * rows, -rest, bounds=(0.0, 1.0), method="bvls", tol=1e-15).x * C
    return alpha


def _reach(X: Matrix) -> float:
    """Return the root mean square distance of points (n, 2) from their mean; 1 if they coincide."""
    return float(np.sqrt(((X - X.mean(axis=0)) ** 2).sum(axis=1).mean())) or 1.0
