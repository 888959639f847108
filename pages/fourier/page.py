"""The layout of the page: the dice, the roll over the cloud of many, and below them bounds, chance and both maps."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial

import numpy as np
import streamlit as st
from numpy.typing import NDArray

from pages.fourier import answers
from pages.fourier.answers import ManyRolls, Rolled
from pages.fourier.figures import ERROR, MSE, roll_figures
from pages.fourier.figures.cloud import cloud_lines
from pages.fourier.progress import follow_rolls
from pages.fourier.question import BOARD, Question
from pages.fourier.sentences import cloud_sentence, dice_sentence, error_sentence
from ui.component.board import Linked, small_board
from ui.component.marks import legend, marks
from ui.page.showing import Showing
from ui.solve.request import AnswerMessage, solution_parts
from ui.state import session
from ui.state.board_events import take_points

SIDE = 640  # maximum side in pixels

Lines = Mapping[str, NDArray[np.float32]]


def stage(question: Question, showing: Showing) -> str:
    """Show the dice and their effect: at once with the known rolls, and again when more are known."""
    rolled = answers.rolled(question)
    follow_rolls(question, rolled, showing, _rolled)
    return showing.once("dice", partial(dice_sentence, rolled, question.components, question.gamma, showing.words))


def refused(question: Question, answer: AnswerMessage, showing: Showing) -> None:
    """Show the board with the message of the light: it keeps its last picture."""
    with st.container(key="stage"):
        left, _ = st.columns([13, 12], gap="medium")
    with left:
        _points(question, answer, showing, {})


def _rolled(question: Question, rolled: Rolled, standing: ManyRolls, showing: Showing) -> None:
    """Show the points over the cloud of boundaries, and beside them the effect of the roll on K."""
    words, so_far = showing.words, standing.rolls
    drawn = showing.figures(roll_figures(question, rolled, standing, words))
    with st.container(key="stage"):
        left, right = st.columns([13, 12], gap="medium")
    with left:
        _board(question, rolled, standing, showing)
        st.caption(showing.once("cloud", partial(cloud_sentence, standing.cloud, words), so_far))
    if not showing.sees("figures"):
        return
    with right:
        showing.heading("figure.fourier_error.title")
        showing.figure(ERROR, drawn[ERROR])
        showing.heading("figure.fourier_mse.title")
        showing.figure(MSE, drawn[MSE])
        st.caption(error_sentence(rolled.errors, len(question.y), words))


def _board(question: Question, rolled: Rolled, standing: ManyRolls, showing: Showing) -> None:
    """Show the classifier of the visitor's roll on the editable board, over the boundaries of many rolls."""
    words = showing.words
    lines = showing.once("lines", partial(cloud_lines, standing.cloud, question.X, question.square[2]), standing.rolls)
    _points(question, solution_parts(rolled.roll.solution, words), showing, lines)
    rows = marks(question.C is not None, "slack", "cloud", "median", exact=True)
    legend("marks", question.board, words, rows, session.is_untouched())


def _points(question: Question, answer: AnswerMessage, showing: Showing, lines: Lines) -> None:
    on_commit = partial(take_points, BOARD)
    linked = Linked(question.kernel, "", SIDE, BOARD, on_commit=on_commit, lines=lines)
    small_board(BOARD, question.board, showing.words, answer, linked)
