"""New memory for features: a second thread has the system clear it while the first features are computed.

Before a program may write to new memory, the system clears it: 32 ms for 283 MB, more than the features themselves
take. Linux does so ahead on demand (MADV_POPULATE_WRITE, since 5.14), and leaves alone what has been written meanwhile.
Where that is not to be had, or one processor is all there is, the memory is cleared as it is first written.
"""

from __future__ import annotations

import ctypes
import os
import sys
from threading import Thread
from typing import Any

import numpy as np
from numpy.typing import DTypeLike, NDArray

LARGE = 32 << 20  # bytes: below, starting the thread costs as much as it saves
PIECE = 4 << 20  # bytes at a time: what is written first is ready first
PAGE = 4096
POPULATE_WRITE = 23  # of madvise


def prefaulted(shape: tuple[int, int], dtype: DTypeLike) -> NDArray[np.floating[Any]]:
    """Return a new array in C order whose content is arbitrary, like `np.empty`."""
    array: NDArray[np.floating[Any]] = np.empty(shape, dtype)
    if array.nbytes > LARGE and sys.platform == "linux" and len(os.sched_getaffinity(0)) > 1:
        Thread(target=_populate, args=(array,), name="prefault", daemon=True).start()
    return array


def _populate(array: NDArray[np.floating[Any]]) -> None:
    """Have the whole pages of an array made, one piece after the other, until the system refuses."""
    advise = ctypes.CDLL(None).madvise
    end = (array.ctypes.data + array.nbytes) // PAGE * PAGE
    for begin in range(-(-array.ctypes.data // PAGE) * PAGE, end, PIECE):
        if advise(ctypes.c_void_p(begin), ctypes.c_size_t(min(PIECE, end - begin)), POPULATE_WRITE) != 0:
            return
