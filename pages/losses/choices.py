"""What can be changed on the page: data, kernel, margin, and sliders for the kernel's numbers and C."""

from __future__ import annotations

import streamlit as st

from pages.losses.question import BOARD, Question
from ui.component.sliders import parameter_dial
from ui.page import controls
from ui.page.showing import Showing
from ui.solve.kernels import KERNELS


def choices(asked: Question, showing: Showing) -> None:
    """Show the bar; the board follows its sliders ahead of the page."""
    board, words, name = asked.board, showing.words, str(asked.board.kernel["name"])
    own = KERNELS[name].parameters if name in KERNELS else ()
    dials = [parameter_dial(each, board.numbers[each], words) for each in own if showing.sees(each)]

    def kernel() -> None:
        names = list(KERNELS)
        wiring = {"index": names.index(name) if name in names else 0, **showing.wired("kernel", name)}
        st.selectbox(words("panel.kernel"), names, format_func=lambda value: words(f"panel.kernel.{value}"), **wiring)

    controls.choose_data(showing, showing.hint())
    controls.choose_numbers(showing, dials, kernel if showing.sees("kernel") else None, board=BOARD)
