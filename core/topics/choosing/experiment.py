"""Machines with chosen gamma and C: on tiles, on each fold, on a test set; a strategy from search to test."""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

from ...lowlevel.blas_threads import one_blas_thread
from ...lowlevel.thread_clock import CLOCK
from ...problem import Gaussian, Kernel, TaylorGaussian, c_svc, offset
from ...problem.arrays import Indices, Matrix, Vector
from ...problem.fast_decision import gaussian_on_grid
from ...problem.maps import LANDMARKS, waves
from ...selection import (
    Folded,
    Grid,
    Kind,
    Learner,
    Look,
    Split,
    Strategy,
    Workspace,
    best,
    chosen,
    folded,
    folded_by,
    folds,
    grid_of,
    penalty_of,
    walk,
)
from ...selection.judged import Setup
from ...selection.plan import STAND_IN
from ...solver import CancelFlag, Outcome, answer, new_cancel_flag
from ...solver.ridge import ridge
from ...view.grid import Square, grid_axes

# ---- One machine with the Gaussian kernel at a given gamma and C ----
# For ridge regression C means lambda = 1 / (2 C), as wherever both are on one map (mathematics 16).


MACHINES = ("svm", "ridge")
MOST_READ = 100_000_000  # kernel values that a run may read: some tenths of a second
NOT_THERE = (Outcome.CANCELLED, Outcome.INFEASIBLE, Outcome.THIN)


class MachineAt(NamedTuple):
    """A kind of machine with its gamma and C on the map."""

    machine: str  # one of `MACHINES`
    gamma: float
    C: float


@dataclass(frozen=True, eq=False)
class GaussianMachine:
    """A trained machine: f(x) = sum of coefficients times K(x, x_i), plus b."""

    X: Matrix  # (n, d)
    coefficients: Vector  # (n,)
    b: float
    gamma: float

    def values(self, places: Matrix) -> Vector:
        """Return f at points (m, d)."""
        own = self.coefficients != 0
        return np.asarray(Gaussian(self.gamma).gram(places, self.X[own]) @ self.coefficients[own] + self.b)

    def on_grid(self, window: Square, cells: int) -> NDArray[np.int8]:
        """Return the class of each cell of a square window, (cells, cells): +1 or -1."""
        own = self.coefficients != 0
        axes = grid_axes(window[:2], window[2], cells)
        return sides(gaussian_on_grid(self.X[own], self.coefficients[own], self.gamma, *axes) + self.b)


