"""The layout below the board: every nu, the reduced hulls, and the same machine under its other parameter."""

from __future__ import annotations

from functools import partial

import streamlit as st

from core.problem import InputError
from pages.machines import answers
from pages.machines.figures import EVERY, HULLS, PAIRS, every_drawing, hulls_drawing, pairs_drawing
from pages.machines.question import Question
from pages.machines.sentences import nu_sentence, pairs_sentence, range_sentence, refused_sentence, twin_sentence
from pages.machines.tables import pairs_table, twin_table
from ui.component.sliders import Dial
from ui.page.machine.answers import machine
from ui.page.showing import Showing
from ui.solve.solving import MachineSolved


def below(question: Question, showing: Showing) -> None:
    """Show the possible range of nu, and the other parameter of the same machine; for a refused nu the reason."""
    found = machine(question)
    if isinstance(found, InputError):
        if found.key == "nu.too_large":
            st.markdown(refused_sentence(question, found, showing.words))
        return
    with st.container(key="figures"):
        left, right = st.columns([13, 12], gap="medium")
    drawn = answers.has_hulls(question, found)
    with left:
        _nu(question, found, showing)
    if drawn:
        with right:
            _hulls(question, found, showing)
    with left if drawn else right:
        _twin(question, found, showing)
    showing.fold("pairs", partial(_pairs, question, found, showing))


def _nu(question: Question, found: MachineSolved, showing: Showing) -> None:
    every, words = answers.all_of_nu(question, found), showing.words
    if every is not None:
        showing.heading("figure.machines.every.title")
        drawn = showing.figures([every_drawing(question, found, every, words)])
        showing.figure(EVERY, drawn[EVERY])
        st.caption(nu_sentence(found.fitted, every, words))


def _hulls(question: Question, found: MachineSolved, showing: Showing) -> None:
    showing.heading("figure.machines.hulls.title")
    drawn = showing.figures([hulls_drawing(question, found, showing.words)])
    showing.figure(HULLS, drawn[HULLS])


def _pairs(question: Question, found: MachineSolved, showing: Showing) -> None:
    """Show one step of the recorded run: its pair, the scores, and the sums that no step changes."""
    words, shown = showing.words, answers.step(question, found)
    if shown is None:
        st.markdown(words("machines.pairs.none"))
        return
    step = Dial("step", words("machines.step"), "k", 1, max(shown.steps, 2), shown.k + 1, "whole")
    showing.sliders("machines-step", [step])
    drawn = showing.figures([pairs_drawing(question, shown, words)])
    showing.figure(PAIRS, drawn[PAIRS])
    st.markdown(pairs_sentence(shown, len(question.y), words))
    showing.table("pairs", partial(pairs_table, shown, len(question.y), words), shown.k)


def _twin(question: Question, found: MachineSolved, showing: Showing) -> None:
    both, words = answers.same_machine(question, found), showing.words
    showing.heading("machines.twin.title")
    st.markdown(twin_sentence(found.fitted, None if both is None else both.other, words))
    if told := range_sentence(found.fitted, question.y, words):
        st.markdown(told)
    if both is not None:
        showing.table("twin", partial(twin_table, both.mine, both.other, words))
