"""Monomials x^a in their order, and the compiled loops that fill them.

The order is the degree ascending, and inside a degree lexicographic with the exponent of x1 descending: (2, 0), (1, 1),
(0, 2). So the monomials of degree k that start with x_i are x_i times a run of neighbours: those of degree k - 1 that
hold no coordinate before i, which are the last ones of their degree.
"""

from __future__ import annotations

import math
from itertools import combinations_with_replacement

import numpy as np
from numpy.typing import NDArray

from core.compiled import compiled
from core.problem.arrays import Indices, Vector
from core.problem.maps.feature_map import Dense


def count(d: int, order: int) -> int:
    """Return how many monomials of degree 0, ..., order there are in d coordinates, C(d + order, order)."""
    return math.comb(d + order, order)


def exponents(d: int, order: int) -> Indices:
    """Return the exponents of every monomial in their order, shape (count(d, order), d)."""
    table = np.zeros((count(d, order), d), dtype=np.int64)
    row = 0
    for degree in range(order + 1):
        for factors in combinations_with_replacement(range(d), degree):
            for j in factors:
                table[row, j] += 1
            row += 1
    return table


def runs(d: int, order: int) -> Indices:
    """Return how many monomials of degree k there are in the last w coordinates, C(w + k - 1, k), shape (k + 1, d + 1).

    Each is the sum of those of degree k - 1 in 1, ..., w coordinates: by the first coordinate that they hold.
    """
    table = np.zeros((order + 1, d + 1), dtype=np.int64)
    table[0] = 1
    for k in range(1, order + 1):
        np.cumsum(table[k - 1, 1:], out=table[k, 1:])
    return table


@compiled
def repetitions(run: Indices) -> Indices:
    """Return how often each monomial holds the first of its coordinates, shape (p,); 1 for the constant."""
    order, d = run.shape[0] - 1, run.shape[1] - 1
    often = np.ones(run[:, d].sum(), dtype=np.int64)
    end = 1
    for k in range(1, order + 1):
        to = end
        for i in range(d):
            length = run[k - 1, d - i]
            again = run[k - 2, d - i] if k > 1 else 0  # of these the first ones start with x_i too
            for t in range(again):
                often[to + t] = often[end - length + t] + 1
            to += length
        end = to
    return often


def root_factors(run: Indices) -> Vector:
    """Return what turns x_i Phi_(a - e_i) into Phi_a = x^a / sqrt(prod a_j!): 1 / sqrt(a_i), shape (p,)."""
    return np.asarray(1.0 / np.sqrt(repetitions(run)))


@compiled
def fill(X: Dense, base: Dense, factor: Dense, run: Indices, out: Dense) -> None:
    """Write base_r times every monomial of row r of X (n, d) times its factors into out (n, p), in one pass.

    Written for SIMD: unsigned indices into flat arrays, since a signed one may wrap around and has to be checked; and
    degree 2 reads the row itself, not degree 1, whose stores are still under way (11.5 -> 8.6 ms for 100 000 x 231).
    """
    d, order, one = np.uint64(X.shape[1]), run.shape[0] - 1, np.uint64(1)
    points, flat = X.reshape(X.size), out.reshape(out.size)
    for r in range(np.uint64(X.shape[0])):
        row, x = r * np.uint64(out.shape[1]), r * d
        flat[row] = base[r]
        if order >= 1:
            for j in range(d):
                flat[row + one + j] = base[r] * points[x + j] * factor[one + j]
        end = one + d
        if order >= 2:
            for i in range(d):
                first, target = base[r] * points[x + i] * factor[one + i], row + end
                for t in range(d - i):
                    flat[target + t] = first * points[x + i + t] * factor[end + t]
                end += d - i
        for k in range(3, order + 1):
            to = end
            for i in range(d):
                length = np.uint64(run[k - 1, d - i])
                first, source, target = points[x + i], row + end - length, row + to
                for t in range(length):
                    flat[target + t] = first * flat[source + t] * factor[to + t]
                to += length
            end = to


