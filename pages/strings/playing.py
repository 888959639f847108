"""The table fills by itself, a cell at a time."""

from __future__ import annotations

import streamlit as st

from pages.strings.question import Question, change
from ui.page import guard
from ui.state import session
from ui.state.widget import contained
from ui.words import Words

PACE = 0.8  # seconds a cell: time to read which letters are compared
PLAYING = "strings-playing"  # in the session


def play(question: Question, words: Words) -> None:
    """Show the button that starts and stops it; at the end it starts again from the empty table."""
    over = question.cell >= question.cells
    playing = bool(st.session_state.get(PLAYING)) and not over

    def turn() -> None:
        st.session_state[PLAYING] = not playing
        if over:
            session.apply(change, "cell", 0)

    st.button(words("strings.pause" if playing else "strings.play"), key="strings-play", on_click=contained(turn))
    if not playing:
        return
    begun = list[bool]()

    def tick() -> None:
        if begun:  # the first run of a fragment is part of the page's own
            session.apply(change, "cell", question.cell + 1)
            st.rerun()
        begun.append(True)

    st.fragment(guard.part(tick), run_every=PACE)()
