"""Below the stage: the recalls over all thresholds, what the numbers warn of, and the scaler within the folds."""

from __future__ import annotations

from functools import partial

import streamlit as st

from core.problem import InputError
from core.topics.before.diagnosis import Sign
from pages.before import answers, sentences
from pages.before.figures import RECALLS
from pages.before.figures.recalls import recalls_figure, recalls_text
from pages.before.question import Question, change
from pages.before.tables import folds_table, recalls_table, terms_table
from ui.component.plot import Drawn
from ui.page.showing import Showing
from ui.solve.limits import POINTS_TWICE
from ui.state import session
from ui.state.widget import contained


def below(question: Question, showing: Showing) -> None:
    """Show what belongs to the part beside the board, and the diagnosis."""
    if not answers.exists(question):
        return
    with st.container(key="figures"):
        left, right = st.columns([13, 12], gap="medium")
    with left:
        if question.options.topic == "scales":
            _folds(question, showing)
        elif question.options.topic == "point":
            showing.heading("before.terms.title")
            found = answers.explained(question)
            showing.table("terms", lambda: terms_table(question, found, showing.words))
        else:
            _recalls(question, showing)
    with right, st.container(key="diagnosis"):
        _diagnosis(question, showing)


def _recalls(question: Question, showing: Showing) -> None:
    words, found = showing.words, answers.recalls(question)
    showing.heading("figure.before_recalls.title")
    of = (question.options.threshold,)
    showing.draw(RECALLS, lambda: Drawn(recalls_figure(found, words), recalls_text(found, words)), *of)
    showing.table("recalls", lambda: recalls_table(found, words))
    st.caption(words("before.recalls.told"))


def _diagnosis(question: Question, showing: Showing) -> None:
    """Show each sign with its sentence and the button of its cure, and name the signs that are not there."""
    words, shown = showing.words, answers.diagnosis(question)
    showing.heading("before.diagnosis.title")
    for sign, cure in shown:
        with st.container(key=f"sign-{sign}"):
            st.markdown(sentences.sign_sentence(sign, question, words))
            if cure is not None:
                take = partial(session.apply, change, "cure", cure)
                st.button(sentences.cure_label(cure, words), key=f"cure-{sign}", on_click=contained(take))
            elif sign not in (Sign.FEATURE, Sign.LABELS):
                st.caption(words("before.cure.none"))
    absent = [words(f"before.sign.{sign}.name") for sign in Sign if sign not in {each for each, _ in shown}]
    if absent:
        st.caption(words("before.diagnosis.absent", listed=words.listed(absent)))


def _folds(question: Question, showing: Showing) -> None:
    """Show the accuracies in folds, with the scaler fitted inside them and on all points; and a leak that is large."""
    words = showing.words
    showing.heading("before.leak.title")
    try:
        found = answers.folds_of(question)
    except InputError as error:
        showing.refuse(error)
    else:
        if found is None:
            st.markdown(words("before.leak.refused", most=POINTS_TWICE))
        else:
            showing.table("folds", lambda: folds_table(found, words))
            st.markdown(sentences.folds_sentence(found, words))
    st.markdown(sentences.noise_sentence(answers.noise(), words))
