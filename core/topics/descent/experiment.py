"""A free, a penalised and no offset, and the race of two runs towards their proved optima."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from ...lowlevel.lapack import pivoted_factor
from ...problem import (
    Certificate,
    FourierMap,
    Gaussian,
    Kernel,
    LinearCertificate,
    LinearProblem,
    NystroemMap,
    Polynomial,
    PolynomialMap,
    Precomputed,
    Problem,
    Role,
    TaylorGaussian,
    TaylorMap,
    c_svc,
    certificate,
    linear_certificate,
    linear_decision_values,
    linear_svc,
    offset,
    plane,
)
from ...problem.arrays import Matrix, Vector
from ...problem.maps.feature_map import FeatureMap
from ...problem.validation import gram_matrix
from ...solver import CancelFlag, Outcome, finish
from ...solver.linear import train_linear
from ...trace import Trace
from ...view.grid import grid_axes, grid_points

# ---- The cost of the appended constant ----


TIGHT = 1e-8  # tolerance of runs that must prove an optimum
MOST_WORK = 1e8  # numbers that a run may touch: divided by those of a step it is the step limit
BESIDE = 97  # overhead of a step, in numbers touched in the same time
CELLS = 80  # along each axis of the window, where both boundaries are drawn
CLEARLY = 1e-6  # values of f nearer to 0 have no side
PROVED = 1e-3  # relative gap up to which an optimum counts as proved


@dataclass(frozen=True)
class Side:
    """One of the two answers."""

    alpha: Vector  # (n,)
    w: Vector  # (p,)
    b: float
    decision: Vector  # (n,) f of the training points
    labelled: Vector  # (n,) y f
    role: NDArray[np.uint8]  # (n,) a `Role`
    proof: Certificate | LinearCertificate
    steps: int
    outcome: Outcome

    @property
    def optimum(self) -> float:
        """-D, a lower bound of the optimum."""
        return -self.proof.dual

    @property
    def proved(self) -> bool:
        """Whether the certificate proves the optimum to three digits."""
        return self.proof.relative_width <= PROVED


@dataclass(frozen=True)
class Offsets:
    """Both answers and their differences."""

    free: Side  # the offset is outside |w|^2: the dual has its equality constraint
    appended: Side  # no offset, or one inside |w|^2: the dual has none

    @property
    def proved(self) -> bool:
        """Whether both optima are."""
        return self.free.proved and self.appended.proved

    @property
    def difference(self) -> float:
        """The largest difference of the two decision values at a training point."""
        return float(np.abs(self.free.decision - self.appended.decision).max())

    @property
    def changed(self) -> int:
        """The number of training points that are clearly on different sides of the two boundaries."""
        one, other = self.free.decision, self.appended.decision
        return int(np.count_nonzero((one * other < 0) & (np.minimum(abs(one), abs(other)) > CLEARLY)))


@dataclass(frozen=True)
class OffsetFields:
    """f of both answers on the cells of a window."""

    x_axis: Vector  # (CELLS,) centres of the cells
    y_axis: Vector  # (CELLS,)
    free: Matrix  # (CELLS, CELLS) rows along y
    appended: Matrix

    @property
    def share(self) -> float:
        """The share of the cells on which the classes differ."""
        return float(np.mean((self.free >= 0) != (self.appended >= 0)))


def offset_fields(both: Offsets, phi: FeatureMap | None, window: tuple[float, float, float]) -> OffsetFields:
    """Return f of both answers on a window (x0, y0, side), through the map; None: on the points themselves."""
    x_axis, y_axis = grid_axes(window[:2], window[2], CELLS)
    columns, rows = np.meshgrid(x_axis, y_axis)
    cells = np.column_stack([columns.ravel(), rows.ravel()])
    features = cells if phi is None else phi.features(cells)
    free, appended = ((features @ side.w + side.b).reshape(rows.shape) for side in (both.free, both.appended))
    return OffsetFields(x_axis, y_axis, free, appended)


def free_problem(X: Matrix, y: Vector, kernel: Kernel, C: float, loss: str) -> Problem:
    """Return the problem with a free offset and the same loss, for SMO.

    The squared hinge is a hard margin in a space with one more coordinate for each point: K + I / (2 C), U = infinity.
    """
    if loss == "hinge" or math.isinf(C):
        return c_svc(X, y, kernel, C)
    return c_svc(gram_matrix(kernel, X) + np.eye(len(X)) / (2.0 * C), y, Precomputed(), math.inf)


def most_steps(touched: int) -> int:
    """Return the step limit of a run that a visitor waits for, given how many numbers one step touches."""
    return int(MOST_WORK / (BESIDE + touched))


def offsets(free: Problem, linear: LinearProblem) -> Offsets:
    """Solve both tightly; `linear` has the features whose inner product is the kernel of `free`."""
    return Offsets(_free_side(free, linear), _appended_side(linear))


def _free_side(problem: Problem, linear: LinearProblem) -> Side:
    done = finish(problem, "smo-second-order", TIGHT, limit=most_steps(BESIDE + len(linear.y)))
    alpha, b = done.alpha, offset(problem, done.alpha)
    w = np.asarray((alpha * linear.y) @ linear.X)
    f = np.asarray(linear.X @ w + b)
    proof = certificate(problem, alpha, b)
    return Side(alpha, w, b, f, linear.y * f, _roles(linear, alpha, f), proof, done.steps, done.outcome)


def _appended_side(problem: LinearProblem) -> Side:
    done = finish(problem, "dual-cd", TIGHT, limit=most_steps(problem.X.shape[1]))
    found, f = plane(problem, done.alpha), linear_decision_values(problem, done.alpha, problem.X)
    proof, roles = linear_certificate(problem, done.alpha), _roles(problem, done.alpha, f)
    return Side(done.alpha, found.w, found.b, f, problem.y * f, roles, proof, done.steps, done.outcome)


def _roles(problem: LinearProblem, alpha: Vector, f: Vector) -> NDArray[np.uint8]:
    """Return the `Role` of every point, as far as a small board distinguishes them."""
    margin, at_upper = problem.y * f, alpha >= problem.dual.upper
    role = np.where(alpha <= 0, Role.OUTSIDE, Role.FREE).astype(np.uint8)
    role[at_upper] = Role.INSIDE
    role[at_upper & (margin < 0)] = Role.MISCLASSIFIED
    return role


# ---- The race ----


SAMPLES = 240
SLOW_START = 3  # power of the time, so that two runs whose work differs a thousandfold are both visible
TARGETS = (1e-3, 1e-2, 1e-1)  # relative distances for judging the race: the first that applies to both

ROUNDING = 1e-12  # sums of a hundred thousand decreases are no better than this


@dataclass(frozen=True)
class Runner:
    """One run, sampled densely where steps are few and evenly in log(steps) later; all arrays of one length."""

    step: NDArray[np.int64]
    work: Vector  # multiplications up to that step
    distance: Vector  # (D - D*) / |D*|, >= 0
    known: float  # the relative gap that proves D*: a smaller distance is meaningless
    per_step: float  # kernel values per step, or multiplications per visit for its slope
    per_value: float  # multiplications in one kernel value; 1 for a visit
    last: int  # steps of the whole run
    worked: Vector  # (last + 1,) multiplications after each number of steps
    kernel_values: float  # entries of K computed per step; none is stored
    features: int  # entries of Phi(x) of all points, computed once before the first step

    def evaluations(self, steps: int) -> tuple[int, int]:
        """Return the numbers of kernel values and features evaluated in this many steps."""
        return int(self.kernel_values * steps), self.features

    def reached(self, target: float) -> tuple[int, float] | None:
        """Return (steps, multiplications) at the first sample proved to be within `target`; None if there is none."""
        there = np.flatnonzero(self.distance <= target)
        return None if not there.size or self.known > target else (int(self.step[there[0]]), float(self.work[there[0]]))


@dataclass(frozen=True)
class Race:
    """Two runs and their optima."""

    pair: Runner  # SMO
    single: Runner  # dual coordinate descent
    optima: Offsets

    @property
    def target(self) -> float | None:
        """The smallest of `TARGETS` that both reached; None if there is none."""
        reached = (t for t in TARGETS if self.pair.reached(t) and self.single.reached(t))
        return next(reached, None)


def clock(end: float, ticks: int) -> Vector:
    """Return the multiplications at each tick of two runs that start together, the longer of which takes `end`.

    Each tick adds more of them than the previous one.
    """
    return end * (np.arange(ticks + 1) / ticks) ** SLOW_START


def step_costs(trace: Trace, per_value: float) -> Vector:
    """Return the multiplications of each step of a run.

    SMO computes two rows of K per step, 2 n kernel values of `per_value` multiplications each; a visit takes p for its
    slope and p more if w changes.
    """
    problem = trace.problem
    if isinstance(problem, LinearProblem):
        return np.asarray(problem.dual.features.shape[1] * (1.0 + (trace.table["w_change"] > 0)))
    assert isinstance(problem, Problem)
    return np.full(len(trace), 2.0 * len(problem.y) * per_value)


def value_cost(kernel: Kernel, d: int) -> int:
    """Return the multiplications in one kernel value of points with d coordinates.

    x.z takes d; a power of degree Q one more for the factor gamma, and those of squaring: one for Q = 2; the Taylor
    series m by Horner's rule, and two for the stored exponentials of both points. Random features are stored too: an
    inner product takes their number.
    """
    match kernel:
        case PolynomialMap() | Polynomial():
            return d + 1 + kernel.degree.bit_length() - 1 + kernel.degree.bit_count() - 1
        case TaylorMap() | TaylorGaussian():
            return d + kernel.order + 2
        case FourierMap() | NystroemMap():
            return kernel.dimension(d)
    return d


def feature_count(kernel: Kernel, n: int, d: int) -> tuple[int, int]:
    """Return the numbers of features of n points that SMO and coordinate descent compute before their first step.

    SMO needs none, unless the kernel is an inner product of features; coordinate descent works only on features.
    Points used as features cost nothing.
    """
    match kernel:
        case FourierMap() | NystroemMap():
            return n * kernel.dimension(d), n * kernel.dimension(d)
        case Polynomial():
            return 0, n * PolynomialMap(kernel.degree, kernel.gamma, kernel.zeta).dimension(d)
        case TaylorGaussian():
            return 0, n * TaylorMap(kernel.gamma, kernel.order, kernel.rho).dimension(d)
    return 0, 0


def race(pairs: Trace, visits: Trace, optima: Offsets, per_value: float, features: tuple[int, int] = (0, 0)) -> Race:
    """Return the race of an SMO run and a coordinate run, counted as multiplications (`step_costs`).

    `features` are the numbers computed beforehand by each.
    """
    assert isinstance(visits.problem, LinearProblem)
    n, p = visits.problem.dual.features.shape
    per_value = float(per_value)
    return Race(
        pair=_runner(pairs, optima.free, (2.0 * n, per_value), (2.0 * n, features[0])),
        single=_runner(visits, optima.appended, (float(p), 1.0), (0.0, features[1])),
        optima=optima,
    )


def _runner(trace: Trace, side: Side, per_step: tuple[float, float], evaluated: tuple[float, int]) -> Runner:
    """Return a run; `per_step`: values and multiplications of each; `evaluated`: kernel values per step, features."""
    last = len(trace)
    spaced = np.expm1(np.linspace(0.0, np.log1p(last), SAMPLES)).round().astype(np.int64)
    step = np.unique(np.concatenate([np.arange(min(last, SAMPLES // 4) + 1), spaced, [last]]))
    best = min(side.proof.dual, float(trace.objective[-1]))
    scale = max(abs(best), 1e-300)
    distance = np.maximum(0.0, (trace.objective[step] - best) / scale)
    work = np.concatenate([[0.0], np.cumsum(step_costs(trace, per_step[1]))])
    known = max(side.proof.relative_width, ROUNDING)
    return Runner(step, work[step], distance, known, *per_step, last, work, *evaluated)


# ---- The machine without a free offset, solved in two ways ----
# The dual without the equality constraint needs no features, only K. The twin is solved from K's own Cholesky factor,
# so it shares neither features nor steps with the machine that it is compared with (mathematics 11).


DECISION_CELLS = 50  # along each axis of the window
TIGHT_WITHOUT_OFFSET = 1e-10  # tolerance of the trainings
MOST_EPOCHS = 3000
MOST_VISITED = 4e8  # numbers read by all epochs: a third of a second
AGREE = 1e-6  # decision values with at most this difference count as equal


@dataclass(frozen=True)
class Apart:
    """The differences of two machines."""

    points: float  # largest |f - f'| at a training point
    worst: float  # largest |f - f'| / max(1, |f|) at a training point or the centre of a cell of the window
    share: float  # of the cells on which the classes differ
    gap: float  # the larger relative gap of the two

    @property
    def same(self) -> bool:
        """Whether both decide equally, to 1e-6 of f."""
        return self.worst <= AGREE


@dataclass(frozen=True)
class WithoutOffset:
    """The result on the features, compared with the kernel's own dual and with the limit of the map."""

    kernel: Apart
    limit: Apart | None  # the Gaussian kernel, which the map approximates; None if the map is exact
    kept: float  # the smallest K(x, x) of the map over the points; it is 1 for the limit


