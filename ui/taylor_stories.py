"""The stories of the page about the Taylor kernel, each a few figures with what may be said of them."""

from __future__ import annotations

from functools import partial

import numpy as np
import streamlit as st

from core.problem import InputError
from core.view import TaylorCloud, TaylorOrders, TaylorPair
from ui import frame, taylor
from ui.component.pad import Ground, Plane, pad
from ui.component.plot import plot
from ui.component.sliders import Dial, sliders
from ui.figure.taylor_boundary import taylor_boundary_figure, taylor_boundary_text
from ui.figure.taylor_errors import taylor_errors_figure, taylor_errors_text
from ui.figure.taylor_kernels import taylor_kernels_figure, taylor_kernels_text
from ui.figure.taylor_orders import taylor_orders_figure, taylor_orders_text
from ui.figure.taylor_sweep import taylor_sweep_figure, taylor_sweep_text
from ui.figure.taylor_xi import taylor_xi_figure, taylor_xi_text
from ui.link import RANGES
from ui.options.taylor import FARTHEST, HIGHEST
from ui.session import Lab
from ui.taylor_sentence import (
    boundary_sentence,
    orders_sentence,
    pair_sentence,
    pair_table,
    plane_sentence,
    share_of_vacuous,
)
from ui.text import Words, number

HEIGHT = 560  # pixels of the pad's side at most
GAMMAS = (1e-3, 1e3)  # of the slider


def _three_digits(value: float) -> float:
    return float(f"{value:.4g}")


# ---- the plane, the pair and what moves them ----


def plane(lab: Lab, words: Words) -> None:
    """Show the plane with both handles, and under it what may be moved."""
    shown, base = taylor.plane_of(lab), taylor.base_of(lab)
    wrong = np.minimum(np.abs(1.0 - shown.diagonal), 1.0)
    rings = [(distance, words("taylor.ring", level=number(level))) for level, distance in shown.rings]
    window, x0_y0 = lab.points.window, taylor.window_of(lab)[:2]
    ground, axes = Ground(shown.radius, wrong, rings), lab.points.axes
    lying = Plane(taylor.points_of(lab), lab.points.y, x0_y0, window, axes, taylor.pair_of(lab), ground)
    told = plane_sentence(shown, taylor.kernel_of(lab).rho is None, words)
    take = partial(taylor.take, "taylor-pad")
    pad("taylor-pad", lying, words("taylor.pad.alt", told=told), HEIGHT, base, words, lab.shared.projector, take)
    take = partial(taylor.take, "taylor-dials")
    sliders("taylor-dials", _dials(lab, words), base, words, lab.shared.projector, take)
    st.caption(told)


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


def beside(lab: Lab, pair: TaylorPair, cloud: TaylorCloud | None, orders: TaylorOrders, words: Words) -> None:
    """Show how the kernels part along the inner product, and the error under its bounds."""
    farthest, projector = 2.0 * taylor.gamma_of(lab) * orders.own**2, lab.shared.projector
    frame.heading(words("figure.taylor.kernels.title"))
    drawn = taylor_kernels_figure(pair, words)
    plot("taylor-kernels", drawn, taylor_kernels_text(pair, words), projector)
    frame.heading(words("figure.taylor.errors.title"))
    drawn = taylor_errors_figure(pair, cloud, taylor.order_of(lab), farthest, words)
    plot("taylor-errors", drawn, taylor_errors_text(pair, cloud, words), projector)
    st.caption(words("taylor.cloud.none") if cloud is None else share_of_vacuous(cloud, words))


# ---- theorem 1, remark 1 and the interval of xi ----


def enough(lab: Lab, orders: TaylorOrders, pair: TaylorPair, words: Words) -> None:
    """Show how the largest error falls with the order, and where xi lies."""
    left, right = st.columns([13, 12], gap="medium")
    projector, order = lab.shared.projector, taylor.order_of(lab)
    plain = taylor.kernel_of(lab).rho is None
    with left:
        frame.heading(words("figure.taylor.orders.title"))
        drawn = taylor_orders_figure(orders, order, plain, words)
        plot("taylor-orders", drawn, taylor_orders_text(orders, order, words), projector)
        low, high, radius = lab.points.window.size / 64, lab.points.window.size * 4, _three_digits(orders.radius)
        dial = Dial("radius", words("taylor.dial.radius"), "c", low, high, radius, "log", (1e-6, FARTHEST))
        sliders("taylor-ball", [dial], taylor.base_of(lab), words, projector, partial(taylor.take, "taylor-ball"))
        st.caption(orders_sentence(orders, words) if plain else words("taylor.orders.own"))
    with right:
        frame.heading(words("figure.taylor.xi.title"))
        plot("taylor-xi", taylor_xi_figure(pair, words), taylor_xi_text(pair, words), projector)
        st.markdown(pair_sentence(pair, words))
        with st.container(key="taylor-pair"):
            st.markdown(pair_table(pair, words))


# ---- the boundary ----


def boundary(lab: Lab, words: Words) -> None:
    """Show the boundary of this order over the exact one, and what every order costs and buys."""
    frame.heading(words("figure.taylor.boundary.title"))
    try:
        waits = not taylor.is_small(lab) and taylor.known_sweep(lab) is None
        if waits and not st.button(words("taylor.boundary.ask", n=number(len(lab.points.y)))):
            st.caption(words("taylor.boundary.many"))
            return
        sweep, times = taylor.sweep_of(lab), taylor.times_of(lab)
    except InputError as error:
        frame.refuse(error, words)
        return
    order, projector = taylor.order_of(lab), lab.shared.projector
    with st.container(key="taylor-told"):
        st.markdown(boundary_sentence(sweep, order, words))
    if not sweep.exists:
        return
    left, right = st.columns([13, 12], gap="medium")
    with left:
        X, y, window = taylor.points_of(lab), lab.points.y, taylor.window_of(lab)
        drawn = taylor_boundary_figure(sweep, order, X, y, window, words)
        plot("taylor-boundary", drawn, taylor_boundary_text(sweep, order, words), projector)
    with right:
        drawn = taylor_sweep_figure(sweep, times, order, words)
        plot("taylor-sweep", drawn, taylor_sweep_text(sweep, times, words), projector)
        st.caption(words("taylor.times"))
