"""The progress of compiling and loading at the server's start, for those who wait for it."""

from __future__ import annotations

from threading import Event


class Readiness:
    """Two states to wait for; both are reached unless a server is starting: scripts and tests never wait."""

    def __init__(self) -> None:
        self.done, self.of = 0, 0
        self._board, self._everything = Event(), Event()
        self._board.set()
        self._everything.set()

    @property
    def board(self) -> bool:
        """Whether drawing and solving work."""
        return self._board.is_set()

    @property
    def share(self) -> float:
        """The share that is done, from 0 to 1."""
        return self.done / self.of if self.of else 1.0

    def begin(self, of: int) -> None:
        """Begin a start of that many parts."""
        self.done, self.of = 0, of
        self._board.clear()
        self._everything.clear()

    def one_more(self) -> None:
        """Count one finished part."""
        self.done += 1

    def open_board(self) -> None:
        """Report that drawing and solving work."""
        self._board.set()

    def open_everything(self) -> None:
        """Report that the solvers of every page are ready."""
        self._board.set()
        self._everything.set()

    def wait(self, seconds: float) -> bool:
        """Wait at most this long for the solvers of every page; return whether they are ready."""
        return self._everything.wait(seconds)


READINESS = Readiness()
