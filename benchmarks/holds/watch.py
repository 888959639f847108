"""How long the interpreter lock is held during a call.

A thread ticks every millisecond meanwhile: a pause between two ticks is a hold, during which no visitor gets an answer.
On a busy machine a tick can be late for other reasons. Therefore the time that the ticking thread waited for a
processor is subtracted, and no pause counts for more than the processor time that the process used in it.
"""

from __future__ import annotations

import gc
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
    before, ended = _clocks(), False
    ready.set()
    while not ended:
        ended = over.wait(TICK)
        wall, off, spent = (now - then for now, then in zip(_clocks(), before, strict=True))
        held = min(wall - off - TICK, spent)
        if held > longest[0][0]:
            longest[0] = (held, _line())
        before = _clocks()


def _clocks() -> tuple[float, float, float]:
    """Return the time, how long this thread has run or waited for a processor, and the process's processor time."""
    off = sum(map(int, SCHEDULED.read_text().split()[:2])) / 1e9 if SCHEDULED.exists() else 0.0
    return time.perf_counter(), off, time.process_time()


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
