"""A process that makes calls one after the other, warm, and is killed and replaced if one does not return."""

from __future__ import annotations

import multiprocessing
import signal
from multiprocessing.connection import Connection
from types import TracebackType

from benchmarks.hostile.attempt import Ended, attempt
from benchmarks.hostile.calls import Call

CONTEXT = multiprocessing.get_context("spawn")  # a fork would inherit locks held by threads that it does not have
COMPILED = 600.0  # seconds allowed for compiling the code of a call
WAITING = 10.0  # factor of wall time after which a waiting call is ended


def serve(pipe: Connection) -> None:
    """Answer calls until there are no more.

    A call has so many seconds of processor time, which other work on the machine does not stretch as it does wall time.
    The timer is the system's: its signal ends the process even within compiled code.
    """
    while True:
        try:
            call, seconds = pipe.recv()
        except EOFError:
            return
        signal.setitimer(signal.ITIMER_PROF, seconds)
        ended = attempt(call)
        signal.setitimer(signal.ITIMER_PROF, 0.0)
        pipe.send(ended)


class Worker:
    """The process, as a context manager."""

    def __init__(self) -> None:
        self.killed = 0
        self._start()

    def _start(self) -> None:
        self._pipe, other = CONTEXT.Pipe()
        self._process = CONTEXT.Process(target=serve, args=(other,), daemon=True)
        self._process.start()
        other.close()

    @property
    def process_id(self) -> int:
        """The process that serves the calls."""
        return int(self._process.pid or 0)

    def ask_warm(self, call: Call, seconds: float) -> Ended | None:
        """Return how the call ended; None if it needs more seconds of processor time, even after compilation."""
        ended = self.ask(call, seconds)
        if ended is not None and ended.seconds <= seconds:
            return ended
        return None if self.ask(call, COMPILED) is None else self.ask(call, seconds)

    def ask(self, call: Call, seconds: float) -> Ended | None:
        """Return how the call ended; None if it needed more seconds of processor time, or ended the process."""
        try:
            self._pipe.send((call, seconds))
            if self._pipe.poll(WAITING * seconds):
                ended: Ended = self._pipe.recv()
                return ended
        except (EOFError, OSError):  # the process has died
            pass
        self.killed += 1
        self._stop()
        self._start()
        return None

    def _stop(self) -> None:
        self._process.kill()
        self._process.join()
        self._pipe.close()

    def __enter__(self) -> Worker:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self._stop()
