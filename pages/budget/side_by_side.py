"""The five machines side by side: the exact kernel on an editable board, and beside it a picture of each map."""

from __future__ import annotations

from functools import partial

import streamlit as st

from core.topics.budget.experiment import MAPS, MeasuredMachine
from pages.budget import answers
from pages.budget.answers import Comparison
from pages.budget.figures import board_figures
from pages.budget.figures.boards import SIDE
from pages.budget.question import BOARD, Question
from pages.budget.sentences import closest, percent
from ui.component.board import Linked, small_board
from ui.component.marks import legend, marks
from ui.page.showing import Showing
from ui.solve.kernels import KernelSpec
from ui.solve.request import AnswerMessage, solution_parts
from ui.state import session
from ui.state.board_events import take_points
from ui.words import Words, number

FIRST = "first-panel"


def show_boards(question: Question, shown: Comparison, showing: Showing) -> None:
    """Show the five machines: the exact one on the editable board, if its points lie in the plane."""
    words = showing.words
    with st.container(key="panels-budget"):
        columns = st.columns(len(shown.everyone), gap="small")
    figures = showing.figures(board_figures(question, words))
    for column, entry in zip(columns, shown.everyone, strict=True):
        name, key = f"turns-{entry.name}", f"budget-{entry.name}"
        with column, st.container(key=FIRST if entry.name == "exact" else name):  # the exact one is always visible
            st.markdown(_board_title(entry, shown, " · " if showing.projector else "  \n", words))
            if key in figures:
                showing.picture(key, figures[key])
            else:
                _exact_board(question, showing)
        if entry.name != "exact":
            showing.take_turns(name, foremost=entry.name == closest(shown))
    if shown.plane and not showing.projector:  # two pictures below a sentence of two lines fill the window
        legend("marks", question.board, words, marks(question.board.C is not None, "slack"), session.is_untouched())


def show_exact_board(question: Question, showing: Showing, answer: AnswerMessage | None = None) -> None:
    """Show the board of the exact kernel alone at its place: these points have no machines to compare."""
    with st.container(key="compared"):
        with st.container(key="panels-budget"):
            first, *_ = st.columns(1 + len(MAPS), gap="small")
        with first, st.container(key=FIRST):
            _exact_board(question, showing, answer)


def _exact_board(question: Question, showing: Showing, answer: AnswerMessage | None = None) -> None:
    """Show the exact kernel's boundary on the editable board: the pictures follow when the dragging stops."""
    kernel: KernelSpec = {"name": "gaussian", "gamma": question.setting.gamma}
    if answer is None:
        answer = solution_parts(answers.board(question), showing.words)
    linked = Linked(kernel, "", SIDE, BOARD, on_commit=partial(take_points, BOARD))
    small_board(BOARD, question.board, showing.words, answer, linked)


def _board_title(entry: MeasuredMachine, shown: Comparison, then: str, words: Words) -> str:
    name = words(f"budget.name.{entry.name}", order=shown.order)
    if not entry.found:
        return f"**{name}**{then}{words('budget.board.none')}"
    if entry.name == "exact":
        return f"**{name}**{then}{words('budget.board.exact', vectors=number(entry.features))}"
    values = {"features": number(entry.features), "value": percent(entry.disagreement)}
    return f"**{name}**{then}{words('budget.board.map', **values)}"
