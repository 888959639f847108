"""Gram matrices in one pass: rows are computed, mirrored and done while they are in the fast memory.

In NumPy the squared distances, their exponentials, the check and the mean of K and its transpose are passes of their
own over (n, n) numbers, and two of them need another matrix: 26 ms for 2,000 points of the plane, here 8 ms.
"""

from __future__ import annotations

import numpy as np

from core.lowlevel.cache_lines import borrowed
from core.lowlevel.compiled import compiled
from core.problem.arrays import Matrix, Vector

ROWS = 128  # at a time; with as many columns a part that is mirrored stays in the second-level cache
COLUMNS = 512  # at a time: with their coordinates they stay in the caches
POWERS = 1024  # numbers at a time: they stay in the first-level cache
SQUARE = 64  # rows and columns that are made symmetric at a time


def gaussian_gram(A: Matrix, B: Matrix, gamma: float) -> Matrix:
    """Return exp(-gamma |a - b|^2) for the rows of A (n, d) and B (m, d), shape (n, m).

    The squares are added in the order of the coordinates, and the exponential is NumPy's: the bits are those of SciPy's
    distances. Of a set with itself half of the matrix is computed, and it is exactly symmetric.
    """
    if A.shape[1] != B.shape[1]:
        raise ValueError(f"The points have {A.shape[1]} and {B.shape[1]} coordinates; they must have the same number.")
    K: Matrix = np.empty((len(A), len(B)))  # NumPy's own memory: it comes in large pages
    rows, columns = np.array(A, dtype=np.float64, order="C"), np.array(B.T, dtype=np.float64, order="C")
    for top in range(0, len(A), ROWS):
        bottom = min(top + ROWS, len(A))
        width = bottom if A is B else len(B)
        write_exponents(rows, columns, -float(gamma), K, top, bottom, width)
        part = K[top:bottom, :width]
        np.exp(part, out=part)
        if A is B and top > 0:
            mirror(K, top, bottom)
    return K


@compiled
def write_exponents(A: Matrix, B: Matrix, factor: float, K: Matrix, top: int, bottom: int, width: int) -> None:
    """Write factor |a - b|^2 into some rows of K, up to a width; A (n, d) holds one point a row, B (d, m) a column."""
    A, B, K = borrowed(A), borrowed(B), borrowed(K)
    for begin in range(0, width, COLUMNS):
        end = min(begin + COLUMNS, width)
        for i in range(top, bottom):
            row, z, here = K[i, begin:end], B[0, begin:end], A[i, 0]
            for t in range(row.size):
                apart = here - z[t]
                row[t] = apart * apart
            for c in range(1, A.shape[1]):
                z, here = B[c, begin:end], A[i, c]
                for t in range(row.size):
                    apart = here - z[t]
                    row[t] += apart * apart
            for t in range(row.size):
                row[t] *= factor


@compiled
def mirror(K: Matrix, top: int, bottom: int) -> None:
    """Copy K_ij to K_ji for the rows i from top to bottom and all j < top."""
    K = borrowed(K)
    for left in range(0, top, ROWS):
        for j in range(left, min(left + ROWS, top)):
            for i in range(top, bottom):
                K[j, i] = K[i, j]


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
