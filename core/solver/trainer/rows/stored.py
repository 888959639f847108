"""Rows that are worth keeping: what is computed once stays in the row cache.

Narrow: some coordinates, in tiles that stay in the fastest memory. Dense: a matrix product of BLAS for a tile of
columns, turned into kernel values while it is in the cache of the processor. Sparse: the rows of the working set are
spread into a table of features, so that a nonzero of a column meets all of them in one vector operation.
"""

from __future__ import annotations

from typing import ClassVar, NamedTuple, TypeAlias

import numpy as np
from scipy import sparse

from ....lowlevel.simd import AnyFloats
from ....problem.arrays import Indices, Matrix, Vector
from .cache import RowCache, beside
from .formula import GAUSSIAN, Formula, tabulate
from .loops import (
    Floats,
    add_stored,
    dense_rows,
    sparse_rows,
    sparse_values,
    spread,
)
from .tiles import in_fours, room_for, tile_block, tile_rows, tiled

CHUNK = 256  # rows at a time
Csr: TypeAlias = sparse.csr_array


class StoredKernelRows:
    """What dense and sparse rows have in common: the cache, and which points are active."""

    _fine_lengths: Vector  # (n,)

    def __init__(self, count: int, cost: int, cache_bytes: int, tables: int) -> None:
        self.count, self.cost = count, cost
        self._cache = RowCache(count, beside(tables, cache_bytes))
        self._active = np.arange(count)

    @property
    def lengths(self) -> Vector:
        """See `Rows.lengths`."""
        return self._fine_lengths

    def add(self, chosen: Indices, steps: Vector, pull: Vector, cancel: Indices) -> int:
        """See `KernelRows.add`."""
        points = self._active[chosen]
        slots = self._cache.find(points)
        missing = np.flatnonzero(slots < 0)
        if len(missing) < len(chosen):
            stored = np.flatnonzero(slots >= 0)
            add_stored(self._cache.rows, slots[stored], steps[stored], pull, cancel)
        for begin in range(0, len(missing), CHUNK):
            part = missing[begin : begin + CHUNK]
            self._compute(chosen[part], steps[part], self._cache.claim(points[part]), pull, cancel)
        return len(missing)

    def _compute(self, chosen: Indices, steps: Vector, slots: Indices, pull: Vector, cancel: Indices) -> None:
        raise NotImplementedError

    def shrink(self, kept: Indices) -> None:
        """See `KernelRows.shrink`."""
        self._active = self._active[kept]
        self._cache.shrink(kept, self._active)
        self._select()

    def restore(self) -> None:
        """See `KernelRows.restore`."""
        self._active = np.arange(self._cache.points)
        self._cache.clear(self._cache.points)
        self._select()

    def _select(self) -> None:
        raise NotImplementedError


class SinglePoints(NamedTuple):
    """Points in single precision, and their squared lengths."""

    X: Floats  # (n, d)
    lengths: Floats

    def some(self, chosen: Indices) -> SinglePoints:
        """Return some of them."""
        return SinglePoints(self.X[chosen], self.lengths[chosen])


class StoredMatrix(StoredKernelRows):
    """Rows of any kernel that is a formula, for points in a table: matrix products of BLAS."""

    COPIES: ClassVar[int] = 2  # of the points, in single precision: of all, and of those that are active

    def __init__(self, X: Matrix, formula: Formula, cache_bytes: int) -> None:
        super().__init__(len(X), X.shape[1], cache_bytes, self.COPIES * 4 * X.size)
        self._given, self._formula = X, formula
        self._middle = X.mean(axis=0) if formula.kind == GAUSSIAN else np.zeros(X.shape[1])
        single, self._fine_lengths = np.empty(X.shape, dtype=np.float32), np.empty(len(X))
        for begin in range(0, len(X), CHUNK):
            part = np.arange(begin, min(begin + CHUNK, len(X)))
            x = self._centred(part)
            single[part], self._fine_lengths[part] = x, np.einsum("ij,ij->i", x, x)
        self._all = SinglePoints(single, self._fine_lengths.astype(np.float32))
        self._select()

    def _centred(self, points: Indices) -> Matrix:
        """Return points in double precision: from their mean, where the kernel does not see it."""
        x: Matrix = self._given[points]
        x -= self._middle
        return x

    def _select(self) -> None:
        self._here = self._all if len(self._active) == self.count else self._all.some(self._active)

    def block(self, chosen: Indices, first: int, K: Floats) -> None:
        """See `KernelRows.block`."""
        points, lengths = self._here.some(chosen)
        inner = points @ points[first:].T
        tabulate(self._formula, inner, lengths, lengths[first:])
        K[:, first : len(chosen)] = inner

    def _compute(self, chosen: Indices, steps: Vector, slots: Indices, pull: Vector, cancel: Indices) -> None:
        self._loop(self._here.some(chosen), self._here, steps, slots, pull, cancel)

    def _loop(
        self, chosen: SinglePoints, here: SinglePoints, steps: Vector, slots: Indices, pull: Vector, cancel: Indices
    ) -> None:
        """Add the rows of the chosen points, over the points that are here, and keep those that have a slot."""
        arena, (z, own) = self._cache.rows, chosen
        dense_rows(self._formula, z, own, here.X, here.lengths, steps, slots, arena, pull, cancel)

    def elsewhere(self, points: Indices, chosen: Indices, steps: Vector, cancel: Indices) -> Vector:
        """See `KernelRows.elsewhere`."""
        pull, there, nowhere = np.zeros(len(points)), self._all.some(points), np.full(CHUNK, -1)
        for begin in range(0, len(chosen), CHUNK):
            some, part = self._all.some(chosen[begin : begin + CHUNK]), steps[begin : begin + CHUNK]
            self._loop(some, there, part, nowhere[: len(part)], pull, cancel)
        return pull

    def exact(self, points: Indices, others: Indices) -> Matrix:
        """See `KernelRows.exact`."""
        inner = self._centred(points) @ self._centred(others).T
        tabulate(self._formula, inner, self._fine_lengths[points], self._fine_lengths[others])
        return inner


