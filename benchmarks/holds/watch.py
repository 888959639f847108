"""How long the interpreter lock is held during a call.

A thread ticks every millisecond meanwhile: a pause between two ticks is a hold, during which no visitor gets an answer.
On a busy machine a tick can be late for other reasons. Therefore the time that the ticking thread waited for a
processor is subtracted, and no pause counts for more than the processor time that the process used in it.
"""

from __future__ import annotations

import gc
import os
import sys
import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple, TypeAlias

ROOT = Path(__file__).parents[2]
TICK = 1e-3  # seconds
SCHEDULED = Path("/proc/thread-self/schedstat")  # Linux only: nanoseconds on a processor, and waiting for one
NOT_ASKED = ("benchmarks/", "tests/", "ui/solve/queue/lanes.py")  # code that measures or waits
Runnable: TypeAlias = Callable[[], object]


class Held(NamedTuple):
    """The longest hold of a run, and its processor time."""

    longest: float  # seconds that the lock was held without a break
    whole: float  # seconds of processor time
    where: str  # the line of our code that was running when the lock was released


def watched(run: Runnable) -> Held:
    """Run a call, and return how long it held the interpreter lock."""
    gc.collect()
    gc.freeze()  # as on the server: a collection only visits objects of the call
    ready, over, longest = threading.Event(), threading.Event(), [(0.0, "")]
    ticking = threading.Thread(target=_tick, args=(ready, over, longest), daemon=True)
    ticking.start()
    ready.wait()
    began = time.process_time()
    try:
        run()
    finally:
        whole = time.process_time() - began
        over.set()
        ticking.join()
        gc.unfreeze()
    return Held(longest[0][0], whole, longest[0][1])


def _tick(ready: threading.Event, over: threading.Event, longest: list[tuple[float, str]]) -> None:
    scheduled = os.open(SCHEDULED, os.O_RDONLY) if SCHEDULED.exists() else None
    off, ended = _off(scheduled), False
    ready.set()
    while not ended:
        # Each of the two gives the lock back once and waits for it once: together they would count as one hold.
        started = _clocks()
        ended = over.wait(TICK)
        waited = _clocks()
        off_before, off = off, _off(scheduled)
        pauses = ((started, waited, TICK), (waited, _clocks(), 0.0))
        held = max(min(b[0] - a[0] - tick - (off - off_before), b[1] - a[1]) for a, b, tick in pauses)
        if held > longest[0][0]:
            longest[0] = (held, _line())
    if scheduled is not None:
        os.close(scheduled)


def _clocks() -> tuple[float, float]:
    """Return the time and the process's processor time, without giving the lock back."""
    return time.perf_counter(), time.process_time()


def _off(scheduled: int | None) -> float:
    """Return for how many seconds this thread has run or waited for a processor."""
    return sum(map(int, os.pread(scheduled, 100, 0).split()[:2])) / 1e9 if scheduled is not None else 0.0


def _line() -> str:
    """Return the current lines of our own code in the other threads."""
    lines = []
    for thread, innermost in sys._current_frames().items():
        frame = innermost if thread != threading.get_ident() else None
        while frame is not None and not frame.f_code.co_filename.startswith(str(ROOT)):
            frame = frame.f_back
        if frame is not None:
            file = frame.f_code.co_filename[len(str(ROOT)) + 1 :]
            lines += [] if file.startswith(NOT_ASKED) else [f"{file}:{frame.f_lineno}"]
    return " ".join(lines)
