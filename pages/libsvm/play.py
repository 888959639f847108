"""The player of the page: the run of the chosen machine, with its marks and words."""

from __future__ import annotations

from dataclasses import replace
from functools import partial

import streamlit as st

from core.problem import InputError
from pages.libsvm import answers
from pages.libsvm.figures import step_figures
from pages.libsvm.question import Question
from ui.component.player import Playing, player
from ui.page import early_figures
from ui.page.machine.marks import marks_of_run, words_of_run
from ui.page.showing import Showing
from ui.solve.message import input_message
from ui.solve.recording import Recording
from ui.state import session
from ui.state.board_events import take_commit
from ui.state.playing import keep_good, last_good, step_at, take_step

PLAYER = "libsvm"
HEIGHT = 560  # maximum side of the player in pixels


def run_to_show(question: Question, showing: Showing) -> Recording:
    """Return the run; if there is none, show the last run of the same problem, and raise the error."""
    try:
        run = answers.run(question)
    except InputError as error:
        last = last_good(PLAYER)
        if isinstance(last, Question) and last.alike(question):
            with st.container(key="stage"):
                left, _ = st.columns([13, 12], gap="medium")
            with left:
                _play_last(question, last, input_message(error, showing.words), showing)
        raise
    keep_good(PLAYER, question)
    return run


def _play_last(question: Question, last: Question, why: str, showing: Showing) -> None:
    """Show the last valid run in grey, with the error and the sliders of the refused machine."""
    run = answers.run(last)
    k, name, words = (
        step_at(last.step, len(run.trace)),
        question.spec.name,
        words_of_run(question.spec.name, showing.words),
    )
    bound, rows = last.problem.bound, marks_of_run(name)
    playing = Playing(
        answers.name(last), k, HEIGHT, options=question.run_options, panel=True, bound=bound, kept=why, rows=rows
    )
    on_commit = partial(take_commit, PLAYER, soft=None if question.classifies else question.C)
    shown = replace(playing, aside=True, outcome=run.trace.outcome.name)
    player(PLAYER, question.board, words, run.playback, shown, partial(take_step, PLAYER), on_commit)


def play(question: Question, run: Recording, k: int, showing: Showing) -> None:
    """Show the player at step k."""
    steps = partial(step_figures, question)
    offers = early_figures.offer_steps(question.key(), steps, showing.projector) if showing.sees("figures") else None
    bound, name = question.problem.bound, question.spec.name
    playing = Playing(
        answers.name(question), k, HEIGHT, offers=offers, options=question.run_options, panel=True, bound=bound
    )
    shown = replace(playing, explains=session.is_untouched(), aside=True, rows=marks_of_run(name))
    halted, soft = partial(take_step, PLAYER), None if question.classifies else question.C
    on_commit, words = partial(take_commit, PLAYER, soft=soft), words_of_run(name, showing.words)
    player(
        PLAYER, question.board, words, run.playback, replace(shown, outcome=run.trace.outcome.name), halted, on_commit
    )
