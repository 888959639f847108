"""The one rule for Streamlit's widgets that show a part of the lab: when they are made anew, and whom they may tell."""

from __future__ import annotations

import logging
from collections.abc import Callable
from functools import wraps
from typing import Any, ParamSpec

import streamlit as st

Arguments = ParamSpec("Arguments")

FAILED = "callback-failed"  # in the session: what the visitor did last could not be taken over

_log = logging.getLogger(__name__)


def contained(take: Callable[Arguments, None]) -> Callable[Arguments, None]:
    """Let a callback fail without a trace on the page but one sentence: what the visitor had before them stays."""

    @wraps(take)
    def heard(*args: Arguments.args, **kwargs: Arguments.kwargs) -> None:
        try:
            take(*args, **kwargs)
        except Exception:
            st.session_state[FAILED] = True
            _log.exception("what a visitor did could not be taken over")

    return heard


def wired(name: str, shown: object, take: Callable[[Any], None]) -> dict[str, Any]:
    """Return key and callback of a widget that shows `shown`; `take` hears what the visitor chooses.

    The widget gets a new key whenever something else has changed what it shows. Setting the old one would not do: a
    browser that has not heard of it yet sends its own value back with the next drag, and that reads as a choice, so
    edited points would give way to the data set of before. For the same reason a callback counts only if it comes from
    the widget that is on the page now. A widget whose entries are words has the language in its name: in another
    language it is another widget.
    """
    turn = st.session_state.get(f"{name}-turn", 0)
    if st.session_state.get(f"{name}-{turn}", shown) != shown:
        st.session_state[f"{name}-turn"] = turn = turn + 1
    return {"key": f"{name}-{turn}", "on_change": _hear, "args": (name, turn, take)}


@contained
def _hear(name: str, turn: int, take: Callable[[Any], None]) -> None:
    value = st.session_state[f"{name}-{turn}"]
    if value is not None and turn == st.session_state.get(f"{name}-turn", 0):
        take(value)
