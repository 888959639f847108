"""The bar of the page: data, C, and the gammas."""

from __future__ import annotations

import streamlit as st

from core.problem import InputError
from pages.gamma.question import Question, change, read_gammas
from ui.page import controls
from ui.page.showing import Showing
from ui.state import session
from ui.state.widget import wired

REFUSED = "gammas-refused"  # why the last typed gammas were refused


def choices(question: Question, showing: Showing) -> None:
    """Show the bar: data, C, gammas."""

    def take(text: str) -> None:
        try:
            session.apply(change, "gammas", read_gammas(text))
        except InputError as error:
            st.session_state[REFUSED] = error

    def gammas() -> None:
        typed = ", ".join(f"{gamma:g}" for gamma in question.gammas)
        st.text_input(showing.words("gamma.gammas"), value=typed, **wired("gammas", typed, take))
        if (refused := st.session_state.pop(REFUSED, None)) is not None:
            showing.refuse(refused)

    controls.choose_data(showing, showing.hint())
    controls.choose_numbers(showing, own=gammas if showing.sees("gamma") else None)
