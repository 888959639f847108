"""What hands do to the sliders and handles of a page: every message changes the lab, unless it speaks of an older one.

A page says in one pure function what a value changes. The same function serves its figures, which the browser may ask
for ahead of the page (`ui.page.early_figures`).
"""

from __future__ import annotations

from dataclasses import replace
from typing import Final

import streamlit as st

from ui.page.topic import AnyTopic
from ui.solve.board_problem import content_key
from ui.state import session
from ui.state.change import Change, with_edits, with_lambda, with_penalty
from ui.state.lab import Lab

OF_EVERY_PAGE: Final = {"C": with_penalty, "lambda": with_lambda, "points": with_edits}  # what means the same on each


def turn_of(page: str) -> float:
    """Return the number that the browser gave to the last change; 0 where there was none."""
    return float(st.session_state.get(f"{page}-turn-taken", 0))


def take(page: str, key: str, change: Change) -> None:
    """Take over what the component under the key sent; ignore a message that speaks of an older base.

    A change of the board's own question is a new revision, which the board takes over, but no new base for our hands.
    """
    sent, lab = st.session_state[key].get("put"), session.current()
    if not isinstance(sent, dict):
        return
    turn = sent.get("turn")
    if isinstance(turn, int | float) and turn_of(page) < turn < 1e15:
        st.session_state[f"{page}-turn-taken"] = turn
    if sent.get("base") == lab.base:
        session.put(replace(after(lab, sent.get("values"), change), base=lab.base))


def after(lab: Lab, values: object, change: Change) -> Lab:
    """Return the lab once the values of a message have been taken over, one by one."""
    for name, value in values.items() if isinstance(values, dict) else ():
        everywhere = OF_EVERY_PAGE.get(name)
        lab = change(lab, str(name), value) if everywhere is None else everywhere(lab, value)
    return lab


def content_of(page: AnyTopic, lab: Lab) -> str:
    """Return a key of everything that a page may show of a lab: its question, its language and its look."""
    shared, points = lab.shared, lab.points
    if not page.points:  # nor about anything that is asked of them
        own = None if page.form is None else shared.chosen(page.form.kind)
        return content_key(points.X[:0], points.y[:0], page.name, own, shared.lang, shared.projector)
    beside = {name: value for name, value in shared.numbers.items() if name not in shared.kernel}
    plain = replace(shared, X=None, y=None, numbers=beside)
    names = (points.axes, points.classes, points.scale)
    return content_key(points.X, points.y, page.name, plain, points.window, names, lab.flat)
