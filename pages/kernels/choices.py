"""The bar of the page: data, the third kernel, the parameters of all three, C and the margin."""

from __future__ import annotations

from dataclasses import replace

import streamlit as st

from pages.kernels.question import THIRD, Question
from ui.component.sliders import parameter_dial
from ui.page import controls
from ui.page.formula_field import type_formula
from ui.page.showing import Showing
from ui.solve.kernels import KERNELS


def choices(question: Question, showing: Showing) -> None:
    """Show the bar; every parameter means the same in all boards."""
    words, numbers = showing.words, question.board.numbers

    def choose() -> None:
        name = question.options.third
        wiring = {"index": THIRD.index(name), **showing.wired("third", name)}
        st.selectbox(words("kernels.third"), THIRD, format_func=lambda own: words(f"panel.kernel.{own}"), **wiring)
        type_formula(showing, name)

    needed = ("gamma", *KERNELS["polynomial"].parameters, *KERNELS[question.options.third].parameters)
    dials = [parameter_dial(own, numbers[own], words) for own in dict.fromkeys(needed) if showing.sees(own)]
    controls.choose_data(showing, showing.hint())
    showing = replace(showing, offers=None)  # a slider moves no board before the page does, so no numbers either
    controls.choose_numbers(showing, dials, choose if showing.sees("kernel") else None)
