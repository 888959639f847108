"""Kernel ridge regression in closed form, from the kernel matrix or from explicit features (mathematics 15).

There is no offset. If the matrix is not positive definite to working precision, as for lambda = 0 and a singular K, the
answer is the least-squares solution of smallest norm, and is marked as such.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from ..lowlevel.lapack import reciprocal_condition, solved
from ..problem.arrays import Matrix, Vector
from ..problem.input_error import InputError, as_float
from .cholesky import lower_factor
from .smallest_norm import least_squares, never

EPS = float(np.finfo(float).eps)


@dataclass(frozen=True)
class Ridge:
    """The coefficients of a ridge regression."""

    weights: Vector  # alpha (n,) of the points, or w (D,) of the features
    regular: bool  # False: the matrix was singular to working precision, so this is the least-squares solution


def ridge(K: Matrix, z: Vector, penalty: float, stop: Callable[[], bool] = never) -> Ridge:
    """Return alpha = (K + lambda I)^-1 z for targets z (n,), K (n, n) and lambda >= 0 (mathematics, equation 15.1).

    `stop` is polled some ten times a second; once it is true, all coefficients are nan.

    Raises
    ------
    InputError
        If lambda is negative or not finite.
    """
    shifted = _shifted(K, _penalty(penalty))
    found, regular = solve_symmetric(shifted, np.asarray(z, dtype=np.float64)[:, None], stop)
    return Ridge(found[:, 0], regular)


def ridge_of_features(Z: Matrix, z: Vector, penalty: float, stop: Callable[[], bool] = never) -> Ridge:
    """Return w = (Z'Z + lambda I)^-1 Z'z of features Z (n, D): f(x) = Z(x).w is the ridge regression with K' = ZZ'.

    Of Z'Z and ZZ' the smaller one is factored, since w = Z'(ZZ' + lambda I)^-1 z as well: 4,000 features of 60 points
    take 2 ms instead of 1.3 s. `InputError` and `stop` as in `ridge`, except for a lambda > 0 that is negligible beside
    Z'Z: then the singular values are computed in one uninterruptible call.
    """
    (n, D), value = Z.shape, _penalty(penalty)
    shifted = _shifted(Z @ Z.T if n < D else Z.T @ Z, value)
    if n >= D or value > EPS * float(np.linalg.norm(shifted, 1)):  # of fewer points than features Z'Z is singular
        factor = cholesky(shifted, stop)
        if factor is not None:
            found = solved(factor, z if n < D else Z.T @ z)
            return Ridge(np.asarray(Z.T @ found, dtype=np.float64) if n < D else found, True)
        if stop():
            return Ridge(np.full(D, np.nan), False)
    if value == 0.0:
        return Ridge(_least_squares(Z, z[:, None], stop)[:, 0], False)
    U, s, V = np.linalg.svd(Z, full_matrices=False)
    kept = s > EPS * s[0]
    return Ridge(V[kept].T @ (s[kept] / (s[kept] ** 2 + value) * (U[:, kept].T @ z)), False)


def solve_symmetric(M: Matrix, Y: Matrix, stop: Callable[[], bool] = never) -> tuple[Matrix, bool]:
    """Return the X of M X = Y, and whether M is positive definite to working precision; else X is least squares.

    Once `stop` is true, X is nan.
    """
    factor = cholesky(M, stop)
    if factor is not None:
        return solved(factor, Y), True
    return _least_squares(M, Y, stop), False


def _least_squares(A: Matrix, right: Matrix, stop: Callable[[], bool]) -> Matrix:
    found = least_squares(A, right, EPS * max(A.shape), stop)  # singular values below it are rounding
    return np.full((A.shape[1], right.shape[1]), np.nan) if found is None else found


def cholesky(M: Matrix, stop: Callable[[], bool] = never) -> Matrix | None:
    """Return Cholesky's lower factor of M (n, n); None if M is not positive definite, or if stopped.

    Positive definite means to working precision: as far as float64 can tell.
    """
    factor, size = np.array(M, order="C"), float(np.linalg.norm(M, 1))
    return factor if lower_factor(factor, stop) and reciprocal_condition(factor, size) > EPS else None


def _penalty(penalty: float) -> float:
    """Return lambda; `InputError` if it is invalid."""
    value = as_float(penalty)
    if not 0.0 <= value < math.inf:
        raise InputError(
            "lambda.negative", "lambda is {got}; it must be a finite number and not negative.", got=str(penalty)[:20]
        )
    return value


def _shifted(M: Matrix, penalty: float) -> Matrix:
    """Return M + lambda I."""
    shifted = np.array(M, dtype=np.float64)
    shifted.flat[:: len(M) + 1] += penalty
    return shifted
