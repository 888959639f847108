"""Which question is solved next: small ones soon, large ones in turn, and none waits forever.

A question is ordered by its arrival time plus a multiple of its expected duration. So a small one overtakes large ones
that arrived shortly before it, and a large one goes before all that arrive long after it. One thread takes only small
questions, so that they need not wait until one of twenty large ones ends.

While a drag waits for work elsewhere in the server, no work begins here that only refines a picture: the drag gets the
processor.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from concurrent.futures import Future
from contextlib import contextmanager
from dataclasses import dataclass, field
from threading import Condition, Thread
from time import monotonic
from typing import Generic, TypeVar

SMALL = 0.25  # seconds; some 300 points
PATIENCE = 10.0  # a question lets others pass for this multiple of its expected duration
HELD = 1.0  # seconds for which drags have priority, at most: of thirty visitors one is always waiting

Result = TypeVar("Result")


@dataclass(eq=False)
class Ticket(Generic[Result]):
    """A place in the queue: the job, and its expected duration in seconds, at most."""

    work: Callable[[], Result]
    cost: float
    since: float = field(default_factory=monotonic)
    result: Future[Result] = field(default_factory=Future)
    refines: bool = False  # whether it yields to dragging: a picture is shown already

    @property
    def is_small(self) -> bool:
        """Whether the thread for small questions may take it."""
        return self.cost <= SMALL

    @property
    def turn(self) -> float:
        """The time that orders the tickets."""
        return self.since + PATIENCE * self.cost


class Lanes:
    """One thread per core for any question, and one more for small ones."""

    def __init__(self, cores: int | None = None) -> None:
        self._cores = cores or os.cpu_count() or 1
        self._changed = Condition()
        self._waiting: list[Ticket] = []  # type: ignore[type-arg] # of any result
        self._large = 0  # large tickets in progress
        self._hands = 0  # drags that wait for other work
        self._threads: list[Thread] = []

    def put(self, ticket: Ticket[Result]) -> Future[Result]:
        """Queue a ticket; cancelling the future removes it."""
        with self._changed:
            if not self._threads:
                self._threads = [
                    Thread(target=self._serve, name=f"solver-{k}", daemon=True) for k in range(self._cores + 1)
                ]
                for thread in self._threads:
                    thread.start()
            self._waiting.append(ticket)
            self._changed.notify_all()
        return ticket.result

    @property
    def hands(self) -> int:
        """The number of drags that wait for other work right now."""
        return self._hands

    @contextmanager
    def behind_a_hand(self) -> Iterator[None]:
        """Hold back tickets that only refine while this context is active."""
        with self._changed:
            self._hands += 1
        try:
            yield
        finally:
            with self._changed:
                self._hands -= 1
                self._changed.notify_all()

    def _serve(self) -> None:
        while True:
            with self._changed:
                while (ticket := self._next()) is None:
                    self._changed.wait()
                self._waiting.remove(ticket)
                large = not ticket.is_small
                self._large += large
            _work_off(ticket)
            with self._changed:
                self._large -= large
                self._changed.notify_all()

    def _next(self) -> Ticket | None:  # type: ignore[type-arg] # of any result
        """Return the first ticket among those that may begin now."""
        return min(filter(self._may_begin, self._waiting), key=lambda t: t.turn, default=None)

    def _may_begin(self, ticket: Ticket) -> bool:  # type: ignore[type-arg] # of any result
        if ticket.refines and self._hands and monotonic() - ticket.since < HELD:
            return False
        return ticket.is_small or self._large < self._cores


def _work_off(ticket: Ticket[Result]) -> None:
    if not ticket.result.set_running_or_notify_cancel():
        return
    try:
        ticket.result.set_result(ticket.work())
    except BaseException as error:
        ticket.result.set_exception(error)


SOLVERS = Lanes()  # of the server: one queue for all visitors
