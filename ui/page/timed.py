"""Times that are measured now: on a button, kept by the visitor who pressed it, and for this question only."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

import streamlit as st

from ui.page.showing import Showing
from ui.state.widget import contained

Result = TypeVar("Result")


def known(name: str, about: str) -> object | None:
    """Return what this visitor has measured under the name for exactly this question; None if nothing."""
    kept = st.session_state.get(_key(name))
    return kept[1] if kept is not None and kept[0] == about else None


def measured(
    name: str, about: str, run: Callable[[], Result], showing: Showing, at_once: bool = False
) -> Result | None:
    """Show the button that measures, and return the last result about this question; `at_once`: without a click."""

    def measure() -> None:
        st.session_state[_key(name)] = about, run()

    found = known(name, about)
    if found is None and at_once:
        measure()
        found = known(name, about)
    label = showing.words("timed.first" if found is None else "timed.again")
    st.button(label, key=f"timed-{name}-{showing.words.lang}", on_click=contained(measure))
    return found  # type: ignore[return-value]


def _key(name: str) -> str:
    return f"times-of-{name}"
