"""What the board asks: its points, its kernel and its C, and at which step of the run the visitor stands."""

from __future__ import annotations

from dataclasses import dataclass

from ui.link.shared import RULES
from ui.solve.kernels import KernelSpec
from ui.solve.solving import Coordinates, Labels
from ui.solve.way import Way
from ui.state.board import Board
from ui.state.session import Lab


@dataclass(frozen=True, eq=False)
class Question:
    """Everything that the page asks."""

    board: Board
    rule: str = RULES[0]  # by which the recorded run chooses its pairs
    step: int | None = None  # at which the visitor stands; None: at the end

    @property
    def problem(self) -> tuple[Coordinates, Labels, KernelSpec, float | None]:
        """What the solver needs: X (n, 2), y (n,), the kernel's spec and C (None: hard margin)."""
        return self.board.points.X, self.board.points.y, self.board.kernel, self.board.C

    @property
    def way(self) -> Way:
        """How the run goes whose time line stands under the board."""
        return Way(self.rule)


def read(lab: Lab) -> Question:
    """Return what the page asks of a lab."""
    return Question(lab.board, lab.shared.rule or RULES[0], lab.shared.step)
