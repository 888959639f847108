"""The layout of the page: the plane beside its lift, the proof beside the Gram matrix, and folds."""

from __future__ import annotations

from functools import partial

import streamlit as st

from pages.phi import answers
from pages.phi.comparison import liken, prove
from pages.phi.folds import FOLDS, GROUP
from pages.phi.lifted import show_lift
from pages.phi.maps import kernel_spec
from pages.phi.question import Question, change
from pages.phi.sentences import lift_sentence, point_sentence
from ui.component.board import Linked, small_board
from ui.component.marks import legend, marks
from ui.page.lifted import on_the_board
from ui.page.showing import Showing
from ui.state import session
from ui.state.board_events import take_points
from ui.state.widget import wired

SIDE = 560  # maximum side of the board in pixels


def stage(question: Question, showing: Showing) -> str:
    """Show the points in their plane, and beside it their images under Phi."""
    part, full, shown = answers.part(question).solution, answers.full(question).solution, answers.lifted(question)
    with st.container(key="stage"):
        left, right = st.columns([12, 13], gap="medium")
    with left:
        _plane(question, showing)
    with right, st.container(key="told"):
        show_lift(question, showing)
    if showing.sees("figures"):  # each in its own column, so that neither waits for the other
        with left, st.container(key="explains-numbers"):
            prove(question, showing)
        with right:
            liken(question, showing)
    return lift_sentence(shown, part, full, question.features.dimension, showing.words)


def below(question: Question, showing: Showing) -> None:
    """Show, in folds, what takes more space and time."""
    for name, show in FOLDS.items():
        showing.fold(name, partial(show, question, showing))


# ---- the plane ----


def _plane(question: Question, showing: Showing) -> None:
    """Show the board where points are edited, with the boundary that the plane of the lift induces."""
    words, picked = showing.words, answers.picked(question)
    answer = on_the_board(answers.part(question), words)
    kernel = kernel_spec(question.features, answers.chosen(question))
    linked = Linked(kernel, "", SIDE, GROUP, picked, partial(take_points, "phi"), careful=True)
    small_board("phi", question.board, words, answer, linked)
    legend("marks", question.board, words, marks(question.board.C is not None, "slack", "lit"), session.is_untouched())
    left, right = st.columns([2, 5], vertical_alignment="center", gap="medium")
    with left:
        wiring = wired("phi-point", picked + 1, lambda counted: session.apply(change, "picked", int(counted) - 1))
        st.number_input(words("phi.picked"), 1, len(question.y), value=picked + 1, width=150, **wiring)
    with right, st.container(key="told-point"):
        st.caption(point_sentence(answers.lifted(question), answers.part(question).solution, picked, words))
