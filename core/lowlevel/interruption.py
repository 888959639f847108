"""Ctrl-C deferred until a critical section has finished."""

from __future__ import annotations

import signal
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import FrameType
from typing import Any

try:  # what `signal.signal` itself calls: that converts enumerations for longer than many a call lasts
    from _signal import getsignal as _handler  # type: ignore[import-not-found]
    from _signal import signal as _set_handler
except ImportError:
    from signal import getsignal as _handler
    from signal import signal as _set_handler


@contextmanager
def told_of_interruption(tell: Callable[[], None]) -> Iterator[None]:
    """Call `tell` when a Ctrl-C comes, and let it happen: who waits for threads could not tell them any more.

    Only the main thread is interrupted; in another one nothing is done.
    """
    usual = signal.getsignal(signal.SIGINT)
    if threading.current_thread() is not threading.main_thread() or not callable(usual):
        yield
        return

    def handle(number: int, frame: FrameType | None) -> None:
        tell()
        usual(number, frame)

    signal.signal(signal.SIGINT, handle)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, usual)


def without_interruption(function: Callable[..., Any], arguments: tuple[Any, ...], named: dict[str, Any]) -> Any:  # noqa: ANN401
    """Return function(*arguments, **named); a Ctrl-C is held back until the call has ended, and happens then.

    Python interrupts its main thread only: in another one nothing is held back, and nothing has to be.
    """
    if threading.get_ident() != threading.main_thread().ident or not callable(usual := _handler(signal.SIGINT)):
        return function(*arguments, **named)
    came: list[tuple[int, FrameType | None]] = []
    _set_handler(signal.SIGINT, lambda number, frame: came.append((number, frame)))
    try:
        return function(*arguments, **named)
    finally:
        _set_handler(signal.SIGINT, usual)
        if came:
            usual(*came[-1])
