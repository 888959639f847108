"""Changes by a click on a figure, or by a number typed below the board."""

from __future__ import annotations

import streamlit as st

from pages.losses.figures import LOSS, PATH
from pages.losses.question import change
from ui.state import session
from ui.state.change import with_penalty


def take_number(counted: int) -> None:
    """Mark the point with the typed number."""
    session.apply(change, "picked", int(counted) - 1)


def take_point() -> None:
    """Mark the point that was clicked in a figure or on the board; ignore a value that is not a point."""
    session.apply(change, "picked", _clicked(LOSS))


def take_breakpoint() -> None:
    """Set C to the breakpoint that was clicked, where no slider sets it."""
    session.apply(with_penalty, _clicked(PATH))


def _clicked(key: str) -> object:
    clicked = st.session_state[key].get("picked")
    return clicked[0] if isinstance(clicked, list) and clicked else ""
