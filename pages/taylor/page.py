"""The layout of the page: the plane with its pair, the errors beside it, and below them theorem, boundary and folds."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial

import numpy as np
import streamlit as st

from pages.taylor import answers
from pages.taylor.figures import (
    BOUNDARY,
    ERRORS,
    KERNELS,
    ORDERS,
    SWEEP,
    XI,
    boundary_figures,
    error_figures,
    order_figures,
)
from pages.taylor.folds import FOLDS
from pages.taylor.question import FARTHEST, Question
from pages.taylor.sentences import (
    boundary_sentence,
    lead_sentence,
    orders_sentence,
    pair_sentence,
    plane_sentence,
    share_of_vacuous,
)
from pages.taylor.tables import pair_table
from ui.component.pad import Ground, Plane, pad
from ui.component.plot import Drawn
from ui.component.sliders import Dial, parameter_dial
from ui.page.showing import Showing
from ui.words import number

HEIGHT = 560  # pixels of the pad's side at most


def stage(asked: Question, showing: Showing) -> str:
    """Show the plane and, beside it, how the kernels part and the error under its bounds."""
    with st.container(key="stage"):
        left, right = st.columns([13, 12], gap="medium")
    with left:
        _plane(asked, showing)
    if showing.sees("figures"):
        with right:
            _errors(asked, dict(error_figures(asked, showing.words)), showing)
    return lead_sentence(answers.cloud(asked), answers.orders(asked), asked.order, not asked.plain, showing.words)


def below(asked: Question, showing: Showing) -> None:
    """Show what the order buys: the largest error, the interval of xi, the boundary; and what is folded."""
    with st.container(key="figures"):
        _enough(asked, dict(order_figures(asked, showing.words)), showing)
        _boundary(asked, showing)
    for name, show in FOLDS.items():
        showing.fold(name, partial(show, asked, showing))


# ---- the plane, the pair and what moves them ----


def _plane(asked: Question, showing: Showing) -> None:
    shown, words, points = answers.plane(asked), showing.words, asked.board.points
    wrong = np.minimum(np.abs(1.0 - shown.diagonal), 1.0)
    rings = [(distance, words("taylor.ring", level=number(level))) for level, distance in shown.rings]
    ground = Ground(shown.radius, wrong, rings)
    lying = Plane(asked.X, asked.y, asked.square[:2], points.window, points.axes, asked.pair, ground)
    told = plane_sentence(shown, asked.plain, words)
    alt, heard = words("taylor.pad.alt", told=told), showing.put("taylor-pad")
    pad("taylor-pad", lying, alt, HEIGHT, showing.base, words, showing.projector, heard, showing.offers)
    showing.sliders("taylor-dials", _dials(asked, showing))
    st.caption(told)


def _dials(asked: Question, showing: Showing) -> list[Dial]:
    words, size = showing.words, asked.board.points.window.size
    shift = Dial("shift", words("taylor.dial.shift"), "s", 0, 2 * size, asked.options.shift, "linear", (0, FARTHEST))
    dials = [parameter_dial("order", asked.order, words), shift]
    if showing.sees("gamma"):
        gamma = parameter_dial("gamma", asked.gamma, words)
        low, high = gamma.allowed or (gamma.low, gamma.high)
        half = (0.5 / high, 0.5 / low)
        wide = (0.5 / gamma.high, 0.5 / gamma.low)
        sigma = Dial("sigma", words("taylor.dial.sigma"), "σ₀", *wide, _four_digits(0.5 / asked.gamma), "log", half)
        dials += [gamma, sigma]
    return dials


def _four_digits(value: float) -> float:
    return float(f"{value:.4g}")


def _errors(asked: Question, drawn: Mapping[str, Drawn], showing: Showing) -> None:
    cloud, words = answers.cloud(asked), showing.words
    showing.heading("figure.taylor.kernels.title")
    showing.figure(KERNELS, drawn[KERNELS])
    showing.heading("figure.taylor.errors.title")
    showing.figure(ERRORS, drawn[ERRORS])
    st.caption(words("taylor.cloud.none") if cloud is None else share_of_vacuous(cloud, words))


# ---- theorem 1, remark 1 and the interval of xi ----


def _enough(asked: Question, drawn: Mapping[str, Drawn], showing: Showing) -> None:
    """Show how the largest error falls with the order, and where xi lies."""
    left, right = st.columns([13, 12], gap="medium")
    orders, pair, words = answers.orders(asked), answers.pair(asked), showing.words
    with left:
        showing.heading("figure.taylor.orders.title")
        showing.figure(ORDERS, drawn[ORDERS])
        size, radius = asked.board.points.window.size, _four_digits(orders.radius)
        reach = (size / 64, size * 4)
        ball = Dial("radius", words("taylor.dial.radius"), "c", *reach, radius, "log", (1e-6, FARTHEST))
        showing.sliders("taylor-ball", [ball])
        st.caption(orders_sentence(orders, words) if asked.plain else words("taylor.orders.own"))
    with right:
        showing.heading("figure.taylor.xi.title")
        showing.figure(XI, drawn[XI])
        st.markdown(pair_sentence(pair, words))
        with st.container(key="taylor-pair"):
            st.markdown(pair_table(pair, words))


# ---- the boundary ----


def _boundary(asked: Question, showing: Showing) -> None:
    """Show the boundary of this order over the exact one, and what every order costs and buys."""
    words = showing.words
    showing.heading("figure.taylor.boundary.title")
    if answers.waits(asked) and not st.button(words("taylor.boundary.ask", n=number(len(asked.y)))):
        st.caption(words("taylor.boundary.many"))
        return
    sweep, drawn = answers.sweep(asked), dict(boundary_figures(asked, words))
    with st.container(key="taylor-told"):
        st.markdown(boundary_sentence(sweep, asked.order, words))
    if not sweep.exists:
        return
    left, right = st.columns([13, 12], gap="medium")
    with left:
        showing.figure(BOUNDARY, drawn[BOUNDARY])
    with right:
        showing.figure(SWEEP, drawn[SWEEP])
        st.caption(words("taylor.times"))
