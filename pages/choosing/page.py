"""The stage of the page: the map of gamma and C, and beside it the board with the machine at the visitor's cell."""

from __future__ import annotations

from functools import partial

import streamlit as st

from core.topics.choosing.experiment import Tile
from pages.choosing import answers
from pages.choosing.below import clock
from pages.choosing.figures import MAP, errors_drawing, fold_rings, machines_drawing
from pages.choosing.progress import drawing, walking
from pages.choosing.question import BOARD, SHOWN, Question
from pages.choosing.sentences import errors_lead, here_sentence, machines_lead
from pages.choosing.walked import Walked
from ui.component.board import Linked, small_board
from ui.component.marks import legend, marks
from ui.page.showing import Showing
from ui.page.work import follow
from ui.solve.queue.long_work import Progress
from ui.solve.request import solution_parts
from ui.state import session
from ui.state.board_events import take_points

PLACE, SIDE = "choosing-board", 440  # the part of the page with the board, and the board's maximum side in pixels


def stage(question: Question, showing: Showing) -> str:
    """Show the map, and the machine at the visitor's cell on the board."""
    answers.folds_of(question)  # raises the error if these points allow no choice
    left, right = st.container(key="stage").columns([13, 12], gap="medium")
    beside = right.container(key=PLACE)
    with beside:
        _board(question, showing)
    showing.take_turns(PLACE)
    with left:
        showing.either("shown", SHOWN, question.options.shown)
        lead = (_machines if question.options.shown == "machines" else _errors)(question, showing)
    with beside if showing.projector else left:  # in projector mode the map fills its column
        st.markdown(here_sentence(question, answers.here(question), showing.words))
        showing.soften_button("here")
    with left, st.container(key="explains-numbers"):  # on a phone below the sliders and the board
        clock(question, showing, before_class=False)
    return lead


def _machines(question: Question, showing: Showing) -> str:
    """Show small pictures of machines as they are computed."""
    words, work = showing.words, drawing(question)
    found = work.soon()

    def show(now: Progress[Tile]) -> None:
        showing.picture(
            MAP, showing.figures([machines_drawing(question, now.found, words)], question.key(question.square))[MAP]
        )

    follow(work, found, show, words, "choosing.progress.machines", beneath=True)
    showing.reading("choosing.machines.told")
    return machines_lead(found, words)


def _errors(question: Question, showing: Showing) -> str:
    """Show the validation error of every cell, and the tracks of the strategies so far."""
    words, work = showing.words, walking(question)
    walked = work.soon()

    def show(now: tuple[Walked, ...]) -> None:
        showing.picture(MAP, showing.figures([errors_drawing(question, now, words)], question.tracks)[MAP])

    follow(work, walked, show, words, "choosing.progress.looks", beneath=True)
    showing.reading("choosing.map.told")
    return errors_lead(walked, work.is_over(walked), work.is_stopped, words)


def _board(question: Question, showing: Showing) -> None:
    """Show the machine of all points at the visitor's cell, on the editable board."""
    words, found, lines = showing.words, answers.board(question), fold_rings(question)
    linked = Linked(question.spec, "", SIDE, BOARD, on_commit=partial(take_points, BOARD), lines=lines)
    small_board(BOARD, question.board, words, solution_parts(found.solution, words), linked)
    rows = marks(question.C is not None, "slack", *(["judging"] if lines else []))
    legend("marks", question.board, words, rows, session.is_untouched())
