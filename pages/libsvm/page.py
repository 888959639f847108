"""The layout of the page: the player, beside it the active set and the cache, and the folds below."""

from __future__ import annotations

from functools import partial

import streamlit as st

from pages.libsvm import answers
from pages.libsvm.figures import ACTIVE, CACHE, COUNTS, step_figures
from pages.libsvm.folds import show_folds
from pages.libsvm.play import PLAYER, play, run_to_show
from pages.libsvm.question import Question
from pages.libsvm.sentences import aside_note, cache_note, lead_sentence
from pages.libsvm.tables import asides_table
from pages.libsvm.variables import family
from ui.page.drawings import of_step
from ui.page.numbers import NUMBERS
from ui.page.showing import Showing
from ui.state.playing import step_at, turn_of


def stage(question: Question, showing: Showing) -> str:
    """Show the player, and the state of the loop at its step."""
    run = run_to_show(question, showing)
    k = step_at(question.step, len(run.trace))
    with st.container(key="stage"):
        left, right = st.columns([13, 12], gap="medium")
    with left:
        play(question, run, k, showing)
        if question.classifies and answers.runs_away(question):
            st.markdown(showing.words("libsvm.runaway"))
    if showing.sees("figures"):
        with right, st.container(key="explains"):
            _explain(question, k, showing)
        with right if showing.projector else left, st.container(key="explains-numbers"):  # else below the player
            drawn = showing.figures(step_figures(question, k, showing.words), of_step(question.key(), k))
            for title, part in (("standing.title", NUMBERS), ("libsvm.counts.title", COUNTS)):
                showing.heading(title)
                showing.standing(part, drawn[part], turn_of(PLAYER))
        show_folds(question, k, showing)
    return showing.once("lead", partial(lead_sentence, question, k, showing.words))


def _explain(question: Question, k: int, showing: Showing) -> None:
    """Show the size of the active set with the variables set aside, and the rows of the cache."""
    turn, words = turn_of(PLAYER), showing.words
    drawn = showing.figures(step_figures(question, k, words), of_step(question.key(), k))
    with st.container(key="around-active"):
        showing.heading(f"figure.libsvm.active.title.{family(question)}")
        showing.figure(ACTIVE, drawn[ACTIVE], turn)
        st.caption(showing.once("aside", partial(aside_note, question, k, words), k))
    with st.container(key="around-cache"):
        showing.heading("figure.libsvm.cache.title")
        showing.figure(CACHE, drawn[CACHE], turn)
        st.caption(showing.once("cache", partial(cache_note, question, k, words), k))
    if answers.stood(question, k)[0].asides:
        showing.heading("libsvm.asides.title")
        with st.container(key="asides"):
            showing.table("asides", partial(asides_table, question, k, words), k)
