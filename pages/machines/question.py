"""What the page of the machines asks, derived once: points, kernel, and a machine with its own numbers."""

from __future__ import annotations

from dataclasses import dataclass, replace

from ui.link.codec import Real, Whole, part, words
from ui.link.form import LinkForm
from ui.solve.kernels import KernelSpec
from ui.solve.limits import LARGEST_EPSILON, NU, STEPS_OF_A_RUN
from ui.solve.machine.table import (
    MACHINES,
    USUAL_EPSILON,
    USUAL_NU,
    MachineEntry,
    MachineSpec,
    for_board,
)
from ui.solve.solving import Coordinates, Labels, content_key
from ui.state.board import OnBoard
from ui.state.change import usual_change, with_named_kernel
from ui.state.lab import Lab

BOARD = "machines-points"  # the board of the page


@dataclass(frozen=True)
class Options:
    """What only this page asks; nu and epsilon are kept while a machine is chosen that has no use for them."""

    machine: str = part("nu-svc", words(*MACHINES))
    nu: float = part(USUAL_NU, Real(*NU))
    epsilon: float = part(USUAL_EPSILON, Real(0.0, LARGEST_EPSILON))
    step: int = part(1, Whole(1, STEPS_OF_A_RUN))  # of the recorded run, from 1 on


FORM = LinkForm("machines", "machines", Options)


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
    options, board = lab.options(Options), lab.board
    entry = MACHINES[options.machine]
    own = {name: getattr(options, name) for name in entry.parameters if name != "C"}
    if "C" not in entry.parameters or entry.graph:
        board = replace(board, C=board.numbers["C"])
    return Question(board, MachineSpec(options.machine, **own), options.step)


_usual = usual_change(Options)


def change(lab: Lab, name: str, value: object) -> Lab:
    """Return the lab after one value; the same lab where the value makes no sense."""
    if name == "kernel":
        return with_named_kernel(lab, value)
    return _usual(lab, name, value)
