"""The table and the curves, which are filled in point by point until they are complete or stopped."""

from __future__ import annotations

from functools import partial

import streamlit as st

from pages.budget import answers
from pages.budget.answers import Comparison, FoundSpent, Rival
from pages.budget.figures import curve_figures
from pages.budget.figures.curves import QUANTITIES
from pages.budget.question import Question
from pages.budget.sentences import draws_sentence, remarks
from pages.budget.tables import machines_table
from ui.page.showing import Showing
from ui.page.work import FirstPicture, PageWork, follow
from ui.state.visitor import visitor
from ui.words import number

BAR = "budget"  # key of the container with the progress of the trainings, kept when they are done


def training(question: Question, wanted: tuple[Rival, ...]) -> PageWork[FoundSpent]:
    """Return the trainings of the wanted jobs; a moving slider does not request them."""
    known = partial(answers.known, question, wanted)
    return PageWork(
        BAR,
        answers.name(question, wanted),
        lambda: answers.follow(question, wanted, visitor()),
        known,
        partial(answers.leave, question, wanted),
        lambda found: (len(found), len(wanted)),
        partial(answers.is_over, question, wanted),
        FirstPicture(known),
    )


def follow_trainings(question: Question, shown: Comparison, showing: Showing) -> None:
    """Show table and curves as far as they are known, and continue them unless the visitor has stopped them."""
    words, work = showing.words, training(question, answers.jobs(question, showing.sees("figures")))
    found = work.soon()
    follow(work, found, partial(_numbers, shown, showing), words)
    if not showing.sees("figures"):
        return
    showing.heading("figure.budget.title")
    done, of = work.count(found)
    if done == of:
        with st.container(key=f"{BAR}-progress"):
            st.caption(words("budget.progress.done", of=number(of)))
    follow(work, found, partial(_curves, question, showing), words, "budget.progress.running")


def _numbers(shown: Comparison, showing: Showing, known: FoundSpent) -> None:
    """Show the table and its notes."""
    with st.container(key="budget-table"):
        make = partial(machines_table, shown, known, showing.words)
        showing.table("machines", make, answers.told_apart(known))
    for remark in remarks(shown, showing.words):
        st.caption(remark)


def _curves(question: Question, showing: Showing, known: FoundSpent) -> None:
    """Show one figure per quantity, and their common legend beside the last."""
    words = showing.words
    with st.container(key="budget-curves"):
        columns = st.columns(len(QUANTITIES) + 1, gap="small")  # the style sheet wraps them into rows
    drawn = showing.figures(curve_figures(question, known, words))
    for column, quantity, (key, figure) in zip(columns, QUANTITIES, drawn.items(), strict=False):
        title = f"figure.budget.{quantity.name}.title"
        with column:
            with showing.claim(title):
                st.markdown(f"**{words(title)}**")
            showing.figure(key, figure, turn=0)
    if told := draws_sentence(question, known, words):
        st.markdown(told)
    with columns[-1]:
        st.markdown(words("budget.key.plane" if question.plane else "budget.key.points", p=question.features))
