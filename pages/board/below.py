"""The layout below the board: who carries the boundary, and how it was found."""

from __future__ import annotations

from functools import partial

import streamlit as st

from core.problem import InputError
from core.view import Light
from pages.board import answers
from pages.board.bars import show_bars
from pages.board.figures.solve_curves import solve_curves_figure, solve_curves_text
from pages.board.question import Question
from ui.component.plot import Drawn
from ui.page.showing import Showing


def below(asked: Question, showing: Showing) -> None:
    """Show who carries the boundary, and how the solve went."""
    found, words = answers.solution(asked), showing.words
    if isinstance(found, InputError) or found.light is Light.IMPOSSIBLE:
        return
    with st.container(key="figures"):
        left, right = st.columns([13, 12], gap="medium")
    with left:
        show_bars(asked, found, showing)
    went = answers.course(asked, found)
    if went is not None:
        k = answers.step_before_end(asked, answers.walk(asked, found))
        with right, st.container(key="told"):
            showing.heading("figure.curves.title")
            drawn = partial(solve_curves_figure, went, words, k, asked.descent is not None)
            showing.draw("curves", lambda: Drawn(drawn(), solve_curves_text(went, words)))
