"""Few weights with a large C: a primal-dual interior point method (mathematics 22.6).

It solves min 1/2 u' R u + c' u + sum_k C_k max(0, -G_k) with G = A u + p. The weights u include those of the features
and other primal variables: an offset, a margin. Let alpha in [0, C] be the multipliers, z = max(0, G),
xi = max(0, -G), and
T = z / alpha + xi / (C - alpha). Each step solves with R + A' T^-1 A, one unknown per weight, for any number of points.
Weights are measured in units of their columns and C in units of its largest: a C of 1e5 on points of size 1e8 loses no
more digits than a C of 1e21 on points of size 1. The weights are the answer; multipliers of that size are rounded so
coarsely that their sum does not reproduce the weights.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

import numpy as np

from ...lowlevel.lapack import factored, least_squares, solved
from ...problem.arrays import Indices, Matrix, Vector

MOST_STEPS = 100
NEAR = 0.995  # of the way to the boundary
# Far from the optimum a step that went all the way lets the next one come nearer: under a C of 1e100 most multipliers
# fall by a hundred powers of ten, at each step by what it leaves of the way.
FAR, WHOLE = 0.1, 0.98  # of the multipliers: the sum of the products; a step that went all the way
NEARER, LEAST_LEFT = 0.05, 1e-9  # of what was left before; at least
DONE = 1e-15  # of the multipliers: the final size of the sum of alpha z and (C - alpha) xi, which is the gap
IDLE = 1e-9  # a step without progress
RIDGE = 1e-15  # of each diagonal entry
EPS = float(np.finfo(float).eps)
PRESSES = 0.1  # of the tolerance: a multiplier whose G is further from zero is at its bound
MOST_WORK = 5e8  # products in one step: a twentieth of a second

Bounded: TypeAlias = tuple[tuple[Matrix | Vector, Matrix | Vector], ...]


@dataclass(frozen=True)
class FewWeights:
    """The problem: N multipliers, q weights."""

    A: Matrix  # (N, q)
    bend: Vector  # (q,) the diagonal of R
    pull: Vector  # (q,) c
    p: Vector  # (N,)
    upper: Vector  # (N,) C, finite

    def lacking(self, u: Vector, alpha: Vector) -> Vector:
        """Return A' alpha - R u - c, zero at the optimum, shape (q,)."""
        return np.asarray(self.A.T @ alpha - self.bend * u - self.pull)


@dataclass(frozen=True)
class Units:
    """The unit of each quantity."""

    weight: Vector  # (q,)
    multiplier: float
    value: float  # of G


@dataclass
class InteriorPlace:
    """An iterate of the method, or a direction."""

    u: Vector
    alpha: Vector
    z: Vector
    xi: Vector

    def moved(self, way: InteriorPlace, step: float) -> InteriorPlace:
        """Return the iterate after a step."""
        return InteriorPlace(
            self.u + step * way.u, self.alpha + step * way.alpha, self.z + step * way.z, self.xi + step * way.xi
        )

    @property
    def finite(self) -> bool:
        """Whether every number is finite."""
        return all(bool(np.isfinite(part).all()) for part in (self.u, self.alpha, self.z, self.xi))


def suits(N: int, weights: int) -> bool:
    """Tell whether a step with this many weights is short: the cancel flag is polled between steps."""
    return float(N) * weights**2 <= MOST_WORK


def interior(asked: FewWeights, tolerance: float, most: int, cancel: Indices) -> tuple[Vector, Vector, int] | None:
    """Return (u, alpha, steps), with alpha on its bounds wherever G pushes it there; None if there is no answer.

    The tolerance is that of G; at most `most` steps are taken. A certificate decides whether they were enough.
    """
    counted = asked.upper > 0.0
    if not (counted.any() and np.isfinite(asked.upper).all()):
        return None
    part = FewWeights(asked.A[counted], asked.bend, asked.pull, asked.p[counted], asked.upper[counted])
    with np.errstate(all="ignore"):  # close to the boundary quotients overflow: the method then ends without an answer
        posed, unit = _in_units(part)
        half = 0.5 * posed.upper
        ones = np.ones_like(half)
        at, steps = _descended(
            posed, InteriorPlace(np.zeros(len(posed.bend)), half, ones, ones), min(most, MOST_STEPS), cancel
        )
        if cancel[0] != 0 or not at.finite:
            return None
        own = _settled(posed, at, PRESSES * tolerance / unit.value)
    alpha = np.zeros(len(counted))
    alpha[counted] = np.minimum(unit.multiplier * own, part.upper)
    return unit.value * at.u / unit.weight, alpha, steps


