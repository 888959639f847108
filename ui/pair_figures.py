"""The two figures of a halt, each with the sentence that says what to see in it."""

from __future__ import annotations

from dataclasses import replace

import streamlit as st

from core.problem import Problem
from core.trace import Trace
from core.view import BoxView, pair_at
from ui import frame
from ui.component.plot import plot
from ui.figure.error_list import error_list, error_list_text
from ui.figure.pair_box import pair_box, pair_box_text
from ui.figure.pair_scores import pair_scores, pair_scores_text
from ui.pair_sentence import move_note, pair_note
from ui.session import Lab
from ui.text import Words


def explain(trace: Trace, k: int, box: BoxView | None, lab: Lab, words: Words) -> None:
    """Show why this pair, and its box; at the end of a run the closed band, or what is left of E."""
    frame.heading(words("figure.errors.title" if trace.stepper.name == "platt" else "figure.pair.title"))
    with st.container(key="why"):
        st.markdown(pair_note(trace, k, words))
    why_this_pair(trace, k, lab, words)
    if box is not None:
        frame.heading(words("figure.box.title"))
        with st.container(key="worth"):
            st.markdown(move_note(trace, k, words))
        plot("box", pair_box(box, words), pair_box_text(box, words), lab.shared.projector)


def why_this_pair(trace: Trace, k: int, lab: Lab, words: Words, chosen: bool = True) -> None:
    """Show scores and candidates for the rules of SMO, and the pair if it is `chosen`; the list of E for Platt's."""
    projector = lab.shared.projector
    if trace.stepper.name != "platt":
        shown = pair_at(trace, k) if chosen else replace(pair_at(trace, k), move=None)
        plot("pair", pair_scores(shown, trace.problem.y, words), pair_scores_text(shown, words), projector)
        return
    assert isinstance(trace.problem, Problem)
    state = trace.state_at(k)
    free = (state.alpha > 0) & (state.alpha < trace.problem.dual.upper)
    i, j = (int(trace.table[k][name]) for name in "ij") if k < len(trace) else (-1, -1)
    errors = state.errors  # type: ignore[attr-defined]
    plot("pair", error_list(errors, free, i, j, words), error_list_text(errors, i, j, words), projector)
