"""The layout of the page: the budget and the points, a board for each machine, and the numbers of all of them."""

from __future__ import annotations

from dataclasses import replace
from functools import partial

import streamlit as st

from pages.budget import answers
from pages.budget.progress import follow_trainings
from pages.budget.question import BOARD, DATA, Question, largest_order
from pages.budget.sentences import budget_sentence, own_budget
from pages.budget.side_by_side import show_boards, show_exact_board
from ui.component.sliders import Dial, parameter_dial
from ui.page import controls
from ui.page.showing import Showing
from ui.solve.request import AnswerMessage


def stage(question: Question, showing: Showing) -> str:
    """Show the boards, and the table and the curves, which are filled in progressively."""
    shown = answers.comparison(question)
    if not shown.exact.entry.found and shown.plane:
        show_exact_board(question, showing)
    if shown.exact.entry.found:
        with st.container(key="compared"):
            show_boards(question, shown, showing)
            with st.container(key="measured"):
                st.caption(showing.words("budget.boards.plane" if shown.plane else "budget.boards.points"))
                follow_trainings(question, shown, showing)
    return budget_sentence(shown, showing.words)


def refused(question: Question, answer: AnswerMessage, showing: Showing) -> None:
    """Show the editable board of the exact kernel with the message of its light: it keeps its picture."""
    if question.setting.window is not None:
        show_exact_board(question, showing, answer)


def choices(question: Question, showing: Showing) -> None:
    """Show the bar, and a note if the page uses other numbers than the visitor's choice."""
    controls.choose_data(showing, showing.hint())
    controls.choose_numbers(showing, _dials(question, showing), own=partial(_own, question, showing), board=BOARD)
    for told in own_budget(question, showing.words):
        st.caption(told)


def _own(question: Question, showing: Showing) -> None:
    if showing.sees("data"):
        showing.either("data", DATA, question.options.data)
    showing.parameter("seed", question.draws.seed)
    showing.parameter("landmark_seed", question.draws.landmark_seed)


def _dials(question: Question, showing: Showing) -> list[Dial]:
    order = parameter_dial("order", question.order, showing.words)
    dials = [replace(order, high=min(order.high, largest_order(question.d)))]
    if showing.sees("gamma"):
        dials.append(parameter_dial("gamma", question.setting.gamma, showing.words))
    return dials
