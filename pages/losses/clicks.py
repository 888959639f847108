"""What a click on a figure, or a number typed below the board, changes."""

from __future__ import annotations

import streamlit as st

from pages.losses.figures import LOSS, PATH
from pages.losses.question import change
from ui.state import session
from ui.state.change import with_penalty


def take_number(counted: int) -> None:
    """Mark the point whose number was typed."""
    session.apply(change, "picked", int(counted) - 1)


def take_point() -> None:
    """Mark the point that was clicked on in a figure or on the board; what is no such point changes nothing."""
    session.apply(change, "picked", _clicked(LOSS))


def take_breakpoint() -> None:
    """Take over the C of the breakpoint that was gone to, where no slider has it."""
    session.apply(with_penalty, _clicked(PATH))


def _clicked(key: str) -> object:
    clicked = st.session_state[key].get("picked")
    return clicked[0] if isinstance(clicked, list) and clicked else ""
