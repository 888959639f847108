"""The widest street by three routes: SMO on the dual, a library on the primal, and the nearest points of two hulls.

The primal is the quadratic programme of mathematics 2 and 3, and the hulls are those of mathematics 2.1, both solved by
the interior-point method of Clarabel, which shares nothing with the solvers of this project.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import clarabel
import numpy as np
from scipy import sparse

from core.problem.arrays import Matrix, Vector

TIGHT = 1e-12  # gap and feasibility that the interior-point method is asked for
MEET = 1e-5  # of the size of the points: hulls nearer than this are not told from hulls that meet


@dataclass(frozen=True)
class Street:
    """A line with its margins, as one route finds it."""

    w: Vector  # (2,)
    b: float
    objective: float  # 1/2 |w|^2 + C sum of xi
    alpha: Vector  # (n,) multipliers of the margin constraints

    @property
    def width(self) -> float:
        """2 / |w|; inf where w = 0."""
        length = float(np.hypot(*self.w))
        return 2.0 / length if length > 0.0 else math.inf

    def apart(self, other: Street) -> float:
        """Return the largest relative difference of w, b and the objective."""
        mine, theirs = np.append(self.w, self.b), np.append(other.w, other.b)
        size = max(float(np.abs(theirs).max()), np.finfo(np.float64).tiny)
        line = float(np.abs(mine - theirs).max()) / size
        return max(line, abs(self.objective - other.objective) / max(abs(other.objective), np.finfo(np.float64).tiny))


@dataclass(frozen=True)
class Hulls:
    """The nearest points of two (reduced) convex hulls: no point weighs more than `bound`."""

    weights: Vector  # (n,) each class sums to 1
    plus: Vector  # (2,) the nearest point of class +1
    minus: Vector  # (2,)
    bound: float

    @property
    def distance(self) -> float:
        """How far apart the nearest points are."""
        return float(np.hypot(*(self.plus - self.minus)))

    @property
    def bisector(self) -> tuple[Vector, float]:
        """(w, b) of the line halfway between both, with f = 1 and -1 at them."""
        apart = self.plus - self.minus
        w = 2.0 * apart / float(apart @ apart)
        return w, -0.5 * float(w @ (self.plus + self.minus))


# ---- the primal ----


def primal_street(X: Matrix, y: Vector, C: float) -> Street | None:
    """Solve min 1/2 |w|^2 + C sum xi, y (w.x + b) >= 1 - xi, xi >= 0 for points (n, 2); C = inf: xi = 0.

    None where the method does not end at an optimum, as where no line separates the classes of a hard margin.
    """
    centre, size = _frame(X)
    Z, n, soft = (X - centre) / size, len(y), math.isfinite(C)
    plane = sparse.csc_matrix(np.column_stack([-y[:, None] * Z, -y]))
    rows = sparse.hstack([plane, -sparse.eye(n)]) if soft else plane
    if soft:
        rows = sparse.vstack([rows, sparse.hstack([sparse.csc_matrix((n, 3)), -sparse.eye(n)])])
    slacks = n if soft else 0
    squares = sparse.diags([1.0, 1.0, 0.0, *np.zeros(slacks)])
    price = C * size * size if soft else 0.0  # |w| shrinks as the points grow
    bounds = np.concatenate([-np.ones(n), np.zeros(slacks)])
    found = quadratic_programme(squares, np.concatenate([np.zeros(3), np.full(slacks, price)]), rows, bounds, equal=0)
    if found is None:
        return None
    x, z = found
    w = x[:2] / size
    b = float(x[2] - w @ centre)
    xi = np.maximum(0.0, 1.0 - y * (X @ w + b)) if soft else np.zeros(n)
    return Street(w, b, 0.5 * float(w @ w) + (C * float(xi.sum()) if soft else 0.0), z[:n] / (size * size))


# ---- the hulls ----


def nearest_of_hulls(X: Matrix, y: Vector, bound: float = 1.0) -> Hulls | None:
    """Return the nearest points of the hulls of both classes, of points (n, 2), under weights of `bound` at most.

    None where the method does not end at an optimum, or both hulls have a point in common.
    """
    centre, size = _frame(X)
    Z, n = (X - centre) / size, len(y)
    apart = sparse.hstack([-sparse.eye(2), sparse.csc_matrix((y[:, None] * Z).T)])
    sums = np.zeros((2, n + 2))
    sums[0, 2:], sums[1, 2:] = y > 0, y < 0
    box = sparse.hstack([sparse.csc_matrix((n, 2)), sparse.eye(n)])
    rows = sparse.vstack([apart, sparse.csc_matrix(sums), -box, box])
    limits = np.concatenate([np.zeros(2), np.ones(2), np.zeros(n), np.full(n, bound)])
    squares = sparse.diags([1.0, 1.0, *np.zeros(n)])
    found = quadratic_programme(squares, np.zeros(n + 2), rows, limits, equal=4)
    if found is None:
        return None
    weights = np.clip(found[0][2:], 0.0, bound)
    of = [np.where(y * sign > 0, weights, 0.0) for sign in (1, -1)]
    plus, minus = (X.T @ (each / each.sum()) for each in of)
    hulls = Hulls(weights, plus, minus, bound)
    return hulls if hulls.distance > MEET * size else None


def hull_bound(alpha: Vector, y: Vector, C: float) -> float:
    """Return the largest weight of a point in the hulls whose nearest points have the direction of a soft margin.

    It is C over the sum of alpha of a class (mathematics 3): the multipliers of each class, over that sum, are weights.
    """
    return 1.0 if math.isinf(C) else min(1.0, C / float(alpha[y > 0].sum()))


def outline(X: Matrix, bound: float, count: int = 720) -> Matrix:
    """Return the corners of the reduced hull of points (n, 2), in order, (k, 2): its farthest points in directions."""
    turns = 2.0 * np.pi * np.arange(count) / count
    ways = np.array([np.cos(turns), np.sin(turns)])
    order = np.argsort(-(X @ ways), axis=0, kind="stable")  # (n, count)
    full = min(int(1.0 / bound + 1e-9), len(X))
    heavy = np.zeros(len(X))
    heavy[:full] = bound
    if full < len(X):
        heavy[full] = max(0.0, 1.0 - full * bound)
    corners = np.einsum("k,kcd->cd", heavy, X[order])
    new = np.abs(np.diff(corners, axis=0, prepend=corners[-1:])).max(axis=1) > 0.0
    return np.asarray(corners[new] if new.any() else corners[:1])


# ---- Clarabel ----


def _frame(X: Matrix) -> tuple[Vector, float]:
    """Return middle and size of points, in whose units the method works: its tolerances are absolute."""
    low, high = X.min(axis=0), X.max(axis=0)
    return 0.5 * (low + high), float((high - low).max()) or 1.0


def quadratic_programme(
    squares: sparse.spmatrix, price: Vector, rows: sparse.spmatrix, bounds: Vector, equal: int
) -> tuple[Vector, Vector] | None:
    """Solve min 1/2 x'Px + q'x, with the first rows of Ax = b and the rest Ax <= b; return x and the multipliers."""
    settings = clarabel.DefaultSettings()
    settings.verbose = False
    settings.tol_gap_abs = settings.tol_gap_rel = settings.tol_feas = TIGHT
    settings.max_threads = 1
    cones = [clarabel.ZeroConeT(equal), clarabel.NonnegativeConeT(len(bounds) - equal)]
    matrices = sparse.csc_matrix(squares), sparse.csc_matrix(rows)
    found = clarabel.DefaultSolver(matrices[0], price, matrices[1], bounds, cones, settings).solve()
    if found.status not in (clarabel.SolverStatus.Solved, clarabel.SolverStatus.AlmostSolved):
        return None
    return np.asarray(found.x), np.asarray(found.z)
