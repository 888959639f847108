"""The widest street by three routes, the least hinge objective, leaving out a point, and SMO from any start."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import clarabel
import numpy as np
from scipy import sparse

from ...problem import Certificate, InputError, Problem, c_svc, certificate, normal, offset
from ...problem.arrays import Matrix, Vector
from ...problem.gram import inner_gram
from ...solver import STEPPERS, Outcome, answer, new_cancel_flag
from ...view import Light, Solution, solution

# ---- The widest street by three routes ----
# The primal is the quadratic programme of mathematics 2 and 3, and the hulls are those of mathematics 2.1, both solved
# by the interior-point method of Clarabel, which shares nothing with the solvers of this project.


TIGHT = 1e-12  # required gap and feasibility of the interior-point method
MEET = 1e-5  # of the size of the points: closer hulls count as touching


@dataclass(frozen=True)
class Street:
    """A line with its margins, as found by one route."""

    w: Vector  # (2,)
    b: float
    objective: float  # 1/2 |w|^2 + C sum of xi
    alpha: Vector  # (n,) multipliers of the margin constraints

    @property
    def width(self) -> float:
        """2 / |w|; inf if w = 0."""
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
    """The nearest points of two (reduced) convex hulls: no weight exceeds `bound`."""

    weights: Vector  # (n,) each class sums to 1
    plus: Vector  # (2,) the nearest point of class +1
    minus: Vector  # (2,)
    bound: float

    @property
    def distance(self) -> float:
        """The distance of the nearest points."""
        return float(np.hypot(*(self.plus - self.minus)))

    @property
    def bisector(self) -> tuple[Vector, float]:
        """(w, b) of the line halfway between them, with f = 1 and -1 at them."""
        apart = self.plus - self.minus
        w = 2.0 * apart / float(apart @ apart)
        return w, -0.5 * float(w @ (self.plus + self.minus))


# ---- the primal ----


def primal_street(X: Matrix, y: Vector, C: float) -> Street | None:
    """Solve min 1/2 |w|^2 + C sum xi, y (w.x + b) >= 1 - xi, xi >= 0 for points (n, 2); C = inf: xi = 0.

    None if the method does not reach an optimum, for instance if no line separates the classes for a hard margin.
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
    """Return the nearest points of the hulls of both classes, of points (n, 2), with weights of at most `bound`.

    None if the method does not reach an optimum, or if the hulls have a common point.
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
    """Return the bound on the weights for which the nearest points of the hulls give the direction of a soft margin.

    It is C over the sum of alpha of a class (mathematics 3): the multipliers of each class, over that sum, are weights.
    """
    return 1.0 if math.isinf(C) else min(1.0, C / float(alpha[y > 0].sum()))


def outline(X: Matrix, bound: float, count: int = 720) -> Matrix:
    """Return the corners of the reduced hull of points (n, 2), in order, (k, 2): its extreme points in directions."""
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
    """Return centre and size of points, used as units because the method's tolerances are absolute."""
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


# ---- The other form of the soft margin ----
# Its minimiser is that of 1/2 |w|^2 + C sum xi with lambda = 1 / (2 C), and C times its minimum is the other's
# (mathematics 3). It is solved for w in coordinates of the feature space from the eigenvectors of K, by the
# interior-point method of Clarabel, which shares nothing with the solvers of this project.


RANK = 1e-13  # of the largest eigenvalue: smaller ones are rounding


@dataclass(frozen=True)
class LeastHinge:
    """The minimum for one lambda."""

    regulariser: float  # lambda
    value: float  # the sum of the losses plus lambda |w|^2, at (w, b)
    squared_norm: float  # |w|^2
    f: Vector  # (n,) f of the points


def hinge_value(f: Vector, y: Vector, squared_norm: float, regulariser: float) -> float:
    """Return sum [1 - y f]_+ + lambda |w|^2."""
    return float(np.maximum(0.0, 1.0 - y * f).sum()) + regulariser * squared_norm


def least_hinge(gram: Matrix, y: Vector, regulariser: float) -> LeastHinge | None:
    """Minimise the sum of hinge losses plus lambda |w|^2 for a positive semidefinite Gram matrix (n, n).

    None if the method does not reach an optimum.
    """
    values, vectors = np.linalg.eigh(gram)
    kept = values > RANK * max(float(values[-1]), np.finfo(np.float64).tiny)
    Phi = vectors[:, kept] * np.sqrt(values[kept])
    size = float(np.abs(Phi).max(initial=0.0)) or 1.0
    (n, rank), Z = Phi.shape, Phi / size
    top = sparse.hstack([sparse.csc_matrix(np.column_stack([-y[:, None] * Z, -y])), -sparse.eye(n)])
    below = sparse.hstack([sparse.csc_matrix((n, rank + 1)), -sparse.eye(n)])
    squares = sparse.diags([*np.full(rank, 1.0), 0.0, *np.zeros(n)])
    weight = size * size / (2.0 * regulariser)  # the objective over 2 lambda / size^2: its squares are 1/2 |v|^2
    price = np.concatenate([np.zeros(rank + 1), np.full(n, weight)])
    found = quadratic_programme(
        squares, price, sparse.vstack([top, below]), np.concatenate([-np.ones(n), np.zeros(n)]), equal=0
    )
    if found is None:
        return None
    w, b = found[0][:rank] / size, float(found[0][rank])
    f = np.asarray(Phi @ w + b)
    norm = float(w @ w)
    return LeastHinge(regulariser, hinge_value(f, y, norm, regulariser), norm, f)


