"""LAPACK's tridiagonal form beside SciPy's own calls and beside what defines it."""

from __future__ import annotations

import numpy as np
import pytest
from scipy import linalg

from core.lowlevel.lapack import tridiagonal, turned


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