class Narrow(StoredMatrix):
    """The same for few coordinates: tiles."""

    COPIES: ClassVar[int] = 3  # these two, and the tiles

    def _select(self) -> None:
        super()._select()
        self._tiles = tiled(self._here.X)

    def block(self, chosen: Indices, first: int, K: Floats) -> None:
        """See `KernelRows.block`."""
        points, lengths = self._here.some(chosen)
        tiles = tiled(points[first:])
        tile_block(self._formula, in_fours(points), lengths, tiles, first, K, room_for(tiles))

    def _loop(
        self, chosen: SinglePoints, here: SinglePoints, steps: Vector, slots: Indices, pull: Vector, cancel: Indices
    ) -> None:
        arena, tiles = self._cache.rows, self._tiles if here is self._here else tiled(here.X)
        z, own, room = in_fours(chosen.X), chosen.lengths, room_for(tiles)
        tile_rows(self._formula, z, own, tiles, here.lengths, steps, slots, arena, pull, cancel, room)


class SparsePoints(NamedTuple):
    """Points of CSR with float32 values and 32-bit indices, and their squared lengths."""

    X: Csr
    lengths: Floats

    def some(self, chosen: Indices) -> SparsePoints:
        """Return some of them."""
        return SparsePoints(_light(self.X[chosen]), self.lengths[chosen])

    def spread(self, chosen: Indices) -> SpreadPoints:
        """Return some of them by their features."""
        return SpreadPoints(spread_over(self.X, self.X.data, chosen), self.lengths[chosen])


class SpreadPoints(NamedTuple):
    """Points in a table, one feature a row, and their squared lengths."""

    table: AnyFloats  # (d, q)
    lengths: Floats


class Sparse(StoredKernelRows):
    """Rows of any kernel that is a formula, for points in CSR."""

    def __init__(self, X: Csr, formula: Formula, cache_bytes: int) -> None:
        super().__init__(X.shape[0], X.shape[1], cache_bytes, 8 * X.nnz + 4 * CHUNK * X.shape[1])
        self._fine, self._formula = X.data, formula  # for the places of these numbers see `_all`
        self._fine_lengths = np.asarray(X.multiply(X).sum(axis=1), dtype=np.float64).ravel()
        self._all = SparsePoints(_light(X), self._fine_lengths.astype(np.float32))
        self._select()

    def _select(self) -> None:
        self._here = self._all if len(self._active) == self.count else self._all.some(self._active)

    def block(self, chosen: Indices, first: int, K: Floats) -> None:
        """See `KernelRows.block`."""
        (X, lengths), (table, own) = self._here, self._here.spread(chosen[first:])
        numbers = X.data, X.indices, X.indptr
        sparse_values(self._formula, *numbers, lengths, chosen, table, own, first, first, K)

    def _compute(self, chosen: Indices, steps: Vector, slots: Indices, pull: Vector, cancel: Indices) -> None:
        self._loop(self._here.spread(chosen), self._here, steps, slots, pull, cancel)

    def _loop(
        self, chosen: SpreadPoints, here: SparsePoints, steps: Vector, slots: Indices, pull: Vector, cancel: Indices
    ) -> None:
        """Add the rows of the chosen points, over the points that are here, and keep those that have a slot."""
        (table, own), (X, lengths), arena = chosen, here, self._cache.rows
        inner, numbers = np.empty(len(own), dtype=np.float32), (X.data, X.indices, X.indptr)
        sparse_rows(self._formula, table, own, *numbers, lengths, steps, slots, arena, pull, cancel, inner)

    def elsewhere(self, points: Indices, chosen: Indices, steps: Vector, cancel: Indices) -> Vector:
        """See `KernelRows.elsewhere`."""
        pull, there, nowhere = np.zeros(len(points)), self._all.some(points), np.full(CHUNK, -1)
        for begin in range(0, len(chosen), CHUNK):
            some, part = chosen[begin : begin + CHUNK], steps[begin : begin + CHUNK]
            self._loop(self._all.spread(some), there, part, nowhere[: len(part)], pull, cancel)
        return pull

    def exact(self, points: Indices, others: Indices) -> Matrix:
        """See `KernelRows.exact`."""
        X, data, lengths = self._all.X, self._fine, self._fine_lengths
        table, K = spread_over(X, data, points), np.empty((len(others), len(points)))
        own, numbers = lengths[points], (data, X.indices, X.indptr)
        sparse_values(self._formula, *numbers, lengths, others, table, own, 0, len(others), K)
        return K.T


def spread_over(X: Csr, data: AnyFloats, chosen: Indices) -> AnyFloats:
    """Return a table (d, q) of the chosen points of CSR, whose numbers are the data."""
    table = np.zeros((X.shape[1], len(chosen)), dtype=data.dtype)
    spread(data, X.indices, X.indptr, chosen, table)
    return table


def _light(X: Csr) -> Csr:
    """Return CSR rows with float32 values and 32-bit indices."""
    return sparse.csr_array(
        (X.data.astype(np.float32), X.indices.astype(np.int32), X.indptr.astype(np.int32)), shape=X.shape
    )
