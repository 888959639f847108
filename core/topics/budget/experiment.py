"""Several maps with the same budget of features, compared with the exact Gaussian kernel.

The exact machine has a free offset; the maps are trained with a constant feature appended, whose weight is part of
|w|^2 (mathematics 20.1.7). So even a map that reproduces the kernel exactly differs a little from it. Training ends
early when cancelled; its result is then meaningless.
"""

from __future__ import annotations

import math
import statistics
from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import cached_property
from typing import NamedTuple, TypeVar

import numpy as np
from numpy.typing import NDArray

from ...lowlevel.thread_clock import CLOCK
from ...problem import (
    Gaussian,
    NystroemMap,
    PolynomialMap,
    Problem,
    TaylorMap,
    c_svc,
    certificate,
    linear_certificate,
    linear_svc,
    offset,
    plane,
)
from ...problem.arrays import Indices, Matrix, Vector, single
from ...problem.formulation.linear import Plane
from ...problem.maps import LANDMARKS, WAVES, FeatureMap, random_map
from ...selection import folds
from ...solver import Answer, CancelFlag, Outcome, answer
from ...solver.linear import train_linear
from ...view.grid import Square, field, grid_axes, grid_points, near_points

MAPS = ("polynomial", "taylor", WAVES, LANDMARKS)  # `PAIRED` replaces `WAVES` if chosen
TOLERANCE, EXACT_TOLERANCE = 1e-2, 1e-5
FOLDS = 5
CELLS = 64  # along each side of a small board
PROBED = 1000  # points for timing a prediction
COMPARED = 500  # points whose kernel values are compared, at most: their part of K takes 2 MB
REPEATS, ENOUGH = 3, 0.001  # a time is the median of this many runs, or of fewer that took this many seconds

Result = TypeVar("Result")

_loaded: set[str] = set()  # kinds of runs whose code is loaded


class MapChoice(NamedTuple):
    """A map and its budget: the number of features of a Taylor map of this order."""

    name: str  # one of `MAPS`, or `PAIRED`
    order: int
    seed: int = 0


@dataclass(frozen=True)
class Setting:
    """The problem for every machine."""

    X: Matrix  # (n, d)
    y: Vector  # (n,) +1.0 or -1.0
    gamma: float
    C: float
    window: Square | None  # None: the points are not in a plane
    limit: int | None = None  # of steps of the exact machine; None: that of the solver


@dataclass(frozen=True)
class MeasuredMachine:
    """A machine and its numbers."""

    name: str  # "exact", one of `MAPS`, or `PAIRED`
    features: int  # per point; support vectors for the exact kernel, which has none
    multiplications: int  # per decision value without the features: p, or d for each support vector
    outcome: Outcome
    gap: float  # relative duality gap
    training: float  # share of points classified correctly
    disagreement: float  # share of the plane near the points (or of the points) with another decision
    kernel_error: float  # max |K' - K| over the points compared
    train_seconds: float  # features and solving
    predict_seconds: float  # of 1000 points, features included
    decision: Vector  # (n,) f of the points
    field: NDArray[np.float32] | None  # (CELLS, CELLS) f on the window

    @property
    def found(self) -> bool:
        """Whether there is an answer: a hard margin may not exist in these features, or may not be reached."""
        return self.outcome not in (Outcome.INFEASIBLE, Outcome.THIN)


@dataclass(frozen=True)
class Spent:
    """One point of the curves: a machine at its budget, with its accuracy on unseen points."""

    choice: MapChoice | None  # None: the exact kernel
    budget: int  # features that it could use
    entry: MeasuredMachine  # without its pictures
    held_out: float  # share of points classified correctly by a machine trained without their fold


@dataclass(frozen=True)
class Reference:
    """The exact machine, and the data for comparing the others with it."""

    entry: MeasuredMachine
    answer: Answer  # that its numbers are of
    kernel: Matrix  # of the points compared
    near: NDArray[np.bool_] | None  # (CELLS, CELLS) cells near the points

    @cached_property
    def alike(self) -> tuple[float, float]:
        """The smallest and the largest K between two of the points compared."""
        outside = self.kernel[~np.eye(len(self.kernel), dtype=bool)]
        return float(outside.min()), float(outside.max())


