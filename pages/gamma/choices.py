"""What can be changed on the page: data, C, and the gammas."""

from __future__ import annotations

from functools import partial

import streamlit as st

from core.problem import InputError
from pages.gamma.question import Question, change, read_gammas
from ui.page import controls
from ui.page.showing import Showing
from ui.state import session
from ui.state.widget import wired

REFUSED = "gammas-refused"  # why the gammas that were typed last were not taken


def choices(asked: Question, showing: Showing) -> None:
    """Show what can be changed here: data, C, gammas."""
    controls.choose_data(showing, showing.hint())
    controls.choose_numbers(showing, own=partial(_gammas, asked, showing) if showing.sees("gamma") else None)


def _gammas(asked: Question, showing: Showing) -> None:
    """Show the gammas as text to edit, and why the last that was typed was not taken."""
    shown = ", ".join(f"{gamma:g}" for gamma in asked.gammas)
    st.text_input(showing.words("gamma.gammas"), value=shown, **wired("gammas", shown, _take_gammas))
    if (refused := st.session_state.pop(REFUSED, None)) is not None:
        showing.refuse(refused)


def _take_gammas(text: str) -> None:
    try:
        session.apply(change, "gammas", read_gammas(text))
    except InputError as error:
        st.session_state[REFUSED] = error
