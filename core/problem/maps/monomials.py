"""Monomials x^a in their order, and the compiled loops that fill them.

The order is the degree ascending, and inside a degree lexicographic with the exponent of x1 descending: (2, 0), (1, 1),
(0, 2). So the monomials of degree k that start with x_i are x_i times a run of neighbours: those of degree k - 1 that
hold no coordinate before i, which are the last ones of their degree.
"""

from __future__ import annotations

import math
from itertools import combinations_with_replacement
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ...lowlevel.cache_lines import before_line, lanes, multiply_line, send_line, store_fence
from ...lowlevel.compiled import compiled
from ...lowlevel.copying import put
from ...lowlevel.simd import Number
from ..arrays import Indices, Vector
from .feature_map import Dense

LINES_BEHIND = 16  # the lines to send were computed this many lines ago: their stores have completed
IN_CACHE = 256 << 10  # bytes of features computed at a time


def count(d: int, order: int) -> int:
    """Return the number of monomials of degree 0, ..., order in d coordinates, C(d + order, order)."""
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
    """Return the numbers of monomials of degree k in the last w coordinates, C(w + k - 1, k), shape (k + 1, d + 1).

    Each is the sum of those of degree k - 1 in 1, ..., w coordinates: by the first coordinate that they hold.
    """
    table = np.zeros((order + 1, d + 1), dtype=np.int64)
    table[0] = 1
    for k in range(1, order + 1):
        np.cumsum(table[k - 1, 1:], out=table[k, 1:])
    return table


@compiled
def repetitions(run: Indices) -> Indices:
    """Return the exponent of the first coordinate of each monomial, shape (p,); 1 for the constant."""
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
    """Return the factors from x_i Phi_(a - e_i) to Phi_a = x^a / sqrt(prod a_j!): 1 / sqrt(a_i), shape (p,)."""
    return np.asarray(1.0 / np.sqrt(repetitions(run)))


class _Plan(NamedTuple):
    """How a row is computed, some neighbours at a time: `_lines` of degrees 1 and 2, and of the others."""

    low: Indices
    high: Indices
    low_factor: Dense  # of their lines, one behind the other
    high_factor: Dense


@compiled
def fill(X: Dense, base: Dense, factor: Dense, run: Indices, past: bool, out: Dense) -> None:
    """Write base_r times every monomial of row r of X (n, d) times its factors into out (n, p), C order.

    Whole lines are written: what they write or read beyond a row belongs to the next one. So the last rows, which have
    no next one, are computed one number at a time. If `past`, the features bypass the caches.
    """
    (n, p), d, width = out.shape, X.shape[1], lanes(out)
    points, flat = X.reshape(X.size), out.reshape(out.size)
    plan = _planned(factor, run, width)
    last = max(0, n - width)
    if past and p * out.itemsize <= IN_CACHE:
        _fill_past(points, base[:last], d, p, plan, flat)
    else:
        _fill_rows(points, base[:last], d, p, plan, flat, 0, 0, flat, 0, False)
    for r in range(last, n):
        _fill_row(X[r], base[r], factor, run, out[r])


@compiled
def _planned(factor: Dense, run: Indices, width: int) -> _Plan:
    """Return the plan for lines of `width` neighbours."""
    d, order = run.shape[1] - 1, run.shape[0] - 1
    own = np.append(factor, np.zeros(width, factor.dtype))
    to = 1 + d
    for i in range(d if order > 1 else 0):
        for t in range(d - i):
            own[to + t] *= factor[1 + i + t]  # of degree 1, from which degree 2 is not computed
        to += d - i
    low, high = _lines(run, 1, 2, width), _lines(run, 3, order, width)
    return _Plan(low, high, _in_lines(own, low, width), _in_lines(own, high, width))


@compiled
def _in_lines(factor: Dense, lines: Indices, width: int) -> Dense:
    """Return the factors of every line, shape (lines * width,), the first one where a line of the cache begins."""
    room = np.empty(len(lines) * width + width, factor.dtype)
    own = room[before_line(room) :][: len(lines) * width]
    for v in range(len(lines)):
        put(own[v * width :], factor[lines[v, 2] : lines[v, 2] + width])
    return own


