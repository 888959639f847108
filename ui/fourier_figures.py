"""The figures of the Fourier dice: at once with the rolls that are there, and again when the others have followed."""

from __future__ import annotations

from typing import cast

import streamlit as st

from core.problem import InputError
from ui import fourier, frame, session
from ui.component.board import face
from ui.component.plot import plot
from ui.figure.fourier_boundary import fourier_boundary, fourier_boundary_text
from ui.figure.fourier_bounds import fourier_bounds, fourier_bounds_text
from ui.figure.fourier_error import fourier_error, fourier_error_text
from ui.figure.fourier_frequencies import fourier_frequencies, fourier_frequencies_text
from ui.figure.fourier_mse import fourier_mse, fourier_mse_text
from ui.figure.fourier_variances import fourier_variances, fourier_variances_text
from ui.fourier import Rolled, Standing
from ui.fourier_controls import choose_bounds
from ui.fourier_sentence import bounds_sentence, cloud_sentence, error_sentence, frequencies_sentence
from ui.fourier_table import bounds_table
from ui.session import Lab
from ui.text import Words

AT_ONCE = 0.03  # seconds for rolls before the first figures stand
MORE = 0.25  # seconds for further ones, each time
PAUSE = 0.25  # seconds until then


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

    st.fragment(figures, run_every=again)()
    return first


def _stage(lab: Lab, rolled: Rolled, standing: Standing, words: Words) -> None:
    """Show the points under the cloud of boundaries, and beside it what the roll did to K."""
    projector, points = lab.shared.projector, lab.points
    with st.container(key="stage"):
        left, right = st.columns([13, 12], gap="medium")
    with left:
        axes = cast(list[str], face("fourier", lab, words)["axes"])
        drawn = fourier_boundary(
            standing.cloud, rolled.roll, points.X, points.y, fourier.window_of(lab), (axes[0], axes[1]), words
        )
        plot("fourier-boundary", drawn, fourier_boundary_text(standing.cloud, words), projector)
        st.caption(cloud_sentence(standing.cloud, words))
    if "figures" in lab.shared.hidden:
        return
    with right:
        frame.heading(words("figure.fourier_error.title"))
        plot("fourier-error", fourier_error(rolled.errors, words), fourier_error_text(rolled.errors, words), projector)
        frame.heading(words("figure.fourier_mse.title"))
        place = fourier.place_of(lab)
        curves = fourier_mse(standing.curves, place, rolled.errors, words)
        plot("fourier-mse", curves, fourier_mse_text(standing.curves, place, rolled.errors, words), projector)
        st.caption(error_sentence(rolled.errors, len(points.X), words))


def below(lab: Lab, standing: Standing, words: Words) -> None:
    """Show what is promised of the largest error, where the frequencies come from, and both maps."""
    _bounds(lab, standing, words)
    _chance(lab, words)


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
        drawn = fourier_bounds(measured, claimed, place, words)
        plot("fourier-bounds", drawn, fourier_bounds_text(measured, claimed, place, words), lab.shared.projector)
    with right:
        bounds_table(measured, claimed, place, words)


def _chance(lab: Lab, words: Words) -> None:
    """Show where the frequencies come from, and what the two maps make of them."""
    projector, drawn, varied = lab.shared.projector, fourier.frequencies_of(lab), fourier.variances_of(lab)
    with st.container(key="chance"):
        left, right = st.columns([13, 12], gap="medium")
    with left:
        frame.heading(words("figure.fourier_frequencies.title"))
        plot("fourier-w", fourier_frequencies(drawn, words), fourier_frequencies_text(drawn, words), projector)
        st.caption(frequencies_sentence(drawn, words))
    with right:
        frame.heading(words("figure.fourier_variances.title"))
        plot("fourier-var", fourier_variances(varied, words), fourier_variances_text(varied, words), projector)
        st.caption(words("fourier.variances", rolls=varied.rolls, D=varied.components))
