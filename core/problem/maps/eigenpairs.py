"""Eigenpairs of a small symmetric matrix, bit-identical on every processor, unlike LAPACK's."""

from __future__ import annotations

import math

import numpy as np

from ...lowlevel.compiled import compiled
from ..arrays import Matrix, Vector

MOST = 512  # rows; larger matrices use LAPACK
MOST_QL_STEPS = 60  # for each eigenvalue; two or three are usual


def eigenpairs(M: Matrix) -> tuple[Vector, Matrix]:
    """Return the eigenvalues of a symmetric M (n, n), descending, and their vectors, one per row, shape (n, n)."""
    if len(M) > MOST:
        values, vectors = np.linalg.eigh(M)
        return values[::-1], vectors.T[::-1]
    A, rows, beside = np.array(M, dtype=np.float64, order="C"), np.eye(len(M)), np.zeros(len(M))
    values = _tridiagonal(A, rows, beside)
    _diagonal(values, beside, rows)
    order = np.argsort(-values, kind="stable")
    return values[order], rows[order]


@compiled
def _tridiagonal(A: Matrix, rows: Matrix, beside: Vector) -> Vector:
    """Reduce A to a tridiagonal T = Q' A Q by Householder reflections; A is overwritten.

    Return the diagonal of T; write the off-diagonal to `beside`, and Q' in place of the unit matrix `rows`.
    """
    n = A.shape[0]
    diagonal, weight, image = np.empty(n), np.zeros(n), np.empty(n)
    for k in range(n - 1):
        v, squared = A[k], 0.0  # from index k + 1 on it becomes the vector of the reflection
        diagonal[k] = v[k]
        for t in range(k + 1, n):
            squared += v[t] * v[t]
        beside[k] = -math.copysign(math.sqrt(squared), v[k + 1])
        if k == n - 2:
            beside[k] = v[k + 1]
        if k == n - 2 or squared == 0.0:
            continue
        weight[k] = 1.0 / (squared - v[k + 1] * beside[k])  # 2 / |v|^2 of the v that follows
        v[k + 1] -= beside[k]
        _add_rows(A, v, k + 1, image)
        inner = 0.0
        for t in range(k + 1, n):
            image[t] *= weight[k]
            inner += image[t] * v[t]
        half = 0.5 * weight[k] * inner
        for t in range(k + 1, n):
            image[t] -= half * v[t]
        for j in range(k + 1, n):
            row, a, b = A[j], v[j], image[j]
            for t in range(k + 1, n):
                row[t] -= a * image[t] + b * v[t]
    diagonal[n - 1] = A[n - 1, n - 1]
    for k in range(n - 3, -1, -1):
        v = A[k]
        _add_rows(rows, v, k + 1, image)
        for j in range(k + 1, n):
            row, a = rows[j], weight[k] * v[j]
            for t in range(k + 1, n):
                row[t] -= a * image[t]
    for i in range(n):
        for j in range(i):
            rows[i, j], rows[j, i] = rows[j, i], rows[i, j]
    return diagonal


@compiled
def _add_rows(A: Matrix, v: Vector, first: int, out: Vector) -> None:
    """Write v A, from row and column `first` on, added row by row so that the order of every sum is fixed."""
    out[:] = 0.0
    for j in range(first, v.size):
        row, own = A[j], v[j]
        for t in range(first, v.size):
            out[t] += own * row[t]


@compiled
def _diagonal(diagonal: Vector, beside: Vector, rows: Matrix) -> None:
    """Reduce a tridiagonal matrix to its eigenvalues by QL steps with implicit shifts, and rotate the rows with it."""
    n = diagonal.size
    for first in range(n):
        for _ in range(MOST_QL_STEPS):
            last = first
            while last < n - 1 and abs(beside[last]) > 2.0**-53 * (abs(diagonal[last]) + abs(diagonal[last + 1])):
                last += 1
            if last == first:
                break
            apart = (diagonal[first + 1] - diagonal[first]) / (2.0 * beside[first])
            shift = beside[first] / (apart + math.copysign(math.sqrt(apart * apart + 1.0), apart))
            g, sine, cosine, moved, split = diagonal[last] - diagonal[first] + shift, 1.0, 1.0, 0.0, False
            for i in range(last - 1, first - 1, -1):
                f, b = sine * beside[i], cosine * beside[i]
                length = math.sqrt(f * f + g * g)
                beside[i + 1] = length
                if length == 0.0:
                    diagonal[i + 1] -= moved
                    beside[last] = 0.0
                    split = True
                    break
                sine, cosine = f / length, g / length
                g = diagonal[i + 1] - moved
                r = (diagonal[i] - g) * sine + 2.0 * cosine * b
                moved = sine * r
                diagonal[i + 1] = g + moved
                g = cosine * r - b
                upper, lower = rows[i], rows[i + 1]
                for t in range(n):
                    x, z = upper[t], lower[t]
                    upper[t] = cosine * x - sine * z
                    lower[t] = sine * x + cosine * z
            if not split:
                diagonal[first] -= moved
                beside[first], beside[last] = g, 0.0
