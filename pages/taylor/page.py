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


def choices(asked: Question, showing: Showing) -> None:
    """Show data, order, shift, gamma and C."""
    controls.choose_data(showing, showing.hint())
    controls.choose_numbers(showing, kernel_dials(asked, showing))


def stage(asked: Question, showing: Showing) -> str:
    """Show the plane and, beside it, both kernels and the error under its bounds."""
    seen = views(asked)
    told = stage_sentences(seen, asked.order, asked.plain, showing.words)
    with st.container(key="stage"):
        left, right = st.columns([13, 12], gap="medium")
    with left:
        _plane(asked, seen, told, showing)
    if showing.sees("figures"):
        with right:
            _errors(asked, seen, told, showing)
    return told.lead


# ---- the plane, the pair and their controls ----


def _plane(asked: Question, seen: Views, told: StageSentences, showing: Showing) -> None:
    words = showing.words
    board = HandleBoard(PAD, HEIGHT, showing.asking(PAD), partial(take_points, PAD))
    plane = plane_of(asked, seen.plane, plain(told.plane), words)
    pad(board, asked.board, plane, words)
    legend("marks", asked.board, words, PAD_MARKS, session.is_untouched())
    st.caption(told.plane)
    if showing.sees("figures"):
        with st.container(key="told-numbers"):
            st.markdown(pair_table(seen.pair, words))


def _errors(asked: Question, seen: Views, told: StageSentences, showing: Showing) -> None:
    drawn = showing.figures(error_figures(asked, seen, showing.words))
    showing.heading("figure.taylor.kernels.title")
    showing.figure(KERNELS, drawn[KERNELS])
    showing.heading("figure.taylor.errors.title")
    showing.figure(ERRORS, drawn[ERRORS])
    st.caption(told.errors)
