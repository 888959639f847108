"""Rows that are worth keeping: what is computed once stays in the row cache.

Narrow: some coordinates, in tiles that stay in the fastest memory. Dense: a matrix product of BLAS for a tile of
columns, turned into kernel values while it is in the cache of the processor. Sparse: the rows of the working set are
spread into a table of features, so that a nonzero of a column meets all of them in one vector operation.
"""

from __future__ import annotations

from typing import ClassVar, TypeAlias

import numpy as np
from scipy import sparse

from core.lowlevel.simd import AnyFloats
from core.problem.arrays import Indices, Matrix, Vector
from core.solver.trainer.rows.cache import RowCache, beside
from core.solver.trainer.rows.formula import GAUSSIAN, Formula, tabulate
from core.solver.trainer.rows.loops import (
    Floats,
    add_stored,
    dense_rows,
    sparse_rows,
    sparse_values,
    spread,
)
from core.solver.trainer.rows.tiles import in_fours, room_for, tile_block, tile_rows, tiled

CHUNK = 256  # rows at a time
Csr: TypeAlias = sparse.csr_array
NO_ARENA: Floats = np.empty((0, 0), dtype=np.float32)


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


class StoredMatrix(StoredKernelRows):
    """Rows of any kernel that is a formula, for points in a table: matrix products of BLAS."""

    COPIES: ClassVar[int] = 2  # of the points, in single precision: of all, and of those that are active

    def __init__(self, X: Matrix, formula: Formula, cache_bytes: int) -> None:
        super().__init__(len(X), X.shape[1], cache_bytes, self.COPIES * 4 * X.size)
        self._given, self._formula = X, formula
        self._middle = X.mean(axis=0) if formula.kind == GAUSSIAN else np.zeros(X.shape[1])
        self._all, self._fine_lengths = np.empty(X.shape, dtype=np.float32), np.empty(len(X))
        for begin in range(0, len(X), CHUNK):
            part = np.arange(begin, min(begin + CHUNK, len(X)))
            x = self._centred(part)
            self._all[part], self._fine_lengths[part] = x, np.einsum("ij,ij->i", x, x)
        self._all_lengths = self._fine_lengths.astype(np.float32)
        self._select()

    def _centred(self, points: Indices) -> Matrix:
        """Return points in double precision: from their mean, where the kernel does not see it."""
        x: Matrix = self._given[points]
        x -= self._middle
        return x

    def _select(self) -> None:
        everyone = len(self._active) == len(self._all)
        self._X = self._all if everyone else self._all[self._active]
        self._lengths = self._all_lengths if everyone else self._all_lengths[self._active]

    def block(self, chosen: Indices, first: int, K: Floats) -> None:
        """See `KernelRows.block`."""
        points, lengths = self._X[chosen], self._lengths[chosen]
        inner = points @ points[first:].T
        tabulate(self._formula, inner, lengths, lengths[first:])
        K[:, first : len(chosen)] = inner

    def _compute(self, chosen: Indices, steps: Vector, slots: Indices, pull: Vector, cancel: Indices) -> None:
        z, own = self._X[chosen], self._lengths[chosen]
        self._loop(z, own, self._X, self._lengths, steps, slots, self._cache.rows, pull, cancel)

    def _loop(
        self,
        z: Floats,
        own: Floats,
        X: Floats,
        lengths: Floats,
        steps: Vector,
        slots: Indices,
        arena: Floats,
        pull: Vector,
        cancel: Indices,
    ) -> None:
        dense_rows(self._formula, z, own, X, lengths, steps, slots, arena, pull, cancel)

    def elsewhere(self, points: Indices, chosen: Indices, steps: Vector, cancel: Indices) -> Vector:
        """See `KernelRows.elsewhere`."""
        pull, X, lengths = np.zeros(len(points)), self._all[points], self._all_lengths[points]
        nowhere = np.full(CHUNK, -1)
        for begin in range(0, len(chosen), CHUNK):
            some, part = chosen[begin : begin + CHUNK], steps[begin : begin + CHUNK]
            z, own = self._all[some], self._all_lengths[some]
            self._loop(z, own, X, lengths, part, nowhere[: len(part)], NO_ARENA, pull, cancel)
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
        self._tiles = tiled(self._X)

    def block(self, chosen: Indices, first: int, K: Floats) -> None:
        """See `KernelRows.block`."""
        points = self._X[chosen]
        tiles = tiled(points[first:])
        tile_block(self._formula, in_fours(points), self._lengths[chosen], tiles, first, K, room_for(tiles))

    def _loop(
        self,
        z: Floats,
        own: Floats,
        X: Floats,
        lengths: Floats,
        steps: Vector,
        slots: Indices,
        arena: Floats,
        pull: Vector,
        cancel: Indices,
    ) -> None:
        tiles = self._tiles if X is self._X else tiled(X)
        z, room = in_fours(z), room_for(tiles)
        tile_rows(self._formula, z, own, tiles, lengths, steps, slots, arena, pull, cancel, room)


