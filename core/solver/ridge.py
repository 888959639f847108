"""Kernel ridge regression in closed form, from the kernel matrix or from explicit features (mathematics 15).

There is no offset. Where the matrix is not positive definite to working precision, as for lambda = 0 and a singular
K, the answer is the least-squares solution of smallest norm, and says so.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
from scipy import linalg

from core.problem.arrays import Matrix, Vector
from core.problem.input_error import InputError, as_float
from core.solver.cholesky import lower_factor

EPS = float(np.finfo(float).eps)


@dataclass(frozen=True)
class Ridge:
    """The coefficients of a ridge regression."""

    weights: Vector  # alpha (n,) of the points, or w (D,) of the features
    regular: bool  # False: the matrix was singular to working precision, so this is the least-squares solution


def ridge(K: Matrix, z: Vector, penalty: float) -> Ridge:
    """Return alpha = (K + lambda I)^-1 z for targets z (n,), K (n, n) and lambda >= 0 (mathematics, equation 15.1).

    Raises
    ------
    InputError
        If lambda is negative or not finite.
    """
    shifted = _shifted(K, penalty)
    found, regular = solve_symmetric(shifted, np.asarray(z, dtype=np.float64)[:, None])
    return Ridge(found[:, 0], regular)


def ridge_of_features(Z: Matrix, z: Vector, penalty: float) -> Ridge:
    """Return w = (Z'Z + lambda I)^-1 Z'z of features Z (n, D): f(x) = Z(x).w is the ridge regression with K' = ZZ'.

    The cost is n D^2, and no kernel matrix is made. `InputError` as in `ridge`.
    """
    shifted = _shifted(Z.T @ Z, penalty)
    factor = cholesky(shifted)
    if factor is not None:
        return Ridge(_by_factor(factor, (Z.T @ z)[:, None])[:, 0], True)
    tall = np.vstack([Z, math.sqrt(penalty) * np.eye(Z.shape[1])])
    found = linalg.lstsq(tall, np.concatenate([z, np.zeros(Z.shape[1])]))[0]
    return Ridge(np.asarray(found), False)


def solve_symmetric(M: Matrix, Y: Matrix) -> tuple[Matrix, bool]:
    """Return the X of M X = Y, and whether M is positive definite to working precision; else X is least squares."""
    factor = cholesky(M)
    if factor is not None:
        return _by_factor(factor, Y), True
    return np.asarray(linalg.lstsq(M, Y)[0]), False


def cholesky(M: Matrix) -> Matrix | None:
    """Return Cholesky's upper factor of M (n, n); None where M is not positive definite to working precision."""
    factor, size = np.array(M, order="C"), float(np.linalg.norm(M, 1))
    if not lower_factor(factor):
        return None
    upper = factor.T  # LAPACK reads columns
    least, _ = linalg.lapack.dpocon(upper, size, uplo="U")
    return upper if least > EPS else None


def _by_factor(upper: Matrix, Y: Matrix) -> Matrix:
    return np.asarray(linalg.lapack.dpotrs(upper, Y, lower=0)[0])


def _shifted(M: Matrix, penalty: float) -> Matrix:
    """Return M + lambda I; `InputError` for a lambda that is none."""
    value = as_float(penalty)
    if not 0.0 <= value < math.inf:
        raise InputError(
            "lambda.negative", "lambda is {got}; it must be a finite number and not negative.", got=str(penalty)[:20]
        )
    shifted = np.array(M, dtype=np.float64)
    shifted.flat[:: len(M) + 1] += value
    return shifted
