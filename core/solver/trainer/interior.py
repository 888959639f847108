"""For few points on which SMO is slow, as it is for a large C: Mehrotra's primal-dual interior point method.

It solves min 1/2 alpha' Q alpha + p' alpha in the box, with s' alpha (of each group) kept. Let z and v be the
multipliers of alpha >= 0 and alpha <= C, and T = D + z / alpha + v / (C - alpha). Each step solves with Q + T, where
Q = S' K S maps every variable to its point with its sign. With W = S T^-1 S', diagonal, the cost is one factorisation
of I + W^1/2 K W^1/2, whose eigenvalues are at least 1: it has a factor for any C, and some thirty steps are enough.
Finally the result is moved to its bounds, and the free variables are solved for once more.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from ...lowlevel.lapack import factored, least_squares, solved
from ...problem.arrays import Indices, Matrix, Vector
from .small import Posed

MOST_STEPS = 80
NEAR = 0.995  # of the way to the boundary
DONE = 1e-12  # of the objective: where the sum of the products alpha z and (C - alpha) v, which is the gap, may end
IDLE = 1e-9  # a step that leads nowhere
RIDGE = 1e-15  # of the largest entry: the rounding of K may leave it an eigenvalue below zero
ROUNDS = 3  # of the last system
KEPT = 1e-9  # of the largest alpha: by how much a sum may be off in the end


@dataclass(frozen=True)
class Kept:
    """The dual, with K in units of its largest entry and alpha in the unit that belongs to it."""

    K: Matrix  # (n, n)
    posed: Posed
    upper: Vector  # (N,)
    groups: Matrix  # (1 or 2, N): the rows s' of the equalities

    def spread(self, at_points: Vector) -> Vector:
        """Return S' of numbers (n, ...) at the points, (N, ...)."""
        copies = len(self.posed.y) // len(self.K)
        return (self.posed.y * np.tile(at_points.T, copies)).T

    def gather(self, of_variables: Vector) -> Vector:
        """Return S of numbers (N, ...) of the variables, (n, ...)."""
        signed = (self.posed.y * of_variables.T).T
        return np.asarray(signed.reshape(-1, len(self.K), *signed.shape[1:]).sum(axis=0))

    def gradient(self, alpha: Vector) -> Vector:
        """Return Q alpha + D alpha + p."""
        return self.spread(self.K @ self.gather(alpha)) + self.posed.diagonal * alpha + self.posed.p


@dataclass
class InteriorPoint:
    """An iterate of the method."""

    alpha: Vector
    z: Vector
    v: Vector
    level: Vector  # of each group

    def moved(self, way: InteriorPoint, step: float) -> InteriorPoint:
        """Return the iterate after a step."""
        z, v = self.z + step * way.z, self.v + step * way.v
        return InteriorPoint(self.alpha + step * way.alpha, z, v, self.level + step * way.level)


def interior(K: Matrix, posed: Posed, start: Vector, tolerance: float, cancel: Indices) -> Vector | None:
    """Return alpha (N,), or None if K (n, n) is not positive semidefinite, or the box is not bounded.

    `start` (N,) defines only the required sums. None if cancelled. The steps of SMO do not change the sums, so an alpha
    with wrong sums is rejected too.
    """
    unit = float(np.abs(K).max(initial=0.0))
    if not (unit > 0.0 and np.isfinite(posed.upper).all() and posed.upper.min() > 0.0):
        return None
    with np.errstate(all="ignore"):  # close to the boundary quotients leave the floats: that is an end, and no answer
        dual, sums = _scaled(K, unit, posed, start)
        gradient = dual.gradient(0.5 * dual.upper)
        middle = InteriorPoint(
            0.5 * dual.upper, np.maximum(1.0, gradient), np.maximum(1.0, -gradient), np.zeros(len(sums))
        )
        at = _descended(dual, middle, sums, cancel)
        answers = () if at is None else (settled(dual, at, sums, tolerance), at.alpha)
        for alpha in answers:
            # Only if it has its sums: once all of it is on bounds, nothing can make up for what is missing.
            if (np.abs(dual.groups @ alpha - sums) <= KEPT * np.abs(alpha).max()).all():
                return np.asarray(alpha / unit)
        return None


def _scaled(K: Matrix, unit: float, posed: Posed, start: Vector) -> tuple[Kept, Vector]:
    """Return the dual, and its required sums."""
    signs = [posed.y > 0.0, posed.y < 0.0] if posed.alike else [posed.y != 0.0]
    scaled = posed._replace(diagonal=posed.diagonal / unit)
    dual = Kept(K / unit, scaled, unit * posed.upper, np.array([np.where(part, posed.y, 0.0) for part in signs]))
    return dual, dual.groups @ (unit * start)


def _descended(dual: Kept, at: InteriorPoint, sums: Vector, cancel: Indices) -> InteriorPoint | None:
    """Return the last iterate; None if K has no factor, or if cancelled."""
    for _ in range(MOST_STEPS):
        products = float(at.alpha @ at.z + (dual.upper - at.alpha) @ at.v)
        try:
            ahead = None if cancel[0] != 0 else _step(dual, at, sums)
        except np.linalg.LinAlgError:  # of numbers that are not finite
            return at
        if ahead is None:
            return None
        there, length = ahead
        if not (np.isfinite(there.alpha).all() and np.isfinite(there.z + there.v).all()):
            return at
        at = there
        if length < IDLE or products <= DONE * float(at.alpha @ np.abs(dual.posed.p)):
            return at
    return at


