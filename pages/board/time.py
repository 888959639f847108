"""The time of the board: the line of its own solve, what it leaves out, and the way to the page that explains it."""

from __future__ import annotations

from functools import partial

import streamlit as st

from core.problem import InputError
from pages.board import answers
from pages.board.question import Question
from ui.component.timeline import timeline
from ui.page.frame import link_to
from ui.page.showing import Showing
from ui.solve.readiness import READINESS
from ui.solve.solving import Solved
from ui.state.playing import take_moment
from ui.words import number

TIMELINE = "timeline"
MICROSCOPE = "smo"  # the address of the page that explains a step
LOOK = 1.0  # seconds between two looks at whether runs can be recorded


def show_time(asked: Question, found: Solved | InputError, showing: Showing) -> None:
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
        st.caption(words("board.walk.cut", steps=number(len(run.trace))))
    if asked.step is not None and asked.step < len(run.trace):  # at the end no pair is left to explain
        link_to(MICROSCOPE, words("board.why"))


def _await_time(asked: Question, showing: Showing) -> None:
    """Show a time line that nobody can move yet, until the server can record runs."""
    if READINESS.wait(0.0):
        st.rerun()
    timeline(TIMELINE, asked.board, showing.words, None, None, asked.step, partial(take_moment, TIMELINE))
