"""Rows in CSR: 8 bytes per entry in float32, while LIBLINEAR's nodes take 16.

The columns are unsigned, since otherwise Numba would test each for a negative index; four sums at a time hide the
latency of additions.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ...lowlevel.borrowed import borrowed
from ...lowlevel.cache_lines import prefetch
from ...lowlevel.compiled import inlined
from ...lowlevel.simd import AnyFloats, like
from ...problem.arrays import Indices
from ...problem.maps.feature_map import Dense, Rows

LINE = 64  # bytes of a cache line
BLIND = 3  # lines prefetched whether the row has them or not: the end of a loop over few lines is mispredicted
LONG = 120  # entries: a longer row is prefetched to its end


class SparseRows(NamedTuple):
    """CSR, read-only."""

    data: Dense  # (nnz,)
    columns: NDArray[np.uint32]  # (nnz,)
    begins: Indices  # (n + 1,)


def sparse_rows(X: Rows) -> SparseRows:
    """Return the rows of a CSR array X (n, d); its numbers are not copied, its columns only if they have 64 bits."""
    columns = X.indices if X.indices.dtype == np.int32 else X.indices.astype(np.int32)
    parts: list[Any] = [X.data.view(), columns.view(np.uint32), X.indptr.astype(np.int64)]
    for array in parts:
        array.flags.writeable = False
    return SparseRows(*parts)


@inlined
def inner(rows: SparseRows, i: int, w: AnyFloats) -> float:
    """See `rows.inner`."""
    at, end, one = np.uint64(rows.begins[i]), np.uint64(rows.begins[i + 1]), np.uint64(1)
    data, columns = rows.data, rows.columns
    a = b = c = d = like(0.0, w[0])
    while at + np.uint64(3) < end:
        a += like(data[at], a) * w[columns[at]]
        b += like(data[at + one], a) * w[columns[at + one]]
        c += like(data[at + np.uint64(2)], a) * w[columns[at + np.uint64(2)]]
        d += like(data[at + np.uint64(3)], a) * w[columns[at + np.uint64(3)]]
        at += np.uint64(4)
    while at < end:
        a += like(data[at], a) * w[columns[at]]
        at += one
    return float((a + b) + (c + d))


@inlined
def add(rows: SparseRows, i: int, step: float, w: AnyFloats) -> None:
    """See `rows.add`."""
    at, end = np.uint64(rows.begins[i]), np.uint64(rows.begins[i + 1])
    data, columns, own = rows.data, rows.columns, like(step, w[0])
    while at < end:
        w[columns[at]] += own * like(data[at], own)
        at += np.uint64(1)


@inlined
def expect(rows: SparseRows, i: int) -> None:
    """See `rows.expect`."""
    begin, end, wide = rows.begins[i], rows.begins[i + 1], LINE // rows.data.itemsize
    for line in range(BLIND):
        prefetch(rows.columns, begin + line * (LINE // 4))
        prefetch(rows.data, begin + line * wide)
    if end - begin > LONG:
        for at in range(begin + BLIND * (LINE // 4), end, LINE // 4):
            prefetch(rows.columns, at)
        for at in range(begin + BLIND * wide, end, wide):
            prefetch(rows.data, at)


@inlined
def write(rows: SparseRows, i: int, into: AnyFloats) -> None:
    """See `rows.write`."""
    into[:] = 0
    for at in range(rows.begins[i], rows.begins[i + 1]):
        into[rows.columns[at]] += rows.data[at]


@inlined
def squared(rows: SparseRows, i: int) -> float:
    """See `rows.squared`."""
    total = 0.0
    for at in range(rows.begins[i], rows.begins[i + 1]):
        total += float(rows.data[at]) * float(rows.data[at])
    return total


@inlined
def lent(rows: SparseRows) -> SparseRows:
    """See `rows.lent`."""
    return SparseRows(borrowed(rows.data), borrowed(rows.columns), borrowed(rows.begins))
