"""Below the stage: a machine trained on the visitor's words, a new word, and the map as a table."""

from __future__ import annotations

from functools import partial

import streamlit as st

from core.problem import InputError
from pages.strings import answers
from pages.strings.figures import SUPPORT, TERMS
from pages.strings.figures.machine import support_figure, support_text, terms_figure, terms_text
from pages.strings.question import Question
from pages.strings.sentences import machine_sentence, new_sentence
from pages.strings.tables import ROWS, features_table
from pages.strings.typed import field
from ui.component.plot import Drawn
from ui.page import guard
from ui.page.showing import Showing
from ui.solve.limits import SUBSEQUENCES_MAPPED
from ui.words import number


def below(question: Question, showing: Showing) -> None:
    """Show the machine of the word lists, and the features of both words."""
    _machine(question, showing)
    showing.fold("map", partial(_map, question, showing))


@guard.part
def _machine(question: Question, showing: Showing) -> None:
    """Show the lists with the machine beside them; where it is refused, the lists stay."""
    words = showing.words
    with st.container(key="figures"):
        left, right = st.columns([13, 12], gap="medium")
    try:
        found, refused = answers.machine(question), None
    except InputError as error:
        found, refused = None, error
    with left:
        showing.heading("strings.machine.title")
        with st.container(key="strings-lists"):
            plus, minus = st.columns(2)
        with plus:
            field("plus", question.plus, showing, lines=True)
        with minus:
            field("minus", question.minus, showing, lines=True)
        if refused is not None:
            showing.refuse(refused)
            return
        assert found is not None
        st.markdown(machine_sentence(found, words))
        showing.draw(SUPPORT, lambda: Drawn(support_figure(found, words), support_text(found, words)))
    with right:
        showing.heading("figure.strings_terms.title")
        with st.container(key="strings-new"):
            field("new", question.new, showing)
        st.markdown(new_sentence(found, question.options.length, words))
        showing.draw(TERMS, lambda: Drawn(terms_figure(found, words), terms_text(found, words)))


def _map(question: Question, showing: Showing) -> None:
    """Show the features of both words, if they are few."""
    words, shown, found = showing.words, answers.pair(question), answers.mapped(question)
    if found is None:
        st.markdown(words("strings.map.many", ways=number(shown.ways), most=number(SUBSEQUENCES_MAPPED)))
        return
    st.markdown(words("strings.map", n=shown.length, count=number(len(found)), rows=min(ROWS, len(found))))
    if found:
        showing.table("features", partial(features_table, shown, found, words))
