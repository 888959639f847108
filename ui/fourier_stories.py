"""What the page of the Fourier dice tells: at once with the rolls that are there, and again when more have followed."""

from __future__ import annotations

import streamlit as st

from core.problem import InputError
from ui import fourier, frame, guard, hands, session
from ui.fourier import Rolled, Standing
from ui.fourier_controls import PAGE, choose_bounds
from ui.fourier_figures import (
    BOUNDARY,
    ERROR,
    FREQUENCIES,
    MSE,
    VARIANCES,
    bounds_figure,
    chance_figures,
    roll_figures,
)
from ui.fourier_sentence import bounds_sentence, cloud_sentence, error_sentence, frequencies_sentence
from ui.fourier_table import bounds_table
from ui.session import Lab
from ui.text import Words

AT_ONCE = 0.03  # seconds for rolls before the first figures stand
MORE = 0.12  # seconds for further ones, each time
PAUSE = 0.1  # seconds until then


def stage(lab: Lab, words: Words) -> Standing:
    """Show the cloud and what stands beside it, now and until all rolls are in; return what there is at once."""
    first = fourier.standing(lab, AT_ONCE)
    there = [first]
    again = None if first.complete else PAUSE

    def figures() -> None:
        lab = session.current()
        try:
            rolled = fourier.rolled_of(lab)
            standing = there.pop() if there else fourier.standing(lab, MORE)
        except InputError:  # the points have changed meanwhile: the page is about to say it itself
            return
        _stage(lab, rolled, standing, words)
        if again is not None and standing.complete:
            st.rerun()  # the whole page, which leaves no clock behind

    st.fragment(guard.part(figures), run_every=again)()
    return first


def _stage(lab: Lab, rolled: Rolled, standing: Standing, words: Words) -> None:
    """Show the points under the cloud of boundaries, and beside it what the roll did to K."""
    drawn = dict(roll_figures(lab, rolled, standing, words))
    with st.container(key="stage"):
        left, right = st.columns([13, 12], gap="medium")
    with left:
        hands.show(PAGE, BOUNDARY, drawn[BOUNDARY], lab)
        st.caption(cloud_sentence(standing.cloud, words))
    if "figures" in lab.shared.hidden:
        return
    with right:
        frame.heading(words("figure.fourier_error.title"))
        hands.show(PAGE, ERROR, drawn[ERROR], lab)
        frame.heading(words("figure.fourier_mse.title"))
        hands.show(PAGE, MSE, drawn[MSE], lab)
        st.caption(error_sentence(rolled.errors, len(lab.points.X), words))


def below(lab: Lab, standing: Standing, words: Words) -> None:
    """Show what is promised of the largest error, where the frequencies come from, and both maps."""
    _bounds(lab, standing, words)
    _chance(lab, words)


@guard.part
def _bounds(lab: Lab, standing: Standing, words: Words) -> None:
    """Show every bound on the largest error, against what was measured."""
    options, place, measured = fourier.options_of(lab), fourier.place_of(lab), standing.bounded
    claimed = fourier.bounds_of(lab, measured)
    frame.heading(words("figure.fourier_bounds.title"))
    choose_bounds(words)
    st.markdown(bounds_sentence(measured, claimed, place, options.case, words))
    with st.container(key="figures"):
        left, right = st.columns([13, 12], gap="medium")
    with left:
        key, figure = bounds_figure(lab, standing, words)
        hands.show(PAGE, key, figure, lab)
    with right:
        bounds_table(measured, claimed, place, words)


@guard.part
def _chance(lab: Lab, words: Words) -> None:
    """Show where the frequencies come from, and what the two maps make of them."""
    drawn, varied = dict(chance_figures(lab, words)), fourier.variances_of(lab)
    with st.container(key="chance"):
        left, right = st.columns([13, 12], gap="medium")
    with left:
        frame.heading(words("figure.fourier_frequencies.title"))
        hands.show(PAGE, FREQUENCIES, drawn[FREQUENCIES], lab)
        st.caption(frequencies_sentence(fourier.frequencies_of(lab), words))
    with right:
        frame.heading(words("figure.fourier_variances.title"))
        hands.show(PAGE, VARIANCES, drawn[VARIANCES], lab)
        st.caption(words("fourier.variances", rolls=varied.rolls, D=varied.components))
