"""The numbers of the three machines, which follow a hand, with the leave-one-out errors as soon as they are known."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import partial

import streamlit as st

from core.problem import InputError
from pages.kernels import answers
from pages.kernels.answers import BoardLeftOut, OnBoards
from pages.kernels.boards import EDITED, name_of
from pages.kernels.question import Question
from pages.kernels.sentences import lead_sentence
from pages.kernels.tables import numbers_rows
from ui.component.live_table import LiveTable, live_table
from ui.component.plot import Drawing
from ui.page.measured.table import NONE
from ui.page.showing import Showing
from ui.page.work import PageWork, follow
from ui.solve.limits import POINTS_LEFT_OUT_LIVE, POINTS_TWICE
from ui.state.visitor import visitor
from ui.state.widget import contained
from ui.words import Words, number

ASKED = "kernels-left-out-asked"  # key of the visitor's last request
NUMBERS = "kernels-numbers"

Errors = Mapping[str, BoardLeftOut]


def early_numbers(question: Question, words: Words) -> Iterable[Drawing]:
    """Return the table for points that a hand moves; with many points it waits for the page."""
    if len(question.y) > POINTS_TWICE:
        return
    found = answers.machines(question, live=True)
    yield _drawing(question, found, answers.left_out_live(question, found), words, words("kernels.left_out.later"))


def _drawing(question: Question, found: OnBoards, known: Errors, words: Words, waits: str = NONE) -> Drawing:
    """Return table and sentence; `waits` is shown for a leave-one-out error that is not known yet."""

    def make() -> LiveTable:
        names = [name_of(question, board, words) for board in found]
        rows = numbers_rows(question, found, known, waits, words)
        return LiveTable(names, rows, lead_sentence(question, found, known, words), waits)

    seconds = [each.seconds for each in found.values() if not isinstance(each, InputError)]
    return Drawing(NUMBERS, make, (known, seconds, waits))


def follow_numbers(question: Question, found: OnBoards, showing: Showing) -> Errors:
    """Show the numbers, and update them until every error is known; return what is known now."""
    words, work = showing.words, leaving_out(question, found)
    now, show = work.known(), partial(_numbers, question, found, showing)
    if answers.is_cheap(question, found) or is_over(now) or st.session_state.get(ASKED) == work.about:
        now = now if is_over(now) else work.soon()
        follow(work, now, show, words, "kernels.left_out.progress", beneath=True)
    else:
        show(now)
        label = words("kernels.left_out.ask", n=number(len(question.y)))
        key = f"kernels-left-out-{words.lang}"
        st.button(label, key=key, on_click=contained(partial(_ask, work.about)))
    if not showing.projector:
        st.caption(words("kernels.live", most=POINTS_LEFT_OUT_LIVE))
    return now


def leaving_out(question: Question, found: OnBoards) -> PageWork[Errors]:
    """Return the work of leaving out one support vector after the other, on all boards."""
    return PageWork(
        "kernels-left-out",
        answers.work_name(question, found),
        lambda: answers.left_out(question, found, visitor()),
        partial(answers.known_left_out, question, found),
        partial(answers.leave, question, found),
        lambda known: (sum(each.done for each in known.values()), sum(each.of for each in known.values())),
        is_over,
    )


def is_over(known: Errors) -> bool:
    """Whether the work has ended."""
    return all(each.error is not None for each in known.values())


def _numbers(question: Question, found: OnBoards, showing: Showing, known: Errors) -> None:
    drawn = showing.figures([_drawing(question, found, known, showing.words)])
    live_table(NUMBERS, drawn[NUMBERS], EDITED, showing.projector)


def _ask(about: str) -> None:
    st.session_state[ASKED] = about
