"""The small boards in ascending order of gamma, solved, or with the light's message if the points are refused."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import partial
from itertools import pairwise
from typing import NamedTuple

import streamlit as st

from core.topics.gamma.experiment import AtGamma
from pages.gamma.question import Question
from ui.component.board import Linked, small_board
from ui.component.marks import legend, marks
from ui.page import guard
from ui.page.showing import Showing
from ui.solve.request import AnswerMessage
from ui.state import session
from ui.state.board_events import take_points

SIDE = 420  # maximum side of a panel in pixels
IN_A_ROW = 5


class Panel(NamedTuple):
    """A small board with its caption and its sentences."""

    gamma: float
    caption: str
    answer: AnswerMessage
    told: str


def show_panels(
    panels: Iterable[Panel], question: Question, showing: Showing, named: Callable[[], Sequence[AtGamma]] = list
) -> None:
    """Show a board for each gamma; if not all are visible at once, those in `named` first."""
    with st.container(key="panels-gamma"):
        _boards(panels, question, showing, named)


@guard.part
def _boards(
    panels: Iterable[Panel], question: Question, showing: Showing, named: Callable[[], Sequence[AtGamma]]
) -> None:
    """Show each panel, and its sentences under it."""
    words, gammas = showing.words, question.gammas
    rows = [gammas[start : start + IN_A_ROW] for start in range(0, len(gammas), IN_A_ROW)]
    columns = [column for row in rows for column in st.columns(max(len(row), len(rows[0])), gap="small")]
    names, keys = [f"turns-{k}" for k in range(len(gammas))], [f"panel-{gamma!r}" for gamma in gammas]
    for column, shown, name, key in zip(columns, panels, names, keys, strict=False):
        with column, st.container(key=name):
            kernel = {"name": "gaussian", "gamma": shown.gamma}
            linked = Linked(kernel, shown.caption, SIDE, on_commit=partial(take_points, key), tools=showing.projector)
            small_board(key, question.board, words, shown.answer, linked)
            if shown.told:
                st.caption(shown.told)
    if not showing.projector:  # two boards with captions of two lines fill the window
        meant = marks(question.board.C is not None, "slack")
        legend(f"marks-{keys[0]}", question.board, words, meant, session.is_untouched(), keys[0])
    first = {shown.gamma for shown in named()}
    told = {name for name, gamma in zip(names, gammas, strict=True) if gamma in first}
    for neighbours in pairwise(names) if len(names) > 1 else [names]:
        showing.take_turns(*neighbours, foremost=not told.isdisjoint(neighbours))
