"""The lifted points with the plane of the solution; a click on a point marks it everywhere."""

from __future__ import annotations

from functools import partial

import streamlit as st

from pages.phi import answers
from pages.phi.figures import LIFT, lift_drawn
from pages.phi.question import VIEWS, Question, change
from ui.component.plot import Drawing
from ui.page.showing import Showing
from ui.state import session
from ui.state.lab import without_solid


def show_lift(question: Question, showing: Showing) -> None:
    """Show the lifted points with the plane."""
    words, solid = showing.words, len(answers.chosen(question)) == 3

    def take_click() -> None:
        """Mark the point that was clicked in the figure; ignore any other click."""
        clicked = st.session_state[LIFT].get("picked")
        if isinstance(clicked, list) and clicked:
            session.apply(change, "picked", clicked[0])

    def take_flat() -> None:
        if st.session_state[LIFT].get("flat"):
            session.apply(without_solid)

    drawn = showing.figures([Drawing(LIFT, partial(lift_drawn, question, words))])
    showing.figure(LIFT, drawn[LIFT], on_picked=take_click, on_flat=take_flat)
    if solid and question.flat:
        st.info(words("phi.no_solid"), icon=":material/view_in_ar:")
    elif solid:
        showing.either("view", VIEWS, question.options.view)
    st.caption(words("phi.reading" if solid else "phi.reading.line"))
