"""The stage of the page: the choice of a machine, its board, its light, and the guarantee of nu."""

from __future__ import annotations

import streamlit as st

from pages.machines.question import BOARD, Question
from ui.page.machine.answers import machine
from ui.page.machine.board import machine_board, machine_legend, machine_told
from ui.page.machine.choice import choose_machine
from ui.page.machine.sentences import lead_sentence
from ui.page.showing import Showing

SIDE = 540  # pixels of the board's side at most


def stage(question: Question, showing: Showing) -> str:
    """Show the machine on the board; the light says why a problem cannot be solved."""
    found = machine(question)
    with st.container(key="stage"):
        left, right = st.columns([12, 13], gap="medium")
    # In projector mode the board fills the height of the window, so the choice stands beside it.
    with right if showing.projector else left, st.container(key="machines-choice"):
        choose_machine(question.spec, showing)
        if not (question.chosen or showing.projector):
            st.caption(showing.words("machines.opens"))
    with left:
        machine_board(BOARD, question, found, showing, SIDE)
        machine_legend(question, showing)
    with right:
        machine_told(BOARD, question, found, showing)
    return lead_sentence(question, found, showing.words)
