"""The stage of the page: the map of gamma and C, and beside it the board with the machine at the visitor's place."""

from __future__ import annotations

from functools import partial

import streamlit as st

from pages.choosing import answers
from pages.choosing.answers import Walked
from pages.choosing.figures import MAP, errors_drawing, fold_rings, machines_drawing
from pages.choosing.progress import TICK, follow, is_over, is_stopped, so_far
from pages.choosing.question import BOARD, SHOWN, Question
from pages.choosing.sentences import errors_lead, here_sentence, machines_lead
from ui.component.board import Linked, small_board
from ui.component.marks import legend, marks
from ui.page import guard
from ui.page.showing import Showing
from ui.solve.queue.long_work import soon
from ui.solve.request import solution_parts
from ui.state import session
from ui.state.board_events import take_points
from ui.state.visitor import visitor

PLACE, SIDE = "choosing-board", 440  # the part of the page with the board, and pixels of its side at most


def stage(asked: Question, showing: Showing) -> str:
    """Show the map, and the machine of the visitor's place on the board."""
    answers.folds_of(asked)  # refuses what cannot be chosen on
    with st.container(key="stage"):
        left, right = st.columns([13, 12], gap="medium")
    with right, st.container(key=PLACE):
        _board(asked, showing)
        st.markdown(here_sentence(asked, answers.here(asked), showing.words))
        showing.soften_button("here")
    showing.take_turns(PLACE)
    with left, st.container(key="choosing-map-around"):
        showing.either("shown", SHOWN, asked.options.shown)
        if asked.options.shown == "machines":
            return _machines(asked, showing)
        return _errors(asked, showing)


def _machines(asked: Question, showing: Showing) -> str:
    """Show small pictures of machines, which are drawn as they are found."""
    found = soon(lambda: answers.machines(asked, visitor()), lambda now: now.over)

    def shown() -> None:
        now = answers.machines(asked, visitor())
        drawn = showing.figures([machines_drawing(asked, now.found, showing.words)], asked.key(asked.square))
        showing.picture(MAP, drawn[MAP])
        if now.over and not found.over:
            st.rerun()

    st.fragment(guard.part(shown), run_every=None if found.over else TICK)()
    showing.reading("choosing.machines.told")
    return machines_lead(found, showing.words)


def _errors(asked: Question, showing: Showing) -> str:
    """Show what the folds say of every cell, and the tracks of the strategies, as far as they have come."""
    walked = so_far(asked)
    follow(asked, walked, showing, partial(_map, asked, showing), stops=True)
    showing.reading("choosing.map.told")
    return errors_lead(walked, is_over(walked), is_stopped(asked), showing.words)


def _map(asked: Question, showing: Showing, walked: tuple[Walked, ...]) -> None:
    content = f"{asked.work} {asked.options.rule} {asked.spent}"
    showing.picture(MAP, showing.figures([errors_drawing(asked, walked, showing.words)], content)[MAP])


def _board(asked: Question, showing: Showing) -> None:
    """Show the machine of all points at the visitor's place, where points are drawn."""
    words, found, lines = showing.words, answers.board(asked), fold_rings(asked)
    linked = Linked(asked.spec, "", SIDE, BOARD, on_commit=partial(take_points, BOARD), made=showing.base, lines=lines)
    small_board(BOARD, asked.board, words, solution_parts(found.solution, words), linked)
    rows = marks(asked.C is not None, "slack", *(["judging"] if lines else []))
    legend("marks", asked.board, words, rows, session.is_untouched())
