"""A proof, valid in spite of rounding, that a kernel matrix is positive semidefinite.

A floating-point Cholesky factor R of A satisfies |R'R - A|_ij <= g sqrt(a_ii a_jj) with g = gamma_(n+1) / (1 -
gamma_(n+1)), whatever the order of its sums (Demmel89; Higham02, theorem 10.3). For a matrix with ones on its diagonal
the error is therefore at most n g in the spectral norm. If the factor of A - s I with s >= n g exists, A is positive
semidefinite; if that of A + s I does, x'Ax >= -2 s |x|^2. The ones come from scaling each row by its own diagonal: a
shift relative to the largest entry would prove nothing about the small ones.
"""

from __future__ import annotations

import math

import numpy as np

from ..arrays import Matrix, Vector
from ..form import Form

EPS = float(np.finfo(float).eps)
SCALING = 4.0  # roundings of an entry scaled by its row and its column


def defect(K: Matrix, error: Vector | None = None) -> float:
    """Return a proved s >= 0 with K + s diag(K) positive semidefinite: 0 if K itself is; inf if none was found.

    K (n, n) is exactly symmetric, and each K_ij may have an error of up to error_i error_j: the result holds for every
    such matrix. Scaled like K to a unit diagonal, the error has a spectral norm of at most sum_i error_i^2 / K_ii.
    """
    diagonal, off = K.diagonal(), np.zeros(len(K)) if error is None else error
    apart = diagonal <= 0.0  # such a row must be all zeros
    if diagonal.min() < 0.0 or np.any(K[apart]) or np.any(off[apart]):
        return math.inf
    kept = np.flatnonzero(~apart)
    n = len(kept)
    root = np.sqrt(diagonal[kept])
    scaled = K[np.ix_(kept, kept)] / root[:, None] / root
    s = n * (n + 2 + SCALING) * EPS + 1.001 * float(np.sum((off[kept] / root) ** 2))
    if _has_factor(scaled, -s):
        return 0.0
    return 2.0 * s if _has_factor(scaled, s) else math.inf


def _has_factor(A: Matrix, shift: float) -> bool:
    """Tell whether A + shift I has a Cholesky factor in floating point."""
    shifted = A.copy()
    shifted.flat[:: len(A) + 1] += shift
    try:
        np.linalg.cholesky(shifted)
    except np.linalg.LinAlgError:
        return False
    return True


def loss(defect: float, diagonal: Vector, form: Form) -> float:
    """Return how much better than the gap proves the dual optimum can be: 1/2 sum_k (s K_kk - D_k) C_k^2.

    With s diag(K) added to its curvature the dual is convex, and in the box its value changes by at most this. The
    diagonal (n,) is that of the kernel matrix.
    """
    if math.isinf(defect):
        return math.inf
    lacking = np.maximum(0.0, defect * form.per_variable(np.maximum(diagonal, 0.0)) - form.diagonal)
    some = lacking > 0.0
    with np.errstate(over="ignore"):
        return float(0.5 * np.sum(lacking[some] * form.upper[some] ** 2))
