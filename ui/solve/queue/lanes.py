"""Which question is solved next: small ones soon, large ones in turn, and none waits forever.

A question stands in the queue as if it had come later by some times of what it is expected to take. So a small one
passes large ones that came shortly before it, and a large one passes all that come long after it. One thread takes
small questions only: they need not wait until one of twenty large ones ends.

While a hand waits for what is made elsewhere in the server, nothing begins here that only refines a picture: the hand
has the processor.
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
PATIENCE = 10.0  # how many times what it may take a question lets others pass
HELD = 1.0  # seconds that hands come first, at most: with thirty of them one is always waiting

Result = TypeVar("Result")


@dataclass(eq=False)
class Ticket(Generic[Result]):
    """A place in the queue: what is to be done when its turn comes, and the seconds that it may take at most."""

    work: Callable[[], Result]
    cost: float
    since: float = field(default_factory=monotonic)
    result: Future[Result] = field(default_factory=Future)
    refines: bool = False  # whether it yields to dragging: a picture is shown already

    @property
    def is_small(self) -> bool:
        """Whether it may be taken by the thread that large ones leave free."""
        return self.cost <= SMALL

    @property
    def turn(self) -> float:
        """The time by which tickets are ordered."""
        return self.since + PATIENCE * self.cost


class Lanes:
    """As many threads as there are cores for any question, and one more for small ones."""

    def __init__(self, cores: int | None = None) -> None:
        self._cores = cores or os.cpu_count() or 1
        self._changed = Condition()
        self._waiting: list[Ticket] = []  # type: ignore[type-arg] # of any result
        self._large = 0  # of the tickets in work
        self._hands = 0  # that wait for something else
        self._threads: list[Thread] = []

    def put(self, ticket: Ticket[Result]) -> Future[Result]:
        """Let a ticket wait for its turn; cancelling the future gives the place up."""
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
        """How many hands wait for something else just now."""
        return self._hands

    @contextmanager
    def behind_a_hand(self) -> Iterator[None]:
        """Let no ticket that only refines begin meanwhile."""
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
        """Return the ticket whose turn it is among those that may begin now."""
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
