"""The fold about forces: without the equality constraint their sum is the offset, which its penalty bears."""

from __future__ import annotations

from functools import partial

import numpy as np
import streamlit as st

from core.problem import LinearProblem, plane
from core.topics.margin.forces import balance
from core.trace import Trace
from pages.descent.question import Question
from ui.component.plot import Drawn
from ui.page.showing import Showing
from ui.plot.forces import forces_figure, forces_text, is_balanced
from ui.words import number


def forces_fold(question: Question, trace: Trace, k: int, showing: Showing) -> None:
    """Show the fold about the line after k visits; a machine on mapped points has no line in the plane."""
    if question.phi is None:
        showing.fold("forces", partial(_show, question, trace, k, showing), k=k)


def _show(question: Question, trace: Trace, k: int, showing: Showing) -> None:
    words, alpha = showing.words, trace.state_at(k).alpha
    assert isinstance(trace.problem, LinearProblem)
    machine = plane(trace.problem, alpha)
    w, b = machine.w, machine.b
    if not float(np.hypot(*w)) > 0.0:
        st.markdown(words("descent.forces.zero"))
        return
    X, y = question.X, question.y.astype(np.float64)
    found = balance(w, b, X, y, alpha, about=np.zeros(2))

    def draw() -> Drawn:
        drawn = forces_figure(found, w, X, y, question.board.square, words)
        return Drawn(drawn, forces_text(found, words))

    left, right = st.columns([13, 12], gap="medium")
    with left:
        showing.draw("descent-forces", draw, k)
    with right:
        st.markdown(words("descent.forces.told", size=number(found.size)))
        key = "bias" if question.options.bias else "plain"
        name = f"descent.forces.{key}.zero" if is_balanced(found.force, found) else f"descent.forces.{key}"
        st.markdown(words(name, force=number(found.force)))
