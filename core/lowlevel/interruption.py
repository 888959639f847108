"""Ctrl-C that waits until what must not be left half-done is done."""

from __future__ import annotations

import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType


@contextmanager
def interruption_held_back() -> Iterator[None]:
    """Hold a Ctrl-C back until the block has ended, and let it happen then.

    Python interrupts its main thread only: in another one nothing is held back, and nothing has to be.
    """
    usual = signal.getsignal(signal.SIGINT)
    if threading.current_thread() is not threading.main_thread() or not callable(usual):
        yield
        return
    came: list[tuple[int, FrameType | None]] = []
    signal.signal(signal.SIGINT, lambda number, frame: came.append((number, frame)))
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, usual)
    if came:
        usual(*came[-1])
