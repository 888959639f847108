"""The layout of the page: the board on the left, what it means on the right, and below them how it was found."""

from __future__ import annotations

from functools import partial

import streamlit as st

from core.problem import InputError
from core.view import Light
from pages.board import answers
from pages.board.figures.alpha_bars import alpha_bars, alpha_text
from pages.board.figures.solve_curves import solve_curves_figure, solve_curves_text
from pages.board.question import Question
from pages.board.sentences import step_sentence
from pages.board.time import show_time
from ui.component.board import board, light, panel
from ui.component.plot import Drawn
from ui.page import controls
from ui.page.cost import offered, show_cost
from ui.page.showing import Showing
from ui.solve.cost.exact import Asked
from ui.solve.formula import kernel_formula
from ui.solve.message import headline
from ui.state import session
from ui.state.board_events import asked_answer, take_ask, take_commit

BOARD = "board"
HEIGHT = 640  # pixels of the board's side at most; the window's height decides below that


def stage(asked: Question, showing: Showing) -> str:
    """Show the board, and beside it light and formula; what cannot be solved is said by the light."""
    found, words = answers.solution(asked), showing.words
    with st.container(key="stage"):
        left, right = st.columns([13, 12], gap="medium")
    with left:
        answer = asked_answer() or answers.told(asked, found, words)
        on_commit, on_ask, first = partial(take_commit, BOARD), partial(take_ask, BOARD), session.is_first_visit(BOARD)
        board(BOARD, asked.board, words, answer, HEIGHT, on_commit, on_ask, first)
        show_time(asked, found, showing)
    with right:
        light(asked.board, words)
        if showing.sees("formula"):
            with st.container(key="formula"):
                st.latex(kernel_formula(asked.board.kernel))
    told = headline(None if isinstance(found, InputError) else found.solution, words)
    return told if isinstance(found, InputError) else step_sentence(told, asked.step, answers.walk(asked, found), words)


def choices(asked: Question, showing: Showing) -> None:
    """Show the data, and the panel of kernel and margin."""
    if showing.sees("data"):
        controls.choose_data(showing.words, showing.hint())
    cost = Asked(*asked.problem)
    panel(asked.board, showing.words, figures=offered(cost, showing))
    show_cost(cost, asked.board.square, showing)


def below(asked: Question, showing: Showing) -> None:
    """Show who carries the boundary, and how the solve went."""
    found, words = answers.solution(asked), showing.words
    if isinstance(found, InputError) or found.solution.light is Light.IMPOSSIBLE:
        return
    with st.container(key="figures"):
        left, right = st.columns([13, 12], gap="medium")
    shown, y, C = found.solution, asked.board.points.y, asked.board.C
    with left:
        showing.heading("figure.alpha.title")
        showing.draw("alpha", lambda: Drawn(alpha_bars(shown, y, C, words), alpha_text(shown, y, words)))
    went = answers.course(asked, found)
    if went is not None:
        with right:
            showing.heading("figure.curves.title")
            showing.draw("curves", lambda: Drawn(solve_curves_figure(went, words), solve_curves_text(went, words)))
