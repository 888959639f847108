"""Beside and below the player of dual coordinate descent: a visit explained, and the price of its offset."""

from __future__ import annotations

import streamlit as st

from core.view import Side, coordinate_at
from ui import descent, frame
from ui.component.board import small_board
from ui.component.plot import plot
from ui.descent_sentence import offset_numbers, offsets_sentence
from ui.figure.coordinate import coordinate_figure, coordinate_text
from ui.figure.weights import feature_names, weights_figure, weights_text
from ui.recording import Recording
from ui.session import Lab
from ui.text import Words

SIDE = 420  # pixels of a small board's side at most


def explain(lab: Lab, run: Recording, k: int, words: Words) -> None:
    """Show the one-variable problem of this visit, and what it did to w."""
    if not len(run.trace):
        return
    last = min(k, len(run.trace) - 1)  # at the end of the run its last visit stays in sight
    shown, options, projector = coordinate_at(run.trace, last), descent.options_of(lab), lab.shared.projector
    frame.heading(words("figure.coordinate.title"))
    plot("coordinate", coordinate_figure(shown, words), coordinate_text(shown, words), projector)
    names = feature_names(descent.map_of(lab))
    turning = "figure.weights.title" if names is None else "figure.weights.title.mapped"
    frame.heading(words(turning if shown.moved else "figure.weights.still"))
    window = lab.points.window
    square = (window.x0, window.y0, window.size)
    turned = weights_figure(shown, lab.points.X, lab.points.y, square, names, options.bias, words)
    plot("weights", turned, weights_text(shown, names, words), projector)


def compare(lab: Lab, words: Words) -> None:
    """Show what the missing equality constraint costs: both answers side by side."""
    frame.heading(words("descent.offsets.title"))
    both, bias = descent.offsets_of(lab), descent.options_of(lab).bias
    with st.container(key="price"):
        why_not = descent.nothing_to_compare(both)
        st.markdown(words(f"descent.offsets.{why_not}") if why_not else offsets_sentence(both, bias, words))
        left, right = st.columns(2, gap="medium")
    if why_not:
        return
    with left:
        _beside("free", both.free, lab, words)
    with right:
        _beside("appended" if bias else "origin", both.appended, lab, words)


def _beside(which: str, side: Side, lab: Lab, words: Words) -> None:
    """Show one of the two answers with its numbers."""
    shown, answer = descent.drawn(lab), descent.board_answer(side, words)
    caption = words(f"descent.caption.{which}")
    small_board(f"descent-{which}", shown, words, answer, shown.shared.kernel, caption, SIDE)
    st.caption(offset_numbers(side, descent.origin_of(lab), words))
