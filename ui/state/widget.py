"""The one rule for Streamlit widgets that show a part of the lab: when they get a new key, and when callbacks count."""

from __future__ import annotations

import logging
from collections.abc import Callable
from functools import wraps
from typing import Any, ParamSpec

import streamlit as st

Arguments = ParamSpec("Arguments")

FAILED = "callback-failed"  # in the session: the visitor's last action failed

_log = logging.getLogger(__name__)


def contained(take: Callable[Arguments, None]) -> Callable[Arguments, None]:
    """Wrap a callback so that an exception leaves the page unchanged but for one sentence."""

    @wraps(take)
    def heard(*args: Arguments.args, **kwargs: Arguments.kwargs) -> None:
        try:
            take(*args, **kwargs)
        except Exception:
            st.session_state[FAILED] = True
            _log.exception("what a visitor did could not be taken over")

    return heard


def wired(name: str, shown: object, take: Callable[[Any], None]) -> dict[str, Any]:
    """Return key and callback of a widget that shows `shown`; `take` receives the visitor's choice.

    The widget gets a new key whenever something else has changed its value. Setting the value under the old key is not
    enough: a browser that has not received it yet sends its own value back with the next drag, which would count as a
    choice, and the previous data set would replace edited points. For the same reason a callback counts only if it
    comes from the current widget. A widget whose entries are words has the language in its name: in another language it
    is another widget.
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
