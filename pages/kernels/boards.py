"""The three boards, solved, or with the light's message if the points are refused."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from itertools import pairwise

import streamlit as st

from core.problem import InputError
from pages.kernels.answers import OnBoards
from pages.kernels.question import BOARDS, Question
from ui.component.board import Linked, small_board
from ui.component.marks import legend, marks
from ui.page import guard
from ui.page.showing import Showing
from ui.solve.kernels import kernel_formula
from ui.solve.request import AnswerMessage, refusal_parts, solution_parts
from ui.state import session
from ui.state.board_events import take_points
from ui.words import Words

SIDE = 360  # maximum side of a board in pixels
GROUP = "kernels"  # a point that moves in one board moves in all
EDITED = "kernels-linear"  # of all boards, the one that asks for the numbers of moved points


def name_of(question: Question, board: str, words: Words) -> str:
    """Return the name of a board's kernel."""
    return words(f"panel.kernel.{question.kernel(board)['name']}")


def told(found: OnBoards, words: Words) -> Mapping[str, AnswerMessage]:
    """Return picture and light of every board."""
    return {
        board: refusal_parts(each, words) if isinstance(each, InputError) else solution_parts(each.solution, words)
        for board, each in found.items()
    }


@guard.part
def show_boards(question: Question, answers: Mapping[str, AnswerMessage], showing: Showing) -> None:
    """Show the boards side by side; each can be edited, and the others follow."""
    words = showing.words
    names = [f"turns-{board}" for board in BOARDS]
    with st.container(key="panels-kernels"):
        aside, *columns = st.columns(1 + len(BOARDS), gap="small")
    for column, board, name in zip(columns, BOARDS, names, strict=True):
        key = f"kernels-{board}"
        with column, st.container(key=name):
            caption = name_of(question, board, words)
            commit, tools = partial(take_points, key), showing.projector
            offers = showing.offers if key == EDITED else None
            linked = Linked(question.kernel(board), caption, SIDE, GROUP, on_commit=commit, tools=tools, offers=offers)
            small_board(key, question.board, words, answers[board], linked)
            st.markdown(f"${kernel_formula(question.kernel(board))}$")
    for neighbours in pairwise(names):
        showing.take_turns(*neighbours, foremost=True)
    if not showing.projector:  # there each board has its own tools
        with aside:
            shown = marks(question.C is not None, "slack")
            legend("marks-kernels", question.board, words, shown, session.is_untouched(), EDITED)
