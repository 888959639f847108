"""`Search` with ridge regression: scikit-learn's scores on the same folds, and the map that the page walks."""

from __future__ import annotations

import math
from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray
from sklearn.base import BaseEstimator, ClassifierMixin, is_classifier, is_regressor
from sklearn.datasets import load_wine
from sklearn.kernel_ridge import KernelRidge
from sklearn.model_selection import GridSearchCV, KFold, StratifiedKFold
from sklearn.preprocessing import StandardScaler

from core.estimators.kernel_ridge_classifier import KernelRidgeClassifier
from core.selection import Search, ends, folded, grid_of, walk
from tests.core.small_problems import moons

X, Y = moons(60, seed=1)
WINE = load_wine(return_X_y=True)
GAMMAS, LAMBDAS = [0.3, 1.0, 3.0], [0.01, 0.1, 1.0]


class TheirRidge(ClassifierMixin, BaseEstimator):
    """scikit-learn's regression of labels, +1 for a class and -1 for the others."""

    def __init__(self, alpha: float = 1.0, gamma: float = 1.0) -> None:
        self.alpha = alpha
        self.gamma = gamma

    def fit(self, A: NDArray[Any], y: NDArray[Any]) -> TheirRidge:
        self.classes_ = np.unique(y)
        outputs = np.where(y[:, None] == self.classes_, 1.0, -1.0)
        self.own = KernelRidge(alpha=self.alpha, kernel="rbf", gamma=self.gamma).fit(A, outputs)
        return self

    def predict(self, A: NDArray[Any]) -> Any:
        return self.classes_[self.own.predict(A).argmax(axis=1)]


@pytest.mark.parametrize("data", ["moons", "wine"])
def test_the_scores_are_scikit_learns_on_the_same_folds(data: str) -> None:
    A, y = (X, Y) if data == "moons" else (StandardScaler().fit_transform(WINE[0]), WINE[1])
    gammas = GAMMAS if data == "moons" else [0.01, 0.05, 0.2]
    search = Search(estimator="ridge", gammas=gammas, lambdas=LAMBDAS, cv=StratifiedKFold(5)).fit(A, y)
    theirs = GridSearchCV(TheirRidge(), {"alpha": LAMBDAS, "gamma": gammas}, cv=StratifiedKFold(5)).fit(A, y)
    own = {(row["alpha"], row["gamma"]): k for k, row in enumerate(search.cv_results_["params"])}
    for k, row in enumerate(theirs.cv_results_["params"]):
        mine = next(place for (alpha, gamma), place in own.items() if np.allclose((alpha, gamma), list(row.values())))
        for fold in range(5):
            name = f"split{fold}_test_score"
            assert search.cv_results_[name][mine] == theirs.cv_results_[name][k]
    assert search.best_score_ == theirs.best_score_
    machine = TheirRidge(**search.best_params_).fit(A, y)
    assert (search.predict(A) == machine.predict(A)).all()
    assert search.best_params_.keys() == {"alpha", "gamma"}
    assert {"param_alpha", "param_gamma"} <= search.cv_results_.keys()
    assert "param_C" not in search.cv_results_


@pytest.mark.parametrize("strategy", ["grid", "rffdg-rbf", "median", "nystroem"])
def test_it_walks_the_map_as_the_page_does(strategy: str) -> None:
    asked = folded(X, Y, 5, 0, "ridge")
    looks = list(walk(strategy, asked, grid_of(GAMMAS, [0.5 / lam for lam in LAMBDAS], (20,))))
    options: dict[str, Any] = {"gammas": GAMMAS, "lambdas": LAMBDAS, "n_components": 20}
    search = Search(strategy, estimator="ridge", cv=asked.splits, **options).fit(X, Y)
    told = {(look.kind, look.gamma, look.C, look.errors) for look in looks}
    assert {(look.kind, look.gamma, look.C, look.errors) for look in search.looks_} == told


