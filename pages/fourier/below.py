"""Below the rolls: the bounds on the largest error, the frequencies, and the two maps."""

from __future__ import annotations

from functools import partial

import streamlit as st

from pages.fourier import answers
from pages.fourier.choices import choose_bounds
from pages.fourier.figures import (
    BOUNDS,
    FREQUENCIES,
    VARIANCES,
    bounds_figure,
    chance_figures,
)
from pages.fourier.question import Question
from pages.fourier.sentences import (
    bounds_sentence,
    factor_sentence,
    frequencies_sentence,
)
from pages.fourier.tables import bounds_table
from ui.page import guard
from ui.page.showing import Showing


def below(question: Question, showing: Showing) -> None:
    """Show the bounds on the largest error, the distribution of the frequencies, and both maps."""
    _bounds(question, showing)
    _chance(question, showing)


@guard.part
def _bounds(question: Question, showing: Showing) -> None:
    """Show every bound on the largest error, and the measured errors."""
    standing = answers.standing(question)
    measured, claimed, words = standing.bounded, answers.claims(question, standing.bounded), showing.words
    place, so_far = answers.place(question), standing.rolls
    drawn = showing.figures([bounds_figure(question, standing, words)])
    told = partial(bounds_sentence, measured, claimed, place, question.options.case, words)
    showing.heading("figure.fourier_bounds.title")
    choose_bounds(question, showing)
    st.markdown(showing.once("bounds-told", told, so_far))
    with st.container(key="figures"):
        left, right = st.columns([13, 12], gap="medium")
    with left:
        showing.figure(BOUNDS, drawn[BOUNDS])
    with right:
        showing.table("bounds-table", partial(bounds_table, measured, claimed, place, words), so_far)


@guard.part
def _chance(question: Question, showing: Showing) -> None:
    """Show the distribution of the frequencies, and the variances of the two maps."""
    words, varied = showing.words, answers.variances_of_maps(question)
    drawn = showing.figures(chance_figures(question, words))
    with st.container(key="chance"):
        left, right = st.columns([13, 12], gap="medium")
    with left:
        showing.heading("figure.fourier_frequencies.title")
        showing.figure(FREQUENCIES, drawn[FREQUENCIES])
        st.caption(
            showing.once("frequencies", lambda: frequencies_sentence(answers.frequencies_of_roll(question), words))
        )
        st.caption(showing.once("factor", lambda: factor_sentence(answers.factor(question), words)))
    with right:
        showing.heading("figure.fourier_variances.title")
        showing.figure(VARIANCES, drawn[VARIANCES])
        st.caption(words("fourier.variances", rolls=varied.rolls, D=varied.components))
