"""The source of the rows of features for the trainer, and the one whose rows are all in memory."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

import numpy as np
from scipy import sparse

from ...problem.arrays import Indices, Vector
from ...problem.maps.feature_map import Dense, Rows
from ..outcome import RUNNING
from .dense import dense_rows
from .descent import (
    MOVED,
    SPREAD,
    VISITS,
    RowDual,
    Schedule,
    Visited,
    combine,
    epochs,
    products,
    squared_lengths,
)
from .rows import StoredRows
from .sparse import SparseRows, sparse_rows

PART = 1 << 27  # entries of rows read in one call, some hundredths of a second: Ctrl-C waits for its end
SCATTERED = 8.0  # numbers of a table that are read in the time of one in CSR


@dataclass
class LinearRun:
    """A run in progress."""

    box: RowDual
    alpha: Vector  # (n,)
    w: Dense  # (d + 1,), float32 or float64: the weight of the constant feature last
    order: Indices  # (n,) a permutation of the points; the first `active` are visited
    active: int
    pace: Vector  # see `new_pace`
    until: float  # see `Schedule`
    eager: float
    seed: int
    limit: int  # epochs
    cancel: Indices  # polled; [0] != 0 ends the run
    progress: Vector  # written: violation, epochs, active points


def descend(visited: Visited, active: int, aim: float, most: int, run: LinearRun) -> tuple[int, int]:
    """Run epochs over some rows, with the other settings of the run; see `epochs`."""
    schedule = Schedule(aim, run.until, run.eager, run.seed, run.cancel, run.progress)
    rows, n = visited.rows, max(1, len(visited.alpha))
    # Average number of table entries read in the time of a visit.
    row_work = SCATTERED * rows.data.size / n if isinstance(rows, SparseRows) else rows.flat.size / n
    part, ended = max(1, int(PART / max(1.0, active * row_work))), RUNNING
    for begin in range(0, most, part):
        few = min(part, most - begin)
        active, ended = epochs(visited, run.w, active, few, run.pace, schedule)
        if ended != RUNNING or run.pace[SPREAD] <= aim or run.pace[MOVED] == 0.0 or run.pace[VISITS] >= run.until:
            break
    return int(active), int(ended)


class FeatureSource(Protocol):
    """Rows of features."""

    n: int
    d: int

    def sweep(self, run: LinearRun, aim: float, most: int) -> int:
        """Run at most `most` epochs over the active points, see `epochs`; return an outcome, or RUNNING."""

    def combine(self, factors: Vector, run: LinearRun) -> Vector:
        """Return sum_i factors_i x_i over all points, with the constant feature, (d + 1,) float64."""

    def products(self, w: Vector, run: LinearRun) -> Vector:
        """Return x_i.w, with the constant feature, of all points, (n,) float64."""

    def squared_lengths(self, cancel: Indices) -> Vector:
        """Return |x_i|^2 without the constant feature, (n,) float64."""

    def hold(self, points: Indices, cancel: Indices) -> tuple[StoredRows, Indices] | None:
        """Return rows in memory and the positions of the points among them, or None if they do not fit."""


class StoredFeatures:
    """Rows in memory: a table, or CSR.

    A descent in float32 reads the numbers of CSR in float32 too: a third less memory traffic, and w takes half the
    cache.
    """

    def __init__(self, X: Rows) -> None:
        self.rows: StoredRows = sparse_rows(X.tocsr()) if sparse.issparse(X) else dense_rows(X)
        self._light: StoredRows | None = None
        self.n, self.d = X.shape
        self._everyone = np.arange(self.n)

    @classmethod
    def of(cls, rows: StoredRows, n: int, d: int) -> StoredFeatures:
        """Return the source of these rows."""
        found = cls.__new__(cls)
        found.rows, found.n, found.d, found._everyone, found._light = rows, n, d, np.arange(n), None
        return found

    def sweep(self, run: LinearRun, aim: float, most: int) -> int:
        """See `FeatureSource.sweep`."""
        rows = self._light_rows() if run.w.dtype == np.float32 else self.rows
        visited = Visited(rows, run.box, run.alpha, run.order)
        run.active, ended = descend(visited, run.active, aim, most, run)
        return ended

    def _light_rows(self) -> StoredRows:
        if not isinstance(self.rows, SparseRows) or self.rows.data.dtype == np.float32:
            return self.rows
        if self._light is None:
            data = self.rows.data.astype(np.float32)
            data.flags.writeable = False
            self._light = self.rows._replace(data=data)
        return self._light

    def combine(self, factors: Vector, run: LinearRun) -> Vector:
        """See `FeatureSource.combine`."""
        w = np.zeros(self.d + 1)
        combine(self.rows, self._everyone, factors, run.box.bias, w, run.cancel)
        return w

    def products(self, w: Vector, run: LinearRun) -> Vector:
        """See `FeatureSource.products`."""
        out = np.zeros(self.n)
        products(self.rows, self._everyone, run.box.bias, w, out, run.cancel)
        return out

    def squared_lengths(self, cancel: Indices) -> Vector:
        """See `FeatureSource.squared_lengths`."""
        out = np.ones(self.n)
        squared_lengths(self.rows, out, cancel)
        return out

    def hold(self, points: Indices, cancel: Indices) -> tuple[StoredRows, Indices] | None:
        """See `FeatureSource.hold`."""
        return self.rows, points
