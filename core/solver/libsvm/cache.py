"""LIBSVM's cache of rows: which are held and how far, in the order of their last use (mathematics 10).

It holds no numbers. A kernel value is the same whenever it is computed, so what the cache decides is only whether it is
computed again; that is what is counted here.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from ...lowlevel.compiled import compiled

# Places in `Cache.tally`.
ROOM, HITS, MISSES, EVICTED, GIVEN_UP, ASKED, COMPUTED = range(7)


class Cache(NamedTuple):
    """The rows that are held, as a ring from the one used longest ago to the one used last; R rows there are."""

    length: np.ndarray  # (R,) int32 how many of its values are held; 0: none
    older: np.ndarray  # (R + 1,) int32 the row used before it; place R is where the ring begins and ends
    newer: np.ndarray  # (R + 1,) int32 the row used after it
    tally: np.ndarray  # (7,) int64 values that still find room, and what was counted since the start of the run


@compiled
def closed_cache(rows: int) -> Cache:
    """Return a cache with no capacity set yet."""
    tally = np.zeros(7, dtype=np.int64)
    tally[ROOM] = -1
    ends = np.full(rows + 1, rows, dtype=np.int32)
    return Cache(np.zeros(rows, dtype=np.int32), ends, ends.copy(), tally)


@compiled
def copied(cache: Cache) -> Cache:
    """Return a copy that may be written to."""
    return Cache(cache.length.copy(), cache.older.copy(), cache.newer.copy(), cache.tally.copy())


@compiled
def fetch(cache: Cache, row: int, length: int) -> None:
    """Ask for the first values of a row: what is missing is computed, and the row is now the one used last."""
    held = cache.length[row]
    if held > 0:
        _unlink(cache, row)
    missing = length - held
    cache.tally[ASKED] += length
    if missing > 0:
        while cache.tally[ROOM] < missing:
            _drop(cache, cache.newer[cache.length.size], EVICTED)
        cache.length[row] = length
        cache.tally[ROOM] -= missing
        cache.tally[COMPUTED] += missing
        cache.tally[MISSES] += 1
    else:
        cache.tally[HITS] += 1
    _append(cache, row)


@compiled
def swap_places(cache: Cache, row: int, other: int, low: int, high: int) -> None:
    """Let two rows change places, low with the row and high with the other, in the order of LIBSVM.

    Both become the ones used last. In every row held the two values change places too; a row that has only the lower
    one of them is given up, for the other was never computed.
    """
    for moved in (row, other):
        if cache.length[moved] > 0:
            _unlink(cache, moved)
    for moved in (other, row):
        if cache.length[moved] > 0:
            _append(cache, moved)
    end = cache.length.size
    at = cache.newer[end]
    while at != end:
        after = cache.newer[at]
        if low < cache.length[at] <= high:
            _drop(cache, at, GIVEN_UP)
        at = after


@compiled
def in_order(cache: Cache) -> np.ndarray:
    """Return the rows held, the one used longest ago first."""
    rows = np.empty(cache.length.size, dtype=np.int32)
    end, count = cache.length.size, 0
    at = cache.newer[end]
    while at != end:
        rows[count] = at
        count += 1
        at = cache.newer[at]
    return rows[:count]


@compiled
def _unlink(cache: Cache, row: int) -> None:
    before, after = cache.older[row], cache.newer[row]
    cache.newer[before] = after
    cache.older[after] = before


@compiled
def _append(cache: Cache, row: int) -> None:
    end = cache.length.size
    before = cache.older[end]
    cache.newer[before] = row
    cache.older[row] = before
    cache.newer[row] = end
    cache.older[end] = row


@compiled
def _drop(cache: Cache, row: int, reason: int) -> None:
    _unlink(cache, row)
    cache.tally[ROOM] += cache.length[row]
    cache.tally[reason] += 1
    cache.length[row] = 0
