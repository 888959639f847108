"""Least squares of smallest norm in pieces: between two of them control returns to Python, so that it can be stopped.

LAPACK's `gelsd` does the same in one call, which takes 3 s for a 2,000 by 4,000 matrix and cannot be stopped: a QR
factorisation of the longer side, the bidiagonal form of the rest, and its singular values. The first two are computed
panel by panel.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

import numpy as np

from ..lowlevel.lapack import Bidiagonal, reflect_panel, reflected
from ..problem.arrays import Matrix, Vector

EPS = float(np.finfo(float).eps)
PANEL, REDUCED = 64, 32  # columns of a piece; either takes up to 0.1 s for 2,000 by 4,000 numbers


def never() -> bool:
    """Return False: never stop."""
    return False


def least_squares(A: Matrix, right: Matrix, cut: float = EPS, stop: Callable[[], bool] = never) -> Matrix | None:
    """Return the X (k, r) of smallest norm with the smallest |A X - right|, for A (m, k) and right (m, r).

    Singular values below `cut` times the largest one count as 0. None if stopped; LinAlgError if the singular
    values do not converge.
    """
    m, k = A.shape
    if min(m, k) == 0:
        return np.zeros((k, right.shape[1]))
    if m == k:
        return _of_square(np.array(A, order="F", dtype=np.float64), right, cut, stop)
    made = _reflections(A if m > k else A.T, stop)
    if made is None:
        return None
    size = min(m, k)
    upper = np.triu(made.below[:size])
    if m > k:
        return _of_square(np.asfortranarray(upper), reflected(*made, right, "T")[:k], cut, stop)
    inner = _of_square(np.asfortranarray(upper.T), right, cut, stop)
    if inner is None:
        return None
    return reflected(*made, np.vstack([inner, np.zeros((k - m, right.shape[1]))]), "N")


class _Reflections(NamedTuple):
    """Q R = A of an A with more rows than columns."""

    below: Matrix  # (m, k) in Fortran's order: R, and below its diagonal the reflections
    tau: Vector  # (k,)


def _reflections(A: Matrix, stop: Callable[[], bool]) -> _Reflections | None:
    below = np.array(A, order="F", dtype=np.float64)
    k, tau = A.shape[1], []
    for begin in range(0, k, PANEL):
        if stop():
            return None
        end = min(begin + PANEL, k)
        tau.append(reflect_panel(below[begin:, begin:], end - begin, below[begin:, end:]))
    return _Reflections(below, np.concatenate(tau))


def _of_square(A: Matrix, right: Matrix, cut: float, stop: Callable[[], bool]) -> Matrix | None:
    """Return the same for A (s, s) in Fortran order, which is overwritten."""
    made = Bidiagonal.of(A)
    for first in range(0, len(A), REDUCED):
        if stop():
            return None
        made.reduce(first, min(REDUCED, len(A) - first))
    return None if stop() else made.least_squares(right, cut)
