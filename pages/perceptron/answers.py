"""The run of a question, the SVM of the same points, and the results of other orders, cached for all visitors."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np

from core.problem import Problem, c_svc, linear_svc, squared_constant
from core.problem.arrays import Matrix, Vector
from core.solver import Option, Outcome, answer, finish
from core.topics.perceptron.experiment import (
    CYCLIC,
    Separator,
    moved_away,
    normals_apart,
    offset_of,
    separator,
    separators,
    slope_of_lagrangian,
)
from core.topics.perceptron.theory import Novikoff, novikoff
from core.trace import record
from core.view import Light
from pages.perceptron.question import Question
from ui.page.choice import StandIns, by_kernel
from ui.solve.kernels import in_plane
from ui.solve.limits import POINTS_TWICE, STEPS_OF_A_RUN, STEPS_OF_A_SOLVE
from ui.solve.memory import SharedResults
from ui.solve.options import PERCEPTRON
from ui.solve.recording import Recording, recording
from ui.solve.solving import TOLERANCE, Solved, solved

ORDERS = (CYCLIC, 0, 1, 2, 3, 4)  # the cyclic order, and seeds of random orders
LINES = 3  # how many of them are drawn
BESIDE = 2.0  # eta of the second run if the board has eta = 1
ROUNDING = 1e-9
ON_MARGIN = 1e-3  # tolerance on y f = 1 for a point on the margin: a hundred times that of the solver
SHIFT = 10.0  # shift of all points to the right

PRIMAL = "perceptron-primal"  # the same algorithm in its primal form

_bounds: SharedResults[Novikoff | None] = SharedResults()
_orders: SharedResults[tuple[Separator, ...]] = SharedResults()
_duals: SharedResults[BothDuals] = SharedResults()
_rates: SharedResults[TwoRates] = SharedResults()
_moved: SharedResults[Moved] = SharedResults()
_weights: SharedResults[ByWeights] = SharedResults()


@dataclass(frozen=True)
class BothDuals:
    """Li's exercise 7.1: results of comparing the two vectors of multipliers."""

    other: int  # points with another count in another order
    seed: int  # of that order
    apart: float  # |w - w'| / |w| of the two perceptrons
    again: float  # |w - w'| / |w| of two SVM runs, with two rules and in two orders; nan: not computed
    off: int  # points off the SVM's margin on which the perceptron made a mistake
    off_svm: int  # those with alpha > 0 in the SVM
    balance: float  # sum of y_i alpha_i of the perceptron
    balance_svm: float  # the same of the SVM


@dataclass(frozen=True)
class RunAtRate:
    """The result of a run at some eta."""

    eta: float
    mistakes: int
    largest: float  # largest alpha
    length: float  # |w| in feature space
    b: float
    distance: float  # of the nearest point from the boundary; negative if a point is misclassified


@dataclass(frozen=True)
class TwoRates:
    """Two runs in the board's order, one of them the board's own: the first has eta = 1, the other does not."""

    one: RunAtRate
    other: RunAtRate
    alike: int  # initial mistakes at the same points in the same order
    same: bool  # whether all mistakes agree, and w, b and every alpha are eta times as large
    parting: float  # |f| / (eta |w|) of the point at which they diverge; nan if they do not


@dataclass(frozen=True)
class Moved:
    """The same points shifted to the right."""

    mistakes: int
    ended: bool
    margin: float  # of the SVM; nan if not proved
    radius: float
    bound: float  # nan without a margin


@dataclass(frozen=True)
class ByWeights:
    """The primal run before and after the player's current step, beside the multipliers of the dual run."""

    X: Matrix  # (n, d)
    y: Vector  # (n,)
    eta: float
    square: float  # R^2
    i: int  # the point of the step; -1 at the end of the run
    before: tuple[Vector, float]  # w (d,) and b
    after: tuple[Vector, float]
    alpha: Vector  # (n,) of the dual run after the step
    same: bool  # whether both runs have made the same mistakes

    @property
    def sums(self) -> tuple[Vector, float]:
        """Sum of alpha_i y_i x_i (d,) and R^2 sum of alpha_i y_i."""
        inner = self.alpha * self.y
        return np.asarray(inner @ self.X), self.square * float(inner.sum())

    @property
    def apart(self) -> float:
        """The largest difference of these sums from w and b."""
        (w, b), (own, offset) = self.sums, self.after
        return max(float(np.abs(w - own).max()), abs(b - offset))


def run(question: Question) -> Recording:
    """Return the run shown in the player; `InputError` if the problem is refused."""
    return recording(question.problem)


