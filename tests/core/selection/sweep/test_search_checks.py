"""`Search` keeps scikit-learn's promises, checked by scikit-learn."""

from __future__ import annotations

from typing import Any

from sklearn.base import BaseEstimator
from sklearn.utils.estimator_checks import parametrize_with_checks

from core.selection import Search

SMALL: dict[str, Any] = {"gammas": [0.1, 1.0], "Cs": [1.0, 10.0], "cv": 2}


@parametrize_with_checks(
    [Search(**SMALL), Search("rffdg-rbf", **SMALL, n_components=20), Search(estimator="regression", **SMALL)]
)
def test_scikit_learns_own_checks(estimator: BaseEstimator, check: Any) -> None:
    check(estimator)
