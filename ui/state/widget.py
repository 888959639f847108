"""The one rule for Streamlit's widgets that show a part of the lab: when they are made anew, and whom they may tell."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import streamlit as st


def wired(name: str, shown: object, take: Callable[[Any], None]) -> dict[str, Any]:
    """Return key and callback of a widget that shows `shown`; `take` hears what the visitor chooses.

    The widget gets a new key whenever something else has changed what it shows. Setting the old one would not do: a
    browser that has not heard of it yet sends its own value back with the next drag, and that reads as a choice, so
    drawn points would give way to the data set of before. For the same reason a callback counts only if it comes from
    the widget that is on the page now. A widget whose entries are words has the language in its name: in another
    language it is another widget.
    """
    turn = st.session_state.get(f"{name}-turn", 0)
    if st.session_state.get(f"{name}-{turn}", shown) != shown:
        st.session_state[f"{name}-turn"] = turn = turn + 1
    return {"key": f"{name}-{turn}", "on_change": _hear, "args": (name, turn, take)}


def _hear(name: str, turn: int, take: Callable[[Any], None]) -> None:
    value = st.session_state[f"{name}-{turn}"]
    if value is not None and turn == st.session_state.get(f"{name}-turn", 0):
        take(value)
