"""Fields for text: what cannot be taken stays in its field, with one sentence below it, and changes nothing else."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import streamlit as st

from core.problem import InputError
from ui.page.showing import Showing
from ui.state.widget import wired

LINES = 120  # pixels of a field for several lines


def field(
    key: str,
    label: str,
    now: str,
    refusal: Callable[[str], InputError | None],
    take: Callable[[str], None],
    showing: Showing,
    lines: bool = False,
    tip: str | None = None,
) -> None:
    """Show the field of one text, which is `now`; `take` receives what is typed unless there is a refusal of it."""
    words, draft = showing.words, f"{key}-draft"
    kept, refused = st.session_state.get(draft, (now, now))
    shown = refused if kept == now else now  # another text in its place, as from a lesson, ends the draft

    def typed(text: str) -> None:
        if refusal(text) is None:
            st.session_state.pop(draft, None)
            take(text)
        else:
            st.session_state[draft] = (now, text)

    wiring: dict[str, Any] = wired(f"{key}-{words.lang}", shown, typed)
    if lines:
        st.text_area(label, value=shown, height=LINES, help=tip, **wiring)
    else:
        st.text_input(label, value=shown, help=tip, **wiring)
    error = refusal(shown)
    if error is not None:
        showing.refuse(error)
