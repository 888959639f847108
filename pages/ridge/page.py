"""The stage of the page: both boundaries on the board, and the coefficients of both machines."""

from __future__ import annotations

from functools import partial

import numpy as np
import streamlit as st

from pages.ridge import answers
from pages.ridge.figures import COEFFICIENTS, coefficients_drawing
from pages.ridge.question import BOARD, Question
from pages.ridge.sentences import board_sentence, lead_sentence
from ui.component.board import Linked, small_board
from ui.component.marks import legend, marks
from ui.page.showing import Showing
from ui.solve.request import solution_parts
from ui.state import session
from ui.state.board_events import take_points

SIDE = 560  # maximum side in pixels


def stage(question: Question, showing: Showing) -> str:
    """Show both boundaries on the points and the coefficients of both machines."""
    found, words = answers.both(question), showing.words
    with st.container(key="stage"):
        left, right = st.columns([12, 13], gap="medium")
    with left:
        _board(question, found, showing)
        st.caption(board_sentence(found, words))
    if showing.sees("figures"):
        with right:
            drawn = showing.figures([coefficients_drawing(question, words)])
            showing.heading("figure.ridge.coefficients.title")
            showing.figure(COEFFICIENTS, drawn[COEFFICIENTS])
    return lead_sentence(found, question.penalty, words)


def _board(question: Question, found: answers.Both, showing: Showing) -> None:
    """Show the SVM on the editable board, and over it the boundary of ridge regression."""
    words = showing.words
    lines = {"cloud": np.empty((0, 2), np.float32), "median": answers.boundary(question).astype(np.float32)}
    on_commit = partial(take_points, BOARD)
    linked = Linked(question.spec, "", SIDE, BOARD, on_commit=on_commit, lines=lines, offers=showing.offers)
    small_board(BOARD, question.board, words, solution_parts(found.svm.solution, words), linked)
    legend("marks", question.board, words, marks(question.C is not None, "slack", "ridge"), session.is_untouched())
