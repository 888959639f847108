"""A strategy from its search to its test: what it chose, how long that took, and how its machine errs on unseen points.

The search sees the training points in their folds, the test is one more split: all of them train, and the test points
judge once (mathematics 16).
"""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import islice

import numpy as np
from numpy.typing import ArrayLike

from core.lowlevel.blas_threads import one_blas_thread
from core.lowlevel.thread_clock import CLOCK
from core.selection import Folded, Grid, Kind, Learner, Look, Strategy, Workspace, best, chosen, folded, folded_by, walk
from core.selection.judged import Setup
from core.solver import CancelFlag, new_cancel_flag


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
    """Search with a strategy, train on all points that chose, and judge once; None where somebody cancels.

    The machine is exact, but for Nystroem's strategy, which keeps its landmarks (mathematics 17).
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
    return Searched(
        *own, _by_rank(mapped), sum(look.seconds for look in found if look.rank is None), judged.fitting, error
    )


def _learner(asked: SearchTask, strategy: Strategy, choice: Look) -> Learner:
    """Return what the machine at the end is: that of the exact kernel, or what was trained on the features."""
    own = asked.choosing.learner
    if choice.kind is Kind.EXACT or own is Learner.REGRESSION:
        return own
    return strategy.on_features or Learner.RIDGE


def _by_rank(looks: Sequence[Look]) -> tuple[tuple[int, float], ...]:
    spent: dict[int, float] = defaultdict(float)
    for look in looks:
        spent[look.rank or 0] += look.seconds
    return tuple(sorted(spent.items()))