@dataclass(frozen=True)
class _Decisions:
    points: Vector
    window: Vector
    gap: float


def without_offset(
    problem: LinearProblem, X: Matrix, phi: FeatureMap | None, kernel: Kernel, window: tuple[float, float, float]
) -> WithoutOffset:
    """Solve the dual without an equality constraint by features, by the kernel and, if there is one, in the limit.

    Parameters
    ----------
    problem
        The problem on the features; its loss, C and constant feature are used for all.
    X, phi, kernel
        The points (n, 2), the map (None: the points themselves), and the kernel given by its inner product.
    window
        x0, y0 and side of the window whose cells are compared.
    """
    cells = grid_points(window, DECISION_CELLS)
    alpha, features = _trained(problem), cells if phi is None else phi.features(cells)
    at_points, at_cells = (linear_decision_values(problem, alpha, rows) for rows in (problem.X, features))
    mapped = _Decisions(at_points, at_cells, linear_certificate(problem, alpha).relative_width)
    limit: Kernel | None = None  # without a map nothing is truncated
    if isinstance(phi, NystroemMap):
        limit = phi.kernel
    elif isinstance(phi, TaylorMap | FourierMap):
        limit = Gaussian(phi.gamma)
    return WithoutOffset(
        _apart(mapped, _from_kernel(problem, X, kernel, cells)),
        None if limit is None else _apart(mapped, _from_kernel(problem, X, limit, cells)),
        float(np.min((problem.X**2).sum(axis=1))),
    )