def _in_units(asked: FewWeights) -> tuple[FewWeights, Units]:
    """Return the problem with columns, values and multipliers of size 1."""
    size, value = np.abs(asked.A).max(axis=0), float(np.abs(asked.p).max())
    size[size == 0.0] = 1.0
    unit = Units(size, float(asked.upper.max()), value if value > 0.0 else 1.0)
    posed = FewWeights(
        asked.A / unit.weight,
        asked.bend * (unit.value / unit.multiplier) / unit.weight / unit.weight,
        asked.pull / unit.multiplier / unit.weight,
        asked.p / unit.value,
        asked.upper / unit.multiplier,
    )
    return posed, unit


def _descended(posed: FewWeights, at: InteriorPlace, most: int, cancel: Indices) -> tuple[InteriorPlace, int]:
    """Return the last iterate and the number of steps."""
    left = 1.0 - NEAR
    for steps in range(most):
        if cancel[0] != 0:
            return at, steps
        found = _step(posed, at, 1.0 - left)
        if found is None or not found[0].finite:
            return at, steps
        at, length = found
        products = float(at.alpha @ at.z + (posed.upper - at.alpha) @ at.xi) / float(at.alpha.sum())
        if length < IDLE or products <= DONE:
            return at, steps + 1
        left = max(NEARER * left, LEAST_LEFT) if length > WHOLE and products > FAR else 1.0 - NEAR
    return at, most


def _step(posed: FewWeights, at: InteriorPlace, near: float) -> tuple[InteriorPlace, float] | None:
    """Return (the iterate after Mehrotra's step, its length); None if its system is not finite or has no factor.

    The step goes `near` of the way to the boundary.
    """
    room, N = posed.upper - at.alpha, len(at.alpha)
    give = 1.0 / (at.z / at.alpha + at.xi / room)
    system = posed.A.T @ (give[:, None] * posed.A)
    system.flat[:: len(system) + 1] += posed.bend + RIDGE * system.diagonal()
    root = np.sqrt(system.diagonal())
    root[root == 0.0] = 1.0
    scaled = system / root / root[:, None]
    factor = factored(scaled) if np.isfinite(scaled).all() else None
    if factor is None:
        return None
    off = posed.A @ at.u + posed.p - at.z + at.xi
    lacking = posed.lacking(at.u, at.alpha)

    def way(low: Vector, high: Vector) -> InteriorPlace:
        """Return the direction that makes alpha z = low and (C - alpha) xi = high, to first order."""
        right = (low / at.alpha - at.z) - (high / room - at.xi) - off
        du = solved(factor, (lacking + posed.A.T @ (give * right)) / root) / root
        d_alpha = give * (right - posed.A @ du)
        z, xi = (low - at.z * d_alpha) / at.alpha - at.z, (high + at.xi * d_alpha) / room - at.xi
        return InteriorPlace(du, d_alpha, z, xi)

    mean = float(at.alpha @ at.z + room @ at.xi) / (2 * N)
    straight = way(np.zeros(N), np.zeros(N))
    there = at.moved(straight, to_boundary(_bounded(posed, at, straight), 1.0))
    after = float(there.alpha @ there.z + (posed.upper - there.alpha) @ there.xi) / (2 * N)
    aim = mean * (after / mean) ** 3
    found = way(aim - straight.alpha * straight.z, aim + straight.alpha * straight.xi)
    length = min(1.0, near * to_boundary(_bounded(posed, at, found), 1.0 / near))
    return at.moved(found, length), length


def _bounded(posed: FewWeights, at: InteriorPlace, way: InteriorPlace) -> Bounded:
    """Return the quantities that must stay positive, each with its direction."""
    return (at.alpha, way.alpha), (posed.upper - at.alpha, -way.alpha), (at.z, way.z), (at.xi, way.xi)


def to_boundary(bounded: Bounded, most: float) -> float:
    """Return the longest step, at most `most`, that makes no quantity of the (value, direction) pairs negative."""
    reach = most
    for here, ahead in bounded:
        falls = ahead < 0.0
        if falls.any():
            reach = min(reach, float((here[falls] / -ahead[falls]).min()))
    return reach


def _settled(posed: FewWeights, at: InteriorPlace, presses: float) -> Vector:
    """Return alpha on its bounds where |G| exceeds `presses`; the other multipliers compensate the residual."""
    G = posed.A @ at.u + posed.p
    alpha = np.select([presses < G, -presses > G], [0.0, posed.upper], at.alpha)
    free = np.flatnonzero(np.abs(G) <= presses)
    if len(free) > 0:
        change = least_squares(posed.A[free].T, -posed.lacking(at.u, alpha), EPS)
        alpha[free] = np.clip(alpha[free] + change, 0.0, posed.upper[free])
    return np.asarray(alpha)
