"""Rows of a table, float32 or float64, in C order: any other layout would take ten times as long."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from ...lowlevel.borrowed import borrowed
from ...lowlevel.cache_lines import prefetch
from ...lowlevel.compiled import inlined
from ...lowlevel.simd import AnyFloats, fused, like, plus
from ...problem.maps.feature_map import Dense

LINE = 64  # bytes of a cache line


class DenseRows(NamedTuple):
    """A table and its flat view, read-only, so that one compilation serves every caller."""

    table: Dense  # (n, d)
    flat: Dense  # (n d,)


def dense_rows(X: Dense) -> DenseRows:
    """Return the rows of X (n, d) without a copy, if it is in C order."""
    table = np.ascontiguousarray(X).view()
    table.flags.writeable = False
    return DenseRows(table, table.reshape(-1))


@inlined
def inner(rows: DenseRows, i: int, w: AnyFloats) -> float:
    """See `rows.inner`."""
    row, total = rows.table[np.uint64(i)], like(0.0, w[0])
    for k in range(row.size):
        total = plus(total, like(row[k], total) * w[k])
    return float(total)


@inlined
def add(rows: DenseRows, i: int, step: float, w: AnyFloats) -> None:
    """See `rows.add`."""
    row, own = rows.table[np.uint64(i)], like(step, w[0])
    for k in range(row.size):
        w[k] = fused(own, like(row[k], own), w[k])


@inlined
def expect(rows: DenseRows, i: int) -> None:
    """See `rows.expect`."""
    d = rows.table.shape[1]
    for k in range(0, d, LINE // rows.table.itemsize):
        prefetch(rows.flat, i * d + k)


@inlined
def write(rows: DenseRows, i: int, into: AnyFloats) -> None:
    """See `rows.write`."""
    row = rows.table[np.uint64(i)]
    for k in range(row.size):
        into[k] = row[k]


@inlined
def squared(rows: DenseRows, i: int) -> float:
    """See `rows.squared`."""
    row, total = rows.table[np.uint64(i)], 0.0
    for k in range(row.size):
        total = plus(total, float(row[k]) * float(row[k]))
    return total


@inlined
def lent(rows: DenseRows) -> DenseRows:
    """See `rows.lent`."""
    return DenseRows(borrowed(rows.table), borrowed(rows.flat))
