"""LAPACK's routines beside SciPy's own calls of them and beside what defines each."""

from __future__ import annotations

import numpy as np
import pytest
from scipy import linalg

from core.lowlevel.lapack import (
    factor_corner,
    factored,
    least_squares,
    pivoted_factor,
    reciprocal_condition,
    solved,
    tridiagonal,
    turned,
)


@pytest.mark.parametrize("s", [2, 3, 40, 300])
@pytest.mark.parametrize("columns", [1, 7, 45])
def test_q_l_q_is_the_matrix(s: int, columns: int) -> None:
    rng = np.random.default_rng(s)
    Z = rng.normal(size=(s + 5, s))
    A = Z.T @ Z
    kept = A.copy()
    made = tridiagonal(A)
    assert np.array_equal(A, kept)
    L = np.diag(made.diagonal) + np.diag(made.beside, 1) + np.diag(made.beside, -1)
    Q = turned(made, np.eye(s), "N")
    np.testing.assert_allclose(Q @ L @ Q.T, A, atol=1e-12 * s * np.abs(A).max())
    B = rng.normal(size=(s, columns))
    np.testing.assert_allclose(turned(made, B, "T"), Q.T @ B, atol=1e-12 * s)
    np.testing.assert_allclose(turned(made, B, "N"), Q @ B, atol=1e-12 * s)


def test_it_is_what_scipy_calls_bit_for_bit() -> None:
    Z = np.random.default_rng(0).normal(size=(80, 60))
    A = Z.T @ Z
    below, diagonal, beside, tau, _ = linalg.lapack.dsytrd(A, lower=1, lwork=64 * len(A))
    made = tridiagonal(A)
    for ours, theirs in zip(made, (below, tau, diagonal, beside), strict=True):
        assert np.array_equal(ours, theirs)


def test_a_matrix_in_the_other_order_or_a_part_of_one_is_read_as_it_is() -> None:
    Z = np.random.default_rng(1).normal(size=(9, 9))
    whole = Z @ Z.T
    part = whole[::2, ::2]
    for given in (part, np.asfortranarray(part), part.copy()):
        assert np.array_equal(tridiagonal(given).diagonal, tridiagonal(part.copy()).diagonal)
    made = tridiagonal(part)
    assert np.array_equal(turned(made, Z[:5, ::3], "N"), turned(made, Z[:5, ::3].copy(), "N"))


@pytest.mark.parametrize("n", [1, 2, 30, 200])
@pytest.mark.parametrize("columns", [0, 1, 3])
def test_a_factor_and_what_it_solves_are_scipy_s_bit_for_bit_in_either_order(n: int, columns: int) -> None:
    rng = np.random.default_rng(n)
    A = np.cov(rng.normal(size=(n, 2 * n + 2))).reshape(n, n) + np.eye(n)
    L, right = factored(A + np.triu(rng.normal(size=(n, n)), 1)), rng.normal(size=(n, columns) if columns else n)
    assert L is not None
    theirs, _ = linalg.cho_factor(A, lower=True)
    assert np.array_equal(np.tril(L), np.tril(theirs))
    assert np.array_equal(solved(L, right), linalg.cho_solve((theirs, True), right))
    size = float(np.linalg.norm(A, 1))
    assert reciprocal_condition(L, size) == linalg.lapack.dpocon(theirs, size, uplo="L")[0]
    rows = np.ascontiguousarray(np.tril(L))  # upper triangle of columns, to LAPACK
    assert np.array_equal(solved(rows, right), linalg.cho_solve((rows.T, False), right))
    assert reciprocal_condition(rows, size) == linalg.lapack.dpocon(rows.T, size, uplo="U")[0]


def test_what_is_not_positive_definite_has_no_factor() -> None:
    assert factored(np.diag([1.0, -1e-9, 1.0])) is None
    assert not factor_corner(np.diag([1.0, -1e-9, 1.0]), np.empty((0, 3)))
    with pytest.raises(ValueError, match="dpotrf"):
        factor_corner(np.broadcast_to(1.0, (2, 2)), np.empty((0, 2)))  # rows that are all in one place


def test_a_corner_is_factored_and_the_rows_below_it_are_divided_in_their_place() -> None:
    rng = np.random.default_rng(2)
    Z = rng.normal(size=(9, 12))
    whole = Z @ Z.T
    made = whole.copy()
    assert factor_corner(made[2:6, 2:6], made[6:, 2:6])
    L = np.linalg.cholesky(whole[2:6, 2:6])
    np.testing.assert_allclose(np.tril(made[2:6, 2:6]), L, atol=1e-13)
    np.testing.assert_allclose(made[6:, 2:6] @ L.T, whole[6:, 2:6], atol=1e-12)
    rest = np.ones_like(whole, dtype=bool)
    rest[2:6, 2:6] = rest[6:, 2:6] = False
    assert np.array_equal(made[rest], whole[rest])


@pytest.mark.parametrize("rank", [1, 4, 20])
def test_a_pivoted_factor_is_scipy_s_bit_for_bit(rank: int) -> None:
    Z = np.random.default_rng(rank).normal(size=(20, rank))
    packed, pivots, found, _ = linalg.lapack.dpstrf(Z @ Z.T, lower=1)
    theirs = np.zeros((20, found))
    theirs[pivots - 1] = np.tril(packed[:, :found])
    assert np.array_equal(pivoted_factor(Z @ Z.T), theirs)


@pytest.mark.parametrize("shape", [(1, 1), (40, 7), (7, 40), (150, 150)])
@pytest.mark.parametrize("full", [True, False])
def test_least_squares_are_scipy_s_bit_for_bit(shape: tuple[int, int], full: bool) -> None:
    rng = np.random.default_rng(shape[0])
    A = rng.normal(size=shape)
    if not full:
        A[:, -1], A[-1] = 2.0 * A[:, 0], A[0]
    right = rng.normal(size=len(A))
    assert np.array_equal(least_squares(A, right, 1e-12), linalg.lstsq(A, right, 1e-12, lapack_driver="gelsy")[0])
