"""The stories of the page about the Taylor kernel, each a few figures with what may be said of them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial

import numpy as np
import streamlit as st

from core.problem import InputError
from ui import frame, guard, hands, taylor
from ui.component.pad import Ground, Plane, pad
from ui.component.plot import Drawn
from ui.component.sliders import Dial, sliders
from ui.link import RANGES
from ui.options.taylor import FARTHEST, HIGHEST
from ui.session import Lab
from ui.taylor_figures import BOUNDARY, ERRORS, KERNELS, ORDERS, SWEEP, XI, boundary_figures
from ui.taylor_sentence import (
    boundary_sentence,
    orders_sentence,
    pair_sentence,
    pair_table,
    plane_sentence,
    share_of_vacuous,
)
from ui.text import Words, number

PAGE = "taylor"
HEIGHT = 560  # pixels of the pad's side at most
GAMMAS = (1e-3, 1e3)  # of the slider


def _three_digits(value: float) -> float:
    return float(f"{value:.4g}")


# ---- the plane, the pair and what moves them ----


def plane(lab: Lab, offers: str | None, words: Words) -> None:
    """Show the plane with both handles, and under it what may be moved."""
    shown, base = taylor.plane_of(lab), hands.base_of(PAGE, lab)
    wrong = np.minimum(np.abs(1.0 - shown.diagonal), 1.0)
    rings = [(distance, words("taylor.ring", level=number(level))) for level, distance in shown.rings]
    window, x0_y0 = lab.points.window, taylor.window_of(lab)[:2]
    ground, axes = Ground(shown.radius, wrong, rings), lab.points.axes
    lying = Plane(taylor.points_of(lab), lab.points.y, x0_y0, window, axes, taylor.pair_of(lab), ground)
    told = plane_sentence(shown, taylor.kernel_of(lab).rho is None, words)
    alt, projector = words("taylor.pad.alt", told=told), lab.shared.projector
    pad("taylor-pad", lying, alt, HEIGHT, base, words, projector, _taking("taylor-pad"), offers)
    sliders("taylor-dials", _dials(lab, words), base, words, projector, _taking("taylor-dials"), offers)
    st.caption(told)


def _taking(key: str) -> Callable[[], None]:
    return partial(hands.take, PAGE, key, taylor.changed)


def _dials(lab: Lab, words: Words) -> list[Dial]:
    gamma, limits = taylor.gamma_of(lab), RANGES["gamma"]
    size, shift = lab.points.window.size, taylor.options_of(lab).shift
    dials = [Dial("order", words("taylor.dial.order"), "m", 0, HIGHEST, taylor.order_of(lab), "whole")]
    dials.append(Dial("shift", words("taylor.dial.shift"), "s", 0, 2 * size, shift, "linear", (0, FARTHEST)))
    if "gamma" not in lab.shared.hidden:
        allowed, half = (limits.low, limits.high), (0.5 / limits.high, 0.5 / limits.low)
        dials.append(Dial("gamma", words("taylor.dial.gamma"), "γ", *GAMMAS, _three_digits(gamma), "log", allowed))
        wide = (0.5 / GAMMAS[1], 0.5 / GAMMAS[0])
        dials.append(Dial("sigma", words("taylor.dial.sigma"), "σ₀", *wide, _three_digits(0.5 / gamma), "log", half))
    return dials


@guard.part
def beside(lab: Lab, drawn: Mapping[str, Drawn], words: Words) -> None:
    """Show how the kernels part along the inner product, and the error under its bounds."""
    cloud = taylor.cloud_of(lab)
    frame.heading(words("figure.taylor.kernels.title"))
    hands.show(PAGE, KERNELS, drawn[KERNELS], lab)
    frame.heading(words("figure.taylor.errors.title"))
    hands.show(PAGE, ERRORS, drawn[ERRORS], lab)
    st.caption(words("taylor.cloud.none") if cloud is None else share_of_vacuous(cloud, words))


# ---- theorem 1, remark 1 and the interval of xi ----


@guard.part
def enough(lab: Lab, drawn: Mapping[str, Drawn], offers: str | None, words: Words) -> None:
    """Show how the largest error falls with the order, and where xi lies."""
    left, right = st.columns([13, 12], gap="medium")
    orders, pair, plain = taylor.orders_of(lab), taylor.the_pair(lab), taylor.kernel_of(lab).rho is None
    with left:
        frame.heading(words("figure.taylor.orders.title"))
        hands.show(PAGE, ORDERS, drawn[ORDERS], lab)
        low, high, radius = lab.points.window.size / 64, lab.points.window.size * 4, _three_digits(orders.radius)
        dial = Dial("radius", words("taylor.dial.radius"), "c", low, high, radius, "log", (1e-6, FARTHEST))
        base, projector = hands.base_of(PAGE, lab), lab.shared.projector
        sliders("taylor-ball", [dial], base, words, projector, _taking("taylor-ball"), offers)
        st.caption(orders_sentence(orders, words) if plain else words("taylor.orders.own"))
    with right:
        frame.heading(words("figure.taylor.xi.title"))
        hands.show(PAGE, XI, drawn[XI], lab)
        st.markdown(pair_sentence(pair, words))
        with st.container(key="taylor-pair"):
            st.markdown(pair_table(pair, words))


# ---- the boundary ----


@guard.part
def boundary(lab: Lab, words: Words) -> None:
    """Show the boundary of this order over the exact one, and what every order costs and buys."""
    frame.heading(words("figure.taylor.boundary.title"))
    try:
        if taylor.waits(lab) and not st.button(words("taylor.boundary.ask", n=number(len(lab.points.y)))):
            st.caption(words("taylor.boundary.many"))
            return
        sweep, drawn = taylor.sweep_of(lab), dict(boundary_figures(lab, words))
    except InputError as error:
        frame.refuse(error, words)
        return
    with st.container(key="taylor-told"):
        st.markdown(boundary_sentence(sweep, taylor.order_of(lab), words))
    if not sweep.exists:
        return
    left, right = st.columns([13, 12], gap="medium")
    with left:
        hands.show(PAGE, BOUNDARY, drawn[BOUNDARY], lab)
    with right:
        hands.show(PAGE, SWEEP, drawn[SWEEP], lab)
        st.caption(words("taylor.times"))