@compiled
def _lines(run: Indices, lowest: int, highest: int, width: int) -> Indices:
    """Return how the monomials of some degrees follow from others, `width` neighbours at a time, shape (lines, 3).

    A row (i, from, to) means that those at `to` are x_i times those at `from`; what a line writes beyond its run, the
    next run overwrites. Degrees 1 and 2 are computed from the coordinates themselves, so that nothing is read while it
    is being written: there `from` counts coordinates, and for degree 1, i = d stands for the factor 1.
    """
    d = run.shape[1] - 1
    lines, count = np.empty((run[:, d].sum() // width + run.shape[0] * (d + 1), 3), np.int64), 0
    for k in range(lowest, min(highest, run.shape[0] - 1) + 1):
        to = run[:k, d].sum()
        end = to if k > 2 else d
        for i in range(d) if k > 1 else range(d, d + 1):
            length = run[k - 1, d - i] if k > 1 else d
            for t in range(0, length, width):
                lines[count] = i, end - length + t, to + t
                count += 1
            to += length
    return lines[:count]


@compiled
def _fill_past(points: Dense, base: Dense, d: int, p: int, plan: _Plan, flat: Dense) -> None:
    """Write the first rows of features into flat, past the caches: they are computed in a buffer and sent in lines."""
    at_once = IN_CACHE // (p * flat.itemsize)
    made = np.empty(at_once * p + 2 * lanes(flat), flat.dtype)
    first, held, written = min(before_line(flat), base.size * p), 0, 0
    for begin in range(0, base.size, at_once):
        some = base[begin : begin + at_once]
        sent = first if begin == 0 else 0
        sent = _fill_rows(points[begin * d :], some, d, p, plan, made, held, sent, flat, written, True)
        if begin == 0:
            put(flat, made[:first])
        held, written = held + some.size * p - sent, written + sent
        put(made, made[sent : sent + held])  # less than a line
    put(flat[written:], made[:held])
    store_fence()


@compiled
def _fill_rows(
    points: Dense,
    base: Dense,
    d: int,
    p: int,
    plan: _Plan,
    made: Dense,
    held: int,
    sent: int,
    flat: Dense,
    written: int,
    sends: bool,
) -> int:
    """Write the monomials of some points, their coordinates in a row, to made[held:], in a row too.

    If it sends, each whole line of made[sent:] is copied to flat[written + sent:], one for each that is computed: the
    memory stores it while the processor computes the next. Return the end of what was sent.
    """
    low, high, low_factor, high_factor = plan
    width = lanes(made)
    behind = LINES_BEHIND * width if sends else made.size
    scaled = np.empty(d + 1, points.dtype)  # by the base; the last one is the base itself
    for r in range(base.size):
        x = r * d
        for j in range(d):
            scaled[j] = base[r] * points[x + j]
        scaled[d] = made[held] = base[r]
        for v in range(low.shape[0]):
            i, source, to = np.uint64(low[v, 0]), x + low[v, 1], low[v, 2]
            multiply_line(scaled[i], points, source, low_factor, v * width, made, held + to)
            if sent + behind <= held + to:
                send_line(made, sent, flat, written + sent)
                sent += width
        for v in range(high.shape[0]):
            i, source, to = np.uint64(x + high[v, 0]), held + high[v, 1], high[v, 2]
            multiply_line(points[i], made, source, high_factor, v * width, made, held + to)
            if sent + behind <= held + to:
                send_line(made, sent, flat, written + sent)
                sent += width
        held += p
    while sends and sent + width <= held:
        send_line(made, sent, flat, written + sent)
        sent += width
    return sent


@compiled
def _fill_row(x: Dense, base: Number, factor: Dense, run: Indices, into: Dense) -> None:
    """Write base times every monomial of x (d,) times its factors into (p,)."""
    d, order = x.size, run.shape[0] - 1
    into[0] = base
    end = 1
    for k in range(1, order + 1):
        to = end
        for i in range(d):
            length = run[k - 1, d - i]
            for t in range(length):
                into[to + t] = x[i] * into[end - length + t] * factor[to + t]
            to += length
        end = to


@compiled
def fill_scaled(X: Dense, rows: Indices, scale: Vector, factor: Vector, run: Indices, out: Dense) -> None:
    """Write the monomials of the chosen rows of X, each divided by |x|^k, times scale[row, k], into their rows of out.

    For points so far away that the base alone underflows, or |x|^k alone overflows, although their product does not.
    """
    d, order = X.shape[1], run.shape[0] - 1
    unit, monomials = np.empty(d), np.empty(out.shape[1])
    for q in range(rows.size):
        _direction(X[rows[q]], unit)
        _fill_row(unit, 1.0, factor, run, monomials)
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
            before = np.cumsum(run[k - 1, d:1:-1])
            for t in range(before.size):
                first[k, 1 + t] += before[t]
        begin += int(run[k, d])
    step = np.zeros_like(first)
    for k in range(order):
        put(step[k + 1], first[k + 1] - first[k])
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

    Among these the recurrence is that of dense rows, for both columns and values; finally each x^a is divided by |x|^k
    and multiplied by scale[row, k]. `run` must cover the longest row.
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
