"""The question of a board with a machine, derived once: points, kernel, and the machine with its parameters."""

from __future__ import annotations

from dataclasses import dataclass

from ui.solve.board_problem import content_key
from ui.solve.kernels import KernelSpec
from ui.solve.machine.table import MachineEntry, MachineSpec
from ui.state.board import OnBoard


@dataclass(frozen=True, eq=False)
class OnMachine(OnBoard):
    """A question about a machine; its board has the machine's C: a tube has no hard margin."""

    @property
    def spec(self) -> MachineSpec:
        """The machine with its parameters."""
        return self.board.machine

    @property
    def entry(self) -> MachineEntry:
        """The machine's entry in the table."""
        return self.problem.entry

    @property
    def kernel(self) -> KernelSpec:
        """The board's kernel, with the machine if it is not C-SVC."""
        return self.problem.sent_kernel

    def key(self, *more: object) -> str:
        """Return a key of points, kernel, machine and anything else a result depends on, but not of nu."""
        return content_key(self.X, self.y, sorted(self.board.kernel.items()), self.spec.name, *more)
