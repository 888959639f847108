"""The bar of the page: data, machine, kernel, C, shrinking, and the number of rows in the cache."""

from __future__ import annotations

from dataclasses import replace

import streamlit as st

from core.solver import FEWEST_ROWS
from pages.libsvm.play import PLAYER
from pages.libsvm.question import Question
from ui.component.board import panel
from ui.component.sliders import Dial
from ui.page import controls
from ui.page.formula_field import type_formula
from ui.page.machine.choice import choose_machine, machine_dials
from ui.page.showing import Showing

SLIDERS = "libsvm-rows"  # key of the slider of the cache
DIALS = "libsvm-dials"  # key of the sliders of the machine


def choices(question: Question, showing: Showing) -> None:
    """Show the data, the machine, the panel of kernel and margin, LIBSVM's -h, and sliders for all other numbers."""
    words, n = showing.words, len(question.y)
    missing = {*(() if question.classifies else ("margin",)), *(() if "C" in question.entry.parameters else ("C",))}
    controls.choose_data(showing, showing.hint(*missing, machine=question.spec))
    with st.container(key="libsvm-machine"):
        choose_machine(question.spec, showing)
    panel(replace(question.board, hidden=question.board.hidden | missing), words, PLAYER)
    type_formula(showing)
    if dials := machine_dials(question.spec, question.square, showing):
        showing.sliders(DIALS, dials, PLAYER)
    with st.container(key="own-choices"):
        showing.either("shrinking", [True, False], question.options.shrinking)
        most = max(n, FEWEST_ROWS)
        rows = min(question.options.rows, most)
        showing.sliders(SLIDERS, [Dial("rows", words("libsvm.rows"), "", FEWEST_ROWS, most, rows, "whole")], PLAYER)
