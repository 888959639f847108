"""The bar beside the player, and below it the two optima on one board, compared with the kernel's own result."""

from __future__ import annotations

from dataclasses import replace
from functools import partial

import streamlit as st

from core.problem import InputError
from pages.descent import answers
from pages.descent.choices import choose_machine, choose_run
from pages.descent.explained import PLAYER
from pages.descent.figures.offsets import offsets_figure, offsets_text
from pages.descent.question import Question
from pages.descent.sentences import offset_numbers, offsets_sentence
from pages.descent.twin import limit_sentence, twin_sentence
from ui.component.board import panel
from ui.component.plot import Drawn
from ui.page import controls
from ui.page.cost import published, show_cost
from ui.page.estimators import show_estimators
from ui.page.showing import Showing
from ui.solve.board_problem import content_key
from ui.solve.kernels import MAPPED


def choices(question: Question, showing: Showing) -> None:
    """Show the data, the panel of kernel and margin, the run options, and the cost of map and approximation."""
    if not _plays(question):
        choose_machine(question, showing)
        return
    controls.choose_data(showing)
    panel(
        replace(question.board, kernel=question.spec),
        showing.words,
        PLAYER,
        MAPPED,
        published(question.problem, question.board.square, showing, counted=False),
    )
    with st.container(key="own-choices"):
        choose_run(question, showing)
    show_cost(question.problem, question.board.square, showing, PLAYER, counted=False)  # `twin` counts


def _plays(question: Question) -> bool:
    """Whether there is a player for the panel to change; a refused question has none."""
    try:
        answers.run(question)
    except InputError:
        return False
    return True


def compare(question: Question, showing: Showing) -> None:
    """Show both optima on one board, and the two estimators of scikit-learn, which have a soft margin."""
    _compare(question, showing)
    X, y, C = question.X, question.y.astype(float), question.board.numbers["C"]
    showing.fold("estimators", partial(show_estimators, X, y, C, content_key(X, y, C), showing))


def _compare(question: Question, showing: Showing) -> None:
    words, both = showing.words, answers.optima(question)
    showing.heading("descent.offsets.title")
    why_not = answers.nothing_to_compare(both)
    if why_not:
        st.markdown(words(f"descent.offsets.{why_not}"))
        return
    with st.container(key="figures"):
        left, right = st.columns([12, 13], gap="medium")
    with left:
        fields = answers.fields(question)
        showing.draw(
            "offsets",
            lambda: Drawn(
                offsets_figure(fields, question.X, question.y, question.board.square, question.options.bias, words),
                offsets_text(fields, question.options.bias, words),
            ),
        )
    with right, st.container(key="price"):
        st.markdown(offsets_sentence(both, question.options.bias, words))
        for which, side in (("free", both.free), ("appended" if question.options.bias else "origin", both.appended)):
            numbers = offset_numbers(side, question.origin, words)
            st.markdown(words("descent.side", which=words(f"descent.caption.{which}"), numbers=numbers))
        found = answers.twin(question)
        st.markdown(twin_sentence(found, question, words))
        st.markdown(limit_sentence(found, question, words))
