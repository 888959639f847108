"""The numbers of the three machines, which follow a hand, with the leave-one-out errors as soon as they are known."""

from __future__ import annotations

from collections.abc import Iterable

import streamlit as st

from core.problem import InputError
from pages.kernels import answers
from pages.kernels.answers import LeftOutOnBoards, OnBoards
from pages.kernels.boards import EDITED, name_of
from pages.kernels.question import Question
from pages.kernels.sentences import lead_sentence
from pages.kernels.tables import numbers_rows
from ui.component.live_table import LiveTable, live_table
from ui.component.plot import Drawing
from ui.page.left_out import Errors, follow_left_out
from ui.page.measured.table import NONE
from ui.page.showing import Showing
from ui.solve.limits import POINTS_LEFT_OUT_LIVE, POINTS_TWICE
from ui.words import Words

NUMBERS = "kernels-numbers"


def early_numbers(question: Question, words: Words) -> Iterable[Drawing]:
    """Return the table for points that a hand moves; with many points it waits for the page."""
    if len(question.y) > POINTS_TWICE:
        return
    found = answers.machines(question, live=True)
    yield _drawing(question, found, answers.live_errors(question, found), words, words("kernels.left_out.later"))


def _drawing(question: Question, found: OnBoards, known: LeftOutOnBoards, words: Words, waits: str = NONE) -> Drawing:
    """Return table and sentence; `waits` is shown for a leave-one-out error that is not known yet."""

    def make() -> LiveTable:
        names = [name_of(question, board, words) for board in found]
        rows = numbers_rows(question, found, known, waits, words)
        return LiveTable(names, rows, lead_sentence(question, found, known, words), waits)

    seconds = [each.seconds for each in found.values() if not isinstance(each, InputError)]
    return Drawing(NUMBERS, make, (known, seconds, waits))


def follow_numbers(question: Question, found: OnBoards, showing: Showing) -> LeftOutOnBoards:
    """Show the numbers, and update them until every error is known; return what is known now."""
    boards = answers.with_boundary(found)

    def show(errors: Errors) -> None:
        drawn = showing.figures([_drawing(question, found, dict(zip(boards, errors, strict=True)), showing.words)])
        live_table(NUMBERS, drawn[NUMBERS], EDITED, showing.projector)

    now = follow_left_out("kernels", answers.candidates(question, found), showing, show)
    if not showing.projector:
        st.caption(showing.words("kernels.live", all=POINTS_TWICE, most=POINTS_LEFT_OUT_LIVE))
    return dict(zip(boards, now, strict=True))