def _step(dual: Kept, at: InteriorPoint, sums: Vector) -> tuple[InteriorPoint, float] | None:
    """Return (the iterate after Mehrotra's step, its length), or None if there is no factor."""
    room, N = dual.upper - at.alpha, len(at.alpha)
    solver = _Solver.of(dual, dual.posed.diagonal + at.z / at.alpha + at.v / room)
    if solver is None:
        return None
    slope = dual.gradient(at.alpha) + dual.groups.T @ at.level
    lacking = sums - dual.groups @ at.alpha

    def way(low: Vector, high: Vector) -> InteriorPoint:
        """Return the direction that makes alpha z = low and (C - alpha) v = high, to first order."""
        d_alpha, d_level = solver.solve(low / at.alpha - high / room - slope, lacking)
        z, v = (low - at.z * d_alpha) / at.alpha - at.z, (high + at.v * d_alpha) / room - at.v
        return InteriorPoint(d_alpha, z, v, d_level)

    mean = float(at.alpha @ at.z + room @ at.v) / (2 * N)
    straight = way(np.zeros(N), np.zeros(N))
    there = at.moved(straight, _length(dual, at, straight))
    after = float(there.alpha @ there.z + (dual.upper - there.alpha) @ there.v) / (2 * N)
    aim = mean * (after / mean) ** 3
    found = way(aim - straight.alpha * straight.z, aim + straight.alpha * straight.v)
    length = min(1.0, NEAR * _length(dual, at, found, 1.0 / NEAR))
    return at.moved(found, length), length


def _length(dual: Kept, at: InteriorPoint, way: InteriorPoint, most: float = 1.0) -> float:
    """Return the longest step, at most `most`, that keeps everything positive."""
    reach = most
    for here, ahead in ((at.alpha, way.alpha), (dual.upper - at.alpha, -way.alpha), (at.z, way.z), (at.v, way.v)):
        falls = ahead < 0.0
        if falls.any():
            reach = min(reach, float((here[falls] / -ahead[falls]).min()))
    return reach


@dataclass(frozen=True)
class _Solver:
    """A solver for Q + T bordered by the equalities."""

    dual: Kept
    give: Vector  # (N,) 1 / T
    root: Vector  # (n,) W^1/2
    factor: Matrix  # (n, n)
    columns: Matrix  # (N, groups): (Q + T)^-1 A'

    @classmethod
    def of(cls, dual: Kept, T: Vector) -> _Solver | None:
        """Return the solver, or None if K is not positive semidefinite, or T has overflowed."""
        give = 1.0 / T
        root = np.sqrt(give.reshape(-1, len(dual.K)).sum(axis=0))
        system = dual.K * root * root[:, None]
        system.flat[:: len(system) + 1] += 1.0 + RIDGE * len(system) * root * root
        factor = factored(system) if np.isfinite(system).all() else None
        if factor is None:
            return None
        bare = cls(dual, give, root, factor, np.empty((0, 0)))
        return cls(dual, give, root, factor, bare._without(dual.groups.T))

    def _without(self, right: Matrix) -> Matrix:
        """Return (Q + T)^-1 of columns (N, k)."""
        at_points = self.dual.K @ self.dual.gather(self.give[:, None] * right)
        pull = solved(self.factor, self.root[:, None] * at_points) / self.root[:, None]
        return np.asarray(self.give[:, None] * (right - self.dual.spread(pull)))

    def solve(self, right: Vector, sums: Vector) -> tuple[Vector, Vector]:
        """Return (x, l) with (Q + T) x + A' l = right and A x = sums."""
        free, groups = self._without(right[:, None])[:, 0], self.dual.groups
        level = np.linalg.lstsq(groups @ self.columns, groups @ free - sums, rcond=None)[0]
        return free - self.columns @ level, np.asarray(level, dtype=np.float64)


def settled(dual: Kept, at: InteriorPoint, sums: Vector, tolerance: float) -> Vector:
    """Return alpha with every variable that is pushed against its bound on it, and the free ones solved for."""
    alpha = at.alpha.copy()
    alpha[at.z > np.maximum(at.v, 0.1 * tolerance)] = 0.0
    high = at.v > np.maximum(at.z, 0.1 * tolerance)
    alpha[high] = dual.upper[high]
    for _ in range(ROUNDS):
        free = np.flatnonzero((alpha > 0.0) & (alpha < dual.upper))
        if len(free) == 0:
            return alpha
        alpha[free] = _solved(dual, alpha, free, sums)
    return alpha


def _solved(dual: Kept, alpha: Vector, free: Indices, sums: Vector) -> Vector:
    """Return the free variables with equal scores and the required sums, as far as the box allows."""
    places, y, A = free % len(dual.K), dual.posed.y[free], dual.groups[:, free]
    q, k = len(free), len(sums)
    system = np.zeros((q + k, q + k))
    system[:q, :q] = dual.K[np.ix_(places, places)] * y * y[:, None] + np.diag(dual.posed.diagonal[free])
    system[:q, q:], system[q:, :q] = A.T, A
    right = np.concatenate([-dual.gradient(alpha)[free], sums - dual.groups @ alpha])
    if not (np.isfinite(system).all() and np.isfinite(right).all()):
        return alpha[free]
    change = least_squares(system, right, 1e-14)[:q]
    return np.asarray(np.clip(alpha[free] + change, 0.0, dual.upper[free]))
