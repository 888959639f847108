"""The gamma strip: the same points under several gammas, one cursor in all of them."""

from dataclasses import replace

import streamlit as st

from core.problem import InputError
from core.selection import LeaveOneOut
from core.view import Panel
from ui import controls, frame, guard, session
from ui.closing import close, whole_page
from ui.component.board import small_board
from ui.component.plot import plot
from ui.figure.gamma_curves import gamma_curves, gamma_curves_text
from ui.question import solution_parts
from ui.strip import (
    gammas_of,
    is_cheap,
    known_left_out,
    left_out_of,
    panel_of,
    panel_sentence,
    read_gammas,
    reproduction,
    strip_sentence,
)
from ui.text import Words, number

SIDE = 420  # pixels of a panel's side at most
IN_A_ROW = 5


def take_gammas(words: Words) -> None:
    """Take over the typed gammas, or say in one sentence what is allowed."""
    try:
        typed = read_gammas(st.session_state["gammas"])
        session.put(replace(lab := session.current(), shared=replace(lab.shared, gammas=typed)))
    except InputError as error:
        st.session_state["gammas-refused"] = error


def choose(lab: session.Lab, words: Words) -> None:
    """Show what can be changed here: data, gammas, C."""
    left, middle, right = st.columns([6, 4, 2], vertical_alignment="top", gap="medium")
    if "data" not in lab.shared.hidden:
        with left:
            controls.choose_data(words)
    if "gamma" not in lab.shared.hidden:
        with middle:
            st.session_state["gammas"] = ", ".join(f"{gamma:g}" for gamma in gammas_of(lab))
            st.text_input(words("strip.gammas"), key="gammas", on_change=take_gammas, args=(words,))
            if (refused := st.session_state.pop("gammas-refused", None)) is not None:
                frame.refuse(refused, words)
    with right:
        controls.choose_penalty(words)


def left_out(lab: session.Lab, panels: list[Panel], words: Words) -> list[LeaveOneOut | None]:
    """Return the leave-one-out errors: at once where they are cheap, else on request with a bar of progress."""
    known = [known_left_out(lab, shown) for shown in panels]
    if all(known):
        return known
    asked = not is_cheap(panels) and st.button(words("strip.left_out.ask", n=number(len(lab.points.y))))
    if not is_cheap(panels) and not asked:
        return known
    bar = st.progress(0.0, words("strip.left_out.running")) if asked else None
    found: list[LeaveOneOut | None] = []
    for index, shown in enumerate(panels):

        def tell(done: int, of: int, index: int = index) -> None:
            if bar is not None:
                bar.progress((index + done / of) / len(panels), words("strip.left_out.running"))

        found.append(left_out_of(lab, shown, tell))
    if bar is not None:
        bar.empty()
    return found


@guard.part
def show(lab: session.Lab, panels: list[Panel], words: Words) -> None:
    """Show the small boards, and under each what may be said of it."""
    rows = [panels[start : start + IN_A_ROW] for start in range(0, len(panels), IN_A_ROW)]
    columns = [column for row in rows for column in st.columns(max(len(row), len(rows[0])), gap="small")]
    for column, shown in zip(columns, panels, strict=False):
        with column:
            kernel = {"name": "gaussian", "gamma": shown.gamma}
            caption = words("strip.caption", gamma=number(shown.gamma), vectors=shown.solution.vectors)
            answer = solution_parts(shown.solution, words)
            small_board(f"strip-{shown.gamma!r}", lab, words, answer, kernel, caption, SIDE)
            st.caption(panel_sentence(shown, words))


@guard.part
def figures(lab: session.Lab, panels: list[Panel], words: Words) -> None:
    """Show everything that there is to see against gamma."""
    errors = left_out(lab, panels, words)
    frame.heading(words("figure.gamma.title"))
    curves = gamma_curves(panels, errors, words)
    plot("gamma-curves", curves, gamma_curves_text(panels, words), lab.shared.projector)


@whole_page("gamma")
def page() -> None:
    """Show the strip, and below it everything against gamma."""
    words, lab = session.words(), session.current()
    title = st.container()
    frame.problems(lab, words)
    boards = st.container(key="strip")
    choose(lab, words)
    under = st.container()
    try:
        panels = [panel_of(lab, gamma) for gamma in gammas_of(lab)]
    except InputError as error:
        with title:
            frame.title(words("gamma.question"), words("board.sentence.refused"))
            frame.refuse(error, words)
        panels = []
    if panels:
        with title:
            frame.title(words("gamma.question"), strip_sentence(panels, words))
        with boards:
            show(lab, panels, words)
    if panels and "figures" not in lab.shared.hidden:
        with under:
            figures(lab, panels, words)
    close("gamma", lab, words, reproduction)


page()
