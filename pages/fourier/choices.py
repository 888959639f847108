"""How the frequencies are rolled, and what is asked of the bounds: the row above the stage, and the one above them."""

from __future__ import annotations

import streamlit as st

from pages.fourier.question import CASES, DELTAS, Question, next_roll
from pages.fourier.sentences import even_sentence
from ui.component.sliders import Dial, parameter_dial
from ui.page.showing import Showing
from ui.state import session
from ui.words import number


def choose_roll(asked: Question, showing: Showing) -> None:
    """Show the map, D, gamma, the seed, and the button that rolls again."""
    words = showing.words
    with st.container(key="dice"):
        left, middle, right = st.columns([3, 10, 5], gap="medium", vertical_alignment="bottom")
    with left:
        showing.either("paired", (False, True), asked.options.paired)
    with middle:
        showing.sliders("fourier-dials", _dials(asked, showing))
    with right, st.container(horizontal=True, vertical_alignment="bottom"):
        showing.parameter("seed", asked.phi.seed)
        st.button(words("fourier.again"), key=f"fourier-again-{words.lang}", on_click=_roll_again)
    if asked.chosen != asked.components:
        st.caption(even_sentence(asked.chosen, asked.components, words))


def _dials(asked: Question, showing: Showing) -> list[Dial]:
    dials = [parameter_dial("components", asked.components, showing.words)]
    if showing.sees("gamma"):
        dials.append(parameter_dial("gamma", asked.gamma, showing.words))
    return dials


def _roll_again() -> None:
    session.put(next_roll(session.current()))


def choose_bounds(asked: Question, showing: Showing) -> None:
    """Show what the bounds are about, and how often they may fail."""
    with st.container(horizontal=True, vertical_alignment="bottom", gap="medium", key="bounded"):
        showing.either("case", CASES, asked.options.case)
        showing.either("delta", DELTAS, asked.options.delta, say=number)
