"""An LRU cache for rows of the kernel matrix, with a byte limit."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from ....lowlevel.cache_lines import LINE
from ....lowlevel.compiled import compiled
from ....lowlevel.memory_pool import memory_for
from ....problem.arrays import Indices

Floats = NDArray[np.float32]
NOWHERE = -1
LANES = LINE // 4  # numbers of a line


class RowCache:
    """Slots of one float32 row each, in memory that is allocated once.

    Attributes
    ----------
    rows
        The memory, (slots, length or some more): each row begins at a line of the processor's cache.
    length
        Numbers in a row: the points that are active.
    """

    def __init__(self, points: int, limit: int) -> None:
        self.points = points
        self._memory = memory_for(self, max(0, min(limit // 4, points * padded_length(points))))
        self.clear(points)

    @property
    def slots(self) -> int:
        """The number of rows that fit."""
        return len(self.rows)

    def clear(self, length: int) -> None:
        """Drop all rows and set the new row length."""
        self._lay_out(length)
        self._slot = np.full(self.points, NOWHERE)  # of a point, in its first numbering
        self._owner = np.full(self.slots, NOWHERE)
        self._used = np.zeros(self.slots, dtype=np.int64)  # when it was last asked for
        self._now = 0
        self._taken = 0  # slots, from the first on

    def _lay_out(self, length: int) -> None:
        self.length, stride = length, padded_length(length)
        slots = min(len(self._memory) // stride, self.points) if length else 0
        self.rows = self._memory[: slots * stride].reshape(slots, stride)

    def find(self, points: Indices) -> Indices:
        """Return the slots of the rows of these points, -1 if not cached; mark them as used."""
        self._now += 1
        slots = self._slot[points]
        self._used[slots[slots >= 0]] = self._now
        return np.asarray(slots)

    def claim(self, points: Indices) -> Indices:
        """Return slots for uncached rows of points; -1 for those without room beside the rows in use."""
        begin, self._taken = self._taken, min(self._taken + len(points), self.slots)
        slots = np.arange(begin, self._taken)  # not used so far
        if len(slots) < len(points):
            # Evict the least recently used rows that are not in use now.
            free = np.flatnonzero((self._used < self._now) & (self._owner != NOWHERE))
            oldest = free[np.argsort(self._used[free], kind="stable")[: len(points) - len(slots)]]
            self._slot[self._owner[oldest]] = NOWHERE
            slots = np.concatenate([slots, oldest])
        served, claimed = points[: len(slots)], np.full(len(points), NOWHERE)
        self._slot[served], self._owner[slots], self._used[slots] = slots, served, self._now
        claimed[: len(slots)] = slots
        return claimed

    def shrink(self, kept: Indices, points: Indices) -> None:
        """Keep only these columns (ascending positions in a row) of the rows of the remaining points.

        The freed memory holds more rows.
        """
        left = np.zeros(self.points + 1, dtype=bool)  # the last one for slots that are empty
        left[points] = True
        rows = np.flatnonzero(left[self._owner])
        compact(self._memory, rows, self.rows.shape[1], kept, padded_length(len(kept)))
        owner, used = self._owner[rows], self._used[rows]
        self._lay_out(len(kept))
        spare = self.slots - len(rows)
        self._owner = np.concatenate([owner, np.full(spare, NOWHERE)])
        self._used = np.concatenate([used, np.zeros(spare, dtype=np.int64)])
        self._slot[:] = NOWHERE
        self._slot[owner] = np.arange(len(rows))
        self._taken = len(rows)


def beside(tables: int, limit: int) -> int:
    """Return the bytes that a limit leaves for rows beside tables of this size; at least a quarter of it."""
    return max(limit // 4, limit - tables)


def padded_length(length: int) -> int:
    """Return a length rounded up to whole lines of the processor's cache."""
    return -(-length // LANES) * LANES


@compiled
def compact(memory: Floats, rows: Indices, stride: int, kept: Indices, closer: int) -> None:
    """Move the kept columns of the chosen rows (ascending) together, a row each `closer` numbers.

    Nothing is overwritten before it is read.
    """
    for s in range(rows.size):
        old, new = rows[s] * stride, s * closer
        for k in range(kept.size):
            memory[new + k] = memory[old + kept[k]]
