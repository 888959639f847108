"""The protocol of the searches, and runs of it on small sets in the background."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

import numpy as np

from core.problem.arrays import Matrix
from core.selection import Folded, Learner, Strategy, grid_of
from core.solver import CancelFlag
from core.topics.choosing.experiment import Searched, SearchTask, search_task, searched
from datasets import all_features, diabetes, mackey_glass
from pages.paper.printed import COLUMNS, FOLDS, GAMMAS, PENALTIES, REPETITIONS
from ui.solve.limits import CLASSES_ON_FEATURES
from ui.solve.memory import SharedResults
from ui.solve.queue.long_work import WORKS, Progress

RANKS = (10, 100, 300)
SHARE = 4  # one point of this many is a test point
COST = 1.0  # approximate seconds per run
DRAWING = ("rffdg-rbf", "nystroem")  # methods that use random numbers, which are repeated
SMALL_SETS = ("diabetes", "series", "wine", "cancer")
REGRESSIONS = ("diabetes", "series")
NARROW = grid_of((1.0,), PENALTIES, RANKS[:1])
SERIES = 400  # points of the generated series

_tasks: SharedResults[SearchTask] = SharedResults()


class RunNow(NamedTuple):
    """One method with one seed."""

    method: str
    run: Searched


def strategy_of_method(method: str, folded: Folded, seed: int) -> Strategy:
    """Return the strategy behind a column of the tables.

    With Fourier features only gamma is chosen, by least squares, which covers every C at once. With Nystroem's
    landmarks the machine found by the search is kept: a support vector machine too, except with so many classes that
    their pairs take minutes.
    """
    keeps = method == "nystroem" and folded.learner is Learner.SVM and folded.classes <= CLASSES_ON_FEATURES
    return Strategy(method, seed, on_features=Learner.SVM if keeps else None)


def wanted() -> list[tuple[str, int]]:
    """Return the methods and seeds in the order of the work: every method once, then the repetitions."""
    first = [(method, 0) for method in COLUMNS]
    return first + [(method, seed) for seed in range(1, REPETITIONS) for method in DRAWING]


def task_kind(name: str) -> str:
    """Return whether a set is for regression or classification."""
    return "regression" if name in REGRESSIONS else "classification"


def points_of(name: str) -> tuple[Matrix, Matrix]:
    """Return all points of a set (n, d) and their targets (n,)."""
    if name == "diabetes":
        return diabetes()
    if name == "series":
        return mackey_glass(SERIES)
    own = all_features(name)
    return own.X, own.y.astype(np.float64)


def task_of(name: str) -> SearchTask:
    """Return the task for every method on a set: a quarter of its points, sampled once, is the test set."""

    def make() -> SearchTask:
        X, y = points_of(name)
        order = np.random.default_rng(0).permutation(len(y))
        own, test = order[len(y) // SHARE :], order[: len(y) // SHARE]
        learner = Learner.REGRESSION if name in REGRESSIONS else Learner.SVM
        return search_task((X[own], y[own]), (X[test], y[test]), FOLDS, learner)

    return _tasks.get(_key(name), make)


def follow(name: str, visitor: str) -> Progress[RunNow]:
    """Return the progress of the runs on a set, and request that they continue."""

    def make(done: Sequence[RunNow], cancel: CancelFlag) -> Iterator[RunNow]:
        task, grid = task_of(name), grid_of(GAMMAS, PENALTIES, RANKS)
        for method, seed in wanted()[len(done) :]:
            strategy = strategy_of_method(method, task.choosing, seed)
            if seed == 0:
                searched(task, strategy, NARROW, cancel)  # compile or load before timing
            run = searched(task, strategy, grid, cancel)
            if run is None:
                return
            yield RunNow(method, run)

    return WORKS.follow(_key(name), visitor, make, COST)


def known(name: str) -> Progress[RunNow]:
    """Return the progress of the runs on a set, without requesting that they continue."""
    return WORKS.known(_key(name)) or Progress((), over=False, failed=False)


def leave(name: str, visitor: str) -> None:
    """Stop the runs unless another visitor waits for them."""
    WORKS.leave(_key(name), visitor)


def _key(name: str) -> str:
    return f"paper now {name}"
