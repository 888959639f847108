"""The visitor's position in a recorded run: one step for all pages with a player, kept in links."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import streamlit as st

from ui.solve.limits import LARGEST_STEP
from ui.state import session

FIRST_STEP = 12  # a first visit opens in the middle of the run


def step_at(step: int | None, *lengths: int) -> int:
    """Return the step to show, clipped to the longest of the runs; `step` None: the visitor has not chosen one."""
    return max(0, min(FIRST_STEP if step is None else step, max(lengths)))


def take_step(key: str) -> None:
    """Store the step at which the player under the key halted."""
    sent = st.session_state[key].get("step")
    k = sent.get("k") if isinstance(sent, dict) else None
    if isinstance(k, int) and 0 <= k <= LARGEST_STEP:
        lab = session.current()
        session.put(replace(lab, shared=replace(lab.shared, step=k), unread=()))


def halted_at(key: str) -> int | None:
    """Return where the player under the key last halted; None if it has not halted yet."""
    sent = (st.session_state.get(key) or {}).get("step")
    k = sent.get("k") if isinstance(sent, dict) else None
    return k if isinstance(k, int) and 0 <= k <= LARGEST_STEP else None


def opens_at(key: str, opened: object, make: Callable[[], int]) -> int:
    """Return where the player under the key opens; it is kept while its run changes, until `opened` changes."""
    name = f"{key}-opens"
    if name not in st.session_state or st.session_state[name][0] != opened:
        st.session_state[name] = (opened, make())
    return int(st.session_state[name][1])


def take_moment(key: str) -> None:
    """Store where the time line under the key halted; None means the end, however long the run becomes."""
    sent = st.session_state[key].get("step")
    if isinstance(sent, dict) and sent.get("k", 0) is None:
        lab = session.current()
        session.put(replace(lab, shared=replace(lab.shared, step=None), unread=()))
    else:
        take_step(key)


def keep_good(key: str, question: object) -> None:
    """Remember the question whose run the player under the key shows: it stays while a newer question has none."""
    st.session_state[f"{key}-good"] = question


def last_good(key: str) -> object:
    """Return the question kept by `keep_good`; None if there is none in this visit."""
    return st.session_state.get(f"{key}-good")


def turn_of(key: str) -> float:
    """Return the browser's number of a player's last halt; 0 if there was none."""
    sent = (st.session_state.get(key) or {}).get("step")
    turn = sent.get("turn") if isinstance(sent, dict) else None
    return float(turn) if isinstance(turn, int | float) and 0 <= turn < 1e15 else 0.0
