"""Monomial features of sparse rows, each times a scale of its degree: CSR, without the zeros."""

from __future__ import annotations

from typing import Any

import numpy as np

from ..arrays import Indices, Matrix
from ..validation import MOST_FEATURE_BYTES
from . import monomials
from .feature_map import FeatureMap, Features, Rows, precision
from .size import MapSize, refuse


def sparse_monomials(phi: FeatureMap, rows: Rows, order: int, scales: Matrix) -> Features:
    """Return x^a / sqrt(prod a_j!) of all degrees k up to the order, times scales[row, k] / |x|^k, shape (n, p).

    `rows` is CSR with sorted columns; a coordinate missing from a row yields no features. `InputError` if they would
    not fit into memory: "map.size".
    """
    n, d = rows.shape
    held = np.diff(rows.indptr)
    dimension = phi.dimension(d)
    _admit(dimension, order, d, held, rows.dtype.itemsize)
    sizes = np.array([monomials.count(int(w), order) for w in range(int(held.max(initial=0)) + 1)])
    indptr = np.concatenate([[0], np.cumsum(sizes[held])])
    large = max(int(indptr[-1]), dimension) > np.iinfo(np.int32).max
    index: Any = np.int64 if large else np.int32
    indices, data = np.empty(indptr[-1], index), np.empty(indptr[-1], precision(rows))
    monomials.fill_sparse(
        rows.indptr.astype(np.int64),
        rows.indices,
        rows.data,
        scales,
        monomials.column_steps(d, order),
        monomials.runs(len(sizes) - 1, order),
        indptr,
        indices,
        data,
    )
    return type(rows)((data, indices, indptr.astype(index)), shape=(n, dimension))


def _admit(dimension: int, order: int, d: int, held: Indices, itemsize: int) -> None:
    """Refuse more nonzero features than fit, counting eight bytes for the column of each."""
    counts = np.bincount(held).tolist()

    def numbers(order: int) -> int:
        return sum(count * monomials.count(w, order) for w, count in enumerate(counts))

    def fits(order: int) -> bool:
        table = 8 * d * (order + 1)  # of steps from column to column
        return numbers(order) * (itemsize + 8) + table <= MOST_FEATURE_BYTES and monomials.count(d, order) < 2**63

    if not fits(order):
        size = MapSize(dimension, numbers(order) * (itemsize + 8), 0)
        largest = next((lower for lower in range(order - 1, -1, -1) if fits(lower)), 0)
        refuse(size, len(held), "m", largest)
