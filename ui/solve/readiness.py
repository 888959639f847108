"""The progress of compiling and loading at the server's start, for those who wait for it."""

from __future__ import annotations

from threading import Event


class Readiness:
    """Two things to wait for; both are there unless a server is starting: scripts and tests have none."""

    def __init__(self) -> None:
        self.done, self.of = 0, 0
        self._board, self._everything = Event(), Event()
        self._board.set()
        self._everything.set()

    @property
    def board(self) -> bool:
        """Whether one can draw and solve."""
        return self._board.is_set()

    @property
    def share(self) -> float:
        """How much is done, from 0 to 1."""
        return self.done / self.of if self.of else 1.0

    def begin(self, of: int) -> None:
        """Begin a start of so many parts."""
        self.done, self.of = 0, of
        self._board.clear()
        self._everything.clear()

    def one_more(self) -> None:
        """Count a part that is done."""
        self.done += 1

    def open_board(self) -> None:
        """Say that one can draw and solve."""
        self._board.set()

    def open_everything(self) -> None:
        """Say that the solvers of every page are there."""
        self._board.set()
        self._everything.set()

    def wait(self, seconds: float) -> bool:
        """Wait at most so long for the solvers of every page; return whether they are there."""
        return self._everything.wait(seconds)


READINESS = Readiness()
