"""Rows computed by a feature map, never all in memory: an arena holds those being visited.

While there are more active points than fit in the arena, an epoch runs by blocks: the features of a random part of the
points are computed once and visited `IN_BLOCK` times (Yu10). Soon most points are set aside; once the others fit, their
features stay, and epochs cost as much as on stored rows.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import numpy as np
from scipy import sparse

from ...problem.arrays import Indices, Vector
from ...problem.maps.feature_map import Dense, FeatureMap, Rows, dense_rows, precision
from ..outcome import CANCELLED, RUNNING
from . import dense
from .descent import (
    BIG,
    EPOCHS,
    HIGH,
    LOW,
    MOVED,
    SMALL,
    SPREAD,
    STEEPEST,
    VISITS,
    RowDual,
    Visited,
    shuffle,
)
from .feature_source import LinearRun, StoredFeatures, descend
from .rows import StoredRows
from .sparse import sparse_rows

ARENA_BYTES = 64 << 20  # of features being visited
CHUNK_BYTES = 2 << 20  # of features computed at a time, some milliseconds: in between, the cancel flag is polled
IN_BLOCK = 2  # visits to each point of a block


class Mapped:
    """The features of the rows of X (n, d) under a map."""

    def __init__(self, X: Rows, phi: FeatureMap) -> None:
        self._X: Any = X.tocsr() if sparse.issparse(X) else dense_rows(X)
        self._phi, self._kind = phi, precision(self._X)
        self.n, self.d = X.shape[0], phi.dimension(X.shape[1])
        self._sparse = sparse.issparse(X) and sparse.issparse(phi.features(self._X[:1]))
        self._row_bytes = self.d * self._kind.itemsize
        if self._sparse:
            held: int = np.diff(X.tocsr().indptr).max(initial=0)
            self._row_bytes = phi.dimension(int(held)) * (self._kind.itemsize + 8)
        self._room = min(self.n, max(1, ARENA_BYTES // max(self._row_bytes, 1)))
        self._arena: Dense = np.empty(0, self._kind)
        self._points = np.empty(0, dtype=np.int64)  # whose features are in the arena
        self._place = np.full(self.n, -1)  # their rows there
        self._rows: StoredRows | None = None

    def sweep(self, run: LinearRun, aim: float, most: int) -> int:
        """See `FeatureSource.sweep`."""
        for _ in range(most):
            active = run.order[: run.active]
            held = self.hold(active, run.cancel)
            if held is not None:
                return self._visit_held(run, held, aim, most)
            ended = self._visit_blocks(run)
            if ended != RUNNING or run.pace[SPREAD] <= aim or run.pace[MOVED] == 0.0:
                return ended
        return RUNNING

    def hold(self, points: Indices, cancel: Indices) -> tuple[StoredRows, Indices] | None:
        """See `FeatureSource.hold`."""
        if len(points) > self._room:
            return None
        if self._rows is None or (self._place[points] < 0).any():
            self._load(np.arange(self.n) if self.n <= self._room else points, cancel)
        assert self._rows is not None
        return self._rows, self._place[points]

    def _visit_held(self, run: LinearRun, held: tuple[StoredRows, Indices], aim: float, most: int) -> int:
        rows, order = held
        visited = Visited(rows, _part(run.box, self._points), run.alpha[self._points], order)
        active, ended = descend(visited, len(order), aim, most, run)
        run.alpha[self._points] = visited.alpha
        run.order[: len(order)] = self._points[order]
        run.active = active
        return ended

    def _visit_blocks(self, run: LinearRun) -> int:
        """Run one epoch, a block of the active points at a time."""
        shuffle(run.order, run.active, run.seed, int(run.pace[VISITS]))
        pace, kept, aside = run.pace, [], []
        high, low, moved, visits = 0.0, 0.0, 0.0, 0.0
        for begin in range(0, run.active, self._room):
            points = run.order[begin : min(begin + self._room, run.active)].copy()
            held = self.hold(points, run.cancel)
            assert held is not None
            own = replace(run, pace=np.array(pace), until=np.inf, progress=np.zeros(3))
            rows, order = held
            visited = Visited(rows, _part(run.box, self._points), run.alpha[self._points], order)
            count, ended = descend(visited, len(points), 0.0, 1, own)
            high, low, moved = max(high, own.pace[HIGH]), min(low, own.pace[LOW]), max(moved, own.pace[MOVED])
            if ended == RUNNING and IN_BLOCK > 1:
                count, ended = descend(visited, count, 0.0, IN_BLOCK - 1, own)
            run.alpha[self._points], visits = visited.alpha, visits + own.pace[VISITS] - pace[VISITS]
            if ended != RUNNING:
                return ended
            kept.append(self._points[order[:count]])
            aside.append(self._points[order[count:]])
        run.order[: run.active] = np.concatenate(kept + aside)
        run.active = sum(map(len, kept))
        pace[EPOCHS] += 1.0
        pace[VISITS] += visits
        pace[SPREAD], pace[MOVED], pace[HIGH], pace[LOW] = high - low, moved, high, low
        pace[STEEPEST] = max(pace[STEEPEST], high - low)
        pace[BIG] = run.eager * high if high > 0.0 else np.inf
        pace[SMALL] = run.eager * low if low < 0.0 else -np.inf
        run.progress[:3] = high - low, pace[EPOCHS], run.active
        return CANCELLED if run.cancel[0] != 0 else RUNNING

    def _load(self, points: Indices, cancel: Indices) -> None:
        """Compute the features of some points, and drop all others."""
        self._place[self._points] = -1
        self._points = points.copy()
        self._place[points] = np.arange(len(points))
        if self._sparse:
            self._rows = sparse_rows(self._phi.features(self._X[points]))
            return
        if not len(self._arena):
            self._arena = np.empty(self._room * self.d, self._kind)
        table = self._arena[: len(points) * self.d].reshape(len(points), self.d)
        step = max(1, CHUNK_BYTES // max(self._row_bytes, 1))
        for begin in range(0, len(points), step):
            if cancel[0] != 0:
                table[begin:] = 0  # they will not be visited
                break
            self._phi.features(self._X[points[begin : begin + step]], table[begin : begin + step])
        self._rows = dense.dense_rows(table)

    def _stored(self, cancel: Indices) -> Iterator[tuple[slice, StoredFeatures]]:
        """Yield the features of all points in their order, from the arena if it holds them all."""
        if self.n <= self._room:
            held = self.hold(np.arange(self.n), cancel)
            assert held is not None
            yield slice(0, self.n), StoredFeatures.of(held[0], self.n, self.d)
            return
        step = max(1, CHUNK_BYTES // max(self._row_bytes, 1))
        for begin in range(0, self.n, step):
            if cancel[0] != 0:
                return
            part = slice(begin, min(begin + step, self.n))
            yield part, StoredFeatures(self._phi.features(self._X[part]))

    def combine(self, factors: Vector, run: LinearRun) -> Vector:
        """See `FeatureSource.combine`."""
        w = np.zeros(self.d + 1)
        for part, stored in self._stored(run.cancel):
            w += stored.combine(factors[part], run)
        return w

    def products(self, w: Vector, run: LinearRun) -> Vector:
        """See `FeatureSource.products`."""
        out = np.zeros(self.n)
        for part, stored in self._stored(run.cancel):
            out[part] = stored.products(w, run)
        return out

    def squared_lengths(self, cancel: Indices) -> Vector:
        """See `FeatureSource.squared_lengths`."""
        out = np.ones(self.n)
        for part, stored in self._stored(cancel):
            out[part] = stored.squared_lengths(cancel)
        return out


def _part(box: RowDual, points: Indices) -> RowDual:
    return RowDual(box.y[points], box.upper[points], box.diagonal[points], box.curvature[points], box.bias)
