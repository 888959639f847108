"""The layout of the page: the board on the left, what it means on the right, and below them how it was found."""

from __future__ import annotations

from functools import partial

import streamlit as st

from core.problem import InputError
from core.view import Light, Solution
from pages.board import answers
from pages.board.figures.alpha_bars import Alphas, alpha_bars, alpha_text
from pages.board.figures.solve_curves import solve_curves_figure, solve_curves_text
from pages.board.question import Question
from pages.board.sentences import board_sentence, other_problem, step_sentence
from pages.board.time import show_time
from pages.descent import offer_kernels
from ui.component.board import board, light, panel
from ui.component.plot import Drawn
from ui.link.shared import SOLVERS
from ui.page import controls
from ui.page.cost import offered, show_cost
from ui.page.formula import kernel_formula
from ui.page.showing import Showing
from ui.solve.cost.exact import Asked
from ui.state import session
from ui.state.board_events import asked_answer, take_ask, take_commit
from ui.words import Words

BOARD = "board"
HEIGHT = 640  # pixels of the board's side at most; the window's height decides below that


def stage(asked: Question, showing: Showing) -> str:
    """Show the board, and beside it light and formula; what cannot be solved is said by the light."""
    found, words = answers.solution(asked), showing.words
    with st.container(key="stage"):
        left, right = st.columns([13, 12], gap="medium")
    with left:
        answer = asked_answer() or answers.told(found, words)
        on_commit, on_ask, first = partial(take_commit, BOARD), partial(take_ask, BOARD), session.is_untouched()
        board(BOARD, asked.board, words, answer, HEIGHT, on_commit, on_ask, first)
        show_time(asked, found, showing)
    with right:
        light(asked.board, words)
        if asked.unmapped is not None:
            with st.container(key="stand-in"):
                offer_kernels(asked.unmapped, words)
        if showing.sees("formula"):
            with st.container(key="formula"):
                st.latex(kernel_formula(asked.board.kernel))
    return _told(asked, found, words)


def _told(asked: Question, found: Solution | InputError, words: Words) -> str:
    """Return the page's sentence: about the step on screen, and about the problem where it is another one."""
    if isinstance(found, InputError):
        return board_sentence(None, words)
    run = answers.walk(asked, found)
    k, said = answers.step_before_end(asked, run), board_sentence(found, words)
    if run is not None and k is not None:
        said = step_sentence(answers.multipliers(run, k), k, run, words)
    return (
        said if asked.descent is None else words.joined([said, other_problem(asked, answers.boundaries(asked), words)])
    )


def choices(asked: Question, showing: Showing) -> None:
    """Show the data, the panel of kernel and margin, the solver, and what an approximation costs."""
    if showing.sees("data"):
        controls.choose_data(showing.words, showing.hint())
    cost = Asked(*asked.problem, asked.way)
    panel(asked.board, showing.words, figures=offered(cost, showing))
    if showing.sees("solver"):
        with st.container(key="own-choices"):
            showing.either("solver", SOLVERS, asked.solver, family="panel.solver")
    show_cost(cost, asked.board.square, showing)


def below(asked: Question, showing: Showing) -> None:
    """Show who carries the boundary, and how the solve went."""
    found, words = answers.solution(asked), showing.words
    if isinstance(found, InputError) or found.light is Light.IMPOSSIBLE:
        return
    run, coordinates = answers.walk(asked, found), asked.descent is not None
    k = answers.step_before_end(asked, run)
    at_step: Alphas = found if run is None or k is None else answers.multipliers(run, k)
    with st.container(key="figures"):
        left, right = st.columns([13, 12], gap="medium")
    y, C = asked.board.points.y, asked.bound
    with left:
        showing.heading("figure.alpha.title")
        showing.draw("alpha", lambda: Drawn(alpha_bars(at_step, y, C, words, found), alpha_text(at_step, y, words)))
    went = answers.course(asked, found)
    if went is not None:
        with right:
            showing.heading("figure.curves.title")
            drawn = partial(solve_curves_figure, went, words, k, coordinates)
            showing.draw("curves", lambda: Drawn(drawn(), solve_curves_text(went, words)))
