"""The choices of the page: the frequencies in the bar, and the bounds in their own row."""

from __future__ import annotations

from functools import partial

import streamlit as st

from pages.fourier.question import BOARD, CASES, DELTAS, Question, change, read
from pages.fourier.sentences import even_sentence
from ui.component.sliders import parameter_dial
from ui.page import controls
from ui.page.showing import Showing
from ui.solve.limits import LARGEST_SEED
from ui.state import session
from ui.state.widget import contained
from ui.words import number


def choose_roll(question: Question, showing: Showing) -> None:
    """Show the bar: data, D, gamma, C, and the page's own map, seed, and button for another roll."""
    controls.choose_data(showing, showing.hint())
    dials = [parameter_dial("components", question.components, showing.words)]
    if showing.sees("gamma"):
        dials.append(parameter_dial("gamma", question.gamma, showing.words))
    controls.choose_numbers(showing, dials, own=partial(_dice, question, showing), board=BOARD)


def _dice(question: Question, showing: Showing) -> None:
    words = showing.words

    def roll_again() -> None:
        """Take the next seed, even if the page has not shown an earlier roll yet."""
        session.apply(change, "seed", (session.ask(read).phi.seed + 1) % (LARGEST_SEED + 1))

    showing.either("paired", (False, True), question.phi.paired)
    with st.container(horizontal=True, vertical_alignment="bottom"):
        showing.parameter("seed", question.phi.seed)
        st.button(words("fourier.again"), key=f"fourier-again-{words.lang}", on_click=contained(roll_again))
    if question.chosen != question.components:
        st.caption(even_sentence(question.chosen, question.components, words))


def choose_bounds(question: Question, showing: Showing) -> None:
    """Show the choice of points for the bounds, and of the probability that they fail."""
    with st.container(horizontal=True, vertical_alignment="bottom", gap="medium", key="bounded"):
        showing.either("case", CASES, question.options.case)
        showing.either("delta", DELTAS, question.options.delta, say=number)