class Sparse(StoredKernelRows):
    """Rows of any kernel that is a formula, for points in CSR."""

    def __init__(self, X: Csr, formula: Formula, cache_bytes: int) -> None:
        super().__init__(X.shape[0], X.shape[1], cache_bytes, 8 * X.nnz + 4 * CHUNK * X.shape[1])
        self._fine, self._formula = X.data, formula  # for the places of these numbers see `_all`
        self._fine_lengths = np.asarray(X.multiply(X).sum(axis=1), dtype=np.float64).ravel()
        self._all, self._all_lengths = _light(X), self._fine_lengths.astype(np.float32)
        self._select()

    def _select(self) -> None:
        everyone = len(self._active) == self._all.shape[0]
        self._X = self._all if everyone else _light(self._all[self._active])
        self._lengths = self._all_lengths if everyone else self._all_lengths[self._active]

    def block(self, chosen: Indices, first: int, K: Floats) -> None:
        """See `KernelRows.block`."""
        X, lengths, new = self._X, self._lengths, chosen[first:]
        table, own, numbers = spread_over(X, X.data, new), lengths[new], (X.data, X.indices, X.indptr)
        sparse_values(self._formula, *numbers, lengths, chosen, table, own, first, first, K)

    def _compute(self, chosen: Indices, steps: Vector, slots: Indices, pull: Vector, cancel: Indices) -> None:
        table = spread_over(self._X, self._X.data, chosen)
        self._loop(self._X, self._lengths, table, self._lengths[chosen], steps, slots, pull, cancel)

    def _loop(
        self,
        X: Csr,
        lengths: Floats,
        table: Floats,
        own: Floats,
        steps: Vector,
        slots: Indices,
        pull: Vector,
        cancel: Indices,
    ) -> None:
        inner, arena = np.empty(len(own), dtype=np.float32), self._cache.rows
        numbers = X.data, X.indices, X.indptr
        sparse_rows(self._formula, table, own, *numbers, lengths, steps, slots, arena, pull, cancel, inner)

    def elsewhere(self, points: Indices, chosen: Indices, steps: Vector, cancel: Indices) -> Vector:
        """See `KernelRows.elsewhere`."""
        pull, X, lengths = np.zeros(len(points)), _light(self._all[points]), self._all_lengths[points]
        for begin in range(0, len(chosen), CHUNK):
            some, part = chosen[begin : begin + CHUNK], steps[begin : begin + CHUNK]
            table, nowhere = spread_over(self._all, self._all.data, some), np.full(len(part), -1)
            self._loop(X, lengths, table, self._all_lengths[some], part, nowhere, pull, cancel)
        return pull

    def exact(self, points: Indices, others: Indices) -> Matrix:
        """See `KernelRows.exact`."""
        X, data, lengths = self._all, self._fine, self._fine_lengths
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
