"""The two figures of a halt of SMO, and the sentences that say what to see in them."""

from __future__ import annotations

from dataclasses import replace

import streamlit as st

from core.problem import Problem
from core.trace import Trace
from core.view import box_at, pair_at
from ui import frame
from ui.component.plot import Drawn, plot
from ui.figure.error_list import error_list, error_list_text
from ui.figure.pair_box import pair_box, pair_box_text
from ui.figure.pair_scores import pair_scores, pair_scores_text
from ui.pair_sentence import move_note, pair_note
from ui.session import Lab
from ui.text import Words

PAIR, BOX = "pair", "box"  # keys of their components


def figures(trace: Trace, k: int, words: Words) -> dict[str, Drawn]:
    """Return why this pair, and its box where the run goes on, by the keys of their components."""
    found = {PAIR: why_this_pair(trace, k, words)}
    if k < len(trace):
        box = box_at(trace, k)
        found[BOX] = Drawn(pair_box(box, words), pair_box_text(box, words))
    return found


def why_this_pair(trace: Trace, k: int, words: Words, chosen: bool = True) -> Drawn:
    """Return scores and candidates for the rules of SMO, and the pair if it is `chosen`; the list of E for Platt's."""
    if trace.stepper.name != "platt":
        shown = pair_at(trace, k) if chosen else replace(pair_at(trace, k), move=None)
        return Drawn(pair_scores(shown, trace.problem.y, words), pair_scores_text(shown, words))
    assert isinstance(trace.problem, Problem)
    state = trace.state_at(k)
    free = (state.alpha > 0) & (state.alpha < trace.problem.dual.upper)
    i, j = (int(trace.table[k][name]) for name in "ij") if k < len(trace) else (-1, -1)
    errors = state.errors  # type: ignore[attr-defined]
    return Drawn(error_list(errors, free, i, j, words), error_list_text(errors, i, j, words))


def explain(trace: Trace, k: int, lab: Lab, words: Words, turn: float) -> None:
    """Show why this pair, and its box; at the end of a run the closed band, or what is left of E."""
    shown, projector = figures(trace, k, words), lab.shared.projector
    frame.heading(words("figure.errors.title" if trace.stepper.name == "platt" else "figure.pair.title"))
    with st.container(key="why"):
        st.markdown(pair_note(trace, k, words))
    plot(PAIR, *shown[PAIR], projector, turn=turn)
    if BOX in shown:
        frame.heading(words("figure.box.title"))
        with st.container(key="worth"):
            st.markdown(move_note(trace, k, words))
        plot(BOX, *shown[BOX], projector, turn=turn)
