"""The question of the page of the machines, derived once: points, kernel, and a machine with its parameters."""

from __future__ import annotations

from dataclasses import dataclass

from ui.page.machine.asked import OnMachine
from ui.state.change import usual_change, with_named_kernel
from ui.state.lab import Lab
from ui.state.machine import MachineChoice, board_of, choice_of, has_chosen, machine_change

BOARD = "machines-points"  # the board of the page
FIRST_MACHINE = "nu-svc"  # while the visitor has chosen none: it shows what the page is about


@dataclass(frozen=True, eq=False)
class Question(OnMachine):
    """The whole question of the page."""

    step: int  # of the recorded run, from 1 on; the last one where there are not so many
    chosen: bool  # whether the visitor has chosen the machine; else the page opens with it


def read(lab: Lab) -> Question:
    """Return the question for a lab; numbers that the machine does not have are left out of its question."""
    chosen = choice_of(lab, FIRST_MACHINE)
    return Question(board_of(lab, chosen.spec), chosen.step, has_chosen(lab))


_usual = machine_change(usual_change(MachineChoice))


def change(lab: Lab, name: str, value: object) -> Lab:
    """Return the lab after one value; the same lab if the value is invalid."""
    if name == "kernel":
        return with_named_kernel(lab, value)
    return _usual(lab, name, value)
