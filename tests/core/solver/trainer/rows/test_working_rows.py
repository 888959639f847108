"""Kernel rows in blocks are the rows of the Gram matrix, whatever is cached and whichever points are active."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import sparse

from core.lowlevel.cache_lines import LINE
from core.problem import Gaussian, Kernel, Linear, Polynomial, Precomputed, Sigmoid, TaylorGaussian
from core.problem.arrays import Indices, Matrix
from core.solver.trainer.rows.cache import RowCache
from core.solver.trainer.rows.formula import formula
from core.solver.trainer.rows.stored import Narrow, Sparse, StoredMatrix
from core.solver.trainer.rows.working_rows import Called, KernelRows, PlaneRows, exact_pull, rows_for

KERNELS: list[Kernel] = [
    Linear(),
    Polynomial(3, 0.5, 1.0),
    Gaussian(0.3),
    Sigmoid(0.2, -0.5),
    TaylorGaussian(0.2, 4),
]
NEVER = np.zeros(1, dtype=np.int64)


class Cauchy:
    """A kernel that the core does not know."""

    always_psd = True

    def gram(self, A: Matrix, B: Matrix) -> Matrix:
        return np.asarray(1.0 / (1.0 + ((A[:, None] - B[None]) ** 2).sum(axis=2)))


def _points(d: int, share: float = 0.7) -> Matrix:
    rng = np.random.default_rng(d)
    return np.where(rng.random((90, d)) < share, rng.normal(size=(90, d)), 0.0) + (100.0 if d == 2 else 0.0)


def _cases() -> dict[str, tuple[type, Any, Kernel, Matrix]]:
    plane, table, wide = _points(2), _points(6), 0.2 * _points(70)
    cases: dict[str, tuple[type, Any, Kernel, Matrix]] = {
        "plane": (PlaneRows, plane, Gaussian(1.0), Gaussian(1.0).gram(plane, plane)),
        "space": (PlaneRows, table[:, :3].copy(), Gaussian(1.0), Gaussian(1.0).gram(table[:, :3], table[:, :3])),
        "line": (PlaneRows, table[:, :1].copy(), Gaussian(1.0), Gaussian(1.0).gram(table[:, :1], table[:, :1])),
        "called": (Called, table, Cauchy(), Cauchy().gram(table, table)),
        "matrix": (Called, table @ table.T, Precomputed(), table @ table.T),
    }
    for kernel in KERNELS:
        cases[f"narrow {kernel}"] = (Narrow, table, kernel, kernel.gram(table, table))
        cases[f"half sparse {kernel}"] = (Narrow, sparse.csr_array(table), kernel, kernel.gram(table, table))
        cases[f"dense {kernel}"] = (StoredMatrix, wide, kernel, kernel.gram(wide, wide))
        few = _points(12, share=0.2)
        cases[f"sparse {kernel}"] = (Sparse, sparse.csr_array(few), kernel, kernel.gram(few, few))
    return cases


CASES = _cases()


def _close(found: Matrix, truth: Matrix, error: float) -> None:
    assert np.abs(found - truth).max(initial=0.0) <= error * (1.0 + np.abs(truth).max(initial=0.0))


@pytest.mark.parametrize("cache_bytes", [0, 4 * 90 * 7, 10**6], ids=["no cache", "seven rows", "all rows"])
@pytest.mark.parametrize("name", CASES)
def test_rows_are_those_of_the_gram_matrix(name: str, cache_bytes: int) -> None:
    kind, X, kernel, gram = CASES[name]
    rows = rows_for(X, kernel, cache_bytes)
    assert type(rows) is kind
    everyone = np.arange(90)
    rng = np.random.default_rng(0)
    _close(rows.exact(everyone[:50], everyone[20:]), gram[:50, 20:], 1e-13)
    weights = rng.normal(size=70)
    _close(exact_pull(rows, everyone[:50], everyone[20:], weights, NEVER), gram[:50, 20:] @ weights, 1e-11)
    active = everyone
    for _ in range(2):
        for _ in range(3):  # the second and the third time from the cache, where there is one
            _agree(rows, gram, active, rng)
        kept = np.flatnonzero(rng.random(len(active)) < 0.6)
        rows.shrink(kept)
        active = active[kept]
        _agree(rows, gram, active, rng)
        gone, chosen = np.setdiff1d(everyone, active), rng.choice(90, 11, replace=False)
        steps = rng.normal(size=11)
        _close(rows.elsewhere(gone, chosen, steps, NEVER), gram[np.ix_(gone, chosen)] @ steps, 2e-5)
    rows.restore()
    _agree(rows, gram, everyone, rng)


def _agree(rows: KernelRows, gram: Matrix, active: Indices, rng: np.random.Generator) -> None:
    chosen = rng.choice(len(active), 12, replace=False)
    steps, pull = rng.normal(size=12), np.ones(len(active))
    rows.add(chosen, steps, pull, NEVER)
    _close(pull, 1.0 + gram[np.ix_(active, active[chosen])] @ steps, 2e-5)
    for some in (chosen, rng.choice(len(active), 12, replace=False)):  # those just added, and others among them
        for first in (0, 5, 12):
            K = np.full((12, 16), -7.0, dtype=np.float32)
            rows.block(some, first, K)
            truth = gram[np.ix_(active[some], active[some])]
            _close(np.triu(K[:, :12])[:, first:], np.triu(truth)[:, first:], 2e-6)
            assert (K[:, :first] == -7.0).all()


def test_what_is_stored_is_not_computed_again() -> None:
    rows = rows_for(_points(100), Gaussian(0.01), 10**6)
    chosen, steps, pull = np.arange(0, 20, 2), np.ones(10), np.zeros(90)
    assert rows.add(chosen, steps, pull, NEVER) == 10
    assert rows.add(chosen, steps, pull, NEVER) == 0
    assert rows.add(np.arange(10), steps, pull, NEVER) == 5


@pytest.mark.parametrize("n", [255, 256, 257, 700])
@pytest.mark.parametrize("d", [1, 4, 33, 64])
def test_tiles_end_where_they_may_and_the_cache_holds_what_was_added(n: int, d: int) -> None:
    rng = np.random.default_rng(n + d)
    X, kernel = rng.normal(size=(n, d)), Gaussian(0.5 / d)
    rows = Narrow(X, formula(kernel), 4 * n * 60)
    gram, everyone = kernel.gram(X, X), np.arange(n)
    for q in (1, 4, 7, 50, 7):
        chosen, steps, pull = rng.choice(n, q, replace=False), rng.normal(size=q), np.zeros(n)
        rows.add(chosen, steps, pull, NEVER)
        _close(pull, gram[:, chosen] @ steps, 2e-5)
    K = np.empty((n, n + 16), dtype=np.float32)
    for first in (0, 3, n // 2, n):
        K[:] = -7.0
        rows.block(everyone, first, K)
        _close(np.triu(K[:, :n])[:, first:], np.triu(gram)[:, first:], 2e-6)
        assert (K[:, :first] == -7.0).all()


def test_a_taylor_series_beyond_single_precision_is_called_the_slow_way() -> None:
    assert isinstance(rows_for(_points(6), TaylorGaussian(1e-9, 40), 0), Called)


class Naive:
    """A cache as a list of points, least recently used first."""

    def __init__(self, slots: int) -> None:
        self.slots, self.order = slots, []

    def ask(self, points: list[int]) -> set[int]:
        known = {point for point in points if point in self.order}
        self.order = [point for point in self.order if point not in known]
        room = [point for point in points if point not in known][: self.slots - len(known)]
        self.order = self.order[max(0, len(self.order) + len(known) + len(room) - self.slots) :]
        self.order += [*sorted(known), *room]
        return known


sets = st.lists(st.integers(0, 19), min_size=1, max_size=6, unique=True)


@given(asked=st.lists(sets, max_size=30), slots=st.integers(0, 12))
def test_the_cache_never_lies_never_overflows_and_forgets_the_oldest(asked: list[list[int]], slots: int) -> None:
    cache = RowCache(20, 4 * 32 * slots)  # a row of 20 takes two whole lines
    assert cache.slots == slots
    assert cache.rows.nbytes <= 4 * 32 * slots
    assert slots == 0 or cache.rows.ctypes.data % LINE == 0
    naive = Naive(slots)
    for points in asked:
        found = cache.find(np.array(points))
        known = naive.ask(points)
        assert len(known) <= slots
        missing = [point for point, slot in zip(points, found, strict=True) if slot < 0]
        for point, slot in zip(points, found, strict=True):
            assert slot < 0 or cache.rows[slot, 0] == point  # the row that was written for it
        claimed = cache.claim(np.array(missing, dtype=np.int64))
        taken = claimed[claimed >= 0]
        assert len(set(taken)) == len(taken)
        assert not set(taken) & set(found[found >= 0])
        for point, slot in zip(missing, claimed, strict=True):
            if slot >= 0:
                cache.rows[slot, :20] = point
        if len(points) <= slots:
            assert (claimed >= 0).all()


def test_what_was_used_last_stays_longest() -> None:
    cache = RowCache(10, 4 * 16 * 3)
    for point in (0, 1, 2):
        cache.find(np.array([point]))
        cache.claim(np.array([point]))
    cache.find(np.array([0]))  # 1 is the oldest now
    cache.find(np.array([5]))
    cache.claim(np.array([5]))
    assert (cache.find(np.array([0, 1, 2, 5])) >= 0).tolist() == [True, False, True, True]


def test_shrinking_moves_the_rows_that_are_left_together_and_makes_room_for_more() -> None:
    cache = RowCache(20, 4 * 32 * 3)
    points, left = np.array([14, 1, 15]), np.array([1, 2, 15])
    cache.find(points)
    slots = cache.claim(points)
    cache.rows[slots, :20] = 100 * points[:, None] + np.arange(20)
    cache.shrink(left, left)  # of points that are all active the places are the numbers
    assert cache.slots == 6
    assert cache.find(np.array([14])) < 0  # it has gone, and its row with it
    for point, slot in zip((1, 15), cache.find(np.array([1, 15])), strict=True):
        assert cache.rows[slot, :3].tolist() == [100 * point + c for c in left]
    found = cache.find(np.array([1, 15]))
    claimed = cache.claim(np.array([0, 2, 3, 4]))
    assert sorted([*found, *claimed]) == list(range(6))
    cache.clear(20)
    assert (cache.find(points) < 0).all()


@pytest.mark.parametrize("coordinates", [1, 2, 3, 5])
@pytest.mark.parametrize("far", [1.0, 1e4, 1e7])
def test_in_float64_a_gaussian_of_near_points_far_from_their_mean_is_that_of_its_formula(
    far: float, coordinates: int
) -> None:
    random, kernel = np.random.default_rng(coordinates), Gaussian(1e8)
    X = np.where(np.arange(40) % 2 == 0, far, -far)[:, None] + 1e-4 * random.normal(size=(40, coordinates))
    everyone = np.arange(40)
    K = rows_for(X, kernel, 0).exact(everyone, everyone)
    np.testing.assert_allclose(K, kernel.gram(X, X), rtol=0, atol=1e-11)
