"""The loops that fill rows of monomials: every way of writing them writes the same, and nothing beside them."""

from __future__ import annotations

import math
from itertools import combinations_with_replacement

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.problem import TaylorMap
from core.problem.maps import feature_map, monomials

GUARD = 20  # entries on either side that must not change


def naive(x: np.ndarray, base: float, order: int) -> list[float]:
    """Return base times the product of every choice of coordinates, over the roots of how often each is chosen."""
    row = []
    for degree in range(order + 1):
        for factors in combinations_with_replacement(range(len(x)), degree):
            often = math.prod(math.factorial(factors.count(j)) for j in set(factors))
            row.append(base * math.prod(x[j] for j in factors) / math.sqrt(often))
    return row


@pytest.mark.parametrize("dtype", [np.float64, np.float32])
@pytest.mark.parametrize("past", [False, True])
@given(
    n=st.integers(1, 60),
    d=st.integers(1, 9),
    order=st.integers(0, 4),
    astray=st.integers(0, 15),
    seed=st.integers(0, 9),
)
def test_every_row_is_its_monomials_wherever_it_stands(
    dtype: type, past: bool, n: int, d: int, order: int, astray: int, seed: int
) -> None:
    chance = np.random.default_rng(seed)
    X, base = chance.normal(size=(n, d)).astype(dtype), chance.random(n).astype(dtype)
    run, p = monomials.runs(d, order), monomials.count(d, order)
    memory = np.full(astray + GUARD + n * p + GUARD, np.nan, dtype)
    out = memory[astray + GUARD :][: n * p].reshape(n, p)
    monomials.fill(X, base, monomials.root_factors(run).astype(dtype), run, past, out)
    expected = np.array([naive(x, b, order) for x, b in zip(X.astype(float), base.astype(float), strict=True)])
    np.testing.assert_allclose(out, expected, rtol=1e-5 if dtype == np.float32 else 1e-14, atol=1e-37)
    assert np.isnan(memory[: astray + GUARD]).all()
    assert np.isnan(memory[astray + GUARD + n * p :]).all()


@pytest.mark.parametrize("n", [100, 5000])  # one block of the cache, and many
def test_past_the_caches_the_same_bits_arrive(n: int) -> None:
    X = np.random.default_rng(0).normal(size=(n, 20))
    run = monomials.runs(20, 3)
    through, past = (np.empty((n, monomials.count(20, 3))) for _ in range(2))
    for way, out in ((False, through), (True, past)):
        monomials.fill(X, np.ones(n), monomials.root_factors(run), run, way, out)
    assert np.array_equal(through, past)


def test_only_a_large_given_array_is_written_past_the_caches() -> None:
    small, large = (np.empty((n, 231)) for n in (10, 20_000))
    assert not feature_map.passes_caches(None)
    assert not feature_map.passes_caches(small)
    assert feature_map.passes_caches(large)
    X = np.random.default_rng(1).normal(size=(20_000, 20))
    phi = TaylorMap(0.1, 2)
    assert np.array_equal(phi.features(X, large), phi.features(X))
