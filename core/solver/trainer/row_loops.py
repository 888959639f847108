"""The compiled loops behind the rows; float32 values, float64 sums."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from core.compiled import compiled
from core.problem.arrays import Indices, Vector
from core.solver.trainer.formula import Formula, to_values
from core.vector import borrowed, exp32, fused, plus

Floats = NDArray[np.float32]
TILE = 1024  # columns at a time: with 256 rows a megabyte, the second-level cache
LONG_TILE = 4096  # columns of rows that come from memory: the sums stay in the first-level cache, and memory streams


@compiled
def add_scaled(row: Floats, step: float, pull: Vector) -> None:
    """Add step * row to pull."""
    for t in range(row.size):
        pull[t] += step * np.float64(row[t])


@compiled
def add_four(a: Floats, b: Floats, c: Floats, d: Floats, steps: Vector, pull: Vector) -> None:
    """Add steps_0 a + steps_1 b + steps_2 c + steps_3 d to pull: four streams from memory are twice as quick as one."""
    s, t, u, v = steps[0], steps[1], steps[2], steps[3]
    for k in range(pull.size):
        first = s * np.float64(a[k]) + t * np.float64(b[k])
        pull[k] += first + (u * np.float64(c[k]) + v * np.float64(d[k]))


@compiled
def dense_rows(
    formula: Formula,
    chosen: Floats,
    chosen_lengths: Floats,
    X: Floats,
    lengths: Floats,
    steps: Vector,
    slots: Indices,
    arena: Floats,
    pull: Vector,
    cancel: Indices,
) -> None:
    """Add sum_k steps_k K(x_t, z_k) to pull (n,); row k goes into its slot of the arena, unless that is -1.

    X (n, d) and chosen (q, d) hold one point a row; lengths are squared.
    """
    n, q = pull.size, steps.size
    room = np.empty(q * min(TILE, n), dtype=np.float32)
    for begin in range(0, n, TILE):
        if cancel[0] != 0:
            return
        width = min(TILE, n - begin)
        inner = room[: q * width].reshape(q, width)
        np.dot(chosen, X[begin : begin + width].T, inner)
        here = pull[begin : begin + width]
        for k in range(q):
            row = inner[k]
            to_values(formula, row, chosen_lengths[k], lengths[begin : begin + width])
            add_scaled(row, steps[k], here)
            if slots[k] >= 0:
                place = slots[k] * n + begin
                arena[place : place + width] = row


@compiled
def sparse_rows(
    formula: Formula,
    table: Floats,
    chosen_lengths: Floats,
    data: Floats,
    indices: NDArray[np.int32],
    indptr: NDArray[np.int32],
    lengths: Floats,
    steps: Vector,
    slots: Indices,
    arena: Floats,
    pull: Vector,
    cancel: Indices,
) -> None:
    """As `dense_rows` for points (n, d) in CSR; table (d, q) holds the chosen points, one feature a row."""
    n = pull.size
    table, data, indices = borrowed(table), borrowed(data), borrowed(indices)
    inner = borrowed(np.empty(steps.size, dtype=np.float32))
    keep = slots.max() >= 0
    for t in range(n):
        if t % TILE == 0 and cancel[0] != 0:
            return
        inner[:] = 0
        for position in range(indptr[t], indptr[t + 1]):
            value, feature = data[position], table[indices[position]]
            for k in range(inner.size):
                inner[k] = fused(value, feature[k], inner[k])
        to_values(formula, inner, lengths[t], chosen_lengths)
        total = 0.0
        for k in range(inner.size):
            total = plus(total, steps[k] * np.float64(inner[k]))
        pull[t] += total
        if keep:
            for k in range(inner.size):
                if slots[k] >= 0:
                    arena[slots[k] * n + t] = inner[k]


@compiled
def add_stored(arena: Floats, slots: Indices, steps: Vector, pull: Vector, cancel: Indices) -> None:
    """Add sum_k steps_k row(slots_k) to pull, tile by tile, so that pull stays in the fastest memory."""
    n, fours = pull.size, slots.size // 4 * 4
    for begin in range(0, n, LONG_TILE):
        if cancel[0] != 0:
            return
        here = pull[begin : begin + LONG_TILE]
        rows, width = arena[begin:], here.size
        for k in range(0, fours, 4):
            a, b, c, d = slots[k] * n, slots[k + 1] * n, slots[k + 2] * n, slots[k + 3] * n
            some = steps[k : k + 4]
            add_four(rows[a : a + width], rows[b : b + width], rows[c : c + width], rows[d : d + width], some, here)
        for k in range(fours, slots.size):
            place = slots[k] * n
            add_scaled(rows[place : place + width], steps[k], here)


@compiled
def plane_block(X: Floats, chosen: Indices, gamma: float, K: Floats) -> None:
    """Write the kernel matrix of the chosen points into the first columns of K (q, long)."""
    q = chosen.size
    points = np.empty((X.shape[0], q), dtype=np.float32)
    for c in range(X.shape[0]):
        for k in range(q):
            points[c, k] = X[c, chosen[k]]
    minus_gamma = np.float32(-gamma)
    for k in range(q):
        row = K[k, :q]
        row[:] = 0
        for c in range(X.shape[0]):
            z, here = points[c], points[c, k]
            for t in range(q):
                apart = z[t] - here
                row[t] = fused(apart, apart, row[t])
        for t in range(q):
            row[t] = exp32(minus_gamma * row[t])
