"""Below the stage: the effect of the order, its boundary, and the folds."""

from __future__ import annotations

from functools import partial

import streamlit as st

from pages.taylor import answers
from pages.taylor.answers import Views
from pages.taylor.dials import ball_dial
from pages.taylor.figures import BOUNDARY, ORDERS, SWEEP, XI, boundary_figure, order_figures, sweep_figure
from pages.taylor.folds import FOLDS
from pages.taylor.question import Question
from pages.taylor.sentences import boundary_sentence, orders_sentence, pair_sentence
from ui.page.showing import Showing
from ui.words import number


def below(question: Question, showing: Showing) -> None:
    """Show the effect of the order on the largest error, the interval of xi and the boundary; and the folds."""
    with st.container(key="figures"):
        _enough(question, answers.views(question), showing)
        _boundary(question, showing)
    for name, show in FOLDS.items():
        showing.fold(name, partial(show, question, showing))


# ---- Liu14's theorem 1, remark 1 and the interval of xi ----


def _enough(question: Question, seen: Views, showing: Showing) -> None:
    """Show how the largest error decreases with the order, and the interval of xi."""
    left, right = st.columns([13, 12], gap="medium")
    words = showing.words
    drawn = showing.figures(order_figures(question, seen, words))
    with left:
        showing.heading("figure.taylor.orders.title")
        showing.figure(ORDERS, drawn[ORDERS])
        showing.sliders("taylor-ball", [ball_dial(question, seen.orders.radius, words)])
        st.caption(orders_sentence(seen.orders, words) if question.plain else words("taylor.orders.own"))
    with right:
        showing.heading("figure.taylor.xi.title")
        showing.figure(XI, drawn[XI])
        st.markdown(pair_sentence(seen.pair, words))


# ---- the boundary ----


def _boundary(question: Question, showing: Showing) -> None:
    """Show the boundary of this order over the exact one, and accuracy and cost of every order."""
    words = showing.words
    showing.heading("figure.taylor.boundary.title")
    if answers.waits(question) and not st.button(words("taylor.boundary.ask", n=number(len(question.y)))):
        st.caption(words("taylor.boundary.many"))
        return
    sweep = answers.sweep(question)
    with st.container(key="taylor-told"):
        st.markdown(boundary_sentence(sweep, question.order, words))
    if not sweep.exists:
        return
    figures = boundary_figure(question, sweep, words), sweep_figure(question, sweep, answers.times(question), words)
    drawn = showing.figures(figures)
    left, right = st.columns([13, 12], gap="medium")
    with left:
        showing.figure(BOUNDARY, drawn[BOUNDARY])
    with right:
        showing.figure(SWEEP, drawn[SWEEP])
        st.caption(words("taylor.times"))
