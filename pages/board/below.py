"""The layout below the board: the points that determine the boundary, and the course of the solve."""

from __future__ import annotations

import math
from functools import partial

import streamlit as st

from core.problem import InputError
from core.view import Light
from pages.board import answers
from pages.board.figures.alpha_bars import Alphas, alpha_bars, alpha_text
from pages.board.figures.solve_curves import solve_curves_figure, solve_curves_text
from pages.board.question import Question
from ui.component.plot import Drawn
from ui.page.showing import Showing
from ui.words import certain


def below(question: Question, showing: Showing) -> None:
    """Show which points determine the boundary, and the course of the solve."""
    if question.other is not None:
        return
    found, words = answers.solution(question), showing.words
    if isinstance(found, InputError) or found.light is Light.IMPOSSIBLE:
        return
    run, coordinates = answers.walk(question, found), question.descent is not None
    k = answers.step_before_end(question, run)
    at_step: Alphas = found if run is None or k is None else answers.multipliers(run, k)
    with st.container(key="figures"):
        left, right = st.columns([13, 12], gap="medium")
    y, bound = question.board.points.y, question.bound
    with left:
        showing.heading("figure.alpha.title")
        showing.draw("alpha", lambda: Drawn(alpha_bars(at_step, y, bound, words, found), alpha_text(at_step, y, words)))
    went = answers.course(question, found)
    if went is not None:
        with right, st.container(key="told"):
            showing.heading("figure.curves.title" if found.psd else "figure.curves.title.indefinite")
            optimum = certain(*found.value) if found.psd and math.isfinite(found.value.high) else ""
            made = partial(solve_curves_figure, went, words, k, coordinates, optimum)
            showing.draw("curves", lambda: Drawn(made(), solve_curves_text(went, words)))
