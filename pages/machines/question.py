"""What the page of the machines asks, derived once: points, kernel, and a machine with its own numbers."""

from __future__ import annotations

from dataclasses import dataclass

from ui.solve.kernels import KernelSpec
from ui.solve.machine.table import MACHINES, MachineEntry, MachineSpec, for_board
from ui.solve.solving import Coordinates, Labels, content_key
from ui.state.board import OnBoard
from ui.state.change import usual_change, with_named_kernel
from ui.state.lab import Lab
from ui.state.machine import MachineChoice, board_of, choice_of, machine_change

BOARD = "machines-points"  # the board of the page
FIRST_MACHINE = "nu-svc"  # while the visitor has chosen none


@dataclass(frozen=True, eq=False)
class Question(OnBoard):
    """Everything that the page asks; its board has the C that the machine has: a tube has no hard margin."""

    spec: MachineSpec
    step: int  # of the recorded run, from 1 on; the last one where there are not so many

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


def read(lab: Lab) -> Question:
    """Return what the page asks of a lab; numbers that the machine does not have are left out of its question."""
    chosen = choice_of(lab, FIRST_MACHINE)
    return Question(board_of(lab, chosen.spec), chosen.spec, chosen.step)


_usual = machine_change(FIRST_MACHINE, usual_change(MachineChoice))


def change(lab: Lab, name: str, value: object) -> Lab:
    """Return the lab after one value; the same lab where the value makes no sense."""
    if name == "kernel":
        return with_named_kernel(lab, value)
    return _usual(lab, name, value)
