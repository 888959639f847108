"""Rows of the kernel matrix for the working sets: K[active, W] times a step, in blocks, in float32, summed in float64.

Three kinds of rows, one interface. Plane: two or three coordinates, computed on the spot and never stored. Dense: a
matrix product of BLAS for a tile of columns, turned into kernel values while it is in the cache of the processor, and
kept in the row cache. Sparse: the rows of the working set are spread into a table of features, so that a nonzero of a
column meets all of them in one vector operation. `Called` is the slow way for any kernel with a `gram`.
"""

from __future__ import annotations

from typing import Protocol, TypeAlias

import numpy as np
from scipy import sparse

from core.problem import Kernel, Precomputed
from core.problem.arrays import Indices, Matrix, Vector
from core.problem.fast_decision import add_gaussians
from core.solver.trainer.formula import GAUSSIAN, Formula, formula, tabulate
from core.solver.trainer.row_cache import RowCache
from core.solver.trainer.row_loops import Floats, add_stored, dense_rows, plane_block, sparse_rows

PLANE = 3  # up to so many coordinates a row costs no more than reading it
SPARSE_SHARE = 0.25  # of nonzeros; with more of them a matrix product is quicker
CHUNK = 256  # rows at a time
NARROW = 64  # coordinates
EXACT_NUMBERS = 1 << 20  # float64 kernel values in memory at a time
Csr: TypeAlias = sparse.csr_array
Points: TypeAlias = Matrix | Csr
NO_ARENA: Floats = np.empty(0, dtype=np.float32)


class Rows(Protocol):
    """Kernel rows over the active points."""

    count: int  # of all points

    def block(self, chosen: Indices, K: Floats) -> None:
        """Write K over the chosen points (places among the active) into K[:, :q], (q, q or more)."""

    def add(self, chosen: Indices, steps: Vector, pull: Vector, cancel: Indices) -> None:
        """Add sum_k steps_k K(x_t, x_chosen_k) to pull_t for all active points t."""

    def elsewhere(self, points: Indices, chosen: Indices, steps: Vector, cancel: Indices) -> Vector:
        """Return the same sum for points that are not active; here all are numbered as at first."""

    def exact(self, points: Indices, others: Indices) -> Matrix:
        """Return K of two sets of points, numbered as at first, in float64."""

    def shrink(self, kept: Indices) -> None:
        """Keep only these of the active points, ascending."""

    def restore(self) -> None:
        """Make all points active again."""


class Plane:
    """Rows of a Gaussian in a few coordinates."""

    def __init__(self, X: Matrix, kernel: Kernel, gamma: float) -> None:
        self._fine = X - X.mean(axis=0)  # the kernel does not see it, and float32 is most exact around zero
        self._kernel, self._gamma = kernel, gamma
        self.count = len(X)
        self._all = np.ascontiguousarray(self._fine.T, dtype=np.float32)
        self._X = self._all

    def block(self, chosen: Indices, K: Floats) -> None:
        """See `Rows.block`."""
        plane_block(self._X, chosen, self._gamma, K)

    def add(self, chosen: Indices, steps: Vector, pull: Vector, cancel: Indices) -> None:
        """See `Rows.add`."""
        add_gaussians(self._X, np.ascontiguousarray(self._X[:, chosen]), self._gamma, steps, pull, cancel)

    def elsewhere(self, points: Indices, chosen: Indices, steps: Vector, cancel: Indices) -> Vector:
        """See `Rows.elsewhere`."""
        pull = np.zeros(len(points))
        X, z = (np.ascontiguousarray(self._all[:, some]) for some in (points, chosen))
        add_gaussians(X, z, self._gamma, steps, pull, cancel)
        return pull

    def exact(self, points: Indices, others: Indices) -> Matrix:
        """See `Rows.exact`."""
        return self._kernel.gram(self._fine[points], self._fine[others])

    def shrink(self, kept: Indices) -> None:
        """See `Rows.shrink`."""
        self._X = np.ascontiguousarray(self._X[:, kept])

    def restore(self) -> None:
        """See `Rows.restore`."""
        self._X = self._all


