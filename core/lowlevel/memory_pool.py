"""Memory for kernel rows that outlives its run, so that the next run need not have it cleared again.

The system clears memory before it hands it out, which takes a fifth of a fit of some thousand points. Between two runs
it is freed lazily (MADV_FREE): the system may reclaim it, and what it leaves is ready to use. At most one piece is
kept, whatever the number of threads.
"""

from __future__ import annotations

import mmap
import weakref
from collections import deque

import numpy as np
from numpy.typing import NDArray

from .cache_lines import LINE

Floats = NDArray[np.float32]
LEAST_BYTES = 4 << 20  # less is found quickly by the usual ways
LEND = getattr(mmap, "MADV_FREE", None)  # there is no such thing on Windows
HUGE = getattr(mmap, "MADV_HUGEPAGE", None)

_spare: deque[mmap.mmap] = deque(maxlen=1)  # its operations are atomic: a run may end, or be collected, in any thread


def memory_for(owner: object, count: int) -> Floats:
    """Return room for `count` numbers, (count,), that begins at a line of the processor's cache; anything is in it.

    It is the owner's until it is gone, and must not be used longer.
    """
    needed = 4 * count
    if needed < LEAST_BYTES or LEND is None:
        usual = np.empty(count + LINE // 4, dtype=np.float32)
        begin = -(usual.ctypes.data // 4) % (LINE // 4)
        return usual[begin : begin + count]
    memory = _kept(needed)
    if memory is None:
        memory = mmap.mmap(-1, needed, flags=mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS)
        if HUGE is not None:
            memory.madvise(HUGE)
    weakref.finalize(owner, _keep, memory).atexit = False
    return np.frombuffer(memory, dtype=np.float32, count=count)


def give_back() -> None:
    """Return what is kept to the system."""
    _spare.clear()


def _kept(needed: int) -> mmap.mmap | None:
    """Return the piece that was kept, if it is large enough; else it is given back."""
    try:
        memory = _spare.pop()
    except IndexError:
        return None
    return memory if len(memory) >= needed else None


def _keep(memory: mmap.mmap) -> None:
    assert LEND is not None
    memory.madvise(LEND)
    _spare.append(memory)
