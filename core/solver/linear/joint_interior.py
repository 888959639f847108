"""All classes in one problem with a large C: a primal-dual interior point method (mathematics 11.2, 22.6).

    minimise 1/2 sum_jm R_j W_jm^2 + sum_i C_i xi_i   subject to   s_im = xi_i - (w_m - w_{y_i}).x_i - [m != y_i] >= 0

has the multipliers lambda_im >= 0, which sum to C_i over m; alpha_im = C_i [m = y_i] - lambda_im. With D = lambda / s
a step solves with R + sum_i H_i (x) x_i x_i', H_i = diag(D_i) - D_i D_i' / sum_m D_im: one unknown per weight and
class, for any number of points. Features and C are measured in units of their largest value.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from ...lowlevel.lapack import factored, solved
from ...problem.arrays import Indices, Matrix, Vector
from .interior import IDLE, MOST_STEPS, NEAR, RIDGE, Bounded, to_boundary

DONE = 1e-14  # of the objective: the final size of the sum of lambda s, which is the gap
MOST_WORK = 1e8  # products in one step: some hundredths of a second


@dataclass(frozen=True)
class JointPosed:
    """The problem in its units, for n points, q features and k classes."""

    X: Matrix  # (n, q)
    bend: Vector  # (q,) R
    own: Matrix  # (n, k) 1 where m = y_i, else 0
    cost: Vector  # (n,) C, positive

    def above(self, F: Matrix) -> Matrix:
        """Return F_im - F_iy, (n, k), of the values F of all planes."""
        return np.asarray(F - (F * self.own).sum(axis=1)[:, None])


@dataclass(frozen=True)
class JointPlace:
    """An iterate of the method, or a direction."""

    W: Matrix  # (q, k)
    xi: Vector  # (n,)
    multiplier: Matrix  # (n, k) lambda
    room: Matrix  # (n, k) s

    def moved(self, way: JointPlace, step: float) -> JointPlace:
        """Return the iterate after a step."""
        return JointPlace(
            self.W + step * way.W,
            self.xi + step * way.xi,
            self.multiplier + step * way.multiplier,
            self.room + step * way.room,
        )

    @property
    def finite(self) -> bool:
        """Whether every number is finite; xi follows from the other three."""
        return all(bool(np.isfinite(part).all()) for part in (self.W, self.multiplier, self.room))


def suits(n: int, weights: int) -> bool:
    """Tell whether a step with this many weights in all is short: the cancel flag is polled between steps."""
    return float(n + weights) * weights**2 <= MOST_WORK


def joint_interior(
    codes: Indices, classes: int, cost: Vector, X: Matrix, most: int, cancel: Indices
) -> tuple[Matrix, int]:
    """Return alpha (n, classes) near the optimum, and the number of steps, at most `most`.

    The rows of alpha sum to 0 and satisfy their bounds. X (n, q) has the constant feature as a column; cost (n,) is
    finite and positive.
    """
    size, largest = np.abs(X).max(axis=0), float(cost.max())
    size[size == 0.0] = 1.0
    own = np.zeros((len(X), classes))
    own[np.arange(len(X)), codes] = 1.0
    posed = JointPosed(X / size, 1.0 / size / size / largest, own, cost / largest)
    even = np.tile(posed.cost[:, None] / classes, classes)
    at = JointPlace(np.zeros((X.shape[1], classes)), np.full(len(X), 2.0), even, 1.0 + own)
    with np.errstate(all="ignore"):  # close to the boundary quotients overflow: that is the end
        at, steps = _descended(posed, at, min(most, MOST_STEPS), cancel)
        return largest * _settled(posed, at), steps


def _descended(posed: JointPosed, at: JointPlace, most: int, cancel: Indices) -> tuple[JointPlace, int]:
    """Return the last iterate and the number of steps."""
    for steps in range(most):
        if cancel[0] != 0:
            return at, steps
        found = _step(posed, at)
        if found is None or not found[0].finite:
            return at, steps
        at, length = found
        objective = 0.5 * float(posed.bend @ (at.W * at.W).sum(axis=1)) + float(posed.cost @ at.xi)
        if length < IDLE or float((at.multiplier * at.room).sum()) <= DONE * objective:
            return at, steps + 1
    return at, most


def _step(posed: JointPosed, at: JointPlace) -> tuple[JointPlace, float] | None:
    """Return (the iterate after Mehrotra's step, its length); None if its system is not finite or has no factor."""
    q, k = at.W.shape
    D = at.multiplier / at.room
    share = D / D.sum(axis=1)[:, None]
    others = 1.0 - np.eye(k)  # sums over the other classes, without a difference of large numbers
    system = np.empty((k, q, k, q))
    for m in range(k):
        for other in range(m, k):
            H = D[:, m] * (share @ others[m]) if other == m else -D[:, m] * share[:, other]
            system[m, :, other, :] = system[other, :, m, :] = posed.X.T @ (H[:, None] * posed.X)
    flat = system.reshape(k * q, k * q)
    flat.flat[:: k * q + 1] += np.tile(posed.bend, k) + RIDGE * flat.diagonal()
    root = np.sqrt(flat.diagonal())
    root[root == 0.0] = 1.0
    scaled = flat / root / root[:, None]
    factor = factored(scaled) if np.isfinite(scaled).all() else None
    if factor is None:
        return None
    apart = at.xi[:, None] - posed.above(posed.X @ at.W) - (1.0 - posed.own) - at.room
    lacking = posed.cost - at.multiplier.sum(axis=1)
    slope = posed.bend[:, None] * at.W + posed.X.T @ (at.multiplier - posed.own * posed.cost[:, None])

    def way(aim: Matrix | float) -> JointPlace:
        """Return the direction that makes lambda s = aim, to first order."""
        h = aim / at.room - at.multiplier - D * apart
        still = h * (share @ others) - share * (h @ others) + share * lacking[:, None]
        right = -(slope + posed.X.T @ still).T.ravel()
        W = (solved(factor, right / root) / root).reshape(k, q).T
        dF = posed.X @ W
        apiece = D * (dF * (share @ others) - (share * dF) @ others)
        above = posed.above(dF)
        xi = ((h + D * above).sum(axis=1) - lacking) / D.sum(axis=1)
        multiplier = still + apiece
        room = (aim - at.room * multiplier) / at.multiplier - at.room
        return JointPlace(W, xi, multiplier, room)

    mean = float((at.multiplier * at.room).mean())
    straight = way(0.0)
    there = at.moved(straight, to_boundary(_bounded(at, straight), 1.0))
    after = float((there.multiplier * there.room).mean())
    found = way(mean * (after / mean) ** 3 - straight.multiplier * straight.room)
    length = min(1.0, NEAR * to_boundary(_bounded(at, found), 1.0 / NEAR))
    return at.moved(found, length), length


def _bounded(at: JointPlace, way: JointPlace) -> Bounded:
    """Return the quantities that must stay positive, each with its direction."""
    return (at.multiplier, way.multiplier), (at.room, way.room)


def _settled(posed: JointPosed, at: JointPlace) -> Matrix:
    """Return alpha, at 0 or its bound wherever a multiplier is smaller than its slack, with rows that sum to 0."""
    small = at.multiplier < at.room * posed.cost[:, None]
    small[np.arange(len(small)), at.multiplier.argmax(axis=1)] = False
    kept = np.where(small, 0.0, at.multiplier)
    kept *= (posed.cost / kept.sum(axis=1))[:, None]
    mine = posed.own > 0.0
    others = np.where(mine, 0.0, kept)
    total = others.sum(axis=1)
    whole = ((kept > 0.0) & mine).any(axis=1)  # lambda of the own class is positive: alpha is below C
    alpha = np.where(mine, np.where(whole, np.minimum(total, posed.cost), posed.cost)[:, None], -others)
    largest = others.argmax(axis=1)
    point = np.arange(len(alpha))
    alpha[point, largest] = np.minimum(alpha[point, largest] - alpha.sum(axis=1), 0.0)
    return np.asarray(alpha)
