"""The stage of the page: the plane with its pair, and the errors beside it."""

from __future__ import annotations

from functools import partial

import streamlit as st

from pages.taylor.answers import Views, views
from pages.taylor.dials import kernel_dials
from pages.taylor.figures import ERRORS, KERNELS, error_figures
from pages.taylor.figures.plane import plane_of
from pages.taylor.question import Question
from pages.taylor.sentences import StageSentences, stage_sentences
from pages.taylor.tables import pair_table
from ui.component.handles import HandleBoard
from ui.component.marks import PAD_MARKS, legend
from ui.component.pad import pad
from ui.page import controls
from ui.page.showing import Showing
from ui.state import session
from ui.state.board_events import take_points
from ui.words import plain

PAD = "taylor-pad"
HEIGHT = 640  # maximum side in pixels


def choices(question: Question, showing: Showing) -> None:
    """Show data, order, shift, gamma and C."""
    controls.choose_data(showing, showing.hint())
    controls.choose_numbers(showing, kernel_dials(question, showing))


def stage(question: Question, showing: Showing) -> str:
    """Show the plane and, beside it, both kernels and the error under its bounds."""
    seen = views(question)
    told = stage_sentences(seen, question.order, question.plain, showing.words)
    with st.container(key="stage"):
        left, right = st.columns([13, 12], gap="medium")
    with left:
        _plane(question, seen, told, showing)
    if showing.sees("figures"):
        with right:
            _errors(question, seen, told, showing)
    return told.lead


# ---- the plane, the pair and their controls ----


def _plane(question: Question, seen: Views, told: StageSentences, showing: Showing) -> None:
    words = showing.words
    board = HandleBoard(PAD, HEIGHT, showing.asking(PAD), partial(take_points, PAD))
    plane = plane_of(question, seen.plane, plain(told.plane), words)
    pad(board, question.board, plane, words)
    legend("marks", question.board, words, PAD_MARKS, session.is_untouched())
    st.caption(told.plane)
    if showing.sees("figures"):
        with st.container(key="told-numbers"):
            st.markdown(pair_table(seen.pair, words))


def _errors(question: Question, seen: Views, told: StageSentences, showing: Showing) -> None:
    drawn = showing.figures(error_figures(question, seen, showing.words))
    showing.heading("figure.taylor.kernels.title")
    showing.figure(KERNELS, drawn[KERNELS])
    showing.heading("figure.taylor.errors.title")
    showing.figure(ERRORS, drawn[ERRORS])
    st.caption(told.errors)
