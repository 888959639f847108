"""The layout of the page: the player, the visit beside it, the kernel below, and the cost of the missing offset."""

from __future__ import annotations

from dataclasses import replace
from functools import partial

import streamlit as st

from pages.descent import answers
from pages.descent.choices import tell_stand_in
from pages.descent.explained import PLAYER, explain, explained, seen, show_numbers, show_weights
from pages.descent.forces import forces_fold
from pages.descent.question import Question, read
from pages.descent.sentences import visit_sentence
from ui.component.player import Playing, player
from ui.page import early_figures
from ui.page.fork import picking_of, show_fork, take_pick
from ui.page.showing import Showing
from ui.solve.kernels import exact_of
from ui.solve.recording import ForkedRun
from ui.state import session
from ui.state.board_events import take_commit
from ui.state.playing import step_at, take_step

HEIGHT = 560  # maximum side of the player in pixels


def stage(question: Question, showing: Showing) -> str:
    """Show the player and its current visit."""
    tell_stand_in(question, showing)
    forked = answers.run(question)
    run = forked.shown
    k = step_at(question.step, len(run.trace))
    with st.container(key="stage"):
        left, right = st.columns([13, 12], gap="medium")
    with left:
        _play(question, forked, k, showing)
    with right:
        show_fork(question.forking, forked, k, showing)
    if showing.sees("figures"):
        with right, st.container(key="explains"):
            explain(question, run, k, showing)
        with right if showing.projector else left, st.container(key="explains-numbers"):
            show_numbers(question, run, k, showing)
        # With the cost of an approximation in the right column, the left one has more space; not in projector mode.
        on_the_left = exact_of(question.spec) is not None and not showing.projector
        with left if on_the_left else right, st.container(key="explains-weights"):
            show_weights(question, run, k, showing)
    forces_fold(question, run.trace, k, showing)
    return showing.once("lead", partial(visit_sentence, run.trace, k, showing.words))


def _play(question: Question, forked: ForkedRun, k: int, showing: Showing) -> None:
    """Show the player and, below it, the panel that changes its kernel."""
    offers, run, fork = None, forked.shown, question.forking
    if showing.sees("figures"):
        offers = early_figures.offer_steps(seen(question), partial(explained, question, run.trace), showing.projector)
    bound = question.shown_board.C
    playing = Playing(fork.name, k, HEIGHT, offers=offers, options=question.watched, panel=True, bound=bound)
    playing = replace(playing, outcome=run.trace.outcome.name, moves="single", explains=session.is_untouched())
    picking, needs = ("", 0) if picking_of(fork) is None else ("here", fork.needs)
    playing = replace(playing, forked=forked, picking=picking, asked=needs)
    board = replace(question.shown_board, C=question.board.C)
    halted, on_commit = partial(take_step, PLAYER), partial(take_commit, PLAYER, question.spec)
    taken = partial(take_pick, PLAYER, lambda: session.ask(read).forking)
    player(PLAYER, board, showing.words, run.playback, playing, halted, on_commit, taken)
