"""The choices for the frequencies in the bar, and for the bounds in the row above them."""

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
    """Show the bar: data, D, gamma, C, and of its own the map, the seed, and the button that rolls again."""
    controls.choose_data(showing, showing.hint())
    dials = [parameter_dial("components", question.components, showing.words)]
    if showing.sees("gamma"):
        dials.append(parameter_dial("gamma", question.gamma, showing.words))
    controls.choose_numbers(showing, dials, own=partial(_dice, question, showing), board=BOARD)


def _dice(question: Question, showing: Showing) -> None:
    words = showing.words

    def roll_again() -> None:
        """Take the next seed, also where an earlier roll is still on its way to the page."""
        session.apply(change, "seed", (session.ask(read).phi.seed + 1) % (LARGEST_SEED + 1))

    showing.either("paired", (False, True), question.phi.paired)
    with st.container(horizontal=True, vertical_alignment="bottom"):
        showing.parameter("seed", question.phi.seed)
        st.button(words("fourier.again"), key=f"fourier-again-{words.lang}", on_click=contained(roll_again))
    if question.chosen != question.components:
        st.caption(even_sentence(question.chosen, question.components, words))


def choose_bounds(asked: Question, showing: Showing) -> None:
    """Show what the bounds are about, and how often they may fail."""
    with st.container(horizontal=True, vertical_alignment="bottom", gap="medium", key="bounded"):
        showing.either("case", CASES, asked.options.case)
        showing.either("delta", DELTAS, asked.options.delta, say=number)
