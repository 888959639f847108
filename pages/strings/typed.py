"""Fields for words: what cannot be taken stays in its field, with one sentence below it, and changes nothing else."""

from __future__ import annotations

from typing import Any

import streamlit as st

from pages.strings.question import change, refusal
from ui.page.showing import Showing
from ui.state import session
from ui.state.widget import wired

LINES = 120  # pixels of a field for a list


def field(name: str, now: str, showing: Showing, lines: bool = False) -> None:
    """Show the field of one text of the page."""
    words, draft = showing.words, f"strings-{name}-draft"
    kept, refused = st.session_state.get(draft, (now, now))
    shown = refused if kept == now else now  # another text in its place, as from a lesson, ends the draft

    def take(text: str) -> None:
        if refusal(name, text) is None:
            st.session_state.pop(draft, None)
            session.apply(change, name, text)
        else:
            st.session_state[draft] = (now, text)

    wiring: dict[str, Any] = wired(f"strings-{name}-{words.lang}", shown, take)
    label = words(f"strings.{name}")
    if lines:
        st.text_area(label, value=shown, height=LINES, **wiring)
    else:
        st.text_input(label, value=shown, **wiring)
    error = refusal(name, shown)
    if error is not None:
        showing.refuse(error)
