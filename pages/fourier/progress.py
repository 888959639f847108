"""Rolls in the background: the page shows the known ones, and is updated until all are finished."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

import streamlit as st

from core.problem import InputError
from pages.fourier import answers
from pages.fourier.answers import ROLLS, ManyRolls, Rolled
from pages.fourier.question import Question
from ui.page.showing import Showing
from ui.page.work import FirstPicture, PageWork, follow
from ui.state.visitor import visitor

TICK = 0.2  # seconds between two updates: most rolls are finished at the second

ShowRolls = Callable[[Question, Rolled, ManyRolls, Showing], None]


def rolling(question: Question) -> PageWork[ManyRolls]:
    """Return the work of many rolls of a question; the first update after the first picture requests them."""
    known = partial(answers.standing, question)
    return PageWork(
        "fourier",
        answers.name(question),
        lambda: answers.follow(question, visitor()),
        known,
        partial(answers.leave, question),
        lambda found: (len(found.cloud.rolls), ROLLS),
        partial(answers.is_over, question),
        FirstPicture(known, drawn=0.0),
        TICK,
    )


def follow_rolls(question: Question, rolled: Rolled, showing: Showing, show: ShowRolls) -> None:
    """Show the results of the known rolls, and again with further ones until all of them are finished.

    If the question changes meanwhile, because the points were edited, the whole page reruns.
    """
    work, fresh = rolling(question), [(question, rolled, showing)]

    def shown(standing: ManyRolls) -> None:
        try:
            if fresh:
                newest, roll, now = fresh.pop()
            else:
                newest, now = showing.renewed()
                if now.content != showing.content:
                    st.rerun()
                roll = answers.rolled(newest)
        except InputError:  # the page reports errors of its question itself
            return
        show(newest, roll, standing, now)

    told = "fourier.progress" if answers.takes_long(question) else None
    follow(work, work.soon(), shown, showing.words, told, beneath=True)
