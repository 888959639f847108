"""The board: draw points, and the boundary answers."""

from functools import partial

import streamlit as st

from core.problem import InputError
from core.view import Light
from ui import commit, controls, frame, guard, session
from ui.closing import close, whole_page
from ui.component.board import Answer, board, light, panel
from ui.component.plot import plot
from ui.figure.alpha_bars import alpha_bars, alpha_text
from ui.figure.solve_curves import solve_curves_figure, solve_curves_text
from ui.formula import kernel_formula
from ui.question import refusal_parts, solution_parts
from ui.sentence import board_sentence
from ui.solving import Solved, solve_curves, solved
from ui.text import Words

HEIGHT = 640  # pixels of the board's side at most; the window's height decides below that


def solve_now(lab: session.Lab, words: Words) -> tuple[Solved | None, Answer]:
    """Solve what is on the board; what cannot be solved is said by the light, in one sentence."""
    try:
        found = solved(*lab.question())
        return found, solution_parts(found.solution, words)
    except InputError as error:
        return None, refusal_parts(error, words)


@guard.part
def figures(lab: session.Lab, found: Solved, words: Words) -> None:
    """Show who carries the boundary, and how the solve went."""
    if found.solution.light is Light.IMPOSSIBLE:
        return
    with st.container(key="figures"):
        left, right = st.columns([13, 12], gap="medium")
    with left:
        frame.heading(words("figure.alpha.title"))
        bars = alpha_bars(found.solution, lab.points.y, lab.shared.C, words)
        plot("alpha", bars, alpha_text(found.solution, lab.points.y, words), lab.shared.projector)
    went = solve_curves(*lab.question())
    with right:
        if went is not None:
            frame.heading(words("figure.curves.title"))
            plot("curves", solve_curves_figure(went, words), solve_curves_text(went, words), lab.shared.projector)


@whole_page("board")
def page() -> None:
    """Show the whole page: the board on the left, what it means on the right."""
    words, lab = session.words(), session.current()
    title = st.container()
    frame.problems(lab, words)
    found, answer = solve_now(lab, words)
    with st.container(key="stage"):
        left, right = st.columns([13, 12], gap="medium")
    with left:
        take_commit, take_ask = partial(commit.take_commit, "board"), partial(commit.take_ask, "board")
        board("board", lab, words, commit.asked_answer() or answer, HEIGHT, take_commit, take_ask)
    with right:
        light(lab, words)
        if "data" not in lab.shared.hidden:
            controls.choose_data(words)
        panel(lab, words)
        if "formula" not in lab.shared.hidden:
            st.latex(kernel_formula(lab.shared.kernel))
    with title:
        frame.title(words("board.question"), board_sentence(found, lab, words))
    if found and "figures" not in lab.shared.hidden:
        figures(lab, found, words)
    close("board", lab, words)


page()
