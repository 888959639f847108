"""A picture that goes through its steps by itself, one after another."""

from __future__ import annotations

import streamlit as st

from ui.page import guard
from ui.state import session
from ui.state.change import Change
from ui.state.widget import contained
from ui.words import Words

PACE = 0.8  # seconds a step: time to read what changes


def play(name: str, at: int, last: int, change: Change, words: Words) -> None:
    """Show the button that starts and stops it; at the last step it starts again from 0.

    `name` is <page>.<option>: the option holds the step, and `change` sets it.
    """
    page, option = name.split(".")
    kept, over = f"{page}-{option}-playing", at >= last
    playing = bool(st.session_state.get(kept)) and not over

    def turn() -> None:
        st.session_state[kept] = not playing
        if over:
            session.apply(change, option, 0)

    label = words("playing.pause" if playing else "playing.play")
    st.button(label, key=f"{page}-{option}-play", on_click=contained(turn))
    if not playing:
        return
    begun = list[bool]()

    def tick() -> None:
        if begun:  # the first run of a fragment is part of the page's own
            session.apply(change, option, at + 1)
            st.rerun()
        begun.append(True)

    st.fragment(guard.part(tick), run_every=PACE)()
