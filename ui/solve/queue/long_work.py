"""Long work, done piece by piece: shared by identical requests, continued while any visitor wants it, ended at once.

It uses the common queue (`ui.solve.queue.lanes`), a piece at a time, so no board waits for more than one piece of it,
and no piece begins while a drag waits. Pieces found before a stop are kept, and a later request continues from there.
Pieces that are large, or shared by several works, are kept in the server's cache (`ui.solve.memory`) instead of here:
then a work yields None for each.
"""

from __future__ import annotations

import logging
from collections import OrderedDict
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from threading import Lock, Thread
from time import monotonic, sleep
from typing import Any, Generic, TypeVar

from core.solver import CancelFlag, new_cancel_flag
from ui.solve.queue.lanes import SOLVERS, Lanes, Ticket

AT_ONCE, GLANCE = 0.3, 0.005  # seconds that a first picture waits for quick results, and between two polls
GONE = 3.0  # seconds without a request after which a visitor counts as gone
WATCH = 0.5  # seconds between two checks whether the current piece is still wanted
MOST = 256  # works whose pieces are kept besides those being followed; the looks of one take some 70 kB

Piece = TypeVar("Piece")
Found = TypeVar("Found")
Make = Callable[[Sequence[Piece], CancelFlag], Iterator[Piece]]  # the pieces after those found; none once cancelled

_log = logging.getLogger(__name__)


@dataclass(frozen=True)
class Progress(Generic[Piece]):
    """The progress of a work."""

    found: tuple[Piece, ...]
    over: bool  # it has ended
    failed: bool  # with an exception


@dataclass(eq=False)
class _Work(Generic[Piece]):
    make: Make[Piece]
    cost: float  # approximate seconds per piece
    found: list[Piece] = field(default_factory=list)
    asked: dict[str, float] = field(default_factory=dict)  # visitor: time of the last request
    going: Iterator[Piece] | None = None
    cancel: CancelFlag = field(default_factory=new_cancel_flag)
    queued: bool = False
    over: bool = False
    failed: bool = False

    def is_wanted(self) -> bool:
        now = monotonic()
        return any(now - last < GONE for last in self.asked.values())

    def progress(self) -> Progress[Piece]:
        return Progress(tuple(self.found), self.over, self.failed)


class LongWorks:
    """All works of a server, by key."""

    def __init__(self, lanes: Lanes) -> None:
        self._lanes, self._lock = lanes, Lock()
        self._works: OrderedDict[str, _Work[Any]] = OrderedDict()
        self._in_work: set[_Work[Any]] = set()
        self._watched = False

    def follow(
        self, key: str, visitor: str, make: Make[Piece], cost: float = 0.1, kept: bool = True
    ) -> Progress[Piece]:
        """Return the progress of the work and keep it going for some seconds; to continue, call again within that time.

        `key` contains everything that `make` depends on. Callers whose pieces are not `kept` here call only while some
        are missing, and then a finished work begins again: the cache may have evicted them.
        """
        with self._lock:
            work = self._works.setdefault(key, _Work(make, cost))
            work.over = work.over and (kept or work.failed)
            self._works.move_to_end(key)
            work.asked[visitor] = monotonic()
            self._queue(work)
            self._bound()
            return work.progress()

    def known(self, key: str) -> Progress[Any] | None:
        """Return the progress of a work without keeping it going; None if it was never requested."""
        with self._lock:
            return self._works[key].progress() if key in self._works else None

    def leave(self, key: str, visitor: str) -> None:
        """Remove a visitor from the followers; the current piece is stopped if no other visitor follows."""
        with self._lock:
            if (work := self._works.get(key)) is not None:
                work.asked.pop(visitor, None)
                if not work.is_wanted():
                    work.cancel[0] = 1

    def _queue(self, work: _Work[Any]) -> None:
        if not (work.queued or work.over):
            work.queued = True
            self._lanes.put(Ticket(lambda: self._go_on(work), work.cost, refines=True))

    def _go_on(self, work: _Work[Any]) -> None:
        """Find one more piece, and queue the next while a visitor wants it."""
        with self._lock:
            if not work.asked:  # all visitors have left
                work.queued = False
                return
            if work.going is None or work.cancel[0]:
                work.cancel = new_cancel_flag()
                work.going = work.make(tuple(work.found), work.cancel)
            self._in_work.add(work)
            if not self._watched:
                self._watched = True
                Thread(target=self._watch, daemon=True).start()
        piece, over, failed = _next_of(work.going)
        with self._lock:
            self._in_work.discard(work)
            work.queued = False
            if piece is not None:
                work.found.append(piece)
            work.failed = failed
            work.over = failed or (over and not work.cancel[0])
            if over:
                work.going = None
            if work.is_wanted():
                self._queue(work)

    def _watch(self) -> None:
        """Stop running pieces that have not been requested for a while: a closed window sends no message."""
        while True:
            sleep(WATCH)
            with self._lock:
                for work in self._in_work:
                    if not work.is_wanted():
                        work.cancel[0] = 1
                if not self._in_work:
                    self._watched = False
                    return

    def _bound(self) -> None:
        """Forget the works without followers, least recently requested first."""
        spare = len(self._works) - MOST
        if spare > 0:
            left = [key for key, work in self._works.items() if not (work.is_wanted() or work.queued)]
            for key in left[:spare]:
                del self._works[key]


def _next_of(going: Iterator[Any]) -> tuple[Any, bool, bool]:
    """Return the next piece or None; whether the work has ended; and whether it failed."""
    try:
        return next(going), False, False
    except StopIteration:
        return None, True, False
    except Exception:
        _log.exception("a long work broke off")
        return None, True, True


def soon(ask: Callable[[], Found], is_over: Callable[[Found], bool]) -> Found:
    """Poll for a moment, until it is over; return the last answer."""
    until = monotonic() + AT_ONCE
    while not is_over(found := ask()) and monotonic() < until:
        sleep(GLANCE)
    return found


WORKS = LongWorks(SOLVERS)