class Stored:
    """What dense and sparse rows have in common: the cache, and which points are active."""

    def __init__(self, count: int, cache_bytes: int) -> None:
        self.count = count
        self._cache = RowCache(count, cache_bytes)
        self._active = np.arange(count)

    def add(self, chosen: Indices, steps: Vector, pull: Vector, cancel: Indices) -> None:
        """See `Rows.add`."""
        points = self._active[chosen]
        for begin in range(0, len(chosen), CHUNK):
            part = slice(begin, begin + CHUNK)
            slots = self._cache.find(points[part])
            stored = slots >= 0
            if stored.any():
                add_stored(self._cache.arena, slots[stored], steps[part][stored], pull, cancel)
            missing = ~stored
            if missing.any():
                claimed = self._cache.claim(points[part][missing])
                self._compute(chosen[part][missing], steps[part][missing], claimed, pull, cancel)

    def _compute(self, chosen: Indices, steps: Vector, slots: Indices, pull: Vector, cancel: Indices) -> None:
        raise NotImplementedError

    def shrink(self, kept: Indices) -> None:
        """See `Rows.shrink`."""
        self._active = self._active[kept]
        self._cache.shrink(kept, self._active)
        self._select()

    def restore(self) -> None:
        """See `Rows.restore`."""
        self._active = np.arange(self._cache.points)
        self._cache.clear(self._cache.points)
        self._select()

    def _select(self) -> None:
        raise NotImplementedError


class Dense(Stored):
    """Rows of any kernel that is a formula, for points in a table."""

    def __init__(self, X: Matrix, formula: Formula, cache_bytes: int) -> None:
        super().__init__(len(X), cache_bytes)
        self._fine = X - X.mean(axis=0) if formula.kind == GAUSSIAN else X
        self._formula = formula
        self._fine_lengths = np.einsum("ij,ij->i", self._fine, self._fine)
        self._all, self._all_lengths = self._fine.astype(np.float32), self._fine_lengths.astype(np.float32)
        self._select()

    def _select(self) -> None:
        everyone = len(self._active) == len(self._all)
        self._X = self._all if everyone else self._all[self._active]
        self._lengths = self._all_lengths if everyone else self._all_lengths[self._active]

    def block(self, chosen: Indices, K: Floats) -> None:
        """See `Rows.block`."""
        points, lengths = self._X[chosen], self._lengths[chosen]
        # NumPy sees its own transpose and computes one triangle, which for few coordinates takes longer than both.
        inner = points @ (points.T.copy() if points.shape[1] <= NARROW else points.T)
        tabulate(self._formula, inner, lengths, lengths)
        K[:, : len(chosen)] = inner

    def _compute(self, chosen: Indices, steps: Vector, slots: Indices, pull: Vector, cancel: Indices) -> None:
        z, lengths = self._X[chosen], self._lengths[chosen]
        dense_rows(self._formula, z, lengths, self._X, self._lengths, steps, slots, self._cache.arena, pull, cancel)

    def elsewhere(self, points: Indices, chosen: Indices, steps: Vector, cancel: Indices) -> Vector:
        """See `Rows.elsewhere`."""
        pull, X, lengths = np.zeros(len(points)), self._all[points], self._all_lengths[points]
        nowhere = np.full(CHUNK, -1)
        for begin in range(0, len(chosen), CHUNK):
            some, part = chosen[begin : begin + CHUNK], steps[begin : begin + CHUNK]
            z, own = self._all[some], self._all_lengths[some]
            dense_rows(self._formula, z, own, X, lengths, part, nowhere[: len(part)], NO_ARENA, pull, cancel)
        return pull

    def exact(self, points: Indices, others: Indices) -> Matrix:
        """See `Rows.exact`."""
        inner = self._fine[points] @ self._fine[others].T
        tabulate(self._formula, inner, self._fine_lengths[points], self._fine_lengths[others])
        return inner


