"""The stage of the page: the hand-set line over the points, and beside it the margins of the points."""

from __future__ import annotations

from functools import partial

import streamlit as st

from core.problem import InputError
from pages.margins import answers
from pages.margins.figures import POINTS, all_figures
from pages.margins.forces import is_let_go
from pages.margins.question import Question
from pages.margins.sentences import confidence_sentence, lead_sentence
from ui.component.handles import HandleBoard
from ui.component.line import Best, Laid, line
from ui.component.marks import legend, line_marks
from ui.component.sliders import Dial
from ui.page.showing import Showing
from ui.solve.limits import LENGTH_OF_W
from ui.state import session
from ui.state.board_events import take_points

LINE = "margins-line"
HEIGHT = 600  # maximum side in pixels


def stage(question: Question, showing: Showing) -> str:
    """Show the line and the margins; the line stays editable if it or its points are refused."""
    with st.container(key="stage"):
        left, right = st.columns([13, 12], gap="medium")
    words = showing.words
    options = question.options
    alt, rests = words("margins.line.alt"), is_let_go(question)
    laid = Laid(question.pair, options.scale, _best(question), options.shown, alt, rests)
    with left:
        line(HandleBoard(LINE, HEIGHT, showing.asking(LINE), _taken), question.board, laid, words)
        st.toggle(
            showing.words("margins.shown"),
            value=question.options.shown,
            **showing.wired("shown", question.options.shown),
        )
        rows = line_marks(street=laid.shown and laid.best is not None)
        legend("marks", question.board, words, rows, session.is_untouched())
    told = lead_sentence(answers.laid(question), answers.widest(question), showing.words)
    if showing.sees("figures"):
        with right:
            _points(question, showing)
    return told


_taken = partial(take_points, LINE)


def _best(question: Question) -> Best | None:
    """Return the widest street; None if the points have none."""
    try:
        found = answers.widest(question)
    except InputError:
        return None
    if not found.exists:
        return None
    w1, w2 = (float(part) for part in found.w)
    return Best((w1, w2), found.solution.b, 0.5 * found.solution.margin_width)


def _points(question: Question, showing: Showing) -> None:
    """Show both margins of every point, and the slider of |w|, which changes only one of them."""
    words, mine = showing.words, answers.laid(question)
    drawn = showing.figures(all_figures(question, words))
    showing.heading("figure.margins.points.title")
    showing.figure(POINTS, drawn[POINTS])
    low, high = LENGTH_OF_W
    now = float(f"{question.options.scale:.4g}")
    scale = Dial("scale", words("margins.scale"), "s", min(low, now), max(high, now), now)
    showing.sliders("margins-scale", [scale])
    st.caption(words("margins.scale.told"))
    st.caption(confidence_sentence(mine, question.y, words))
