"""Machines with chosen gamma and C: on tiles, on each fold, on points set apart; a strategy from search to test."""

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
# For ridge regression C stands for lambda = 1 / (2 C), as everywhere where both are on one map (mathematics 16).


MACHINES = ("svm", "ridge")
MOST_READ = 100_000_000  # kernel values that a run may read: some tenths of a second
NOT_THERE = (Outcome.CANCELLED, Outcome.INFEASIBLE, Outcome.THIN)


class MachineAt(NamedTuple):
    """Which machine at which place of the map."""

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
        """Return f of places (m, d)."""
        own = self.coefficients != 0
        return np.asarray(Gaussian(self.gamma).gram(places, self.X[own]) @ self.coefficients[own] + self.b)

    def on_grid(self, window: Square, cells: int) -> NDArray[np.int8]:
        """Return the class of each cell of a square window, (cells, cells): +1 or -1."""
        own = self.coefficients != 0
        axes = grid_axes(window[:2], window[2], cells)
        return sides(gaussian_on_grid(self.X[own], self.coefficients[own], self.gamma, *axes) + self.b)


def fit(
    X: Matrix, y: Vector, asked: MachineAt, tolerance: float = 1e-3, cancel: CancelFlag | None = None
) -> GaussianMachine | None:
    """Train a machine on points X (n, d) with labels y (n,), +1.0 or -1.0.

    None where there is no machine: it was cancelled, or a hard margin does not exist. With one class alone every place
    is called by its name.
    """
    machine, gamma, C = asked
    if abs(y.sum()) == len(y):
        return GaussianMachine(X[:0], np.empty(0), float(y[0]) if len(y) else 1.0, gamma)
    if machine == "ridge":
        return GaussianMachine(X, ridge(Gaussian(gamma).gram(X, X), y, penalty_of(C)).weights, 0.0, gamma)
    problem = c_svc(X, y, Gaussian(gamma), C)
    done = answer(problem, tolerance=tolerance, limit=MOST_READ // max(len(y), 500), cancel=cancel)
    if done.outcome in NOT_THERE:
        return None
    return GaussianMachine(X, done.alpha * problem.y, offset(problem, done.alpha), gamma)


def sides(f: NDArray[np.float64]) -> NDArray[np.int8]:
    """Return the class that f decides for; sign(0) counts as +1 (mathematics 0)."""
    return np.where(f >= 0, 1, -1).astype(np.int8)


# ---- What machines of many gammas and C make of the plane ----


CELLS = 32  # along each side of a picture
MOST = 400  # points that a machine of a small picture is trained on
TOLERANCE = 1e-2


@dataclass(frozen=True)
class Tile:
    """One machine as a picture."""

    gamma: float
    C: float
    sides: NDArray[np.int8]  # (CELLS, CELLS): +1 or -1; 0 everywhere without a machine
    errors: int | None  # of the points it was trained on; None without a machine


def thinned(X: Matrix, y: Vector) -> tuple[Matrix, Vector]:
    """Return `MOST` points at most, each class with its share: (n', 2) and (n',)."""
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


# ---- Who chooses and who judges at the end ----


SHARE = 4  # one of so many points is set apart
FEWEST = 5  # points of each class, below which none is set apart
FOLD_CELLS = 48  # along each side of a fold's picture


@dataclass(frozen=True, eq=False)
class Parts:
    """Which points choose, and which judge the choice once; of few points all choose and none judges."""

    choosing: Indices
    test: Indices


@dataclass(frozen=True)
class Judgement:
    """What a machine that was trained on all points that choose calls wrongly."""

    training: int
    of: int
    test: int
    of_test: int


@dataclass(frozen=True, eq=False)
class FoldPicture:
    """The machine that was trained without a fold, and what it calls wrongly there."""

    sides: NDArray[np.int8]  # (FOLD_CELLS, FOLD_CELLS); 0 everywhere without a machine
    train: Indices
    test: Indices
    wrong: NDArray[np.bool_]  # of `test`


def set_apart(y: Vector, seed: int) -> Parts:
    """Set a quarter of the points apart, each class evenly, for labels y (n,)."""
    everyone = np.arange(len(y))
    if min(np.count_nonzero(y > 0), np.count_nonzero(y < 0)) < FEWEST:
        return Parts(everyone, everyone[:0])
    part = folds(y, SHARE, seed + 1) == 0
    return Parts(everyone[~part], everyone[part])


def judge(X: Matrix, y: Vector, parts: Parts, asked: MachineAt) -> Judgement | None:
    """Train on the points that choose and count what is called wrongly; None where there is no machine."""
    own = parts.choosing
    found = fit(X[own], y[own], asked)
    if found is None:
        return None
    wrong = sides(found.values(X)) != y
    return Judgement(int(wrong[own].sum()), len(own), int(wrong[parts.test].sum()), len(parts.test))


def fold_picture(X: Matrix, y: Vector, split: Split, asked: MachineAt, window: Square) -> FoldPicture:
    """Return what the machine trained without a fold makes of the plane and of the fold."""
    found = fit(X[split.train], y[split.train], asked)
    if found is None:
        nothing = np.zeros((FOLD_CELLS, FOLD_CELLS), np.int8)
        return FoldPicture(nothing, split.train, split.test, np.ones(len(split.test), dtype=bool))
    wrong = sides(found.values(X[split.test])) != y[split.test]
    return FoldPicture(found.on_grid(window, FOLD_CELLS), split.train, split.test, wrong)


# ---- What choosing gamma and C by an approximation would have chosen ----


class Approximation(NamedTuple):
    """What stands in for the Gaussian kernel, whatever gamma is."""

    name: str  # "taylor", "fourier", "paired" or "nystroem"
    rank: int  # the order m, the features D, or the landmarks
    seed: int = 0
    factors: tuple[float, ...] = ()  # of rho_k, for a Taylor kernel

    def at(self, gamma: float) -> Kernel:
        """Return the kernel at a gamma; Nystroem's depends on the points, and is none of these."""
        if self.name == "taylor":
            return TaylorGaussian.scaled(gamma, self.rank, self.factors)
        return waves(self.name, gamma, self.rank, self.seed)


EXACT = Approximation("gaussian", 0)  # nothing stands in


def looks(
    asked: Approximation, points: Folded, grid: Grid, cancel: CancelFlag, known: Sequence[Look] = ()
) -> Iterator[Look]:
    """Yield the looks of all cells with this kernel, and the look with the exact one at the cell that they choose.

    It goes on after those that are `known`.
    """
    own = grid_of(grid.gammas, grid.Cs, (max(1, asked.rank),))
    return walk(strategy_by(asked, grid), points, own, cancel, clock=CLOCK, known=known)


def strategy_by(asked: Approximation, grid: Grid) -> Strategy:
    """Return the strategy that chooses by an approximation; the full grid for the exact kernel.

    Nystroem's landmarks are points of the training part: those of another fold would have seen what judges them.
    """
    if asked == EXACT:
        return Strategy("grid")
    if asked.name == LANDMARKS:
        return Strategy(LANDMARKS, asked.seed, on_features=Learner.SVM)
    return Strategy(STAND_IN, kernels=tuple(asked.at(gamma) for gamma in grid.gammas))


# ---- A strategy from its search to its test ----
# The search sees the training points in their folds, the test is one more split: all of them train, and the test points
# judge once (mathematics 16).


@dataclass(frozen=True, eq=False)
class SearchTask:
    """What all strategies are asked: points that choose, in their folds, and points that judge the choice."""

    choosing: Folded
    judging: Folded  # the same points with one split: those that chose train, the others judge


@dataclass(frozen=True)
class Searched:
    """What a strategy chose with one seed, what that took in seconds of the processor, and how it errs on the test."""

    seed: int
    gamma: float
    C: float
    rank: int | None  # D of the Fourier features that gamma was chosen on, or landmarks
    on_features: tuple[tuple[int, float], ...]  # (D or landmarks, seconds of all looks with so many)
    exact: float  # seconds of the looks with the exact kernel
    training: float  # seconds of the machine at the end, by the clock of the wall, without its kernel matrix
    error: float  # share of test points that are called wrongly; of numbers the root of the mean squared error

    @property
    def searching(self) -> float:
        """Seconds of the search."""
        return sum(seconds for _, seconds in self.on_features) + self.exact

    @property
    def seconds(self) -> float:
        """Seconds of the search and of the machine at its end."""
        return self.searching + self.training


def search_task(
    points: tuple[ArrayLike, ArrayLike], test: tuple[ArrayLike, ArrayLike], folds: int, learner: Learner
) -> SearchTask:
    """Return what is asked for points (X, y) that choose and points (X, y) of the test; `InputError` for bad ones."""
    choosing = folded(*points, folds, learner=learner)
    n, X, y = len(choosing.X), np.vstack([points[0], test[0]]), np.concatenate([points[1], test[1]])
    return SearchTask(choosing, folded_by(X, y, [(np.arange(n), np.arange(n, len(X)))], learner))


def searched(asked: SearchTask, strategy: Strategy, grid: Grid, cancel: CancelFlag | None = None) -> Searched | None:
    """Search with a strategy, train on all points used for choosing, and test once; None if cancelled.

    The machine is exact, except with Nystroem's strategy, which keeps its landmarks (mathematics 17).
    """
    flag, keeps = new_cancel_flag() if cancel is None else cancel, strategy.name == "nystroem"
    looks = walk(strategy, asked.choosing, grid, flag, clock=CLOCK)
    # What ends Nystroem's walk is a look with the exact kernel, which its own machine has no use for.
    found = list(islice(looks, grid.cells * len(grid.ranks)) if keeps else looks)
    if flag[0] or not found:
        return None
    choice, mapped = chosen(found), [look for look in found if look.kind is not Kind.EXACT]
    rank = best(mapped).rank if mapped else None
    spot = Setup(choice.kind, choice.gamma, rank if keeps else None, strategy.seed, _learner(asked, strategy, choice))
    with one_blas_thread():
        judged = next(Workspace(asked.judging).chain(spot, 0, (choice.C,), flag), None)
    if judged is None or flag[0]:
        return None
    share = judged.errors / judged.points
    error = math.sqrt(share) if asked.choosing.learner is Learner.REGRESSION else share
    own = strategy.seed, choice.gamma, choice.C, rank
    by_rank: dict[int, float] = defaultdict(float)
    for look in mapped:
        by_rank[look.rank or 0] += look.seconds
    spent, exact = tuple(sorted(by_rank.items())), sum(look.seconds for look in found if look.rank is None)
    return Searched(*own, spent, exact, judged.fitting, error)


def _learner(asked: SearchTask, strategy: Strategy, choice: Look) -> Learner:
    """Return what the machine at the end is: that of the exact kernel, or what was trained on the features."""
    own = asked.choosing.learner
    if choice.kind is Kind.EXACT or own is Learner.REGRESSION:
        return own
    return strategy.on_features or Learner.RIDGE