class _Machine(NamedTuple):
    """A trained machine."""

    decide: Callable[[Matrix], Vector]
    outcome: Outcome
    gap: float
    features: int
    multiplications: int


def budget(order: int, d: int) -> int:
    """Return the number of features of a Taylor map, C(d + order, order)."""
    return math.comb(d + order, order)


def feature_map(choice: MapChoice, setting: Setting, X: Matrix) -> FeatureMap:
    """Return the map of a choice; landmarks are chosen among the rows of X, at most all of them."""
    if choice.name == "polynomial":
        return PolynomialMap(2, setting.gamma, 1.0)
    if choice.name == "taylor":
        return TaylorMap(setting.gamma, choice.order)
    return random_map(choice.name, setting.gamma, budget(choice.order, X.shape[1]), choice.seed, X)


def reference(setting: Setting, cancel: CancelFlag | None = None) -> Reference:
    """Train the exact machine; `InputError` if the problem cannot be solved."""
    problem = c_svc(setting.X, setting.y, Gaussian(setting.gamma), setting.C)
    (machine, done, b), seconds = _timed("exact", lambda: _exact(problem, setting.limit, cancel))
    near, values = None, None
    if setting.window is not None:
        x_axis, y_axis = grid_axes(setting.window[:2], setting.window[2], CELLS)
        values = field(problem, done.alpha, b, x_axis, y_axis)
        near = near_points(setting.X, setting.window, CELLS)
    entry = _entry("exact", machine, setting, seconds, values)
    rows = _compared(len(setting.X))
    return Reference(entry, done, problem.dual.kernel[np.ix_(rows, rows)], near)


def approximate(
    choice: MapChoice, setting: Setting, exact: Reference, cancel: CancelFlag | None = None
) -> MeasuredMachine:
    """Train the machine of a choice on the same points and compare it with the exact one."""
    (machine, phi), seconds = _timed(choice.name, lambda: _mapped(choice, setting, setting.X, setting.y, cancel))
    values = None
    if setting.window is not None:
        values = machine.decide(grid_points(setting.window, CELLS)).reshape(CELLS, CELLS)
    entry = _entry(choice.name, machine, setting, seconds, values)
    features = phi.features(setting.X[_compared(len(setting.X))])
    error = float(np.abs(features @ features.T - exact.kernel).max())
    return replace(entry, disagreement=_differs(machine, values, setting, exact), kernel_error=error)


def held_out(choice: MapChoice | None, setting: Setting) -> float:
    """Return the share of points classified correctly by a machine trained without their fold (None: exact)."""
    return sum(judged(choice, setting, k) for k in range(fold_count(setting))) / len(setting.y)


def fold_count(setting: Setting) -> int:
    """Return the number of folds."""
    return min(FOLDS, len(setting.y))


def judged(choice: MapChoice | None, setting: Setting, k: int, cancel: CancelFlag | None = None) -> int:
    """Return how many points of fold k a machine trained on the other folds classifies correctly."""
    unseen = folds(setting.y, fold_count(setting)) == k
    X, y = setting.X[~unseen], setting.y[~unseen]
    if not len(y) or abs(y.sum()) == len(y):  # one class is left: every point is classified as it
        called = np.full(int(unseen.sum()), y[0] if len(y) else 1.0)
    elif choice is None:
        machine, _, _ = _exact(c_svc(X, y, Gaussian(setting.gamma), setting.C), setting.limit, cancel)
        called = _sides(machine.decide(setting.X[unseen]))
    else:
        machine, _ = _mapped(choice, setting, X, y, cancel)
        called = _sides(machine.decide(setting.X[unseen]))
    return int(np.count_nonzero(called == setting.y[unseen]))