def test_a_penalty_of_zero_is_one_and_what_is_none_is_refused() -> None:
    search = Search(estimator="ridge", gammas=[1.0], lambdas=[0.0, 1.0]).fit(X, Y)
    assert 0.0 in list(search.cv_results_["param_alpha"])
    look = replace(search.looks_[0], C=math.inf)
    assert ends(look, grid_of([1.0], [0.5, math.inf])) == {}  # nothing lies beyond
    with pytest.raises(ValueError, match="give estimator"):
        Search(lambdas=[1.0]).fit(X, Y)
    for wrong in (-1.0, np.nan):
        with pytest.raises(ValueError, match="as lambda; every lambda must be 0 or greater"):
            Search(estimator="ridge", gammas=[1.0], lambdas=[wrong]).fit(X, Y)


def test_zero_and_a_singular_matrix_give_the_least_squares_solution() -> None:
    A, y = np.vstack([X, X]), np.concatenate([Y, Y])
    with pytest.warns(UserWarning, match="Singular matrix"):
        found = KernelRidgeClassifier(alpha=0.0, gamma=0.01).fit(A, y)
    assert np.isfinite(found.decision_function(A)).all()
    assert (found.predict(A) == y).mean() > 0.9


# ---- numbers in place of labels ----


def numbers(count: int = 60) -> tuple[NDArray[Any], NDArray[Any]]:
    rng = np.random.default_rng(3)
    A = rng.uniform(-2.0, 2.0, (count, 2))
    return A, np.sin(2.0 * A[:, 0]) + 0.3 * A[:, 1] ** 2 + 0.1 * rng.standard_normal(count)


@pytest.mark.parametrize("cv", [4, KFold(5, shuffle=True, random_state=1)], ids=["count", "splitter"])
@pytest.mark.parametrize("whole", [False, True], ids=["numbers", "whole numbers"])
def test_of_numbers_every_score_is_that_of_kernel_ridge_on_the_same_folds(cv: Any, whole: bool) -> None:
    A, y = numbers()
    z = np.round(10.0 * y) if whole else y
    search = Search(estimator="regression" if whole else "ridge", gammas=GAMMAS, lambdas=LAMBDAS, cv=cv).fit(A, z)
    asked: dict[str, Any] = {"alpha": LAMBDAS, "gamma": GAMMAS}
    theirs = GridSearchCV(KernelRidge(kernel="rbf"), asked, cv=cv, scoring="neg_mean_squared_error").fit(A, z)
    own = [(row["alpha"], row["gamma"]) for row in search.cv_results_["params"]]
    for k, row in enumerate(theirs.cv_results_["params"]):
        mine = next(at for at, told in enumerate(own) if np.allclose(told, list(row.values())))
        for name in (*(f"split{fold}_test_score" for fold in range(search.n_splits_)), "mean_test_score"):
            assert search.cv_results_[name][mine] == pytest.approx(theirs.cv_results_[name][k], rel=1e-10, abs=1e-10)
    assert search.best_params_ == pytest.approx(theirs.best_params_)
    assert search.best_score_ == pytest.approx(theirs.best_score_, rel=1e-10)
    assert search.score(A, z) == pytest.approx(theirs.best_estimator_.score(A, z), rel=1e-10)
    assert np.allclose(search.predict(A), theirs.predict(A), rtol=0.0, atol=1e-10)
    assert search.n_splits_ == theirs.n_splits_
    assert is_regressor(search)
    assert not hasattr(search, "classes_")


@pytest.mark.parametrize("strategy", ["rffdg-rbf", "median", "nystroem"])
def test_of_numbers_every_strategy_ends_with_the_exact_machine(strategy: str) -> None:
    A, y = numbers()
    search = Search(strategy, estimator="ridge", gammas=GAMMAS, lambdas=LAMBDAS, n_components=30).fit(A, y)
    machine = KernelRidge(kernel="rbf", **search.best_params_).fit(A, y)
    assert np.allclose(search.predict(A), machine.predict(A), rtol=0.0, atol=1e-10)
    assert search.best_score_ > -float(np.var(y))


def test_of_numbers_there_is_no_decision_function_and_labels_are_searched_again_afterwards() -> None:
    A, y = numbers()
    search = Search(estimator="ridge", gammas=[1.0], lambdas=[0.1]).fit(A, y)
    assert not hasattr(search, "decision_function")
    assert search.fit(X, Y).classes_.tolist() == [-1.0, 1.0]
    assert is_classifier(search)
    with pytest.raises(ValueError, match="Unknown label type"):
        Search(gammas=[1.0], Cs=[1.0]).fit(A, y)
