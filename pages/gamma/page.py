"""The layout of the page: the small boards in rising order of gamma, and the curves."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from itertools import pairwise

import streamlit as st

from core.experiment import AtGamma
from core.selection import LeaveOneOut
from pages.gamma import answers
from pages.gamma.figures.curves import gamma_curves, gamma_curves_text
from pages.gamma.progress import follow_left_out
from pages.gamma.question import Question
from pages.gamma.sentences import lead_sentence, panel_sentence, told_panels
from ui.component.board import Linked, small_board
from ui.component.marks import legend, marks
from ui.component.plot import Drawn
from ui.page import guard
from ui.page.showing import Showing
from ui.solve.request import solution_parts
from ui.state import session
from ui.state.board_events import take_points
from ui.words import number

SIDE = 420  # pixels of a panel's side at most
IN_A_ROW = 5
PROJECTED = 540  # pixels of the curves before a class, where they are seen alone


def stage(asked: Question, showing: Showing) -> str:
    """Show the small boards."""
    panels = answers.panels(asked)
    with st.container(key="panels-gamma"):
        _boards(asked, panels, showing)
    return lead_sentence(panels, showing.words)


def below(asked: Question, showing: Showing) -> None:
    """Show everything that there is to see against gamma."""
    panels, words = answers.panels(asked), showing.words
    told = gamma_curves_text(panels, words)

    def show(errors: Sequence[LeaveOneOut | None]) -> None:
        showing.heading("figure.gamma.title")  # with its figure: before a class the two are seen together
        counted = [found is not None for found in errors]
        showing.draw("gamma-curves", lambda: Drawn(gamma_curves(panels, errors, words), told, PROJECTED), counted)

    follow_left_out(asked, panels, showing, show)


@guard.part
def _boards(asked: Question, panels: Sequence[AtGamma], showing: Showing) -> None:
    """Show each panel, and under it what may be said of it."""
    words = showing.words
    rows = [panels[start : start + IN_A_ROW] for start in range(0, len(panels), IN_A_ROW)]
    columns = [column for row in rows for column in st.columns(max(len(row), len(rows[0])), gap="small")]
    names, keys = [f"turns-{k}" for k in range(len(panels))], [f"panel-{shown.gamma!r}" for shown in panels]
    for column, shown, name, key in zip(columns, panels, names, keys, strict=False):
        with column, st.container(key=name):
            kernel = {"name": "gaussian", "gamma": shown.gamma}
            caption = words("gamma.caption", gamma=number(shown.gamma), vectors=shown.solution.vectors)
            answer = solution_parts(shown.solution, words)
            linked = Linked(kernel, caption, SIDE, on_commit=partial(take_points, key), tools=showing.projector)
            small_board(key, asked.board, words, answer, linked)
            st.caption(panel_sentence(shown, words, answers.too_small(asked, shown)))
    if not showing.projector:  # two boards with captions of two lines fill the window
        meant = marks(asked.board.C is not None, "slack")
        legend(f"marks-{keys[0]}", asked.board, words, meant, session.is_untouched(), keys[0])
    gammas = [shown.gamma for shown in told_panels(panels)[-1:]]
    told = {name for name, shown in zip(names, panels, strict=True) if shown.gamma in gammas}
    for neighbours in pairwise(names) if len(names) > 1 else [names]:
        showing.take_turns(*neighbours, foremost=not told.isdisjoint(neighbours))
