"""The bar of the page: data, kernel, the order in which the perceptron visits the points, and its eta."""

from __future__ import annotations

import streamlit as st

from pages.perceptron.question import ETAS, PLAYER, VISITS, Question
from ui.component.board import panel
from ui.page import controls
from ui.page.showing import Showing
from ui.solve.kernels import DEFINITE
from ui.solve.limits import LARGEST_SEED
from ui.words import number


def choices(question: Question, showing: Showing) -> None:
    """Show the data, the kernel panel, the order and its seed, and eta."""
    words = showing.words
    controls.choose_data(showing, showing.hint())
    panel(question.shown_board, words, PLAYER, DEFINITE)
    with st.container(key="own-choices"):
        showing.either("visits", list(VISITS), question.options.visits)
        if question.options.visits == "random":
            showing.whole("shuffle", question.options.shuffle, 0, LARGEST_SEED)
        showing.either("eta", list(ETAS), question.options.eta, number)