def spent(choice: MapChoice | None, setting: Setting, entry: MeasuredMachine, held_out: float) -> Spent:
    """Return the point of the curves that belongs to an entry."""
    p = entry.features if choice is None else budget(choice.order, setting.X.shape[1])
    return Spent(choice, p, replace(entry, decision=np.empty(0), field=None), held_out)


def _exact(problem: Problem, limit: int | None, cancel: CancelFlag | None) -> tuple[_Machine, Answer, float]:
    done = answer(problem, tolerance=EXACT_TOLERANCE, limit=limit, cancel=cancel)
    b = offset(problem, done.alpha)
    support = done.alpha > 0
    coef, vectors = (done.alpha * problem.y)[support], problem.X[support]
    count, d = vectors.shape
    gap = certificate(problem, done.alpha, b).relative_width
    kernel = problem.kernel
    machine = _Machine(lambda A: kernel.gram(A, vectors) @ coef + b, done.outcome, gap, count, count * d)
    return machine, done, b


def _mapped(
    choice: MapChoice, setting: Setting, X: Matrix, y: Vector, cancel: CancelFlag | None
) -> tuple[_Machine, FeatureMap]:
    phi = feature_map(choice, setting, X)
    problem = linear_svc(phi.features(X), y, setting.C)
    done = train_linear(problem.form, problem.X, problem.bias, TOLERANCE, cancel=cancel)
    found, gap = plane(problem, done.alpha), linear_certificate(problem, done.alpha).relative_width
    p = len(found.w)
    return _Machine(_decides(phi, found), done.outcome, gap, p, p), phi


def _decides(phi: FeatureMap, found: Plane) -> Callable[[Matrix], Vector]:
    """Return w.Phi(x) + b of the rows x; a landmark map needs no features for it."""
    if not isinstance(phi, NystroemMap):
        return lambda A: phi.features(A) @ found.w + found.b
    counts = phi.counts(found.w)
    return lambda A: phi.kernel.gram(A, phi.landmarks) @ counts + found.b


def _entry(name: str, machine: _Machine, setting: Setting, seconds: float, values: Matrix | None) -> MeasuredMachine:
    """Return a machine with its numbers, and zero differences, as for the exact one."""
    decision = machine.decide(setting.X)
    probe = setting.X[np.arange(PROBED) % len(setting.X)]
    _, predicting = _timed(f"decide {name}", lambda: machine.decide(probe))
    training = float(np.mean(_sides(decision) == setting.y))
    counts = (machine.features, machine.multiplications, machine.outcome, machine.gap)
    seen = None if values is None else single(values)
    return MeasuredMachine(name, *counts, training, 0.0, 0.0, seconds, predicting, decision, seen)


def _differs(machine: _Machine, values: Matrix | None, setting: Setting, exact: Reference) -> float:
    """Return the share of the plane near the points, or of the points themselves, with another sign."""
    if values is None or exact.near is None or exact.entry.field is None:
        other = _sides(machine.decide(setting.X)) != _sides(exact.entry.decision)
        return float(np.mean(other))
    other = (values >= 0) != (exact.entry.field >= 0)
    return float(np.mean(other[exact.near]))


def _sides(f: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return the class predicted by f; sign(0) counts as +1 (mathematics 0)."""
    return np.where(f >= 0, 1.0, -1.0)


def _compared(n: int) -> Indices:
    """Return the rows of the points compared: all of them, or evenly thinned if there are many."""
    return np.unique(np.linspace(0, n - 1, min(n, COMPARED)).round().astype(np.int64))


def _timed(kind: str, run: Callable[[], Result]) -> tuple[Result, float]:
    """Return a result and its median processor time in seconds.

    The first run of its kind in this process loads compiled code, so it does not count.
    """
    if kind not in _loaded:
        run()
        _loaded.add(kind)
    taken: list[float] = []
    while True:
        began = CLOCK()
        result = run()
        taken.append(CLOCK() - began)
        if len(taken) == REPEATS or sum(taken) > ENOUGH:
            return result, statistics.median(taken)
