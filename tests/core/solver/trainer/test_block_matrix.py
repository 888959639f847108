"""The matrix of a working set is K + D of its variables, whatever of it was there before."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.problem import Gaussian
from core.problem.arrays import Matrix
from core.solver.trainer.block_matrix import BlockMatrix, members_first
from core.solver.trainer.rows.working_rows import rows_for

POINTS = 60
DIMENSIONS = {"plane": 2, "narrow": 6, "dense": 70}
sets = st.lists(st.lists(st.integers(0, POINTS - 1), min_size=1, max_size=40, unique=True), min_size=1, max_size=8)


@pytest.mark.parametrize("copies", [1, 2])
@pytest.mark.parametrize("d", DIMENSIONS.values(), ids=DIMENSIONS)
@given(asked=sets, kept=st.sets(st.integers(0, POINTS - 1), min_size=1), seed=st.integers(0, 9))
def test_it_is_the_kernel_of_the_working_set(
    d: int, copies: int, asked: list[list[int]], kept: set[int], seed: int
) -> None:
    rng = np.random.default_rng(seed)
    X, kernel = rng.normal(size=(POINTS, d)), Gaussian(0.5 / d)
    rows, block = rows_for(X, kernel, 4 * POINTS * 30), BlockMatrix(40)
    gram, extra = kernel.gram(X, X), rng.uniform(size=copies * POINTS)
    for number, chosen in enumerate(asked):
        if number == 4:
            some = np.array(sorted(kept))
            rows.shrink(some)
            X, gram = X[some], gram[np.ix_(some, some)]
            variables = np.concatenate([some + copy * POINTS for copy in range(copies)])
            new = np.full(copies * POINTS, -1)
            new[variables] = np.arange(len(variables))
            block.renumber(new)
            extra = extra[variables]
        W = np.unique(np.array(chosen) * (number + 1) % len(extra))
        rng.shuffle(W)
        members = set(block.members.tolist())
        ordered, K = block.over(W, rows, len(X), extra)
        assert sorted(ordered) == sorted(W)
        assert [t in members for t in ordered] == sorted((t in members for t in W), reverse=True)
        _agree(K[:, : len(W)], gram[np.ix_(ordered % len(X), ordered % len(X))] + np.diag(extra[ordered]))
        rows.add(np.unique(W % len(X)), np.ones(len(np.unique(W % len(X)))), np.zeros(len(X)), np.zeros(1, dtype=int))


def _agree(found: Matrix, truth: Matrix) -> None:
    np.testing.assert_array_equal(found, found.T)
    np.testing.assert_allclose(found, truth, atol=3e-6)


def test_who_was_there_comes_first() -> None:
    places, shared = members_first(np.array([7, 3, 9, 1]), np.array([9, 0, 3]), 10)
    assert places.tolist() == [2, 0, 1, 3]
    assert shared.tolist() == [2, 0]
