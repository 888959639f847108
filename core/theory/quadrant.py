"""A quadratic of two variables over v >= 0: its stationary point, the two edges, and its minimum (mathematics 2).

The dual of three points is one, with alpha_3 = alpha_1 + alpha_2 (Li, example 7.2), and so is -theta_D of two affine
constraints. The minimum is the stationary point where that lies in the quadrant; else it lies on an edge.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from core.problem.arrays import Matrix, Vector

SINGULAR = 1e-12  # of the trace, relative: a smaller eigenvalue is rounding


@dataclass(frozen=True)
class Spot:
    """A place with its value."""

    at: Vector  # (2,)
    value: float

    @property
    def inside(self) -> bool:
        """Whether no variable is negative."""
        return bool((self.at >= 0.0).all())


@dataclass(frozen=True)
class Quadrant:
    """min s(v) = v.Hv / 2 - q.v subject to v >= 0, with H (2, 2) symmetric and positive semidefinite, q (2,)."""

    H: Matrix
    q: Vector

    def __call__(self, v: Matrix) -> Vector:
        """Return s of the rows of v (..., 2), shape (...)."""
        return np.asarray(0.5 * np.einsum("...i,ij,...j", v, self.H, v) - v @ self.q)

    @property
    def definite(self) -> bool:
        """Whether s is strictly convex."""
        least, most = np.linalg.eigvalsh(self.H)
        return bool(least > SINGULAR * max(most, 0.0))

    @property
    def bounded(self) -> bool:
        """Whether s has a minimum over the quadrant: no v >= 0 with Hv = 0 lowers it for ever."""
        if self.definite:
            return True
        flat = _flat(self.H)
        return not any((v >= 0.0).all() and v @ self.q > 0.0 for v in flat)

    @property
    def stationary(self) -> Spot | None:
        """The point where the gradient vanishes; None where H is singular: there is none, or a whole line."""
        return self._spot(np.asarray(np.linalg.solve(self.H, self.q), dtype=np.float64)) if self.definite else None

    @property
    def edges(self) -> tuple[Spot | None, Spot | None]:
        """The smallest s with v_1 = 0, and the smallest with v_2 = 0; None where s falls for ever along that edge."""
        return self._edge(1), self._edge(0)

    @property
    def best(self) -> Spot | None:
        """The minimum over the quadrant; None where there is none."""
        if not self.bounded:
            return None
        if self.stationary is not None and self.stationary.inside:
            return self.stationary
        return min((edge for edge in self.edges if edge is not None), key=lambda spot: spot.value)

    def _edge(self, k: int) -> Spot | None:
        """Return the smallest s along the variable k, the other one being 0."""
        curvature, slope = float(self.H[k, k]), float(self.q[k])
        if curvature <= 0.0 < slope:
            return None
        at = np.zeros(2)
        at[k] = max(0.0, slope / curvature) if curvature > 0.0 else 0.0
        return self._spot(at)

    def _spot(self, at: Vector) -> Spot:
        return Spot(at, float(self(at)))


def _flat(H: Matrix) -> list[Vector]:
    """Return directions with Hv = 0 that may lie in the quadrant, each with both signs."""
    values, vectors = np.linalg.eigh(H)
    if values[1] <= 0.0:  # H = 0
        return [np.array([1.0, 0.0]), np.array([0.0, 1.0])]
    v = np.where(np.abs(vectors[:, 0]) < SINGULAR, 0.0, vectors[:, 0])
    return [v, -v]


def three_points(X: Matrix) -> Quadrant:
    """Return the dual of two points of class +1 and a last one of class -1, the rows of X (3, d), without alpha_3.

    D = |sum alpha_i y_i x_i|^2 / 2 - sum alpha_i with alpha_3 = alpha_1 + alpha_2 (mathematics 2, worked examples).
    """
    from_third = X[:2] - X[2]
    return Quadrant(from_third @ from_third.T, np.array([2.0, 2.0]))
