"""The question of the page of the machines, derived once: points, kernel, and a machine with its parameters."""

from __future__ import annotations

from dataclasses import dataclass

from ui.page.machine.on_machine import OnMachine
from ui.state.change import usual_change, with_named_kernel
from ui.state.lab import Lab
from ui.state.machine import MachineChoice, board_of, choice_of, has_chosen, machine_change

BOARD = "machines-points"  # the board of the page
FIRST_MACHINE = "nu-svc"  # until the visitor chooses one: nu is the subject of the page


@dataclass(frozen=True, eq=False)
class Question(OnMachine):
    """The whole question of the page."""

    step: int  # of the recorded run, counted from 1; limited to its last step
    chosen: bool  # whether the visitor chose the machine; if not, the page opens with FIRST_MACHINE


def read(lab: Lab) -> Question:
    """Return the question for a lab; numbers that the machine does not use are left out of its question."""
    chosen = choice_of(lab, FIRST_MACHINE)
    return Question(board_of(lab, chosen.spec), chosen.step, has_chosen(lab))


_usual = machine_change(usual_change(MachineChoice))


def change(lab: Lab, name: str, value: object) -> Lab:
    """Return the lab after one value; the same lab if the value is invalid."""
    if name == "kernel":
        return with_named_kernel(lab, value)
    return _usual(lab, name, value)
