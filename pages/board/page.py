"""The layout of the page: the board with its time line on the left, its explanation on the right."""

from __future__ import annotations

from functools import partial

import streamlit as st

from pages.board import answers
from pages.board.numbers import show_numbers
from pages.board.other import other_choices, show_other
from pages.board.question import Question
from pages.board.sentences import sentence
from pages.board.time import on_board, picked_on, show_branches, show_time
from pages.descent import kernel_buttons
from ui.component.board import Opens, board, light, panel
from ui.link.shared import SOLVERS
from ui.page import controls
from ui.page.cost import published, show_cost
from ui.page.formula_field import type_formula
from ui.page.machine.choice import choose_machine
from ui.page.machine.marks import reading
from ui.page.machine.weights import choose_weights, say_equal
from ui.page.showing import Showing
from ui.solve.kernels import kernel_formula
from ui.solve.limits import LARGEST_SEED
from ui.solve.options import RANDOM_PAIR, TIES
from ui.state import session
from ui.state.board_events import asked_answer, take_ask, take_commit
from ui.state.change import DRAWS

BOARD = "board"
HEIGHT = 640  # maximum side of the board in pixels; in a small window it is smaller


def stage(question: Question, showing: Showing) -> str:
    """Show the board, and beside it light, formula and forks; the light says why a problem cannot be solved."""
    if question.other is not None:
        return show_other(question, question.other, showing)
    found, words = answers.solution(question), showing.words
    lines = answers.walks(question, found)
    with st.container(key="stage"):
        left, right = st.columns([13, 12], gap="medium")
    with left:
        answer = asked_answer() or answers.told(question, found, words)
        on_commit, on_ask = partial(take_commit, BOARD), partial(take_ask, BOARD)
        opens = Opens(session.is_first_visit(BOARD), picked_on(question, lines))
        board(BOARD, question.board, words, answer, HEIGHT, on_commit, on_ask, opens)
        with st.container(key="board-run"):
            show_time(question, lines, showing)
    with right if showing.projector else left:
        show_numbers(question, on_board(question, lines), BOARD, showing)
    with right:
        light(question.board, words)
        if question.unmapped is not None:
            with st.container(key="stand-in"):
                kernel_buttons(question.unmapped, words)
        if showing.sees("formula"):
            with st.container(key="formula"):
                st.latex(kernel_formula(question.board.kernel))
        show_branches(question, lines, showing)
    return sentence(question, found, words)


def title(question: Question) -> str:
    """Return the key of the title question for the machine."""
    titles = {"one": "board.question.one", "tube": "board.question.tube"}
    return titles.get(reading(question.spec.name), "board.question")


def choices(question: Question, showing: Showing) -> None:
    """Show the data, the machine, the panel of kernel and margin, the solver, and the error of an approximation."""
    controls.choose_data(showing, showing.hint(machine=question.spec))
    with st.container(key="board-machine"):
        choose_machine(question.spec, showing)
    if question.other is not None:
        return other_choices(question, question.other, showing)
    problem = question.problem
    panel(question.board, showing.words, figures=published(problem, question.board.square, showing))
    type_formula(showing)
    if question.descent is None:
        choose_weights(showing, BOARD)
    else:
        say_equal(showing.words)
    if showing.sees("solver"):
        with st.container(key="own-choices"):
            showing.either("solver", SOLVERS, question.solver, family="panel.solver", listed=True)
            if question.solver == RANDOM_PAIR:
                showing.whole(DRAWS, question.draws, 0, LARGEST_SEED, showing.words("panel.draws"))
            if question.ties != TIES[0]:  # set on the microscope, or by a link
                showing.either("ties", TIES, question.ties, family="panel.ties")
    show_cost(problem, question.board.square, showing)
