"""A sparse code satisfies its optimality conditions, and a training point is coded by itself."""

from __future__ import annotations

import numpy as np
import pytest

from core.problem import Gaussian
from core.topics.choosing.sparse_code import sparse_codes
from tests.core.small_problems import moons


def objective(K: np.ndarray, k: np.ndarray, beta: np.ndarray, penalty: float) -> float:
    return 0.5 - float(beta @ k) + 0.5 * float(beta @ K @ beta) + penalty * float(np.abs(beta).sum())


@pytest.mark.parametrize("gamma", [0.5, 5.0])
def test_no_other_code_is_better(gamma: float) -> None:
    X, y = moons(40)
    new = X[::4] + 0.05
    found = sparse_codes(X, np.asarray(y, dtype=float), new, gamma)
    assert found.violation < 2e-3
    K, k = Gaussian(gamma).gram(X, X), Gaussian(gamma).gram(X, new)
    rng = np.random.default_rng(0)
    for column in range(len(new)):
        best = objective(K, k[:, column], found.codes[:, column], 1e-2)
        for _ in range(30):
            other = found.codes[:, column] + 0.05 * rng.standard_normal(len(X)) * (rng.random(len(X)) < 0.3)
            assert best <= objective(K, k[:, column], other, 1e-2) + 1e-4


def test_far_points_are_coded_by_themselves_and_get_their_own_class() -> None:
    X = 100.0 * np.arange(6.0)[:, None]
    y = np.array([1.0, -1.0, 1.0, 1.0, -1.0, -1.0])
    found = sparse_codes(X, y, X, 1.0, 0.25)
    np.testing.assert_allclose(found.codes, 0.75 * np.eye(6))
    np.testing.assert_array_equal(found.sides, y)
    assert found.violation == pytest.approx(0.0, abs=1e-12)
