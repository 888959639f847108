"""What a board under a machine asks, derived once: points, kernel, and the machine with its own numbers."""

from __future__ import annotations

from dataclasses import dataclass

from ui.solve.kernels import KernelSpec
from ui.solve.machine.table import MACHINES, MachineEntry, MachineSpec, for_board
from ui.solve.solving import Coordinates, Labels, content_key
from ui.state.board import OnBoard


@dataclass(frozen=True, eq=False)
class OnMachine(OnBoard):
    """A question about a machine; its board has the C that the machine has: a tube has no hard margin."""

    spec: MachineSpec

    @property
    def entry(self) -> MachineEntry:
        """What the table says of the machine."""
        return MACHINES[self.spec.name]

    @property
    def problem(self) -> tuple[Coordinates, Labels, KernelSpec, float | None, MachineSpec]:
        """What the solver needs."""
        return self.X, self.y, self.board.kernel, self.C, self.spec

    @property
    def kernel(self) -> KernelSpec:
        """What the board asks: the kernel, with the machine where it is not C-SVC."""
        return for_board(self.board.kernel, self.spec)

    def key(self, *more: object) -> str:
        """Return a key of points, kernel, machine and whatever else a result depends on, but not of nu."""
        return content_key(self.X, self.y, sorted(self.board.kernel.items()), self.spec.name, *more)
