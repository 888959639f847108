"""The bar of the page: data, machine, kernel, and the numbers of both."""

from __future__ import annotations

from functools import partial

import streamlit as st

from pages.architecture.question import Question
from ui.component.sliders import parameter_dial, penalty_dial
from ui.page import controls
from ui.page.machine.choice import choose_machine, machine_dials
from ui.page.showing import Showing
from ui.solve.kernels import KERNELS, PARAMETERS
from ui.solve.machine.table import FIRST


def choices(question: Question, showing: Showing) -> None:
    """Show the data, the machine, and the sliders of kernel and machine."""
    board, words, spec = question.board, showing.words, question.spec
    name = str(board.kernel["name"])
    controls.choose_data(showing, showing.hint(machine=spec))
    with st.container(key="architecture-machine"):
        choose_machine(spec, showing)
    own = [each for each in KERNELS[name].parameters if each in PARAMETERS] if name in KERNELS else []
    dials = [parameter_dial(each, board.numbers[each], words) for each in own if showing.sees(each)]
    dials += machine_dials(spec, question.square, showing)
    if spec.name != FIRST and "C" in question.entry.parameters and question.C is not None and showing.sees("C"):
        dials.append(penalty_dial(question.C, words))
    kernel = partial(controls.choose_kernel, showing, name) if showing.sees("kernel") else None
    controls.choose_numbers(showing, dials, kernel, machine=spec.name)
