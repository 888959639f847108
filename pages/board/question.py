"""What the board asks: nothing but its points, its kernel and its C."""

from __future__ import annotations

from dataclasses import dataclass

from ui.solve.kernels import KernelSpec
from ui.solve.solving import Coordinates, Labels
from ui.state.board import Board
from ui.state.session import Lab


@dataclass(frozen=True, eq=False)
class Question:
    """Everything that the page asks."""

    board: Board

    @property
    def problem(self) -> tuple[Coordinates, Labels, KernelSpec, float | None]:
        """What the solver needs: X (n, 2), y (n,), the kernel's spec and C (None: hard margin)."""
        return self.board.points.X, self.board.points.y, self.board.kernel, self.board.C


def read(lab: Lab) -> Question:
    """Return what the page asks of a lab."""
    return Question(lab.board)