@compiled
def fill_scaled(X: Dense, rows: Indices, scale: Vector, factor: Vector, run: Indices, out: Dense) -> None:
    """Write the monomials of the chosen rows of X, each divided by |x|^k, times scale[row, k], into their rows of out.

    For points so far away that the base alone underflows, or |x|^k alone overflows, though their product does neither.
    """
    d, order = X.shape[1], run.shape[0] - 1
    unit, monomials = np.empty(d), np.empty(out.shape[1])
    for q in range(rows.size):
        _direction(X[rows[q]], unit)
        _monomials(unit, factor, run, monomials)
        end = 0
        for k in range(order + 1):
            for t in range(end, end + run[k, d]):
                out[rows[q], t] = monomials[t] * scale[q, k]
            end += run[k, d]


@compiled
def _direction(x: Dense, unit: Vector) -> None:
    """Write x / |x| into unit (d,), zeros for zero."""
    squared = 0.0
    for j in range(x.size):
        squared += np.float64(x[j]) ** 2
    length = math.sqrt(squared)
    for j in range(x.size):
        unit[j] = x[j] / length if length > 0 else 0.0


@compiled
def _monomials(x: Vector, factor: Vector, run: Indices, into: Vector) -> None:
    """Write every monomial of x (d,) times its factors into (p,)."""
    d, order = x.size, run.shape[0] - 1
    into[0] = 1.0
    end = 1
    for k in range(1, order + 1):
        to = end
        for i in range(d):
            length = run[k - 1, d - i]
            for t in range(length):
                into[to + t] = x[i] * into[end - length + t] * factor[to + t]
            to += length
        end = to


def column_steps(d: int, order: int) -> Indices:
    """Return step[k, i]: the column of x_i x^a, of degree k, less that of x^a, where x^a holds no coordinate before i.

    Shape (order + 1, d). It is the same for all such x^a, because their products are neighbours in the same order.
    """
    run = runs(d, order)
    first = np.zeros((order + 1, d), dtype=np.int64)  # column of the first monomial of degree k that starts with x_i
    begin = 0
    for k in range(order + 1):
        first[k] = begin
        if k > 0:
            first[k, 1:] += np.cumsum(run[k - 1, d:1:-1])
        begin += int(run[k, d])
    step = np.zeros_like(first)
    step[1:] = first[1:] - first[:-1]
    return step


@compiled
def fill_sparse(
    indptr: Indices,
    indices: NDArray[np.integer],
    data: Dense,
    scale: Vector,
    step: Indices,
    run: Indices,
    to_indptr: Indices,
    to_indices: NDArray[np.integer],
    to_data: Dense,
) -> None:
    """Write the monomials of sparse rows as CSR: only those of the coordinates that a row holds.

    Among these the recurrence is that of the dense rows, for the columns as for the values; each x^a is divided by
    |x|^k and multiplied by scale[row, k] in the end. `run` must reach to the longest row.
    """
    order = run.shape[0] - 1
    for r in range(indptr.size - 1):
        w = indptr[r + 1] - indptr[r]
        size = to_indptr[r + 1] - to_indptr[r]
        unit, monomials, often = np.empty(w), np.empty(size), np.ones(size, dtype=np.int64)
        columns = to_indices[to_indptr[r] : to_indptr[r + 1]]
        _direction(data[indptr[r] : indptr[r + 1]], unit)
        monomials[0], columns[0] = 1.0, 0
        end = 1
        for k in range(1, order + 1):
            to = end
            for i in range(w):
                length = run[k - 1, w - i]
                again = run[k - 2, w - i] if k > 1 else 0
                jump = step[k, indices[indptr[r] + i]]
                for t in range(length):
                    source = end - length + t
                    often[to + t] = often[source] + 1 if t < again else 1
                    monomials[to + t] = unit[i] * monomials[source] / math.sqrt(often[to + t])
                    columns[to + t] = columns[source] + jump
                to += length
            end = to
        _scaled(monomials, scale[r], run, w, to_data[to_indptr[r] : to_indptr[r + 1]])


@compiled
def _scaled(monomials: Vector, scale: Vector, run: Indices, w: int, into: Dense) -> None:
    """Write the monomials in w coordinates, each times the scale of its degree, into an array of their length."""
    end = 0
    for k in range(scale.size):
        length = run[k, w]
        for t in range(end, end + length):
            into[t] = monomials[t] * scale[k]
        end += length
