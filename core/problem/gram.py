"""Gram matrices that are bit-identical on every processor, computed in one pass while they are in the cache.

A solver's step depends on the last bit of a kernel value, and a link to a step must open the same run everywhere. BLAS
and NumPy's functions choose their code by processor. Here every value is computed by IEEE operations in a fixed order,
however wide the vectors are: sums run over the coordinates from first to last, and the functions are those of
`elementary`. Large products use BLAS.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor

import numpy as np
from numpy.typing import NDArray

from ..lowlevel.blas_threads import thread_count
from ..lowlevel.borrowed import borrowed
from ..lowlevel.cache_lines import ORDERED_LINES, ROWS, ordered_block
from ..lowlevel.compiled import compiled
from ..lowlevel.elementary import exponential, hyperbolic_tangent, upper_half
from .arrays import Matrix, Vector

BLOCK = 128  # rows at a time; with as many columns a mirrored part stays in the second-level cache
STRIP = 32  # rows at a time for which the columns of a block of products are read again,
SHORT_STRIP, IN_CACHE = 8, 1 << 16  # and for at most this many numbers: rows are then written in order
COLUMNS = 512  # at a time: with their coordinates they stay in the cache
PLAIN_DEGREE = 3  # up to here a power by repeated multiplication is within 2 ulp
SQUARE = 64  # rows and columns made symmetric at a time
WIDE = 8 * ORDERED_LINES  # columns of a block of products
MANY_PRODUCTS = 1 << 26  # from here on, 2 ms of work, it is shared by as many threads as BLAS would use
MOST_PRODUCTS = 1 << 34  # more use BLAS: 2,048 points with 4,096 features need this many
MOST_SQUARES, MOST_COLUMNS = 1 << 24, 1 << 12  # entries and coordinates up to which squares are added by column

Finish = Callable[[Matrix, int, int, int], None]  # (K, top, bottom, width): values from inner products, in place


def gaussian_gram(A: Matrix, B: Matrix, gamma: float) -> Matrix:
    """Return exp(-gamma |a - b|^2) for the rows of A (n, d) and B (m, d), shape (n, m).

    The squares are added in the order of the coordinates. For A = B only half of the matrix is computed, and it is
    exactly symmetric.
    """
    if A.shape[1] != B.shape[1]:
        raise ValueError(f"The points have {A.shape[1]} and {B.shape[1]} coordinates; they must have the same number.")
    K: Matrix = np.empty((len(A), len(B)))  # NumPy's own memory, which uses large pages
    rows, columns = np.array(A, dtype=np.float64, order="C"), np.array(B.T, dtype=np.float64, order="C")
    for top in range(0, len(A), BLOCK):
        bottom = min(top + BLOCK, len(A))
        write_gaussian(rows, columns, -float(gamma), K, top, bottom, bottom if A is B else len(B))
        if A is B and top > 0:
            mirror(K, top, bottom)
    return K


def inner_gram(A: Matrix, B: Matrix, finish: Finish | None = None) -> Matrix:
    """Return a.b for the rows of A (n, d) and B (m, d), shape (n, m), or these values transformed by `finish`.

    For A = B only half of the matrix is computed. Above `MOST_PRODUCTS` the last bits depend on the processor.
    """
    (n, d), m = A.shape, len(B)
    if n * m * d > MOST_PRODUCTS:
        K = np.ascontiguousarray(A @ B.T, dtype=np.float64)
        if finish is not None:
            finish(K, 0, n, m)
        return K
    if d != B.shape[1]:
        raise ValueError(f"The points have {d} and {B.shape[1]} coordinates; they must have the same number.")
    K = np.empty((n, m))
    rows = np.zeros((-(-n // ROWS) * ROWS, d))
    rows[:n] = A
    panels = np.zeros((-(-m // WIDE), d, WIDE))
    whole = m // WIDE
    panels[:whole] = B[: whole * WIDE].reshape(whole, WIDE, d).transpose(0, 2, 1)
    if whole < len(panels):
        panels[whole, :, : m - whole * WIDE] = B[whole * WIDE :].T
    part = min(BLOCK, max(SHORT_STRIP, IN_CACHE // (m + 1) // SHORT_STRIP * SHORT_STRIP))

    def write(top: int) -> None:
        bottom = min(top + BLOCK, n)
        width = bottom if A is B else m
        for first in range(top, bottom, part):
            last = min(first + part, bottom)
            write_inner(rows, panels, K, first, last, width)
            if finish is not None:
                finish(K, first, last, width)
        if A is B and top > 0:
            mirror(K, top, bottom)  # to entries that no other block writes

    threads = thread_count() if n * m * d >= MANY_PRODUCTS else 1
    if threads == 1:
        for top in range(0, n, BLOCK):
            write(top)
        return K
    with ThreadPoolExecutor(threads) as pool:
        list(pool.map(write, reversed(range(0, n, BLOCK))))  # the widest first
    return K


def squared_lengths(X: NDArray[np.floating]) -> Vector:
    """Return |x|^2 of the rows of X (n, d), shape (n,), added in the order of the coordinates in float64.

    Above `MOST_SQUARES` or `MOST_COLUMNS` the last bits depend on the processor.
    """
    if X.size > MOST_SQUARES or X.shape[1] > MOST_COLUMNS:
        return np.asarray(np.einsum("ij,ij->i", X, X, dtype=np.float64))
    total = np.zeros(len(X))
    for column in X.T:
        total += np.square(column, dtype=np.float64)
    return total


@compiled
def write_inner(A: Matrix, panels: Matrix, K: Matrix, top: int, bottom: int, width: int) -> None:
    """Write inner products into some rows of K, up to a width.

    A (n, d) has one point per row, padded with zeros to a multiple of `ROWS`; `panels` (p, d, WIDE) one per column.
    """
    A, panels, K = borrowed(A), borrowed(panels), borrowed(K)
    block = np.empty((ROWS, WIDE))
    height = SHORT_STRIP if panels.size <= IN_CACHE else STRIP
    for strip in range(top, bottom, height):
        end = min(strip + height, bottom)
        for p in range((width + WIDE - 1) // WIDE):
            begin = p * WIDE
            columns, many = panels[p], min(WIDE, width - begin)
            for i in range(strip, end, ROWS):
                if many == WIDE and i + ROWS <= end:
                    ordered_block(A, i, columns, 0, K[i : i + ROWS], begin)
                    continue
                ordered_block(A, i, columns, 0, block, 0)
                for r in range(min(ROWS, end - i)):
                    for t in range(many):
                        K[i + r, begin + t] = block[r, t]


@compiled
def write_squares(A: Matrix, B: Matrix, K: Matrix, top: int, bottom: int, width: int) -> None:
    """Write |a - b|^2 into some rows of K, up to a width; A (n, d) has one point per row, B (d, m) one per column."""
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


@compiled
def write_gaussian(A: Matrix, B: Matrix, factor: float, K: Matrix, top: int, bottom: int, width: int) -> None:
    """Write exp(factor |a - b|^2), as `write_squares` does."""
    for i in range(top, bottom):
        write_squares(A, B, K, i, i + 1, width)
        exponentials(K, factor, i, i + 1, width)


@compiled
def exponentials(K: Matrix, factor: float, top: int, bottom: int, width: int) -> None:
    """Replace each value v by exp(factor v)."""
    K = borrowed(K)
    for i in range(top, bottom):
        row = K[i]
        for t in range(width):
            row[t] = exponential(factor * row[t])


@compiled
def tangents(K: Matrix, gamma: float, r: float, top: int, bottom: int, width: int) -> None:
    """Replace each inner product v by tanh(gamma v + r)."""
    K = borrowed(K)
    for i in range(top, bottom):
        row = K[i]
        for t in range(width):
            row[t] = hyperbolic_tangent(gamma * row[t] + r)


@compiled
def powers(K: Matrix, degree: int, gamma: float, zeta: float, top: int, bottom: int, width: int) -> None:
    """Replace each inner product v by u^degree, u = zeta + gamma v, within 2 ulp of u's power.

    Above `PLAIN_DEGREE` the power of the leading bits of the degree is squared bit by bit, and multiplied by u. It is
    kept as a sum h + r of its upper half, whose products are exact, and the remainder, with 26 more binary digits.
    """
    K = borrowed(K)
    bits = 1
    while degree >> bits > 0:
        bits += 1
    base, power, rest = np.empty(COLUMNS), np.empty(COLUMNS), np.empty(COLUMNS)
    for i in range(top, bottom):
        for begin in range(0, width, COLUMNS):
            row = K[i, begin : min(begin + COLUMNS, width)]
            if degree <= PLAIN_DEGREE:
                for t in range(row.size):
                    u = zeta + gamma * row[t]
                    row[t] = u if degree == 1 else (u * u if degree == 2 else u * u * u)
                continue
            odd = (degree >> (bits - 2)) & 1
            for t in range(row.size):
                u = zeta + gamma * row[t]
                h = upper_half(u)
                product, more = _squared(h, u - h, u)
                if odd:
                    product, more = _multiplied(product, more, u)
                base[t], power[t] = u, product + more
                rest[t] = (product - upper_half(power[t])) + more
            for bit in range(bits - 3, 0, -1):
                odd = (degree >> bit) & 1
                for t in range(row.size):
                    product, more = _squared(upper_half(power[t]), rest[t], power[t])
                    if odd:
                        product, more = _multiplied(product, more, base[t])
                    value = product + more
                    power[t], rest[t] = value, (product - upper_half(value)) + more
            odd = degree & 1
            for t in range(row.size):
                product, more = _squared(upper_half(power[t]), rest[t], power[t])
                if odd:
                    product, more = _multiplied(product, more, base[t])
                value, u = product + more, base[t]
                row[t] = value if value == value else math.inf * (u if odd else abs(u))  # it overflows


@compiled
def _squared(h: float, r: float, value: float) -> tuple[float, float]:
    """Return the square of h + r, rounded to `value`: the exact square of h, and the remainder."""
    return h * h, r * (h + value)


@compiled
def _multiplied(product: float, more: float, u: float) -> tuple[float, float]:
    """Return (product + more) times u, as the exact product of the upper halves, and the remainder."""
    h, u_top = upper_half(product + more), upper_half(u)
    return h * u_top, h * (u - u_top) + ((product - h) + more) * u


@compiled
def dampened_series(
    K: Matrix,
    unit: float,
    coefficients: Vector,
    gamma: float,
    of_rows: Vector,
    of_columns: Vector,
    top: int,
    bottom: int,
    width: int,
) -> None:
    """Replace each inner product v by exp(-gamma (|a|^2 + |b|^2)) sum_k coefficients_k (unit v)^k.

    One exponential of the sum is used: a product of two would lose symmetry in the last bit.
    """
    K, of_columns = borrowed(K), borrowed(of_columns)
    total = np.empty(COLUMNS)
    for i in range(top, bottom):
        for begin in range(0, width, COLUMNS):
            end = min(begin + COLUMNS, width)
            row, beside = K[i, begin:end], of_columns[begin:end]
            for t in range(row.size):
                row[t] *= unit
                total[t] = coefficients[-1]
            for k in range(coefficients.size - 2, -1, -1):  # Horner, highest power first
                for t in range(row.size):
                    total[t] = total[t] * row[t] + coefficients[k]
            for t in range(row.size):
                row[t] = exponential(-gamma * (of_rows[i] + beside[t])) * total[t]


@compiled
def mirror(K: Matrix, top: int, bottom: int) -> None:
    """Copy K_ij to K_ji for the rows i from top to bottom and all j < top."""
    K = borrowed(K)
    for left in range(0, top, BLOCK):
        for j in range(left, min(left + BLOCK, top)):
            for i in range(top, bottom):
                K[j, i] = K[i, j]


@compiled
def make_symmetric(K: Matrix, most: float) -> bool:
    """Replace K (n, n) by the mean of it and its transpose; return whether all |K_ij| were at most `most`, none NaN."""
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
