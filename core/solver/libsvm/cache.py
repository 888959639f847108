"""LIBSVM's cache of rows: which rows are held and up to which length, in the order of their last use (mathematics 10).

It holds no numbers. A kernel value is the same whenever it is computed, so the cache only decides whether it is
computed again, and this is counted here.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from ...lowlevel.compiled import compiled

# Indices in `Cache.tally`.
ROOM, HITS, MISSES, EVICTED, GIVEN_UP, ASKED, COMPUTED = range(7)


class Cache(NamedTuple):
    """The rows as a ring from the least to the most recently used; R rows in all."""

    length: np.ndarray  # (R,) int32 how many of its values are held; 0: none
    older: np.ndarray  # (R + 1,) int32 the row used before it; index R is the head of the ring
    newer: np.ndarray  # (R + 1,) int32 the row used after it
    tally: np.ndarray  # (7,) int64 the remaining capacity in values, and the counters since the start of the run


@compiled
def closed_cache(rows: int) -> Cache:
    """Return a cache with no capacity set yet."""
    tally = np.zeros(7, dtype=np.int64)
    tally[ROOM] = -1
    ends = np.full(rows + 1, rows, dtype=np.int32)
    return Cache(np.zeros(rows, dtype=np.int32), ends, ends.copy(), tally)


@compiled
def copied(cache: Cache) -> Cache:
    """Return a writable copy."""
    return Cache(cache.length.copy(), cache.older.copy(), cache.newer.copy(), cache.tally.copy())


@compiled
def fetch(cache: Cache, row: int, length: int) -> None:
    """Request the first values of a row: missing ones are computed, and the row becomes the most recently used."""
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
    """Swap two rows, low with the row and high with the other, in the order of LIBSVM.

    Both become the most recently used. In every cached row the two values are swapped too; a row with only the lower
    one of them is dropped, because the other was never computed.
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
    """Return the cached rows, least recently used first."""
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