def fit(
    X: Matrix,
    y: Vector,
    at: MachineAt,
    tolerance: float = 1e-3,
    cancel: CancelFlag | None = None,
    of: int = 1,
) -> GaussianMachine | None:
    """Train a machine on points X (n, d) with labels y (n,), +1.0 or -1.0.

    None if there is no machine: it was cancelled, or no hard margin exists. With only one class every point is
    classified as it. The step limit is divided by `of`, the number of machines that are waited for.
    """
    machine, gamma, C = at
    if abs(y.sum()) == len(y):
        return GaussianMachine(X[:0], np.empty(0), float(y[0]) if len(y) else 1.0, gamma)
    if machine == "ridge":
        return GaussianMachine(X, ridge(Gaussian(gamma).gram(X, X), y, penalty_of(C)).weights, 0.0, gamma)
    problem = c_svc(X, y, Gaussian(gamma), C)
    done = answer(problem, tolerance=tolerance, limit=MOST_READ // max(len(y), 500) // of, cancel=cancel)
    if done.outcome in NOT_THERE:
        return None
    return GaussianMachine(X, done.alpha * problem.y, offset(problem, done.alpha), gamma)


def sides(f: NDArray[np.float64]) -> NDArray[np.int8]:
    """Return the class predicted by f; sign(0) counts as +1 (mathematics 0)."""
    return np.where(f >= 0, 1, -1).astype(np.int8)


# ---- The plane under machines with many gammas and C ----


CELLS = 32  # along each side of a picture
MOST = 400  # training points of a machine for a small picture
TOLERANCE = 1e-2


@dataclass(frozen=True)
class Tile:
    """One machine as a picture."""

    gamma: float
    C: float
    sides: NDArray[np.int8]  # (CELLS, CELLS): +1 or -1; 0 everywhere without a machine
    errors: int | None  # of the points it was trained on; None without a machine


def thinned(X: Matrix, y: Vector) -> tuple[Matrix, Vector]:
    """Return at most `MOST` points, stratified by class: (n', 2) and (n',)."""
    if len(y) <= MOST:
        return X, y
    kept = folds(y, -(-len(y) // MOST)) == 0
    return X[kept], y[kept]


def tiles(X: Matrix, y: Vector, asked: Sequence[MachineAt], window: Square, cancel: CancelFlag) -> Iterator[Tile]:
    """Yield the picture of every machine; it ends when cancelled. X is (n, 2) and y (n,) is +1.0 or -1.0."""
    X, y = thinned(X, y)
    for each in asked:
        found = fit(X, y, each, TOLERANCE, cancel)
        if cancel[0]:
            return
        if found is None:
            yield Tile(each.gamma, each.C, np.zeros((CELLS, CELLS), np.int8), None)
        else:
            errors = int(np.count_nonzero(sides(found.values(X)) != y))
            yield Tile(each.gamma, each.C, found.on_grid(window, CELLS), errors)


# ---- Training and test points ----


SHARE = 4  # one of this many points is for the test
FEWEST = 5  # points of each class, below which there is no test set
FOLD_CELLS = 48  # along each side of a fold's picture


@dataclass(frozen=True, eq=False)
class Parts:
    """The points for choosing, and those for one final test; with few points there is no test."""

    choosing: Indices
    test: Indices


@dataclass(frozen=True)
class Judgement:
    """The errors of a machine that was trained on all points for choosing."""

    training: int
    of: int
    test: int
    of_test: int


@dataclass(frozen=True, eq=False)
class FoldPicture:
    """The machine that was trained without a fold, and its errors there."""

    sides: NDArray[np.int8]  # (FOLD_CELLS, FOLD_CELLS); 0 everywhere without a machine
    train: Indices
    test: Indices
    wrong: NDArray[np.bool_]  # of `test`


def set_apart(y: Vector, seed: int) -> Parts:
    """Set a quarter of the points aside for the test, stratified, for labels y (n,)."""
    everyone = np.arange(len(y))
    if min(np.count_nonzero(y > 0), np.count_nonzero(y < 0)) < FEWEST:
        return Parts(everyone, everyone[:0])
    part = folds(y, SHARE, seed + 1) == 0
    return Parts(everyone[~part], everyone[part])


def judge(X: Matrix, y: Vector, parts: Parts, machine: MachineAt) -> Judgement | None:
    """Train on the points for choosing and count the errors; None if there is no machine."""
    own = parts.choosing
    found = fit(X[own], y[own], machine)
    if found is None:
        return None
    wrong = sides(found.values(X)) != y
    return Judgement(int(wrong[own].sum()), len(own), int(wrong[parts.test].sum()), len(parts.test))


def fold_picture(X: Matrix, y: Vector, split: Split, machine: MachineAt, window: Square, folds: int) -> FoldPicture:
    """Return the decisions of the machine trained without one of the folds, on the plane and on that fold."""
    found = fit(X[split.train], y[split.train], machine, of=folds)
    if found is None:
        nothing = np.zeros((FOLD_CELLS, FOLD_CELLS), np.int8)
        return FoldPicture(nothing, split.train, split.test, np.ones(len(split.test), dtype=bool))
    wrong = sides(found.values(X[split.test])) != y[split.test]
    return FoldPicture(found.on_grid(window, FOLD_CELLS), split.train, split.test, wrong)


# ---- What choosing gamma and C by an approximation would have chosen ----


class Approximation(NamedTuple):
    """An approximation of the Gaussian kernel, for any gamma."""

    name: str  # "taylor", "fourier", "paired" or "nystroem"
    rank: int  # the order m, the features D, or the landmarks
    seed: int = 0
    factors: tuple[float, ...] = ()  # of rho_k, for a Taylor kernel

    def at(self, gamma: float) -> Kernel:
        """Return the kernel at a gamma; not for Nystroem's, which depends on the points."""
        if self.name == "taylor":
            return TaylorGaussian.scaled(gamma, self.rank, self.factors)
        return waves(self.name, gamma, self.rank, self.seed)


EXACT = Approximation("gaussian", 0)  # the kernel itself


def looks(
    approximation: Approximation, points: Folded, grid: Grid, cancel: CancelFlag, known: Sequence[Look] = ()
) -> Iterator[Look]:
    """Yield the looks of all cells with this kernel, and the look with the exact one at the chosen cell.

    It continues after the `known` ones.
    """
    own = grid_of(grid.gammas, grid.Cs, (max(1, approximation.rank),))
    return walk(strategy_by(approximation, grid), points, own, cancel, clock=CLOCK, known=known)


def strategy_by(approximation: Approximation, grid: Grid) -> Strategy:
    """Return the strategy that chooses by an approximation; the full grid for the exact kernel.

    Nystroem's landmarks are points of the training part: other landmarks would use points of the validation fold.
    """
    if approximation == EXACT:
        return Strategy("grid")
    if approximation.name == LANDMARKS:
        return Strategy(LANDMARKS, approximation.seed, on_features=Learner.SVM)
    return Strategy(STAND_IN, kernels=tuple(approximation.at(gamma) for gamma in grid.gammas))


# ---- A strategy from its search to its test ----
# The search uses the training points in their folds, the test is one more split: train on all of them, and test once on
# the test points (mathematics 16).


@dataclass(frozen=True, eq=False)
class SearchTask:
    """The task for all strategies: points for choosing, in their folds, and points for the test."""

    choosing: Folded
    judging: Folded  # the same points with one split into training and test


@dataclass(frozen=True)
class Searched:
    """The choice of a strategy with one seed, its processor time in seconds, and its test error."""

    seed: int
    gamma: float
    C: float
    rank: int | None  # D of the Fourier features used for choosing gamma, or landmarks
    on_features: tuple[tuple[int, float], ...]  # (D or landmarks, seconds of all looks with that many)
    exact: float  # seconds of the looks with the exact kernel
    training: float  # wall-clock seconds of the final machine, without its kernel matrix
    error: float  # share of misclassified test points; for regression the root mean squared error

    @property
    def searching(self) -> float:
        """Seconds of the search."""
        return sum(seconds for _, seconds in self.on_features) + self.exact

    @property
    def seconds(self) -> float:
        """Seconds of the search and of the final machine."""
        return self.searching + self.training


def search_task(
    points: tuple[ArrayLike, ArrayLike], test: tuple[ArrayLike, ArrayLike], folds: int, learner: Learner
) -> SearchTask:
    """Return the task for points (X, y) for choosing and test points (X, y); `InputError` for invalid ones."""
    choosing = folded(*points, folds, learner=learner)
    n, X, y = len(choosing.X), np.vstack([points[0], test[0]]), np.concatenate([points[1], test[1]])
    return SearchTask(choosing, folded_by(X, y, [(np.arange(n), np.arange(n, len(X)))], learner))


def searched(task: SearchTask, strategy: Strategy, grid: Grid, cancel: CancelFlag | None = None) -> Searched | None:
    """Search with a strategy, train on all points used for choosing, and test once; None if cancelled.

    The machine is exact, except with Nystroem's strategy, which keeps its landmarks (mathematics 17).
    """
    flag, keeps = new_cancel_flag() if cancel is None else cancel, strategy.name == "nystroem"
    looks = walk(strategy, task.choosing, grid, flag, clock=CLOCK)
    # Nystroem's search ends with a look at the exact kernel, which its own machine does not need.
    found = list(islice(looks, grid.cells * len(grid.ranks)) if keeps else looks)
    if flag[0] or not found:
        return None
    choice, mapped = chosen(found), [look for look in found if look.kind is not Kind.EXACT]
    rank = best(mapped).rank if mapped else None
    spot = Setup(choice.kind, choice.gamma, rank if keeps else None, strategy.seed, _learner(task, strategy, choice))
    with one_blas_thread():
        judged = next(Workspace(task.judging).chain(spot, 0, (choice.C,), flag), None)
    if judged is None or flag[0]:
        return None
    share = judged.errors / judged.points
    error = math.sqrt(share) if task.choosing.learner is Learner.REGRESSION else share
    own = strategy.seed, choice.gamma, choice.C, rank
    by_rank: dict[int, float] = defaultdict(float)
    for look in mapped:
        by_rank[look.rank or 0] += look.seconds
    spent, exact = tuple(sorted(by_rank.items())), sum(look.seconds for look in found if look.rank is None)
    return Searched(*own, spent, exact, judged.fitting, error)


def _learner(task: SearchTask, strategy: Strategy, choice: Look) -> Learner:
    """Return the learner of the final machine: with the exact kernel, or on the features."""
    own = task.choosing.learner
    if choice.kind is Kind.EXACT or own is Learner.REGRESSION:
        return own
    return strategy.on_features or Learner.RIDGE
