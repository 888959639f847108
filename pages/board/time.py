"""The time of the board: the line of its own solve, what it leaves out, and the way to the page that explains it."""

from __future__ import annotations

from functools import partial

import streamlit as st

from core.problem import InputError
from core.view import Solution
from pages.board import answers
from pages.board.question import Question
from ui.component.timeline import timeline
from ui.page.frame import link_to
from ui.page.showing import Showing
from ui.solve.readiness import READINESS
from ui.state.playing import take_moment
from ui.words import number

TIMELINE = "timeline"
MICROSCOPE, MICROSCOPE_OF_VISITS = "smo", "descent"  # the addresses of the pages that explain a step
LOOK = 1.0  # seconds between two looks at whether runs can be recorded


def show_time(asked: Question, found: Solution | InputError, showing: Showing) -> None:
    """Show the time line of the solve, what it leaves out, and the way to the page that explains its steps."""
    if not READINESS.wait(0.0):
        st.fragment(_await_time, run_every=LOOK)(asked, showing)
        return
    words = showing.words
    run = None if isinstance(found, InputError) else answers.walk(asked, found)
    timeline(TIMELINE, asked.board, words, run, asked.way, asked.step, partial(take_moment, TIMELINE))
    if run is None:
        return
    if not answers.is_whole(run):
        key = "board.walk.cut" if asked.descent is None else "board.walk.cut.visits"
        st.caption(words(key, steps=number(len(run.trace))))
    if answers.step_before_end(asked, run) is None:  # at the end nothing is left to explain
        return
    if asked.descent is None:
        link_to(MICROSCOPE, words("board.why"))
    else:
        link_to(MICROSCOPE_OF_VISITS, words("board.why.visit"))


def _await_time(asked: Question, showing: Showing) -> None:
    """Show a time line that nobody can move yet, until the server can record runs."""
    if READINESS.wait(0.0):
        st.rerun()
    timeline(TIMELINE, asked.board, showing.words, None, None, asked.step, partial(take_moment, TIMELINE))
