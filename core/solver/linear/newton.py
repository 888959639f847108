"""The second-order finish, if coordinate descent is slow: a linear system of the features, or of the free points.

A stage is a step of the proximal point method on the dual, min D(alpha) + |alpha - alpha_0|^2 / (2 sigma), solved in w
by Newton's method: the multipliers are alpha(w) = clip((alpha_0 / sigma + 1 - m) / (D + 1 / sigma), 0, U) with
m = y f(x), and w is right when it equals w(alpha(w)). That equation is piecewise linear; its slope is the identity plus
x x' / (D + 1 / sigma) of the points whose multiplier is free, the same as that of the primal with a smoothed loss. So
every stage ends in the box, and the larger sigma is, the closer to the optimum: the
projected gradient is at most |alpha - alpha_0| / sigma. The squared hinge has D > 0 and needs one stage with
1 / sigma = 0, which is Newton's method on its primal.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from ...lowlevel.compiled import compiled
from ...lowlevel.lapack import solved
from ...lowlevel.simd import larger, plus
from ...problem.arrays import Indices, Matrix, Vector
from ..cholesky import lower_factor
from .descent import RowDual, combine, products, spell_out
from .rows import StoredRows

MOST_STEPS = 60  # of Newton's method per stage
SPELL_BYTES = 2 << 20  # of rows written out in float64 at a time
FLAT = 0.1  # of the first slope: a line search ends there
HALVINGS = 30
EPS = float(np.finfo(float).eps)
FALLS = 0.5  # of the previous distance of w(alpha) from w: with rounding errors it stops decreasing
REBUILD = 0.7  # of the free points: with more changes their matrix is recomputed
FEW = 0.5  # of the features: up to this many free points the system of the points, recomputed each time, is cheaper


@compiled
def respond(start: Vector, short: Vector, give: Vector, soft: float, upper: Vector, alpha: Vector) -> None:
    """Write alpha(w) of a stage, given 1 - m; all arrays are those of the stage's points."""
    for k in range(start.size):
        alpha[k] = -larger(-larger((start[k] * soft + short[k]) * give[k], 0.0), -upper[k])


@compiled
def slope_along(
    t: float,
    start: Vector,
    short: Vector,
    turn: Vector,
    give: Vector,
    soft: float,
    upper: Vector,
) -> float:
    """Return sum_k (alpha_k - start_k) m'_k at step t of a line on which m_k changes by t turn_k."""
    total = 0.0
    for k in range(start.size):
        new = -larger(-larger((start[k] * soft + short[k] - t * turn[k]) * give[k], 0.0), -upper[k])
        total = plus(total, (new - start[k]) * turn[k])
    return total


