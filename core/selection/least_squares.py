"""Ridge regression for many lambda at once, from a kernel matrix or from features (mathematics 15).

Both are T (A + lambda I)^-1 R: of a kernel A = K and R = Y, of features A = Z'Z and R = Z'Y. A small A is decomposed
once for all lambda; a large one has Cholesky's factor for each, in panels between which somebody may cancel.
"""

from __future__ import annotations

import time
from collections.abc import Iterator

import numpy as np
from scipy import linalg

from core.problem.arrays import Matrix, Vector
from core.selection.folded import Folded, Learner, Split
from core.selection.judged import Chain, Judged, stopped
from core.selection.look import penalty_of
from core.solver import CancelFlag
from core.solver.cholesky import lower_factor

EIGEN = 512  # rows of a matrix that is decomposed, which takes some hundredths of a second
EPS = float(np.finfo(float).eps)
NUMBERS = 1 << 27  # products between two looks at the cancel flag


def ridge_chain(
    asked: Folded, A: Matrix, R: Matrix, T: Matrix, split: Split, Cs: tuple[float, ...], cancel: CancelFlag
) -> Chain:
    """Yield what a fold says of ridge regression at each lambda = 1 / (2 C): T (A + lambda I)^-1 R are its values."""
    began = time.perf_counter()
    for values in ridge_values(A, R, T, [penalty_of(C) for C in Cs], cancel):
        trained = time.perf_counter()
        errors = asked.errors(split.test, _called(asked, values))
        ended = time.perf_counter()
        yield Judged(errors, len(split.test), True, trained - began, ended - trained)
        began = time.perf_counter()


def ridge_values(A: Matrix, R: Matrix, T: Matrix, penalties: list[float], cancel: CancelFlag) -> Iterator[Matrix]:
    """Yield T (A + lambda I)^-1 R (k, outputs) for each lambda >= 0; of a singular matrix its least squares.

    A is (s, s), positive semidefinite; R (s, outputs), T (k, s). Who cancels gets no more.
    """
    if stopped(cancel):
        return
    if len(A) <= EIGEN:
        yield from _by_eigenvalues(A, R, T, penalties)
        return
    for penalty in penalties:
        found = _by_factor(A, R, penalty, cancel)
        if found is None:
            return
        yield T @ found


def _by_eigenvalues(A: Matrix, R: Matrix, T: Matrix, penalties: list[float]) -> Iterator[Matrix]:
    values, vectors = linalg.eigh(A, driver="evd", check_finite=False)
    inner, outputs = vectors.T @ R, R.shape[1]
    weights = np.hstack([_inverses(values, penalty)[:, None] * inner for penalty in penalties])
    found = T @ (vectors @ weights)  # all lambda in one product
    for k in range(len(penalties)):
        yield found[:, k * outputs : (k + 1) * outputs]


def _inverses(values: Vector, penalty: float) -> Vector:
    """Return 1 / (v + lambda) of eigenvalues, 0 where that is rounding."""
    shifted = values + penalty
    kept = shifted > len(values) * EPS * max(float(shifted[-1]), 0.0)
    return np.where(kept, 1.0 / np.where(kept, shifted, 1.0), 0.0)


def _by_factor(A: Matrix, R: Matrix, penalty: float, cancel: CancelFlag) -> Matrix | None:
    """Return (A + lambda I)^-1 R, None where somebody cancels."""
    factor = np.array(A, order="C")
    factor.flat[:: len(A) + 1] += penalty
    if lower_factor(factor, lambda: stopped(cancel)):
        return np.asarray(linalg.lapack.dpotrs(factor.T, R, lower=0)[0])
    if stopped(cancel):
        return None
    shifted = np.array(A, order="C")
    shifted.flat[:: len(A) + 1] += penalty
    return np.asarray(linalg.lstsq(shifted, R)[0])


def moments(Z: Matrix, Y: Matrix, cancel: CancelFlag) -> tuple[Matrix, Matrix] | None:
    """Return Z'Z (D, D) and Z'Y (D, outputs) of features Z (n, D), some rows at a time; None where somebody cancels."""
    n, D = Z.shape
    square, product = np.zeros((D, D)), np.zeros((D, Y.shape[1]))
    step = max(1, NUMBERS // (D * D)) if D else n
    for begin in range(0, n, step):
        if stopped(cancel):
            return None
        part = Z[begin : begin + step]
        square += part.T @ part
        product += part.T @ Y[begin : begin + step]
    return square, product


def _called(asked: Folded, values: Matrix) -> Vector:
    """Return the class that values (k, outputs) call, or the numbers themselves."""
    if asked.learner is Learner.REGRESSION:
        return values[:, 0]
    if asked.classes == 2:
        return np.where(values[:, 0] >= 0.0, 1.0, 0.0)
    return np.asarray(values.argmax(axis=1), dtype=np.float64)
