"""Messages from the sliders and handles of a page: each changes the lab, unless it refers to an older one.

One pure function of a page applies a value. The same function serves its early figures, which the browser may request
before the page (`ui.page.early_figures`).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Final

import streamlit as st

from ui.page.topic import AnyTopic
from ui.solve.board_problem import content_key
from ui.solve.machine.table import MINUS, PLUS
from ui.state import session
from ui.state.change import Change, with_edits, with_lambda, with_penalty, with_weight
from ui.state.lab import Lab

OF_EVERY_PAGE: Final[Mapping[str, Callable[[Lab, object], Lab]]] = {  # same meaning on every page
    "C": with_penalty,
    "lambda": with_lambda,
    "points": with_edits,
    PLUS: lambda lab, value: with_weight(lab, PLUS, value),
    MINUS: lambda lab, value: with_weight(lab, MINUS, value),
}


def turn_of(page: str) -> float:
    """Return the browser's number of the last change; 0 if there was none."""
    return float(st.session_state.get(f"{page}-turn-taken", 0))


def take(page: str, key: str, change: Change) -> None:
    """Apply a message of the component under the key; ignore one that refers to an older base.

    A change of the board's own question makes a new revision, which the board adopts, but not a new base.
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
    """Return the lab with the values of a message applied one by one."""
    for name, value in values.items() if isinstance(values, dict) else ():
        everywhere = OF_EVERY_PAGE.get(name)
        lab = change(lab, str(name), value) if everywhere is None else everywhere(lab, value)
    return lab


def content_of(page: AnyTopic, lab: Lab) -> str:
    """Return a key of everything in a lab that a page can show: its question, language and look."""
    shared, points = lab.shared, lab.every if page.every else lab.points
    if not page.points:  # nor about questions on them
        own = None if page.form is None else shared.chosen(page.form.kind)
        C = (shared.C, shared.soft) if "C" in page.controls else None
        return content_key(points.X[:0], points.y[:0], page.name, own, C, shared.lang, shared.projector)
    beside = {name: value for name, value in shared.numbers.items() if name not in shared.kernel}
    plain = replace(shared, X=None, y=None, numbers=beside)
    names = (points.axes, points.classes, points.scale)
    return content_key(points.X, points.y, page.name, plain, points.window, names, lab.flat)
