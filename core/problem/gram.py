"""Gram matrices in one compiled pass: a value is computed, mirrored and done while its tile is in the fast memory.

In NumPy the squared distances, their exponentials, the check and the mean of K and its transpose are passes of their
own over (n, n) numbers, and two of them need another matrix: 26 ms for 2,000 points of the plane, here 5 ms.
"""

from __future__ import annotations

import numpy as np

from core.lowlevel.cache_lines import borrowed
from core.lowlevel.compiled import compiled
from core.lowlevel.simd import F64_LEAST, LOG2E, two_to
from core.problem.arrays import Matrix, Vector

WIDE_TILE = 512  # columns: with the tile of B they stay in the caches
TILE = 128  # columns and rows of a part that is mirrored: its two places stay in the second-level cache
POWERS = 1024  # numbers at a time: they stay in the first-level cache
SQUARE = 64  # the same where nothing is computed


def gaussian_gram(A: Matrix, B: Matrix, gamma: float) -> Matrix:
    """Return exp(-gamma |a - b|^2) for the rows of A (n, d) and B (m, d), shape (n, m).

    The relative error of a value is at most 5e-16 + (d + 5) 1.2e-16 gamma |a - b|^2; below 2^-1021 it is 0. Of a set
    with itself the matrix is exactly symmetric, with ones on its diagonal, and half of it is computed; every value has
    the same bits as when all of it is.
    """
    if A.shape[1] != B.shape[1]:
        raise ValueError(f"The points have {A.shape[1]} and {B.shape[1]} coordinates; they must have the same number.")
    K: Matrix = np.empty((len(A), len(B)))  # NumPy's own memory: it comes in large pages
    rows, columns = np.array(A, dtype=np.float64, order="C"), np.array(B.T, dtype=np.float64, order="C")
    (fill_half if A is B else fill_all)(rows, columns, float(gamma), K)
    return K


@compiled
def fill_all(A: Matrix, B: Matrix, gamma: float, K: Matrix) -> None:
    """Write the kernel of the points A (n, d), one a row, and B (d, m), one a column, into K (n, m)."""
    A, B, K = borrowed(A), borrowed(B), borrowed(K)
    for begin in range(0, K.shape[1], WIDE_TILE):
        end = min(begin + WIDE_TILE, K.shape[1])
        for i in range(K.shape[0]):
            fill_row(B, begin, A[i], gamma, K[i, begin:end])


@compiled
def fill_half(A: Matrix, B: Matrix, gamma: float, K: Matrix) -> None:
    """Do the same for a set with itself: below the diagonal by computing, above it by copying."""
    A, B, K = borrowed(A), borrowed(B), borrowed(K)
    n = K.shape[0]
    for begin in range(0, n, TILE):
        end = min(begin + TILE, n)
        for top in range(begin, n, TILE):
            bottom = min(top + TILE, n)
            for i in range(top, bottom):
                fill_row(B, begin, A[i], gamma, K[i, begin : min(end, i + 1)])
            for j in range(begin, end):
                for i in range(max(top, j + 1), bottom):
                    K[j, i] = K[i, j]


@compiled
def fill_row(B: Matrix, begin: int, point: Vector, gamma: float, row: Vector) -> None:
    """Write the kernel of one point (d,) and the points of B (d, m) from column `begin` on into row (w,)."""
    z, here = B[0, begin : begin + row.size], point[0]
    for t in range(row.size):
        apart = z[t] - here
        row[t] = apart * apart
    for c in range(1, point.size):
        z, here = B[c, begin : begin + row.size], point[c]
        for t in range(row.size):
            apart = z[t] - here
            row[t] += apart * apart
    for t in range(row.size):
        exponent = -gamma * row[t] * LOG2E  # in this order: LOG2E gamma may leave the floats, and 0 times that is no 0
        value = two_to(exponent)
        row[t] = value if exponent >= F64_LEAST else 0.0 if exponent < F64_LEAST else np.nan


@compiled
def raise_to(values: Vector, degree: int, gamma: float, zeta: float) -> None:
    """Replace each inner product v by (zeta + gamma v)^degree, within 1e-15 degree of itself, by repeated squaring.

    The power of NumPy asks the C library for each number: 50 ms for 2,000 points at degree 3, here 4 ms.
    """
    values = borrowed(values)
    power = np.empty(min(POWERS, values.size))
    for begin in range(0, values.size, POWERS):
        part, exponent = values[begin : begin + POWERS], degree
        for t in range(part.size):
            power[t] = zeta + gamma * part[t]
            part[t] = 1.0
        while exponent > 0:
            if exponent & 1:
                for t in range(part.size):
                    part[t] *= power[t]
            exponent >>= 1
            if exponent > 0:
                for t in range(part.size):
                    power[t] *= power[t]


@compiled
def make_symmetric(K: Matrix, most: float) -> bool:
    """Replace K (n, n) by the mean of it and its transpose; say whether all |K_ij| were at most `most`, none NaN."""
    K = borrowed(K)
    n, moderate = K.shape[0], True
    for top in range(0, n, SQUARE):
        for left in range(0, top + 1, SQUARE):
            for i in range(top, min(top + SQUARE, n)):
                for j in range(left, min(left + SQUARE, i + 1)):
                    below, above = K[i, j], K[j, i]
                    moderate &= abs(below) <= most and abs(above) <= most
                    K[i, j] = K[j, i] = (below + above) * 0.5
    return moderate