class FreeMatrix:
    """Sum of weight_i x_i x_i' over a set of points that changes little from step to step."""

    def __init__(self, n: int, d: int, bias: float) -> None:
        self._sum, self._bias = np.zeros((d + 1, d + 1)), bias
        self._inside = np.zeros(n, dtype=bool)

    def of(self, stage: Stage, free: NDArray[np.bool_], weight: Vector) -> Matrix:
        """Return the matrix of the free points of a stage, with these weights; meaningless if cancelled."""
        points, inside = stage.points, self._inside[stage.points]
        if self._inside.sum() != inside.sum() or (inside != free).sum() > REBUILD * free.sum():
            self._sum[:] = 0.0
            inside = np.zeros_like(free)
        self._add(stage, free & ~inside, weight, 1.0)
        self._add(stage, inside & ~free, weight, -1.0)
        self._inside[:] = False
        self._inside[points[free]] = True
        return self._sum

    def _add(self, stage: Stage, some: NDArray[np.bool_], weight: Vector, sign: float) -> None:
        chosen, root, p = stage.places[some], np.sqrt(weight[some]), len(self._sum)
        step = max(1, SPELL_BYTES // (8 * p))
        room = np.empty((min(step, len(chosen)), p))
        for begin in range(0, len(chosen), step):
            if stage.cancel[0] != 0:
                return
            part = room[: len(chosen[begin : begin + step])]
            spell_out(stage.rows, chosen[begin : begin + step], self._bias, part)
            part *= root[begin : begin + step, None]
            self._sum += sign * (part.T @ part)


@dataclass
class Stage:
    """The points of a stage, as arrays."""

    rows: StoredRows
    points: Indices  # their indices
    places: Indices  # the indices of their rows
    y: Vector
    upper: Vector
    start: Vector  # alpha before
    give: Vector  # 1 / (D + 1 / sigma)
    soft: float  # 1 / sigma
    bias: float
    longest: float  # of all |x_i|
    cancel: Indices

    def margins(self, w: Vector) -> Vector:
        """Return y x.w of the points."""
        out = np.zeros(len(self.points))
        products(self.rows, self.places, self.bias, w, out, self.cancel)
        return self.y * out


def stage_of(
    held: tuple[StoredRows, Indices], points: Indices, box: RowDual, alpha: Vector, soft: float, cancel: Indices
) -> Stage:
    """Return the stage of some points, whose rows are in memory."""
    give = 1.0 / (box.diagonal[points] + soft)
    longest = float(np.sqrt(box.curvature.max()))
    y, upper, start = box.y[points], box.upper[points], alpha[points]
    return Stage(held[0], points, held[1], y, upper, start, give, soft, box.bias, longest, cancel)


def solve_stage(
    stage: Stage, matrix: FreeMatrix, w: Vector, own: Vector, goal: float, most: int
) -> tuple[Vector, Vector | None, int]:
    """Return (alpha of the points, w or None, Newton's steps), starting from w and own = w(alpha).

    The goal is in units of f. If w(alpha) cannot come that close to w, because the multipliers are rounded and |x| is
    large, the w of the method itself is returned too: it is the more exact of the two.
    """
    at, own = w.copy(), own.copy()
    alpha, new = stage.start.copy(), np.empty_like(stage.start)
    short, step, before, rounded = 1.0 - stage.margins(at), 0, np.inf, False
    for step in range(min(most, MOST_STEPS)):
        respond(stage.start, short, stage.give, stage.soft, stage.upper, new)
        combine(stage.rows, stage.places, (new - alpha) * stage.y, stage.bias, own, stage.cancel)
        alpha, new = new, alpha
        residual = at - own
        left = float(np.linalg.norm(residual)) * stage.longest
        if stage.cancel[0] != 0 or left <= goal:
            return alpha, None, step
        rounded = left <= EPS * stage.longest**2 * float(alpha.sum())
        if rounded and left >= FALLS * before:
            return alpha, at, step
        before = left
        free = (alpha > 0.0) & (alpha < stage.upper)
        direction = _direction(stage, matrix, free, residual)
        if direction is None:
            return alpha, at if rounded else None, step
        turn = stage.margins(direction)
        t = _line_search(stage, direction, turn, short, at - w)
        at += t * direction
        short -= t * turn
    return alpha, at if rounded else None, step + 1


def _direction(stage: Stage, matrix: FreeMatrix, free: NDArray[np.bool_], residual: Vector) -> Vector | None:
    """Return the Newton step -(I + X' W X)^-1 residual, X the free rows, or None if rounding leaves no factor.

    The system has one unknown per feature, or per free point if these are far fewer.
    """
    if np.count_nonzero(free) <= FEW * len(residual):
        direction = _direction_of_points(stage, free, residual)
    else:
        direction = _direction_of_features(stage, matrix, free, residual)
    return direction if direction is not None and np.isfinite(direction).all() else None


def _direction_of_features(
    stage: Stage, matrix: FreeMatrix, free: NDArray[np.bool_], residual: Vector
) -> Vector | None:
    hinge = stage.soft > 0.0  # every give is 1 / soft, which changes from stage to stage
    weight = np.ones(len(free)) if hinge else stage.give
    system = matrix.of(stage, free, weight) / (stage.soft if hinge else 1.0)
    system[np.diag_indices_from(system)] += 1.0
    return _solved(stage, system, -residual)


def _direction_of_points(stage: Stage, free: NDArray[np.bool_], residual: Vector) -> Vector | None:
    """Return X' (W^-1 + X X')^-1 X residual - residual, the same step by Woodbury's identity."""
    chosen = stage.places[free]
    X = np.empty((len(chosen), len(residual)))
    spell_out(stage.rows, chosen, stage.bias, X)
    if len(chosen) == 0 or stage.cancel[0] != 0:
        return -residual
    system = X @ X.T
    system[np.diag_indices_from(system)] += 1.0 / stage.give[free]
    pull = _solved(stage, system, X @ residual)
    return None if pull is None else np.asarray(X.T @ pull - residual)


def _solved(stage: Stage, system: Matrix, right: Vector) -> Vector | None:
    """Return the solution of a positive definite system, which is overwritten, or None if it has no factor.

    None also if the stage is cancelled.
    """
    return solved(system, right) if lower_factor(system, lambda: stage.cancel[0] != 0) else None


def _line_search(stage: Stage, direction: Vector, turn: Vector, short: Vector, ahead: Vector) -> float:
    """Return the step length at which the primal is flat along the line, at most 1."""
    at_zero, bend = float(ahead @ direction), float(direction @ direction)

    def slope(t: float) -> float:
        pull = slope_along(t, stage.start, short, turn, stage.give, stage.soft, stage.upper)
        return at_zero + t * bend - pull

    first = abs(slope(0.0))
    low, high, t = 0.0, 1.0, 1.0
    for _ in range(HALVINGS):
        now = slope(t)
        if abs(now) <= FLAT * first or (t == 1.0 and now <= 0.0):
            return t
        low, high = (low, t) if now > 0.0 else (t, high)
        t = 0.5 * (low + high)
    return t
