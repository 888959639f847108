"""The layout of the page: the small boards in rising order of gamma, what can be changed, and the curves."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

import streamlit as st

from core.experiment import Panel
from core.problem import InputError
from core.selection import LeaveOneOut
from pages.gamma import answers
from pages.gamma.figures.curves import gamma_curves, gamma_curves_text
from pages.gamma.question import Question, change, read_gammas
from pages.gamma.sentences import panel_sentence, strip_sentence
from ui.component.board import Linked, small_board
from ui.component.plot import Drawn
from ui.page import controls, guard
from ui.page.showing import Showing
from ui.solve.request import solution_parts
from ui.state import session
from ui.state.board_events import take_points
from ui.state.widget import wired
from ui.words import number

SIDE = 420  # pixels of a panel's side at most
IN_A_ROW = 5
REFUSED = "gammas-refused"  # why the gammas that were typed last were not taken


def stage(asked: Question, showing: Showing) -> str:
    """Show the small boards."""
    panels = answers.panels(asked)
    with st.container(key="strip"):
        _boards(asked, panels, showing)
    return strip_sentence(panels, showing.words)


def choices(asked: Question, showing: Showing) -> None:
    """Show what can be changed here: data, C, gammas."""
    controls.choose_problem(showing, own=partial(_gammas, asked, showing) if showing.sees("gamma") else None)


def below(asked: Question, showing: Showing) -> None:
    """Show everything that there is to see against gamma."""
    panels, words = answers.panels(asked), showing.words
    errors = _left_out(asked, panels, showing)
    showing.heading("figure.gamma.title")
    counted = [found is not None for found in errors]
    told = gamma_curves_text(panels, words)
    showing.draw("gamma-curves", lambda: Drawn(gamma_curves(panels, errors, words), told), counted)


@guard.part
def _boards(asked: Question, panels: Sequence[Panel], showing: Showing) -> None:
    """Show each panel, and under it what may be said of it."""
    words = showing.words
    rows = [panels[start : start + IN_A_ROW] for start in range(0, len(panels), IN_A_ROW)]
    columns = [column for row in rows for column in st.columns(max(len(row), len(rows[0])), gap="small")]
    for column, shown in zip(columns, panels, strict=False):
        with column:
            kernel = {"name": "gaussian", "gamma": shown.gamma}
            caption = words("strip.caption", gamma=number(shown.gamma), vectors=shown.solution.vectors)
            answer = solution_parts(shown.solution, words)
            key = f"strip-{shown.gamma!r}"
            small_board(
                key, asked.board, words, answer, Linked(kernel, caption, SIDE, on_commit=partial(take_points, key))
            )
            st.caption(panel_sentence(shown, words, answers.too_small(asked, shown)))


def _gammas(asked: Question, showing: Showing) -> None:
    """Show the gammas as text to edit, and why the last that was typed was not taken."""
    shown = ", ".join(f"{gamma:g}" for gamma in asked.gammas)
    st.text_input(showing.words("strip.gammas"), value=shown, **wired("gammas", shown, _take_gammas))
    if (refused := st.session_state.pop(REFUSED, None)) is not None:
        showing.refuse(refused)


def _take_gammas(text: str) -> None:
    try:
        session.put(change(session.current(), "gammas", read_gammas(text)))
    except InputError as error:
        st.session_state[REFUSED] = error


def _left_out(asked: Question, panels: Sequence[Panel], showing: Showing) -> list[LeaveOneOut | None]:
    """Return the leave-one-out errors: at once where they are cheap, else on request with a bar of progress."""
    words = showing.words
    known = [answers.known_left_out(asked, shown) for shown in panels]
    if all(known):
        return known
    if answers.is_cheap(panels):
        return [answers.left_out(asked, shown) for shown in panels]
    if not st.button(words("strip.left_out.ask", n=number(asked.count))):
        return known
    bar = st.progress(0.0, words("strip.left_out.running"))
    found: list[LeaveOneOut | None] = []
    for index, shown in enumerate(panels):

        def tell(done: int, of: int, index: int = index) -> None:
            bar.progress((index + done / of) / len(panels), words("strip.left_out.running"))

        found.append(answers.left_out(asked, shown, tell))
    bar.empty()
    return found
