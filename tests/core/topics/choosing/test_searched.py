"""A search that is tested once: its machine is scikit-learn's at the choice, and its times are those of its looks."""

from __future__ import annotations

import numpy as np
import pytest
from sklearn.kernel_ridge import KernelRidge
from sklearn.svm import SVC

from core.problem import Gaussian, NystroemMap
from core.selection import Learner, Strategy, grid_of
from core.solver import new_cancel_flag
from core.topics.choosing.experiment import SearchTask, search_task, searched
from tests.core.small_problems import cloud

GRID = grid_of((0.05, 0.5), (0.1, 10.0), (5, 20))
X, LABELS = cloud(120, seed=5)
NUMBERS = np.sin(X[:, 0]) + 0.1 * X[:, 1]
CLASSES = LABELS + (X[:, 0] > 0)


def task(learner: Learner, y: np.ndarray) -> SearchTask:
    return search_task((X[:80], y[:80]), (X[80:], y[80:]), 4, learner)


@pytest.mark.parametrize("name", ["grid", "rffdg-rbf", "median"])
def test_the_error_is_that_of_the_exact_machine_at_the_choice(name: str) -> None:
    found = searched(task(Learner.REGRESSION, NUMBERS), Strategy(name), GRID)
    assert found is not None
    theirs = KernelRidge(alpha=0.5 / found.C, kernel="rbf", gamma=found.gamma).fit(X[:80], NUMBERS[:80])
    wrong = theirs.predict(X[80:]) - NUMBERS[80:]
    assert found.error == pytest.approx(np.sqrt(np.mean(wrong**2)), rel=1e-6)
    assert (found.rank in GRID.ranks) == (name == "rffdg-rbf")
    machine = searched(task(Learner.SVM, CLASSES), Strategy(name), GRID)
    assert machine is not None
    called = SVC(C=machine.C, gamma=machine.gamma, tol=1e-8).fit(X[:80], CLASSES[:80]).predict(X[80:])
    assert machine.error == pytest.approx(np.mean(called != CLASSES[80:]), abs=0.026)  # one point may lie on the line


def test_nystroems_machine_keeps_its_landmarks() -> None:
    found = searched(task(Learner.REGRESSION, NUMBERS), Strategy("nystroem", 3), GRID)
    assert found is not None
    assert found.rank in GRID.ranks
    phi = NystroemMap.choose(Gaussian(found.gamma), X[:80], found.rank or 0, 3)
    Z, seen = phi.features(X[:80]), phi.features(X[80:])
    w = np.linalg.solve(Z.T @ Z + 0.5 / found.C * np.eye(Z.shape[1]), Z.T @ NUMBERS[:80])
    assert found.error == pytest.approx(np.sqrt(np.mean((seen @ w - NUMBERS[80:]) ** 2)), rel=1e-6)
    assert found.exact == 0.0


def test_times_add_up_and_a_seed_draws_the_same_again() -> None:
    one, again, other = (searched(task(Learner.REGRESSION, NUMBERS), Strategy("rffdg-rbf", s), GRID) for s in (0, 0, 1))
    assert one is not None
    assert again is not None
    assert other is not None
    assert (one.gamma, one.C, one.rank, one.error) == (again.gamma, again.C, again.rank, again.error)
    assert [rank for rank, _ in one.on_features] == list(GRID.ranks)
    assert one.searching == sum(seconds for _, seconds in one.on_features) + one.exact
    assert one.seconds == one.searching + one.training
    assert min(one.exact, one.training, *(seconds for _, seconds in one.on_features)) > 0


def test_a_cancelled_search_gives_nothing() -> None:
    flag = new_cancel_flag()
    flag[0] = 1
    assert searched(task(Learner.SVM, LABELS), Strategy("grid"), GRID, flag) is None