def name(question: Question) -> str:
    """Return the name of that run."""
    return question.problem.run_name


def has_weights(question: Question) -> bool:
    """Whether w is a vector of the plane of the board: the kernel is linear."""
    return in_plane(question.spec)


def by_weights(question: Question, k: int) -> ByWeights:
    """Return w and b of the primal run before and after mistake k + 1, under a linear kernel."""

    def make() -> ByWeights:
        trace, options, problem = run(question).trace, question.run_options, svm(question).problem
        X, last = problem.X, min(k + 1, len(trace))
        # A constant vector of length R instead of R: no square root is rounded, and integers keep their ties at f = 0.
        far = X[np.argmax((X * X).sum(axis=1))]
        plane = linear_svc(np.hstack([X, np.tile(far, (len(X), 1))]), problem.y, np.inf, bias=None)
        named: dict[str, Option] = {"order": options.order, "seed": options.seed, "eta": options.eta}
        states = [finish(plane, PRIMAL, 0.0, steps, None, **named).state for steps in (k, last)]
        weights: list[Vector] = [state.w for state in states]  # type: ignore[attr-defined]
        # w and b: the last components of the weights belong to the constant features.
        before, after = [(w[: len(far)], float(w[len(far) :] @ far)) for w in weights]
        pairs = zip(states, (trace.state_at(k), trace.state_at(last)), strict=True)
        same = all(bool((one.alpha == other.alpha).all()) for one, other in pairs)
        i = int(trace.table["i"][k]) if k < len(trace) else -1
        alpha = trace.state_at(last).alpha
        return ByWeights(X, problem.y, options.eta, squared_constant(problem), i, before, after, alpha, same)

    return _weights.get(question.key("weights", k), make)


def svm(question: Question) -> Solved:
    """Return the hard margin of the same points and kernel."""
    return solved(question.problem)


def is_widest(question: Question) -> bool:
    """Whether the SVM's plane is proved to have the largest margin."""
    return svm(question).solution.light is Light.PROVED


def bound(question: Question) -> Novikoff | None:
    """Return Novikoff's bound from the SVM's plane; None if it is not known to separate."""

    def make() -> Novikoff | None:
        found = svm(question)
        shown = found.solution
        return None if shown.light is Light.IMPOSSIBLE else novikoff(found.problem, shown.alpha, shown.b)

    return _bounds.get(question.key("bound"), make)


def widest(question: Question) -> Separator:
    """Return the SVM's plane."""
    found = svm(question)
    return separator(found.problem, found.solution.alpha, found.solution.b, found.solution.alpha)


def orders(question: Question) -> tuple[Separator, ...]:
    """Return the perceptron's planes in several orders: the cyclic one, and random ones."""

    def make() -> tuple[Separator, ...]:
        found = svm(question)
        return separators(found.problem, found.solution.alpha, ORDERS, STEPS_OF_A_RUN, question.run_options.eta)

    return _orders.get(question.key("orders"), make)


def different(question: Question) -> tuple[Separator, ...]:
    """Return the planes of the first three orders that separate and differ from one another beyond rounding."""
    found: list[Separator] = []
    problem = svm(question).problem
    for one in orders(question):
        if one.ended and all(_apart(problem, one, each) > ROUNDING for each in found):
            found.append(one)
    return tuple(found[:LINES])


def _apart(problem: Problem, one: Separator, other: Separator) -> float:
    """Return the distance between two planes, both scaled to |w| = 1."""
    lengths = [np.sqrt(float(c @ problem.gram @ c)) for c in (one.alpha * problem.y, other.alpha * problem.y)]
    normals = normals_apart(problem, one.alpha / lengths[0], other.alpha / lengths[1])
    return max(normals, float(abs(one.b / lengths[0] - other.b / lengths[1])))


def counts(question: Question) -> Vector:
    """Return the number of mistakes at each point in the whole run, (n,): integers n_i = alpha_i / eta."""
    return np.rint(run(question).trace.last.alpha / question.run_options.eta)


def duals(question: Question) -> BothDuals:
    """Return the comparison of the two vectors of multipliers, where both planes exist."""
    return _duals.get(question.key("duals"), lambda: _checked(question))


def _checked(question: Question) -> BothDuals:
    problem, own, theirs = svm(question).problem, run(question).trace.last.alpha, svm(question).solution
    other = next((one for one in orders(question) if (one.alpha != own).any()), orders(question)[0])
    off = np.abs(problem.y * theirs.decision - 1.0) > ON_MARGIN
    return BothDuals(
        other=int(np.count_nonzero(other.alpha != own)),
        seed=other.seed,
        apart=normals_apart(problem, own, other.alpha),
        again=_again(problem, theirs.alpha),
        off=int(np.count_nonzero(off & (own > 0))),
        off_svm=int(np.count_nonzero(off & (theirs.alpha > 0))),
        balance=float(problem.y @ own),
        balance_svm=float(problem.y @ theirs.alpha),
    )


