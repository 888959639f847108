"""A feature in another unit: the kernel matrix, the steps and the boundary; and the scaler fitted within the folds."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

import numpy as np

from ...problem import Kernel, Linear, Problem, c_svc, decision_values, offset
from ...problem.arrays import Matrix, Vector
from ...selection import folds
from ...solver import Outcome, answer
from ...view import grid_axes
from ...view.grid import Square, grid_points

CELLS = 80  # along each axis of the window
FOLDS = 5
SOLVER = "smo-second-order"

NOISE_POINTS, NOISE_FEATURES, KEPT_FEATURES = 40, 500, 10  # of the experiment with features of pure noise
DRAWS = 20  # of it


@dataclass(frozen=True, eq=False)
class FeatureUnit:
    """Features in another unit: (x - centre) / unit."""

    centre: Vector  # (d,)
    unit: Vector  # (d,) > 0

    def __call__(self, X: Matrix) -> Matrix:
        """Return points X (n, d) in the unit."""
        return np.asarray((X - self.centre) / self.unit)


def larger(d: int, feature: int, factor: float) -> FeatureUnit:
    """Return the scale in which one of d features has numbers `factor` times as large."""
    unit = np.ones(d)
    unit[feature] = 1.0 / factor
    return FeatureUnit(np.zeros(d), unit)


def standard(X: Matrix) -> FeatureUnit:
    """Return the scale in which each feature of X (n, d) has mean 0 and deviation 1; a constant one is only centred."""
    deviation = X.std(axis=0)
    constant = np.ptp(X, axis=0) == 0.0  # rounding of the mean would give it a deviation
    return FeatureUnit(X.mean(axis=0), np.where(constant, 1.0, np.where(deviation > 0.0, deviation, 1.0)))


@dataclass(frozen=True)
class UnitTraining:
    """What is trained on the features of any scale."""

    kernel: Callable[[Matrix], Kernel]  # of the points (n, d), from which landmarks may be sampled
    C: float
    weights: tuple[float, float]  # factors of C for the classes +1 and -1
    tolerance: float
    limit: int  # of steps

    def problem(self, X: Matrix, y: Vector) -> Problem:
        """Return the problem of points X (n, d); `InputError` if it cannot be solved."""
        return c_svc(X, y, self.kernel(X), self.C, dict(zip((1, -1), self.weights, strict=True)))


@dataclass(frozen=True, eq=False)
class MachineInUnit:
    """A machine trained on scaled features."""

    scale: FeatureUnit
    problem: Problem
    alpha: Vector  # (n,)
    b: float
    steps: int
    outcome: Outcome
    shares: Vector  # (d,) of the squared distances of the points, which each feature makes; sum 1
    alike: float  # the median of |K_ij| / sqrt(K_ii K_jj) over i != j; nan with one point

    def values(self, X: Matrix) -> Vector:
        """Return f at points X (k, d) in the original unit."""
        return decision_values(self.problem, self.alpha, self.b, self.scale(X))

    @property
    def vectors(self) -> int:
        """The number of support vectors."""
        return int((self.alpha > 0.0).sum())


def scaled(X: Matrix, y: Vector, scale: FeatureUnit, training: UnitTraining) -> MachineInUnit:
    """Train on the scaled features of points X (n, d)."""
    Z = scale(X)
    problem = training.problem(Z, y)
    done = answer(problem, SOLVER, training.tolerance, training.limit)
    spread = Z.var(axis=0)
    total = float(spread.sum())
    shares = spread / total if total > 0.0 else np.full(len(spread), 1.0 / len(spread))
    b = offset(problem, done.alpha)
    return MachineInUnit(
        scale, problem, done.alpha, b, done.steps, done.outcome, np.asarray(shares), _alike(np.asarray(problem.gram))
    )


def _alike(K: Matrix) -> float:
    """Return the median cosine, without sign, of two different points in feature space."""
    if len(K) < 2:
        return float("nan")
    length = np.sqrt(np.maximum(K.diagonal(), 0.0))
    lengths = np.outer(length, length)
    cosine = np.divide(np.abs(K), lengths, out=np.zeros_like(K), where=lengths > 0.0)
    return float(np.median(cosine[np.triu_indices(len(K), 1)]))


def window_values(machine: MachineInUnit, window: Square) -> tuple[Vector, Vector, Matrix]:
    """Return both axes (CELLS,) of a window in the original unit, and f on its cells, the rows along x2."""
    x_axis, y_axis = grid_axes(window[:2], window[2], CELLS)
    return x_axis, y_axis, machine.values(grid_points(window, CELLS)).reshape(CELLS, CELLS)


# ---- The scaler and the folds ----


@dataclass(frozen=True, eq=False)
class HeldOut:
    """f of every point by the machine that was trained without it, (n,), under three treatments of the scale."""

    y: Vector
    plain: Vector  # the features as they are
    within: Vector  # the scaler fitted on the training folds
    leaky: Vector  # the scaler fitted on all points

    def accuracy(self, f: Vector) -> float:
        """Return the share of points whose class f predicts."""
        return float(((f >= 0.0) == (self.y > 0)).mean())

    @property
    def differs(self) -> int:
        """The number of points whose predicted class depends on where the scaler was fitted."""
        return int(((self.within >= 0.0) != (self.leaky >= 0.0)).sum())


def held_out(X: Matrix, y: Vector, scale: FeatureUnit, training: UnitTraining, seed: int = 0) -> HeldOut:
    """Predict every point of X (n, d) in the unit of `scale` by folds; `InputError` if a fold lacks a class."""
    Z = scale(X)
    plain, within, leaky = (np.empty(len(y)) for _ in range(3))
    for train, test in parted(y, seed):
        for own, fitted in ((plain, None), (within, standard(Z[train])), (leaky, standard(Z))):
            rows, others = (Z[train], Z[test]) if fitted is None else (fitted(Z[train]), fitted(Z[test]))
            own[test] = _predicted(rows, y[train], others, training)
    return HeldOut(y, plain, within, leaky)


def parted(y: Vector, seed: int = 0) -> Iterator[tuple[np.ndarray, np.ndarray]]:
    """Yield the training points and the test points of each fold."""
    fold = folds(y, min(FOLDS, len(y)), seed)
    for k in range(int(fold.max()) + 1):
        yield np.flatnonzero(fold != k), np.flatnonzero(fold == k)


def _predicted(X: Matrix, y: Vector, others: Matrix, training: UnitTraining) -> Vector:
    problem = training.problem(X, y)
    alpha = answer(problem, SOLVER, training.tolerance, training.limit).alpha
    return decision_values(problem, alpha, offset(problem, alpha), others)


@dataclass(frozen=True)
class NoiseLeak:
    """The mean accuracy in folds over `DRAWS` sets of features that say nothing about the labels."""

    within: float  # the features chosen within the training folds
    leaky: float  # the features chosen with all labels, before the folds


def noise_leak(seed: int = 0) -> NoiseLeak:
    """Choose the features that correlate best with the labels, inside the folds and before them.

    Half of the labels are +1, and `NOISE_FEATURES` normal features are drawn independently of them, so that no machine
    can be right more often than half of the time on unseen points (Hastie, Tibshirani and Friedman, section 7.10.2).
    """
    rng, y = np.random.default_rng(seed), np.repeat([1.0, -1.0], NOISE_POINTS // 2)
    training = UnitTraining(lambda _: Linear(), 1.0, (1.0, 1.0), 1e-3, 10_000)
    right = np.zeros(2)
    for draw in range(DRAWS):
        X = rng.standard_normal((NOISE_POINTS, NOISE_FEATURES))
        on_all = best_correlated(X, y)
        for train, test in parted(y, draw):
            for place, kept in enumerate((best_correlated(X[train], y[train]), on_all)):
                f = _predicted(X[np.ix_(train, kept)], y[train], X[np.ix_(test, kept)], training)
                right[place] += int(((f >= 0.0) == (y[test] > 0)).sum())
    within, leaky = (right / (DRAWS * NOISE_POINTS)).tolist()
    return NoiseLeak(within, leaky)


def best_correlated(X: Matrix, y: Vector) -> np.ndarray:
    """Return the `KEPT_FEATURES` columns of X (n, p) with the largest |correlation| with y (n,), ascending."""
    centred, target = X - X.mean(axis=0), y - y.mean()
    length = np.sqrt(np.square(centred).sum(axis=0))
    correlation = np.abs(target @ centred) / np.where(length > 0.0, length, np.inf)
    return np.sort(np.argsort(-correlation, kind="stable")[:KEPT_FEATURES])
