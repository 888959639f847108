"""The heap of a worker: blocks of some megabytes that are allocated repeatedly stay in the process.

glibc learns from what is freed which pieces it should not get from the system each time. Where a threshold is fixed
from outside it does not learn: the workers of a cluster of Dask come with one, and get every matrix of a training anew,
cleared page by page. 10,000 fits on 800 points take 13 s of processor time there, and 7 s elsewhere.
"""

from __future__ import annotations

import ctypes
import os
from collections.abc import Mapping
from functools import lru_cache

FIXED = ("MALLOC_TRIM_THRESHOLD_", "MALLOC_TOP_PAD_", "MALLOC_MMAP_MAX_")  # any of them ends the learning
OWN = "MALLOC_MMAP_THRESHOLD_"  # who has set this one has meant it
M_TRIM_THRESHOLD, M_MMAP_THRESHOLD = -1, -3
LARGEST = 32 << 20  # bytes: as far as glibc would go by itself; twice as much may stay at the end of a heap


@lru_cache(maxsize=1)
def let_pieces_stay() -> bool:
    """Set the thresholds to where they would come by themselves, if that is prevented; say whether."""
    libc = ctypes.CDLL(None) if os.name == "posix" else None
    if not is_fixed(os.environ) or not hasattr(libc, "mallopt"):
        return False
    assert libc is not None
    return bool(libc.mallopt(M_MMAP_THRESHOLD, LARGEST) and libc.mallopt(M_TRIM_THRESHOLD, 2 * LARGEST))


def is_fixed(environment: Mapping[str, str]) -> bool:
    """Tell whether an environment keeps glibc from learning."""
    return OWN not in environment and any(name in environment for name in FIXED)