class Sparse(Stored):
    """Rows of any kernel that is a formula, for points in CSR."""

    def __init__(self, X: Csr, formula: Formula, cache_bytes: int) -> None:
        super().__init__(X.shape[0], cache_bytes)
        self._fine, self._formula = X, formula
        self._fine_lengths = np.asarray(X.multiply(X).sum(axis=1), dtype=np.float64).ravel()
        self._all, self._all_lengths = _light(X), self._fine_lengths.astype(np.float32)
        self._select()

    def _select(self) -> None:
        everyone = len(self._active) == self._all.shape[0]
        self._X = self._all if everyone else _light(self._all[self._active])
        self._lengths = self._all_lengths if everyone else self._all_lengths[self._active]

    def block(self, chosen: Indices, K: Floats) -> None:
        """See `Rows.block`."""
        points, lengths = self._X[chosen], self._lengths[chosen]
        inner = np.ascontiguousarray(points @ points.toarray().T, dtype=np.float32)
        tabulate(self._formula, inner, lengths, lengths)
        K[:, : len(chosen)] = inner

    def _compute(self, chosen: Indices, steps: Vector, slots: Indices, pull: Vector, cancel: Indices) -> None:
        self._loop(self._X, self._lengths, self._X[chosen], self._lengths[chosen], steps, slots, pull, cancel)

    def _loop(
        self,
        X: Csr,
        lengths: Floats,
        z: Csr,
        own: Floats,
        steps: Vector,
        slots: Indices,
        pull: Vector,
        cancel: Indices,
    ) -> None:
        table = np.ascontiguousarray(z.toarray().T)
        arena = self._cache.arena
        sparse_rows(self._formula, table, own, X.data, X.indices, X.indptr, lengths, steps, slots, arena, pull, cancel)

    def elsewhere(self, points: Indices, chosen: Indices, steps: Vector, cancel: Indices) -> Vector:
        """See `Rows.elsewhere`."""
        pull, X, lengths = np.zeros(len(points)), _light(self._all[points]), self._all_lengths[points]
        for begin in range(0, len(chosen), CHUNK):
            some, part = chosen[begin : begin + CHUNK], steps[begin : begin + CHUNK]
            nowhere = np.full(len(part), -1)
            self._loop(X, lengths, self._all[some], self._all_lengths[some], part, nowhere, pull, cancel)
        return pull

    def exact(self, points: Indices, others: Indices) -> Matrix:
        """See `Rows.exact`."""
        inner = np.ascontiguousarray((self._fine[others] @ self._fine[points].toarray().T).T)
        tabulate(self._formula, inner, self._fine_lengths[points], self._fine_lengths[others])
        return inner


def _light(X: Csr) -> Csr:
    """Return CSR rows with float32 values and 32-bit indices."""
    return sparse.csr_array(
        (X.data.astype(np.float32), X.indices.astype(np.int32), X.indptr.astype(np.int32)), shape=X.shape
    )


class Called:
    """Rows of any kernel at all, by its `gram`, in float64: the slow way."""

    def __init__(self, X: Matrix, kernel: Kernel) -> None:
        self.count = len(X)
        self._fine, self._kernel = X, kernel
        self._active = np.arange(len(X))

    def _gram(self, points: Indices, others: Indices) -> Matrix:
        if isinstance(self._kernel, Precomputed):
            return np.asarray(self._fine[np.ix_(points, others)])
        return np.asarray(self._kernel.gram(self._fine[points], self._fine[others]))

    def block(self, chosen: Indices, K: Floats) -> None:
        """See `Rows.block`."""
        K[:, : len(chosen)] = self._gram(self._active[chosen], self._active[chosen])

    def add(self, chosen: Indices, steps: Vector, pull: Vector, cancel: Indices) -> None:
        """See `Rows.add`."""
        pull += self.elsewhere(self._active, self._active[chosen], steps, cancel)

    def elsewhere(self, points: Indices, chosen: Indices, steps: Vector, cancel: Indices) -> Vector:
        """See `Rows.elsewhere`."""
        pull = np.zeros(len(points))
        tile = max(1, EXACT_NUMBERS // max(len(chosen), 1))
        for begin in range(0, len(points), tile):
            if cancel[0] != 0:
                break
            pull[begin : begin + tile] = self._gram(points[begin : begin + tile], chosen) @ steps
        return pull

    def exact(self, points: Indices, others: Indices) -> Matrix:
        """See `Rows.exact`."""
        return self._gram(points, others)

    def shrink(self, kept: Indices) -> None:
        """See `Rows.shrink`."""
        self._active = self._active[kept]

    def restore(self) -> None:
        """See `Rows.restore`."""
        self._active = np.arange(len(self._fine))


def rows_for(X: Points, kernel: Kernel, cache_bytes: int) -> Rows:
    """Return the quickest rows for these points."""
    known = formula(kernel)
    if not isinstance(X, np.ndarray):
        if known is not None and X.nnz <= SPARSE_SHARE * X.shape[0] * X.shape[1]:
            return Sparse(X, known, cache_bytes)
        X = X.toarray()
    if known is None:
        return Called(X, kernel)
    if known.kind == GAUSSIAN and X.shape[1] <= PLANE:
        return Plane(X, kernel, known.gamma)
    return Dense(X, known, cache_bytes)


def exact_pull(rows: Rows, points: Indices, others: Indices, weights: Vector, cancel: Indices) -> Vector:
    """Return K(points, others) @ weights in float64, tile by tile."""
    pull = np.zeros(len(points))
    tile = max(1, EXACT_NUMBERS // max(len(others), 1))
    for begin in range(0, len(points), tile):
        if cancel[0] != 0:
            break
        pull[begin : begin + tile] = rows.exact(points[begin : begin + tile], others) @ weights
    return pull
