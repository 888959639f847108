"""Rows of the kernel matrix that were computed before, least recently used out first, never above a byte limit."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from core.compiled import compiled
from core.problem.arrays import Indices

Floats = NDArray[np.float32]
NOWHERE = -1


class RowCache:
    """Slots of one float32 row each, in one arena that is allocated once.

    Attributes
    ----------
    arena
        The memory, flat; the row in slot s is ``arena[s * length : (s + 1) * length]``.
    length
        Numbers in a row: the points that are active.
    """

    def __init__(self, points: int, limit: int) -> None:
        self.points = points
        self._size = max(0, min(limit // 4, points * points))
        self.arena: Floats = np.empty(self._size, dtype=np.float32)
        self.clear(points)

    @property
    def slots(self) -> int:
        """How many rows fit."""
        return len(self._owner)

    def clear(self, length: int) -> None:
        """Forget all rows; from now on they have this length."""
        self.length = length
        slots = min(self._size // length, self.points) if length else 0
        self._slot = np.full(self.points, NOWHERE)  # of a point, in its first numbering
        self._owner = np.full(slots, NOWHERE)
        self._used = np.zeros(slots, dtype=np.int64)  # when it was last asked for
        self._now = 0

    def find(self, points: Indices) -> Indices:
        """Return the slots of the rows of these points, -1 where there is none, and remember that they were used."""
        self._now += 1
        slots = self._slot[points]
        self._used[slots[slots >= 0]] = self._now
        return slots

    def claim(self, points: Indices) -> Indices:
        """Return slots for the rows of points that have none; -1 for those that find no room beside what is in use."""
        claimed = np.full(len(points), NOWHERE)
        free = np.flatnonzero(self._used < self._now)
        count = min(len(points), len(free))
        if count == 0:
            return claimed
        oldest = free[np.argsort(self._used[free], kind="stable")[:count]]
        evicted = self._owner[oldest]
        self._slot[evicted[evicted >= 0]] = NOWHERE
        self._slot[points[:count]] = oldest
        self._owner[oldest] = points[:count]
        self._used[oldest] = self._now
        claimed[:count] = oldest
        return claimed

    def shrink(self, kept: Indices, points: Indices) -> None:
        """Keep only these columns (ascending places in a row) of the rows of the points that are left.

        The room that is won takes more rows.
        """
        left = np.zeros(self.points + 1, dtype=bool)  # the last one for slots that are empty
        left[points] = True
        rows = np.flatnonzero(left[self._owner])
        compact(self.arena, rows, self.length, kept)
        owner, used = self._owner[rows], self._used[rows]
        self.length = len(kept)
        spare = min(self._size // max(self.length, 1), self.points) - len(rows)
        self._owner = np.concatenate([owner, np.full(spare, NOWHERE)])
        self._used = np.concatenate([used, np.zeros(spare, dtype=np.int64)])
        self._slot[:] = NOWHERE
        self._slot[owner] = np.arange(len(rows))


@compiled
def compact(arena: Floats, rows: Indices, length: int, kept: Indices) -> None:
    """Move the kept columns of the chosen rows (ascending) together; nothing is overwritten before it is read."""
    for s in range(rows.size):
        old, new = rows[s] * length, s * kept.size
        for k in range(kept.size):
            arena[new + k] = arena[old + kept[k]]
