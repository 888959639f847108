"""The bar of a board under a machine: its kernel, and sliders for the numbers of both, which the board follows."""

from __future__ import annotations

from functools import partial

import streamlit as st

from ui.component.sliders import Dial, parameter_dial, penalty_dial
from ui.page import controls
from ui.page.machine.asked import OnMachine
from ui.page.machine.choice import machine_dials
from ui.page.showing import Showing
from ui.solve.kernels import KERNELS
from ui.solve.machine.table import FIRST


def machine_numbers(board: str, asked: OnMachine, showing: Showing) -> None:
    """Show them; the board under the key follows the sliders ahead of the page."""
    name = str(asked.board.kernel["name"])
    kernel = partial(_kernel, name, showing) if showing.sees("kernel") else None
    dials = [*_of_kernel(asked, showing), *_of_machine(asked, showing)]
    controls.choose_numbers(showing, dials, kernel, board=board, machine=asked.spec.name)


def _of_kernel(asked: OnMachine, showing: Showing) -> list[Dial]:
    board = asked.board
    own = KERNELS[str(board.kernel["name"])].parameters
    return [parameter_dial(each, board.numbers[each], showing.words) for each in own if showing.sees(each)]


def _of_machine(asked: OnMachine, showing: Showing) -> list[Dial]:
    """Return the sliders of the machine's own numbers; that of C-SVC stands with its margin."""
    spec, dials = asked.spec, []
    if spec.name != FIRST and "C" in asked.entry.parameters and showing.sees("C"):
        dials.append(penalty_dial(asked.board.numbers["C"], showing.words))
    return [*dials, *machine_dials(spec, asked.board.square, showing)]


def _kernel(name: str, showing: Showing) -> None:
    words, names = showing.words, list(KERNELS)
    wiring = {"index": names.index(name) if name in names else 0, **showing.wired("kernel", name)}
    st.selectbox(words("panel.kernel"), names, format_func=lambda value: words(f"panel.kernel.{value}"), **wiring)
