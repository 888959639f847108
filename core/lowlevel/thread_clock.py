"""A clock of this thread's own work, not counting other threads."""

from __future__ import annotations

import time
from typing import Final

# The clock of the wall where that of a thread is too coarse.
CLOCK: Final = time.thread_time if time.get_clock_info("thread_time").resolution <= 1e-6 else time.perf_counter
