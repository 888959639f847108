"""The layout of the page: the dice, the roll under the cloud of many, and below them bounds, chance and both maps."""

from __future__ import annotations

import streamlit as st

from core.problem import InputError
from pages.fourier import answers
from pages.fourier.answers import Rolled, Standing
from pages.fourier.figures import (
    BOUNDARY,
    ERROR,
    FREQUENCIES,
    MSE,
    VARIANCES,
    bounds_figure,
    chance_figures,
    roll_figures,
)
from pages.fourier.question import CASES, DELTAS, Question, next_roll
from pages.fourier.sentences import (
    bounds_sentence,
    cloud_sentence,
    dice_sentence,
    error_sentence,
    even_sentence,
    frequencies_sentence,
)
from pages.fourier.tables import bounds_table
from ui.component.sliders import Dial, parameter_dial
from ui.page import guard
from ui.page.showing import Showing
from ui.state import session
from ui.words import number

AT_ONCE = 0.03  # seconds for rolls before the first figures stand
MORE = 0.12  # seconds for further ones, each time
PAUSE = 0.1  # seconds until then


def stage(asked: Question, showing: Showing) -> str:
    """Show the dice and what they did: at once with the rolls that are there, and again when more have followed."""
    _dice(asked, showing)
    rolled = answers.rolled(asked)
    _refining(asked, rolled, showing)
    return dice_sentence(rolled, asked.components, asked.gamma, showing.words)


def below(asked: Question, showing: Showing) -> None:
    """Show what is promised of the largest error, where the frequencies come from, and both maps."""
    _bounds(asked, showing)
    _chance(asked, showing)


# ---- the dice ----


def _dice(asked: Question, showing: Showing) -> None:
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


# ---- the roll and the cloud ----


def _refining(asked: Question, rolled: Rolled, showing: Showing) -> None:
    """Show the figures now, and again until all rolls are in."""
    standing = answers.standing(asked, AT_ONCE)
    first = [(asked, rolled, standing)]
    again = None if standing.complete else PAUSE

    def figures() -> None:
        try:
            now = first.pop() if first else _further(showing)
        except InputError:  # the points have changed meanwhile: the page is about to say it itself
            return
        _figures(*now, showing)
        if again is not None and now[-1].complete:
            st.rerun()  # the whole page, which leaves no clock behind

    st.fragment(guard.part(figures), run_every=again)()


def _further(showing: Showing) -> tuple[Question, Rolled, Standing]:
    """Return the question as it is by now, with more rolls; `InputError` where nothing can be solved."""
    asked = showing.page.read(session.current())
    return asked, answers.rolled(asked), answers.standing(asked, MORE)


def _figures(asked: Question, rolled: Rolled, standing: Standing, showing: Showing) -> None:
    """Show the points under the cloud of boundaries, and beside it what the roll did to K."""
    drawn = dict(roll_figures(asked, rolled, standing, showing.words))
    with st.container(key="stage"):
        left, right = st.columns([13, 12], gap="medium")
    with left:
        showing.figure(BOUNDARY, drawn[BOUNDARY])
        st.caption(cloud_sentence(standing.cloud, showing.words))
    if not showing.sees("figures"):
        return
    with right:
        showing.heading("figure.fourier_error.title")
        showing.figure(ERROR, drawn[ERROR])
        showing.heading("figure.fourier_mse.title")
        showing.figure(MSE, drawn[MSE])
        st.caption(error_sentence(rolled.errors, len(asked.y), showing.words))


# ---- bounds and chance ----


@guard.part
def _bounds(asked: Question, showing: Showing) -> None:
    """Show every bound on the largest error, against what was measured."""
    standing = answers.standing(asked, 0.0)
    place, measured, words = answers.place(asked), standing.bounded, showing.words
    claimed = answers.claims(asked, measured)
    showing.heading("figure.fourier_bounds.title")
    _choose_bounds(asked, showing)
    st.markdown(bounds_sentence(measured, claimed, place, asked.options.case, words))
    with st.container(key="figures"):
        left, right = st.columns([13, 12], gap="medium")
    with left:
        showing.figure(*bounds_figure(asked, standing, words))
    with right:
        st.table(bounds_table(measured, claimed, place, words))


def _choose_bounds(asked: Question, showing: Showing) -> None:
    """Show what the bounds are about, and how often they may fail."""
    with st.container(horizontal=True, vertical_alignment="bottom", gap="medium", key="bounded"):
        showing.either("case", CASES, asked.options.case)
        showing.either("delta", DELTAS, asked.options.delta, say=number)


@guard.part
def _chance(asked: Question, showing: Showing) -> None:
    """Show where the frequencies come from, and what the two maps make of them."""
    words, drawn, varied = showing.words, dict(chance_figures(asked, showing.words)), answers.variances_of_maps(asked)
    with st.container(key="chance"):
        left, right = st.columns([13, 12], gap="medium")
    with left:
        showing.heading("figure.fourier_frequencies.title")
        showing.figure(FREQUENCIES, drawn[FREQUENCIES])
        st.caption(frequencies_sentence(answers.frequencies_of_roll(asked), words))
    with right:
        showing.heading("figure.fourier_variances.title")
        showing.figure(VARIANCES, drawn[VARIANCES])
        st.caption(words("fourier.variances", rolls=varied.rolls, D=varied.components))