# ---- The effect of a point ----


SAME = 1e-6  # relative change of w and b below which the line is the same


@dataclass(frozen=True)
class WithoutPoint:
    """The machine without one of its points."""

    index: int
    alpha: float  # of the point
    left: Problem  # without it
    solution: Solution
    # Of the old multipliers and offset on the problem without the point, if its own was 0: no solver ran.
    proof: Certificate | None
    change: float  # the largest difference of w and b, relative to the largest of them; inf if nothing separates

    @property
    def stays(self) -> bool:
        """Whether the line is the same without the point, or still optimal if more than one offset is."""
        proved = self.proof is not None and self.proof.relative_gap <= SAME
        return proved or self.change <= SAME


def without_point(problem: Problem, before: Solution, i: int, tolerance: float, limit: int) -> WithoutPoint:
    """Solve a C-SVC again without point i, given its solution; `InputError` if no point of its class is left."""
    keep = np.arange(len(problem.y)) != i
    X, y = problem.X[keep], problem.y[keep]
    if len(set(y.tolist())) < 2:
        raise InputError("point.last", "This is the only point of its class; without it nothing is left to separate.")
    left = c_svc(X, y, problem.kernel, float(problem.form.upper[i]))
    found = solution(left, answer(left, tolerance=tolerance, limit=limit))
    own = float(before.alpha[i])
    proof = certificate(left, np.ascontiguousarray(before.alpha[keep]), before.b) if own == 0.0 else None
    change = math.inf
    if Light.IMPOSSIBLE not in (before.light, found.light) and before.w is not None and found.w is not None:
        old, new = _line(before), _line(found)
        change = float(np.abs(new - old).max() / np.abs(old).max())
    return WithoutPoint(i, own, left, found, proof, change)


def _line(of: Solution) -> Vector:
    assert of.w is not None
    return np.append(of.w, of.b)


# ---- SMO from any start ----


RULE = "smo-second-order"


@dataclass(frozen=True)
class FromAStart:
    """The start and end of one run."""

    before: float  # D(alpha) at the start
    first: Vector  # (2,) w at the start
    steps: int
    outcome: Outcome
    w: Vector  # (2,) at the end
    b: float
    objective: float  # D(alpha) at the end


def random_start(problem: Problem, seed: int) -> Vector:
    """Return feasible multipliers (n,): random in each class, with equal sums, inside the box."""
    rng, y, upper = np.random.default_rng(seed), problem.y, problem.form.upper
    size = float(np.ptp(problem.X, axis=0).max())
    size = size if size > 1e-100 else 1.0  # its square does not underflow
    most = np.minimum(upper, 4.0 / (len(y) * size * size))
    alpha = rng.random(len(y)) * most
    sums = {sign: float(alpha[y * sign > 0].sum()) for sign in (1, -1)}
    least = min(sums.values())
    for sign, total in sums.items():
        alpha[y * sign > 0] *= least / total
    return alpha


def from_starts(problem: Problem, seeds: Sequence[int], tolerance: float, limit: int) -> tuple[FromAStart, ...]:
    """Run SMO on a linear C-SVC in the plane from random multipliers, one run for each seed."""
    return tuple(_run(problem, random_start(problem, seed), tolerance, limit) for seed in seeds)


def _run(problem: Problem, alpha: Vector, tolerance: float, limit: int) -> FromAStart:
    stepper, y = STEPPERS[RULE], problem.y
    gradient = y * inner_gram((alpha * y)[None], problem.gram)[0] - 1.0
    before = 0.5 * float((alpha * (gradient - 1.0)).sum())
    assert stepper.resume is not None
    begun, rule = stepper.resume(problem, alpha.copy(), gradient, before), stepper.rule(tolerance)
    state, steps, outcome = stepper.loops.finish(problem.dual, begun, rule, limit, new_cancel_flag())
    return FromAStart(
        before=before,
        first=_w(problem, alpha),
        steps=int(steps),
        outcome=Outcome(outcome),
        w=_w(problem, state.alpha),
        b=offset(problem, state.alpha, problem.gram @ (state.alpha * y)),
        objective=float(state.objective),
    )


def _w(problem: Problem, alpha: Vector) -> Vector:
    w = normal(problem, alpha)
    assert w is not None
    return w


def largest_difference(runs: Sequence[FromAStart]) -> float:
    """Return the largest difference of w and b between the ends, relative to their largest entry; nan without runs."""
    ends = np.array([[*run.w, run.b] for run in runs])
    if not len(ends):
        return math.nan
    return float(np.ptp(ends, axis=0).max() / max(np.abs(ends).max(), np.finfo(np.float64).tiny))
