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
def prove(question: Question, showing: Showing) -> None:
    """Show what is proved for the chosen coordinates, and what the missing ones cost."""
    words = showing.words
    light(question.board, words, "phi")
    with st.container(key="told-compared"):
        showing.table("comparison", partial(comparison, question, words))
        if (miss := answers.truncation(question)) is not None:
            st.caption(truncation_sentence(question.features, miss, words))
    if showing.sees("formula"):
        st.latex(formula_of(question.features))


@guard.part
def liken(question: Question, showing: Showing) -> None:
    """Show the similarity of the lifted points."""
    words = showing.words
    with st.container(key="told-gram"):
        showing.heading("figure.gram.title")
        showing.draw(GRAM, partial(gram_drawn, question, words))
        if (rows := len(gram_rows(question))) < len(question.y):
            st.caption(words("figure.gram.some", rows=rows, n=len(question.y)))
