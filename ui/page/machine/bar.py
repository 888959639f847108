"""The bar of a board with a machine: its kernel, and sliders for the parameters of both, which the board follows."""

from __future__ import annotations

from functools import partial

from ui.component.sliders import parameter_dial, penalty_dial
from ui.page import controls
from ui.page.machine.choice import machine_dials
from ui.page.machine.on_machine import OnMachine
from ui.page.showing import Showing
from ui.solve.kernels import KERNELS
from ui.solve.machine.table import FIRST


def machine_numbers(board: str, on_machine: OnMachine, showing: Showing) -> None:
    """Show kernel and sliders; the board under the key follows the sliders before the page does."""
    name, numbers, spec, words = (
        str(on_machine.board.kernel["name"]),
        on_machine.board.numbers,
        on_machine.spec,
        showing.words,
    )
    kernel = partial(controls.choose_kernel, showing, name) if showing.sees("kernel") else None
    dials = [parameter_dial(own, numbers[own], words) for own in KERNELS[name].parameters if showing.sees(own)]
    if (
        spec.name != FIRST and "C" in on_machine.entry.parameters and showing.sees("C")
    ):  # C of C-SVC stands with its margin
        dials.append(penalty_dial(numbers["C"], words))
    dials += machine_dials(spec, on_machine.board.square, showing)
    controls.choose_numbers(showing, dials, kernel, board=board, machine=spec.name)
