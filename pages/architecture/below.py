"""Below the stage: points as lists of nodes, and the folds."""

from __future__ import annotations

from functools import partial

import streamlit as st

from core.problem import InputError
from core.topics.libsvm.nodes import powi, squared_distance
from datasets import MOST_MEGABYTES
from pages.architecture import answers, tables
from pages.architecture.figures import MODEL
from pages.architecture.figures.model import model_figure, model_text
from pages.architecture.question import BOARD, VECTORS, Question, change, refusal
from pages.architecture.sentences import (
    gains_sentence,
    matrices_sentence,
    merge_sentence,
    model_sentence,
    power_sentence,
    size_sentence,
    square_sentence,
    typed_sentence,
)
from pages.architecture.strips import memory_strips, merge_strips
from ui.component.plot import Drawn
from ui.component.sliders import Dial
from ui.page import frame, guard, typed
from ui.page.showing import Showing
from ui.page.work import PageWork, follow
from ui.solve.board_problem import content_key
from ui.solve.limits import EXPONENT_OF_A_POWER
from ui.state import session
from ui.state.visitor import visitor
from ui.words import Words

FIRST_POINTS = 3


def below(question: Question, showing: Showing) -> None:
    """Show the points in memory, and the folds."""
    _memory(question, showing)
    words = showing.words
    showing.fold("structures", partial(_structures, question, showing))
    showing.fold("api", lambda: showing.table("api", partial(tables.api_table, words)))
    showing.fold("gain", partial(_gain, showing))
    showing.fold("power", partial(_power, question, showing))
    showing.fold("given", partial(_given, question, showing))
    showing.fold("check", partial(_check, question, showing))
    showing.fold("cpp", partial(_cpp, words))
    frame.fold(
        "architecture-model", words("architecture.fold.model"), words, partial(_model, question, showing), typed=True
    )


@guard.part
def _memory(question: Question, showing: Showing) -> None:
    """Show two points as lists of nodes, their inner product step by step, and the first points of the board."""
    words = showing.words
    showing.heading("architecture.merge.title")
    with st.container(key="figures"):
        left, right = st.columns([13, 12], gap="medium")
    one, other, steps = answers.merged(question)
    turn = answers.turn(question)
    with left:
        st.html(merge_strips(one, other, steps, turn, words))
        st.markdown(merge_sentence(one, other, steps, turn, words))
        with st.container(horizontal=True, vertical_alignment="bottom", key="architecture-vectors"):
            showing.either("vectors", VECTORS, question.options.vectors)
            if question.options.vectors == BOARD:
                showing.whole("one", question.place("one") + 1, 1, len(question.y))
                showing.whole("other", question.place("other") + 1, 1, len(question.y))
        if steps:
            dial = Dial("turn", words("architecture.turn"), "", 0, len(steps), turn, "whole")
            showing.sliders("architecture-turns", [dial])
    with right:
        x, z = answers.vectors(question)
        if len(x) == len(z):
            st.markdown(square_sentence(squared_distance(x, z), words))
        else:
            st.markdown(words("architecture.square.lengths"))
        st.html(memory_strips(answers.first_points(question, FIRST_POINTS), words))
        st.markdown(size_sentence(answers.size(question), words))


def _structures(question: Question, showing: Showing) -> None:
    """Show the fields of the three structures with the values of this training."""
    words = showing.words
    showing.table("structures", partial(tables.structures_table, question, answers.printed(question), words))
    st.caption(words("architecture.structures.note"))


def _power(question: Question, showing: Showing) -> None:
    """Show the loop of powi, turn by turn."""
    words, times = showing.words, question.options.times
    low, high = EXPONENT_OF_A_POWER
    showing.whole("times", times, low, high)
    showing.table("powers", partial(tables.powers_table, powi(1.0, times), words))
    st.markdown(power_sentence(times, words))
    st.caption(words("architecture.power.note"))


def _given(question: Question, showing: Showing) -> None:
    """Show both matrices of a precomputed kernel, what is decided by them, and the lines of LIBSVM's files."""
    words = showing.words
    try:
        found = answers.matrices(question)
    except InputError as error:
        showing.refuse(error)
        return
    if found is None:
        st.markdown(words("architecture.given.few"))
        return
    left, right = st.columns(2)
    with left:
        st.caption(words("architecture.given.training"))
        showing.table("training", partial(tables.matrix_table, found.K, found.train, found.train, words))
        st.code("\n".join(found.training_lines), language=None, wrap_lines=True)
    with right:
        st.caption(words("architecture.given.testing"))
        showing.table("testing", partial(tables.matrix_table, found.K_test, found.test, found.train, words))
        st.code("\n".join(found.test_lines), language=None, wrap_lines=True)
        showing.table("decided", partial(tables.decided_table, found, words))
    st.markdown(matrices_sentence(found, words))
    st.code(found.model, language=None)
    st.caption(words("architecture.given.serial"))


def _check(question: Question, showing: Showing) -> None:
    """Show every message with our sentence, and a field for other options."""
    words = showing.words
    showing.table("checks", lambda: tables.checks_table(answers.checks(), words))
    typed.field(
        "architecture-typed",
        words("architecture.typed"),
        question.options.typed,
        refusal,
        lambda text: session.apply(change, "typed", text),
        showing,
    )
    if refusal(question.options.typed) is not None:  # from a link; the field says why
        return
    theirs, ours = answers.checked(question)
    st.markdown(typed_sentence(question, theirs, words))
    if ours is not None:
        showing.refuse(ours)


def _cpp(words: Words) -> None:
    """Show the notes on the language."""
    st.markdown(words.texts["architecture.cpp.theory"])  # from `texts`: braces are not placeholders


def _gain(showing: Showing) -> None:
    """Measure how much faster the training is with a cache; the sizes come one after the other."""
    words, of = showing.words, len(answers.SIZES)
    st.markdown(words.texts["architecture.gain.theory"])

    def show(_: object) -> None:
        found = answers.gains(None)
        st.markdown(gains_sentence(found, len(found) == of, words))
        if found:
            st.table(tables.gains_table(found, words))

    work = PageWork(
        "architecture-gain",
        answers.TIMED,
        lambda: answers.gains(visitor()),
        lambda: answers.gains(None),
        answers.leave_gains,
        lambda found: (len(found), of),
        lambda found: len(found) == of,
    )
    follow(work, work.soon(), show, words, "architecture.gain.progress")


def _model(question: Question, showing: Showing) -> None:
    """Read a model file, and show its head and its picture; a refusal is one sentence, and the file stays."""
    words = showing.words
    st.markdown(words("architecture.model.hint"))
    told = words("architecture.model.file", size=MOST_MEGABYTES)
    dropped = st.file_uploader(told, key="architecture-file", max_upload_size=MOST_MEGABYTES)
    if dropped is None:
        return
    data = dropped.getvalue()
    try:
        given = answers.given_model(data)
    except InputError as error:
        showing.refuse(error)
        return
    left, right = st.columns([12, 13], gap="medium")
    with left:
        st.table(tables.model_table(given, words))
    with right:
        st.markdown(model_sentence(given, words))
        if (picture := given.picture) is not None:
            showing.draw(
                MODEL,
                lambda: Drawn(model_figure(given, picture, words), model_text(given, picture, words)),
                content_key(picture.support, question.y[:0], data),
            )