def two_rates(question: Question) -> TwoRates:
    """Return the board's run beside one at another eta: starting from 0, f is eta times as large in every step."""

    def make() -> TwoRates:
        problem, own, options = svm(question).problem, run(question).trace, question.run_options
        eta = BESIDE if options.eta == 1.0 else options.eta
        rate = eta if options.eta == 1.0 else 1.0
        beside = record(problem, PERCEPTRON, 0.0, STEPS_OF_A_RUN, order=options.order, seed=options.seed, eta=rate)
        own, other = (own, beside) if options.eta == 1.0 else (beside, own)
        first, second = own.table["i"].tolist(), other.table["i"].tolist()
        pairs = enumerate(zip(first, second, strict=False))
        alike = next((k for k, (i, j) in pairs if i != j), min(len(first), len(second)))
        both = _learnt(problem, own.last.alpha, 1.0, len(own)), _learnt(problem, other.last.alpha, eta, len(other))
        same = alike == len(first) == len(second) and _scaled(both, own.last.alpha, other.last.alpha)
        rows = [(trace.table["violation"][alike], e) for trace, e in ((own, 1.0), (other, eta)) if alike < len(trace)]
        parting = min((float(abs(value)) / e for value, e in rows), default=float("nan")) / both[0].length
        return TwoRates(*both, alike, same, float("nan") if same else parting)

    return _rates.get(question.key("rates"), make)


def _learnt(problem: Problem, alpha: Vector, eta: float, mistakes: int) -> RunAtRate:
    found = separator(problem, alpha, offset_of(problem, alpha), alpha)
    inner = alpha * problem.y
    length = float(np.sqrt(inner @ problem.gram @ inner))
    return RunAtRate(eta, mistakes, float(alpha.max()), length, found.b, found.margin)


def _scaled(both: tuple[RunAtRate, RunAtRate], alpha: Vector, other: Vector) -> bool:
    """Whether the result of the second run is eta times that of the first, up to rounding."""
    (one, two), eta = both, both[1].eta
    pairs = [(one.length, two.length), (one.b, two.b)]
    near = [abs(eta * a - b) <= ROUNDING * eta * (abs(a) + one.length) for a, b in pairs]
    return all(near) and bool((np.abs(eta * alpha - other) <= ROUNDING * eta * one.largest).all())


def _again(problem: Problem, alpha: Vector) -> float:
    """Solve the SVM with another rule and the points reversed; return |w - w'| / |w|, nan for many points."""
    if len(alpha) > POINTS_TWICE:
        return float("nan")
    turned = c_svc(problem.X[::-1], problem.y[::-1], problem.kernel, np.inf)
    found = answer(turned, "smo-first-order", TOLERANCE, STEPS_OF_A_SOLVE)
    return normals_apart(problem, alpha, found.alpha[::-1]) if found.outcome is Outcome.OPTIMAL else float("nan")


def moved(question: Question) -> Moved:
    """Return the results of the perceptron and the SVM after a shift of all points to the right."""

    def make() -> Moved:
        options, away = question.run_options, moved_away(svm(question).problem, np.array([SHIFT, 0.0]))
        learnt = finish(away, PERCEPTRON, 0.0, STEPS_OF_A_RUN, order=options.order, seed=options.seed, eta=options.eta)
        found = solved(replace(question.problem, X=away.X))
        shown, radius = found.solution, float(np.sqrt(squared_constant(found.problem)))
        known = novikoff(found.problem, shown.alpha, shown.b) if shown.light is Light.PROVED else None
        margin, limit = (float("nan"), float("nan")) if known is None else (known.margin, known.bound)
        return Moved(learnt.steps, learnt.outcome == Outcome.OPTIMAL, margin, radius, limit)

    return _moved.get(question.key("moved"), make)


def slopes(question: Question) -> tuple[float, float]:
    """Return the slope of the Lagrangian in b at multipliers n_i, and the sum of n_i y_i."""
    problem, own = svm(question).problem, counts(question)
    return slope_of_lagrangian(problem, own), float(problem.y @ own)


def stand_ins(question: Question) -> StandIns | None:
    """Return the kernel of the page if it is an approximation for which gamma and C can be chosen."""
    return by_kernel(question.X, question.y, question.spec)
