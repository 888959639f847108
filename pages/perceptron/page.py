"""The layout of the page: the player, and beside it both duals and the reason why the run must end."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from functools import partial

import streamlit as st

from pages.perceptron import answers
from pages.perceptron.figures import DUALS, NUMBERS, WEDGE, step_figures
from pages.perceptron.question import PLAYER, Question
from pages.perceptron.sentences import bound_sentence, lead_sentence
from ui.component.player import Playing, player
from ui.page import early_figures
from ui.page.drawings import of_step
from ui.page.showing import Showing
from ui.solve.recording import Recording, ending
from ui.state import session
from ui.state.board_events import take_commit
from ui.state.playing import step_at, take_step, turn_of

HEIGHT = 560  # maximum side of the player in pixels


def stage(question: Question, showing: Showing) -> str:
    """Show the player, and the explanation of its current mistake."""
    if question.stands_in:
        with st.container(key="stand-in"):
            st.markdown(showing.words(f"perceptron.without.{question.board.kernel['name']}"))
    run = answers.run(question)
    k = step_at(question.step, len(run.trace))
    with st.container(key="stage"):
        left, right = st.columns([13, 12], gap="medium")
    with left:
        _play(question, run, k, showing)
    if showing.sees("figures"):
        drawn = showing.figures(step_figures(question, run.trace, k, showing.words), of_step(question.key(), k))
        with right, st.container(key="explains"):
            _explain(question, run, drawn, showing)
        # In projector mode they stand beside the picture: below it they would be outside the window.
        with right if showing.projector else left, st.container(key="explains-numbers"):
            showing.heading("standing.title")
            showing.standing(NUMBERS, drawn[NUMBERS], turn_of(PLAYER))
    found, known = answers.svm(question), answers.bound(question)
    return showing.once("lead", partial(lead_sentence, run.trace, k, found, known, showing.words, showing.projector))


def _play(question: Question, run: Recording, k: int, showing: Showing) -> None:
    offers = None
    if showing.sees("figures"):
        steps = partial(step_figures, question, run.trace)
        offers = early_figures.offer_steps(question.key(), steps, showing.projector)
    name = answers.name(question)
    playing = Playing(name, k, HEIGHT, offers=offers, options=question.run_options, panel=True)
    playing = replace(playing, outcome=ending(run.trace), explains=session.is_untouched())
    halted, on_commit = partial(take_step, PLAYER), partial(take_commit, PLAYER, question.spec)
    player(PLAYER, question.shown_board, showing.words, run.playback, playing, halted, on_commit)


def _explain(question: Question, run: Recording, drawn: Mapping[str, str], showing: Showing) -> None:
    """Show both duals and, if a plane separates, the bound on the number of mistakes."""
    turn, words, known = turn_of(PLAYER), showing.words, answers.bound(question)
    with st.container(key="around-duals"):
        showing.heading("figure.perceptron.duals.title")
        showing.figure(DUALS, drawn[DUALS], turn)
    if known is None:
        return
    with st.container(key="around-wedge"):
        showing.heading("figure.perceptron.wedge.title")
        showing.figure(WEDGE, drawn[WEDGE], turn)
        st.caption(bound_sentence(run.trace, known, answers.is_widest(question), words))
