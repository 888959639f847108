"""Pairwise coupling by elimination against a search with p >= 0, and what a cache of svm-train holds."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.optimize import minimize

from core.estimators.probability import couple, couple_exactly
from core.problem.arrays import Matrix, Vector
from core.topics.libsvm.coupling import coupled
from core.topics.libsvm.theory import most_in_cache, rows_in_cache


def table(classes: int, seed: int) -> Matrix:
    upper = np.triu(np.random.default_rng(seed).random((classes, classes)), 1)
    return np.asarray(upper + np.tril(1.0 - upper.T, -1))


def cost(R: Matrix, p: Vector) -> float:
    k = len(p)
    return sum((R[t, s] * p[s] - R[s, t] * p[t]) ** 2 for s in range(k) for t in range(k) if s != t)


@given(classes=st.integers(2, 7), seed=st.integers(0, 2**31))
def test_elimination_finds_the_minimum_and_no_probability_is_below_zero(classes: int, seed: int) -> None:
    R = table(classes, seed)
    p = couple_exactly(R)
    assert p.sum() == pytest.approx(1.0, abs=1e-9)
    assert p.min() >= -1e-12
    for direction in np.random.default_rng(seed).normal(size=(5, classes)):
        moved = p + 1e-3 * (direction - direction.mean())
        assert cost(R, moved) >= cost(R, p) - 1e-12
    assert np.abs(couple(R, 1e-12) - p).max() < 1e-6


@pytest.mark.parametrize("seed", list(range(5)))
def test_a_search_that_imposes_the_bounds_finds_the_same(seed: int) -> None:
    R = table(4, seed)
    one = {"type": "eq", "fun": lambda p: p.sum() - 1.0}
    start = np.full(4, 0.25)
    found = minimize(lambda p: cost(R, p), start, bounds=[(0, 1)] * 4, constraints=[one], tol=1e-14)
    assert found.x == pytest.approx(couple_exactly(R), abs=1e-4)


@given(st.lists(st.floats(-2, 2), min_size=2, max_size=6), st.integers(0, 1000))
def test_no_term_grows_where_every_p_is_made_positive(values: list[float], seed: int) -> None:
    p, R = np.array(values), table(len(values), seed)
    if abs(p.sum()) < 1e-3:
        return
    p = p / p.sum()
    scaled = np.abs(p) / np.abs(p).sum()
    assert cost(R, scaled) <= cost(R, p) * (1.0 + 1e-9) + 1e-12


def test_the_numbers_of_the_page() -> None:
    found = coupled(4, 200)
    assert found.least > 0.0
    assert found.closer < found.apart < 0.05


@given(n=st.integers(2, 200_000), size=st.sampled_from([1, 40, 100, 200, 1000]))
def test_the_rows_in_a_cache_are_those_of_libsvms_constructor(n: int, size: int) -> None:
    values = size * 2**20
    values //= 4
    values -= n * 32 // 4
    values = max(values, 2 * n)
    assert rows_in_cache(n, size) == min(n, values // n)


@pytest.mark.parametrize("size", [1, 100, 200])
def test_the_largest_problem_whose_matrix_fits(size: int) -> None:
    most = most_in_cache(size)
    assert rows_in_cache(most, size) == most
    assert rows_in_cache(most + 1, size) < most + 1


def test_the_cache_holds_what_the_source_calls_unreasonable() -> None:
    assert rows_in_cache(1000, 100) == 1000
    assert most_in_cache(100) > 1000
