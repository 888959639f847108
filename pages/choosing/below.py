"""Below the stage: error over time, the choices in numbers, the folds at the visitor's cell, and further folds."""

from __future__ import annotations

from functools import partial

import streamlit as st

from core.problem import InputError
from pages.choosing import answers
from pages.choosing.figures import BARS, CLOCK, FOLD, clock_drawing, fold_drawings
from pages.choosing.listing import listing
from pages.choosing.methods import show_methods
from pages.choosing.progress import is_over, walking
from pages.choosing.question import Question
from pages.choosing.sentences import (
    fold_sentence,
    left_out_sentence,
    printed_sentence,
    quiz_sentence,
    rule_sentence,
    sparse_sentence,
    transfer_sentences,
)
from pages.choosing.tables import printed_table, strategies_table
from pages.choosing.walked import Walked
from ui.page import guard
from ui.page.showing import Showing
from ui.page.work import follow
from ui.solve.limits import COMPONENTS_MAPPED, POINTS_MAPPED


def below(question: Question, showing: Showing) -> None:
    """Show cost and choice of each strategy, and the folds at the visitor's cell."""
    clock(question, showing, before_class=True)
    if question.options.shown == "errors":
        follow(walking(question), answers.known(question), partial(_costs, question, showing), showing.words)
    _folds(question, showing)
    showing.fold("methods", partial(show_methods, question, showing))
    showing.fold("printed", partial(_printed, question, showing))
    showing.fold("left_out", partial(_left_out, question, showing))
    showing.fold("ksrc", partial(_ksrc, question, showing))

    def quiz() -> None:  # asks whether other folds would choose the same, and answers it
        st.markdown(quiz_sentence(answers.deals(question), question.options.machine, showing.words))

    showing.fold("quiz", quiz)


def clock(question: Question, showing: Showing, before_class: bool) -> None:
    """Show the best error of each strategy over time: below the map, or in projector mode beside it."""
    if question.options.shown != "errors" or showing.projector is not before_class:
        return

    def show(walked: tuple[Walked, ...]) -> None:
        showing.heading("figure.choosing.clock.title")
        drawing = clock_drawing(question, walked, showing.words)
        showing.figure(CLOCK, showing.figures([drawing], f"{question.work} {question.spent}")[CLOCK])

    follow(walking(question), answers.known(question), show, showing.words)


def _costs(question: Question, showing: Showing, walked: tuple[Walked, ...]) -> None:
    """Show the effect of the transfer to the exact kernel, and every strategy in numbers."""
    words, over = showing.words, is_over(walked)
    if over:
        st.markdown(words.joined([*transfer_sentences(walked, words), *rule_sentence(walked, words)]))
    judgements = {each.name: answers.judgement(question, each) for each in walked} if over else {}
    spent = tuple((len(each.looks), each.seconds) for each in walked)
    showing.table(
        "strategies", partial(strategies_table, walked, judgements, question.options.machine, words), spent, over
    )


@guard.part
def _folds(question: Question, showing: Showing) -> None:
    words, look = showing.words, answers.here(question)
    showing.heading("figure.choosing.fold.title")
    if look is None or question.C is None:
        st.markdown(words("choosing.hard"))
        showing.soften_button("folds")
        return
    drawn = showing.figures(fold_drawings(question, words))
    with st.container(key="figures"):
        left, right = st.columns([12, 13], gap="medium")
    with left:
        showing.figure(FOLD, drawn[FOLD])
        st.caption(words("choosing.fold.told"))
    with right:
        showing.either("fold", tuple(range(1, len(look.points) + 1)), question.fold, str)
        showing.figure(BARS, drawn[BARS])
        st.markdown(fold_sentence(question, look, answers.judged(question, question.gamma, question.C), words))


def _printed(question: Question, showing: Showing) -> None:
    """Compare the printed algorithm with the corrected one, line by line, and by their choices."""
    st.caption(showing.words("choosing.listing.told"))
    st.html(listing(showing.words))
    rows = answers.printed(question)
    if rows is None:
        st.markdown(showing.words("choosing.printed.many", most=POINTS_MAPPED, D=COMPONENTS_MAPPED))
        return
    st.markdown(printed_sentence(rows, question.options.machine, showing.words))
    showing.table("printed", partial(printed_table, rows, question.options.machine, showing.words), question.work)


def _left_out(question: Question, showing: Showing) -> None:
    """Show the leave-one-out error at the visitor's cell."""
    words = showing.words
    if question.C is None:
        st.markdown(words("choosing.hard"))
        showing.soften_button("left-out")
        return
    found, look = answers.left_out(question, question.gamma, question.C), answers.here(question)
    st.markdown(left_out_sentence(question, found, look, words))


def _ksrc(question: Question, showing: Showing) -> None:
    """Show the classifier from which the median rule comes, on the test points."""
    words = showing.words
    st.markdown(words.texts["choosing.ksrc.theory"])  # the braces of its formulas are not placeholders
    try:
        st.markdown(sparse_sentence(question, answers.sparse_test(question), words))
    except InputError as error:
        showing.refuse(error)
