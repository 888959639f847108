"""The stage of the page: the board with its slack, and beside it the losses and the path over C."""

from __future__ import annotations

from functools import partial

import streamlit as st

from pages.losses import answers
from pages.losses.clicks import take_breakpoint, take_number, take_point
from pages.losses.figures import LOSS, PATH, all_figures
from pages.losses.figures.loss import GROUP
from pages.losses.figures.path import ALPHA, SHARE
from pages.losses.question import BOARD, Question
from pages.losses.sentences import lead_sentence, near_sentence, no_path_sentence, path_sentence, point_sentence
from pages.losses.tables import KINDS, kinds_table
from ui.component.board import EveryC, Linked, small_board
from ui.component.marks import legend, marks
from ui.page.showing import Showing
from ui.solve.request import solution_parts
from ui.state import session
from ui.state.board_events import take_points
from ui.state.widget import wired

SCALES = (SHARE, ALPHA)
SIDE = 600  # pixels of the board's side at most


def stage(question: Question, showing: Showing) -> str:
    """Show the board, the losses of its points, and the path."""
    found = answers.machine(question)
    with st.container(key="stage"):
        left, right = st.columns([12, 13], gap="medium")
    with left:
        _board(question, found, showing)
    if showing.sees("figures"):
        with right, st.container(key="told"):
            _figures(question, found, showing)
        with left, st.container(key="explains-numbers"):
            showing.heading("losses.kinds.title")
            showing.table("kinds", lambda: kinds_table(found, showing.words))
    return lead_sentence(found, showing.words)


def _board(question: Question, found: answers.MachineAtC, showing: Showing) -> None:
    """Show the board, and below it the cost of the marked point."""
    words, picked = showing.words, answers.picked(question)
    on_commit = partial(take_points, BOARD)
    path, kinds = answers.path_name(question), [int(kind) for kind in KINDS]
    every = None if path is None else EveryC(path, "losses", kinds, worst=question.options.picked is None)
    linked = Linked(question.board.kernel, "", SIDE, GROUP, picked, on_commit, path=every)
    small_board(BOARD, question.board, words, solution_parts(found.solution, words), linked)
    legend("marks", question.board, words, marks(True, "slack", "lit"), session.is_untouched())
    left, right = st.columns([2, 5], vertical_alignment="center", gap="medium")
    with left:
        wiring = wired("losses-point", picked + 1, take_number)
        st.number_input(words("losses.picked"), 1, len(question.y), value=picked + 1, width=150, **wiring)
    with right, st.container(key="told-point"):
        st.caption(point_sentence(found, picked, words))


def _figures(question: Question, found: answers.MachineAtC, showing: Showing) -> None:
    words, path = showing.words, answers.path(question)
    drawn = showing.figures(all_figures(question, words))
    showing.heading("figure.losses.loss.title")
    showing.figure(LOSS, drawn[LOSS], on_picked=take_point)
    if path is None:
        st.caption(no_path_sentence(answers.why_no_path(question), words))
        return
    showing.heading("figure.losses.path.title")
    showing.figure(PATH, drawn[PATH], on_picked=take_breakpoint)
    showing.either("scale", SCALES, question.options.scale)
    with st.container(key="told-path"):
        st.caption(near_sentence(path, found.C, words))
    terms = answers.terms_of_path(question)
    assert terms is not None
    st.caption(path_sentence(path, terms, answers.HIGH, words))
