"""Beside and below the player of dual coordinate descent: a visit explained, and the price of its offset."""

from __future__ import annotations

from collections.abc import Callable

import streamlit as st

from core.view import Side, coordinate_at
from ui import descent, frame, guard, smo
from ui.component.board import small_board
from ui.component.plot import Drawn, plot
from ui.descent_sentence import offset_numbers, offsets_sentence
from ui.figure.coordinate import coordinate_figure, coordinate_text
from ui.figure.weights import feature_names, weights_figure, weights_text
from ui.recording import Recording
from ui.session import Lab
from ui.text import Words

SIDE = 420  # pixels of a small board's side at most


COORDINATE, WEIGHTS = "coordinate", "weights"  # keys of their components


def figures_of(lab: Lab, run: Recording) -> Callable[[int, Words], dict[str, Drawn]]:
    """Return the function that draws a visit: its one-variable problem, and what it did to w."""
    names, bias = feature_names(descent.map_of(lab)), descent.options_of(lab).bias
    window, X, y, trace = lab.points.window, lab.points.X, lab.points.y, run.trace
    square = (window.x0, window.y0, window.size)

    def figures(k: int, words: Words) -> dict[str, Drawn]:
        shown = coordinate_at(trace, _visit(k, run))
        turned = weights_figure(shown, X, y, square, names, bias, words)
        return {
            COORDINATE: Drawn(coordinate_figure(shown, words), coordinate_text(shown, words)),
            WEIGHTS: Drawn(turned, weights_text(shown, names, words)),
        }

    return figures


def _visit(k: int, run: Recording) -> int:
    """Return the visit that is shown at step k: at the end of the run its last one stays in sight."""
    return min(k, len(run.trace) - 1)


def explain(lab: Lab, run: Recording, k: int, figures: Callable[[int, Words], dict[str, Drawn]], words: Words) -> None:
    """Show the one-variable problem of this visit, and what it did to w."""
    if not len(run.trace):
        return
    shown, turn, projector = figures(k, words), smo.turn_of("descent"), lab.shared.projector
    frame.heading(words("figure.coordinate.title"))
    plot(COORDINATE, *shown[COORDINATE], projector, turn=turn)
    turning = "figure.weights.title" if descent.map_of(lab) is None else "figure.weights.title.mapped"
    frame.heading(words(turning if coordinate_at(run.trace, _visit(k, run)).moved else "figure.weights.still"))
    plot(WEIGHTS, *shown[WEIGHTS], projector, turn=turn)


@guard.part
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
