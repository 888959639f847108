"""The time line of the board's own solve, its forks, and the link to the page that explains its steps."""

from __future__ import annotations

from functools import partial

import streamlit as st

from pages.board import answers
from pages.board.question import Question, read
from pages.board.sentences import end_note
from pages.smo import partner
from ui.component.timeline import PickedOn, timeline
from ui.page.fork import picking_of, show_fork, take_pick, waits
from ui.page.frame import link_to
from ui.page.showing import Showing
from ui.solve.readiness import READINESS
from ui.solve.recording import ForkedRun, Recording
from ui.state import session
from ui.state.playing import take_moment

TIMELINE = "timeline"
MICROSCOPE, MICROSCOPE_OF_VISITS = "smo", "descent"  # the pages that explain a step
LOOK = 1.0  # seconds between two checks whether runs can be recorded


def show_time(question: Question, forked: ForkedRun | None, showing: Showing) -> None:
    """Show the time line of the solve, what it omits, and the link to the explanation of the current step."""
    words, moved = showing.words, partial(take_moment, TIMELINE)
    if not READINESS.wait(0.0):

        def look() -> None:
            """Show a disabled time line until the server can record runs."""
            if READINESS.wait(0.0):
                st.rerun()
            timeline(TIMELINE, question.board, words, None, None, question.step, moved)

        st.fragment(look, run_every=LOOK)()
        return
    taken = partial(take_pick, TIMELINE, lambda: session.ask(read).forking)
    picks = PickedOn(picked=picked_on(question, forked), on_pick=taken)
    timeline(TIMELINE, question.board, words, forked, question.run_options, question.step, moved, picks)
    if forked is None:
        return
    run = forked.shown
    if not answers.is_uncut(run):
        with st.container(key="explains-end"):
            st.caption(end_note(run, words))
    if forked.lost is not None:
        showing.refuse(forked.lost)
    if answers.step_before_end(question, run) is not None:  # at the end there is no step to explain
        page, key = (MICROSCOPE, "board.why") if question.descent is None else (MICROSCOPE_OF_VISITS, "board.why.visit")
        link_to(page, words(key))


def on_board(question: Question, forked: ForkedRun | None) -> Recording | None:
    """Return the run whose state the board shows; None for the solution beyond the end of a run that was cut."""
    if forked is None:
        return None
    run = forked.shown
    is_state = (
        answers.step_before_end(question, run) is not None or question.descent is not None or answers.is_uncut(run)
    )
    return run if is_state else None


def show_branches(question: Question, forked: ForkedRun | None, showing: Showing) -> None:
    """Show how the run can continue from the step of the time line; after a fork both branches, at any step."""
    if forked is None:
        return
    k = answers.step_before_end(question, forked.shown)
    if k is not None or forked.fork is not None:
        at, advice = len(forked.shown.trace) if k is None else k, partner if question.other is None else None
        show_fork(question.forking, forked, at, showing, advice)


def picked_on(question: Question, forked: ForkedRun | None) -> tuple[int, ...] | None:
    """Return the first point of a pair that is being picked on the board; None if no pair is being picked."""
    return None if forked is None or picking_of(question.forking) is None else waits(question.forking)
