"""The compiled loops behind the rows; float32 values, float64 sums."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from ....lowlevel.borrowed import borrowed
from ....lowlevel.cache_lines import lanes, send_line, store_fence
from ....lowlevel.compiled import compiled
from ....lowlevel.simd import AnyFloats, fused, plus, two_to
from ....problem.arrays import Indices, Vector
from .formula import Formula, to_values

Floats = NDArray[np.float32]
Short = NDArray[np.int32]
TILE = 1024  # columns at a time: with 256 rows a megabyte, the second-level cache
LONG_TILE = 4096  # columns of rows that come from memory: the sums stay in the first-level cache, and memory streams


@compiled
def add_scaled(row: Floats, step: float, pull: Vector) -> None:
    """Add step * row to pull."""
    for t in range(row.size):
        pull[t] += step * np.float64(row[t])


@compiled
def add_four(a: Floats, b: Floats, c: Floats, d: Floats, steps: Vector, pull: Vector) -> None:
    """Add steps_0 a + steps_1 b + steps_2 c + steps_3 d to pull: four streams from memory are twice as quick as one.

    The four are added in float32, whose rounding is below that of the values; the pull is float64.
    """
    s, t, u, v = np.float32(steps[0]), np.float32(steps[1]), np.float32(steps[2]), np.float32(steps[3])
    for k in range(pull.size):
        pull[k] += np.float64((s * a[k] + t * b[k]) + (u * c[k] + v * d[k]))


@compiled
def store(values: Floats, row: Floats, begin: int) -> None:
    """Write values to row[begin:], whole lines past the caches: the row is read long after. `begin` is a line's."""
    lines = values.size // lanes(values) * lanes(values)
    for t in range(0, lines, lanes(values)):
        send_line(values, t, row, begin + t)
    for t in range(lines, values.size):
        row[begin + t] = values[t]


@compiled
def use_four(
    formula: Formula,
    inner: Floats,
    own: Floats,
    lengths: Floats,
    steps: Vector,
    slots: Indices,
    arena: Floats,
    begin: int,
    pull: Vector,
) -> None:
    """Turn inner products (up to 4, tile) into kernel values, add them to pull (tile,), and store them.

    They stay in the fastest memory meanwhile.
    """
    for k in range(steps.size):
        to_values(formula, inner[k, : pull.size], own[k], lengths)
    if steps.size == 4:
        width = pull.size
        add_four(inner[0, :width], inner[1, :width], inner[2, :width], inner[3, :width], steps, pull)
    else:
        for k in range(steps.size):
            add_scaled(inner[k, : pull.size], steps[k], pull)
    for k in range(steps.size):
        if slots[k] >= 0:
            store(inner[k, : pull.size], arena[slots[k]], begin)


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
            break
        width = min(TILE, n - begin)
        inner = room[: q * width].reshape(q, width)
        np.dot(chosen, X[begin : begin + width].T, inner)
        near, here = lengths[begin : begin + width], pull[begin : begin + width]
        for k in range(0, q, 4):
            own, some, where = chosen_lengths[k : k + 4], steps[k : k + 4], slots[k : k + 4]
            use_four(formula, inner[k : k + 4], own, near, some, where, arena, begin, here)
    store_fence()


@compiled
def sparse_rows(
    formula: Formula,
    table: Floats,
    chosen_lengths: Floats,
    data: Floats,
    indices: Short,
    indptr: Short,
    lengths: Floats,
    steps: Vector,
    slots: Indices,
    arena: Floats,
    pull: Vector,
    cancel: Indices,
    room: Floats,
) -> None:
    """As `dense_rows` for points (n, d) in CSR; table (d, q) holds the chosen points, one feature a row.

    The room is for q numbers.
    """
    n = pull.size
    table, data, indices, inner = borrowed(table), borrowed(data), borrowed(indices), borrowed(room)
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
                    arena[slots[k], t] = inner[k]


@compiled
def spread(data: AnyFloats, indices: Short, indptr: Short, chosen: Indices, table: AnyFloats) -> None:
    """Add the chosen points of CSR to a table (d, q) of zeros, one feature a row."""
    for k in range(chosen.size):
        for position in range(indptr[chosen[k]], indptr[chosen[k] + 1]):
            table[indices[position], k] += data[position]


@compiled
def sparse_values(
    formula: Formula,
    data: AnyFloats,
    indices: Short,
    indptr: Short,
    lengths: AnyFloats,
    some: Indices,
    table: AnyFloats,
    own: AnyFloats,
    first: int,
    corner: int,
    K: AnyFloats,
) -> None:
    """Write the kernel of some points of CSR and those in a table (d, q) into K (some, first + q or more).

    It goes to the columns from `first` on. Below row `corner` each row begins one later, as above a diagonal. own (q,)
    are the squared lengths of the points in the table.
    """
    data, indices, table, K = borrowed(data), borrowed(indices), borrowed(table), borrowed(K)
    for k in range(some.size):
        i, begin = some[k], max(k - corner, 0)
        row = K[k, first + begin : first + own.size]
        row[:] = 0
        for position in range(indptr[i], indptr[i + 1]):
            value, feature = data[position], table[indices[position], begin:]
            for t in range(row.size):
                row[t] = fused(value, feature[t], row[t])
        to_values(formula, row, lengths[i], own[begin:])


@compiled
def add_stored(arena: Floats, slots: Indices, steps: Vector, pull: Vector, cancel: Indices) -> None:
    """Add sum_k steps_k row(slots_k) to pull, tile by tile, so that pull stays in the fastest memory."""
    n, fours = pull.size, slots.size // 4 * 4
    for begin in range(0, n, LONG_TILE):
        if cancel[0] != 0:
            return
        here = pull[begin : begin + LONG_TILE]
        end = begin + here.size
        for k in range(0, fours, 4):
            a, b, c, d = arena[slots[k]], arena[slots[k + 1]], arena[slots[k + 2]], arena[slots[k + 3]]
            add_four(a[begin:end], b[begin:end], c[begin:end], d[begin:end], steps[k : k + 4], here)
        for k in range(fours, slots.size):
            add_scaled(arena[slots[k], begin:end], steps[k], here)


@compiled
def plane_values(X: AnyFloats, some: Indices, others: Indices, K: AnyFloats, first: int = 0) -> None:
    """Write 2^(-|x - z|^2) of some points and others into K (some, first + others or more), from column `first` on.

    X (d, n) holds one coordinate a row.
    """
    d, q = X.shape[0], others.size
    points = np.empty((d, q), dtype=X.dtype)
    for c in range(d):
        for k in range(q):
            points[c, k] = X[c, others[k]]
    for k in range(some.size):
        row = K[k, first : first + q]
        for t in range(q):
            apart = points[0, t] - X[0, some[k]]
            row[t] = -apart * apart
        for c in range(1, d):
            z, here = points[c], X[c, some[k]]
            for t in range(q):
                apart = z[t] - here
                row[t] = fused(-apart, apart, row[t])
        for t in range(q):
            row[t] = two_to(row[t])