def _from_kernel(problem: LinearProblem, X: Matrix, kernel: Kernel, cells: Matrix) -> _Decisions:
    gram = kernel.gram(X, X)
    found = from_gram(gram, problem.y, problem.C, problem.loss, problem.bias)
    b = 0.0 if problem.bias is None else problem.bias**2 * float(found.signed.sum())
    return _Decisions(gram @ found.signed + b, kernel.gram(cells, X) @ found.signed + b, found.gap)


@dataclass(frozen=True)
class FromGram:
    """A machine without a free offset, trained from a kernel matrix."""

    signed: Vector  # (n,) alpha y
    gap: float  # relative


def from_gram(
    gram: Matrix,
    y: Vector,
    C: float,
    loss: str = "hinge",
    bias: float | None = None,
    cancel: CancelFlag | None = None,
) -> FromGram:
    """Return the machine trained only on the kernel matrix (n, n), which is positive semidefinite.

    Its factor L takes n r^2 operations, r the rank: for 2,000 points in the plane a Gaussian kernel has a rank of some
    hundreds, and its eigenvalues would take more than ten times as long.
    """
    twin = linear_svc(pivoted_factor(gram), y, C, loss, bias)
    alpha = _trained(twin, cancel)
    return FromGram(alpha * twin.y, linear_certificate(twin, alpha).relative_width)


def _trained(problem: LinearProblem, cancel: CancelFlag | None = None) -> Vector:
    limit = int(min(MOST_EPOCHS, MOST_VISITED / max(problem.X.size, 1)))
    return train_linear(problem.form, problem.X, problem.bias, TIGHT_WITHOUT_OFFSET, limit, cancel=cancel).alpha


def _relative(one: Vector, other: Vector) -> float:
    return float((np.abs(one - other) / np.maximum(1.0, np.abs(one))).max())


def _apart(one: _Decisions, other: _Decisions) -> Apart:
    return Apart(
        float(np.abs(one.points - other.points).max()),
        max(_relative(one.points, other.points), _relative(one.window, other.window)),
        float(np.mean((one.window >= 0) != (other.window >= 0))),
        max(one.gap, other.gap),
    )
