"""The proof and the loss due to the chosen coordinates, and the Gram matrix of the lifted points."""

from __future__ import annotations

from functools import partial

import streamlit as st

from pages.phi import answers
from pages.phi.figures import GRAM, gram_drawn, gram_rows
from pages.phi.names import formula_of
from pages.phi.question import Question
from pages.phi.sentences import truncation_sentence
from pages.phi.tables import comparison
from ui.component.board import light
from ui.page import guard
from ui.page.showing import Showing


@guard.part
def prove(asked: Question, showing: Showing) -> None:
    """Show what is proved for the chosen coordinates, and what the missing ones cost."""
    words = showing.words
    light(asked.board, words, "phi")
    with st.container(key="told-compared"):
        showing.table("comparison", partial(comparison, asked, words))
        if (miss := answers.truncation(asked)) is not None:
            st.caption(truncation_sentence(asked.features, miss, words))
    if showing.sees("formula"):
        st.latex(formula_of(asked.features))


@guard.part
def liken(asked: Question, showing: Showing) -> None:
    """Show the similarity of the lifted points."""
    words = showing.words
    with st.container(key="told-gram"):
        showing.heading("figure.gram.title")
        showing.draw(GRAM, partial(gram_drawn, asked, words))
        if (rows := len(gram_rows(asked))) < len(asked.y):
            st.caption(words("figure.gram.some", rows=rows, n=len(asked.y)))
