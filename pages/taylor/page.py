"""The layout of the page: the plane with its pair, the errors beside it, and below them theorem, boundary and folds."""

from __future__ import annotations

from functools import partial

import streamlit as st

from pages.taylor import answers
from pages.taylor.dials import ball_dial, kernel_dials
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
from pages.taylor.figures.plane import plane_of
from pages.taylor.folds import FOLDS
from pages.taylor.question import Question
from pages.taylor.sentences import (
    boundary_sentence,
    lead_sentence,
    orders_sentence,
    pair_sentence,
    plane_sentence,
    share_of_vacuous,
)
from pages.taylor.tables import pair_table
from ui.component.pad import pad
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
            _errors(asked, showing)
    return lead_sentence(answers.cloud(asked), answers.orders(asked), asked.order, not asked.plain, showing.words)


def below(asked: Question, showing: Showing) -> None:
    """Show what the order buys: the largest error, the interval of xi, the boundary; and what is folded."""
    with st.container(key="figures"):
        _enough(asked, showing)
        _boundary(asked, showing)
    for name, show in FOLDS.items():
        showing.fold(name, partial(show, asked, showing))


# ---- the plane, the pair and what moves them ----


def _plane(asked: Question, showing: Showing) -> None:
    words, told = showing.words, plane_sentence(answers.plane(asked), asked.plain, showing.words)
    alt = words("taylor.pad.alt", told=told)
    pad("taylor-pad", plane_of(asked, words), alt, HEIGHT, showing.asking("taylor-pad"), words, showing.projector)
    showing.sliders("taylor-dials", kernel_dials(asked, showing))
    st.caption(told)


def _errors(asked: Question, showing: Showing) -> None:
    cloud, words = answers.cloud(asked), showing.words
    drawn = showing.figures(error_figures(asked, words))
    showing.heading("figure.taylor.kernels.title")
    showing.figure(KERNELS, drawn[KERNELS])
    showing.heading("figure.taylor.errors.title")
    showing.figure(ERRORS, drawn[ERRORS])
    st.caption(words("taylor.cloud.none") if cloud is None else share_of_vacuous(cloud, words))


# ---- theorem 1, remark 1 and the interval of xi ----


def _enough(asked: Question, showing: Showing) -> None:
    """Show how the largest error falls with the order, and where xi lies."""
    left, right = st.columns([13, 12], gap="medium")
    orders, pair, words = answers.orders(asked), answers.pair(asked), showing.words
    drawn = showing.figures(order_figures(asked, words))
    with left:
        showing.heading("figure.taylor.orders.title")
        showing.figure(ORDERS, drawn[ORDERS])
        showing.sliders("taylor-ball", [ball_dial(asked, orders.radius, words)])
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
    sweep, drawn = answers.sweep(asked), showing.figures(boundary_figures(asked, words))
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
