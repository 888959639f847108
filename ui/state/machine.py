"""The machine that the visitor has chosen, with its parameters: the same on every page that shows more than C-SVC."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Final

from ui.link.codec import Maybe, Real, Whole, part, words
from ui.link.form import LinkForm
from ui.solve.limits import LARGEST_EPSILON, NU, STEPS_OF_A_RUN
from ui.solve.machine.table import EQUAL, FIRST, MACHINES, USUAL_EPSILON, USUAL_NU, MachineSpec
from ui.state.board import Board
from ui.state.change import Change, with_option
from ui.state.lab import Lab


@dataclass(frozen=True)
class MachineChoice:
    """The machine in a link; nu and epsilon are kept while a machine without them is chosen.

    Until the visitor chooses a machine, or moves one of its parameters, each page shows its initial one: no page
    chooses for the others.
    """

    machine: str | None = part(None, Maybe(words(*MACHINES)))
    nu: float = part(USUAL_NU, Real(*NU))
    epsilon: float = part(USUAL_EPSILON, Real(0.0, LARGEST_EPSILON))
    step: int = part(1, Whole(1, STEPS_OF_A_RUN))  # of the pairs on the page of the machines, from 1 on

    @property
    def spec(self) -> MachineSpec:
        """The machine as the solver expects it: without parameters that it does not have."""
        return MachineSpec(self.machine or FIRST, self.nu, self.epsilon).solved


FORM: Final = LinkForm("machines", "machines", MachineChoice)


def weighted(lab: Lab) -> Board:
    """Return the board with C-SVC and its class weights, for a page that has them; a beat is about one C."""
    weights = EQUAL if lab.shared.beat is not None else lab.shared.weights
    return replace(lab.board, machine=MachineSpec(weights=weights))


def has_chosen(lab: Lab) -> bool:
    """Tell whether the visitor, or a link, has chosen a machine."""
    return lab.options(MachineChoice).machine is not None


def choice_of(lab: Lab, first: str) -> MachineChoice:
    """Return the choice; before the visitor has made one, that with the machine `first` of the page."""
    chosen = lab.options(MachineChoice)
    return chosen if chosen.machine is not None else replace(chosen, machine=first)


def board_of(lab: Lab, spec: MachineSpec) -> Board:
    """Return the board with a machine and its C: only a classifier with a C has a hard margin."""
    entry, board = MACHINES[spec.name], replace(lab.board, machine=spec)
    soft = "C" not in entry.parameters or entry.graph
    return replace(board, C=board.numbers["C"]) if soft else board


def machine_change(usual: Change) -> Change:
    """Return the change for a value that chooses the machine or one of its parameters; for others it is `usual`."""

    def change(lab: Lab, name: str, value: object) -> Lab:
        if name in ("machine", "nu", "epsilon"):
            return with_option(lab, lab.options(MachineChoice), name, value)
        return usual(lab, name, value)

    return change
