"""One run of a page: its question, its stage under the title, its choices, the content below them, and the footer."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import partial
from typing import Any

import streamlit as st

from core.problem import InputError
from ui.page import controls, early_figures, frame, guard, updates
from ui.page.around import projector
from ui.page.around.symbols import glossary
from ui.page.beats import open_beat, show, state
from ui.page.choice import fold_choice
from ui.page.end.footer import close
from ui.page.end.theory import Code, reproduction
from ui.page.lessons import banner, set_to
from ui.page.machine.weights import say_equal
from ui.page.page import AnyPage
from ui.page.showing import Showing
from ui.page.two_classes import choose_two
from ui.solve.board_problem import content_key
from ui.solve.readiness import READINESS
from ui.solve.request import refusal_parts
from ui.state import session
from ui.state.lab import Lab
from ui.state.machine import weighted
from ui.words import Words, named, number

LOOK = 0.5  # seconds between two polls of the compilation
PROBLEM = "problem"  # in the session: of the last run of a whole page


def runner(page: AnyPage) -> Callable[[], None]:
    """Return the function that shows a page; it reruns as a fragment whenever a control of the page changes.

    If it fails unexpectedly, the visitor gets one sentence, and the page still has its footer.
    """

    def shown() -> None:
        if not page.early:
            _wait()  # outside the page, whose style sheet expects the title as its first part
        with st.container(key="page"), guard.contained() as failed:
            run(page)
        if failed:
            lab = session.current()
            close(page, session.words(), lab.shared.hidden, Code(partial(reproduction, lab.board)))

    shown.__name__ = shown.__qualname__ = page.name
    return st.fragment(shown)


def _wait() -> None:
    """Show the progress of the server's start until the solvers of every page are ready."""
    if READINESS.wait(0.0):
        return
    words, shown = session.words(), st.empty()
    while not READINESS.wait(LOOK):
        shown.progress(READINESS.share, words("start.follows", done=READINESS.done, of=READINESS.of))
    shown.empty()


def run(page: AnyPage) -> None:
    """Show a page for the visitor's lab."""
    if page.first is not None:
        session.open_first(page.name, partial(set_to, page.first))
    state.open_asked(page.name, page.beats)
    if page.settle is not None:
        lab = session.current()
        session.put(replace(page.settle(lab), unread=lab.unread))  # still to be reported
    lab, words = session.current(), session.words()
    showing = _showing(page, lab, words)
    projector.begin(page.name)
    st.session_state[PROBLEM] = _problem()
    question, answered = _halting(page) if page.steps else _head(page, showing)
    if page.points:
        _bar(page, question, showing, page.draws and (answered or page.refused is not None))
    if answered and showing.sees("figures"):
        _below(page, question, showing)
        _choice(page, question, showing)
    code = Code(partial(reproduction, weighted(lab) if page.weighs else lab.board))
    if question is not None and page.script is not None:
        code = Code(partial(page.script, question), page.language)
    close(page, words, lab.shared.hidden, code)
    if showing.projector:
        beat = open_beat()
        projector.fold(words, "" if beat is None else beat.lit)


def _head(page: AnyPage, showing: Showing) -> tuple[Any, bool]:
    """Show the stage under its title; return the question or None, and whether it was answered."""
    lab, words = session.current(), showing.words
    lead = st.container()  # the first part of the page, as the style sheet expects
    question, refused, told = None, None, words("solved.refused")
    try:
        question = page.read(lab)
        told = page.stage(question, showing)
    except InputError as error:
        refused = error
        if page.refused is not None and question is not None and showing.sees("board"):
            page.refused(question, refusal_parts(error, words), showing)
    with lead:
        _lead(page, question, told, showing)
        chosen = str(lab.shared.kernel["name"])
        if page.kernels is not None and chosen not in page.kernels:  # the page says which one it shows instead
            st.caption(words(f"{page.name}.kernel", chosen=words(f"panel.kernel.{chosen}")))
        if page.points and not page.every:
            choose_two(words)
        if page.soft and lab.shared.C is None:  # it has nothing to show for a hard margin
            st.caption(words("frame.soft", C=number(lab.shared.soft)))
        if page.weighs is False:
            say_equal(words, page.soft)
        if page.stuck is not None and question is not None and refused is None and page.stuck(question):
            showing.soften_button(page.name)
        if refused is not None:
            frame.refuse(refused, words)
        frame.tell_unread(lab.unread, words)
    return question, refused is None


def _lead(page: AnyPage, question: Any, told: str, showing: Showing) -> None:  # noqa: ANN401 - each page has its own
    """Show the title question of the page and its sentence; while a beat is open, those of the beat."""
    words, beat = showing.words, open_beat()
    if beat is not None and question is not None:
        symbols = partial(glossary, page.symbols, words)
        show.lead(page.name, question, beat, words, showing.projector, symbols)
        return
    title = f"{page.name}.question" if page.title is None or question is None else page.title(question)
    frame.title(words(title), told, partial(_beside, page, words))
    banner(page.name, words, showing.projector)
    if page.needs and not showing.projector:
        with st.container(horizontal=True, vertical_alignment="center", gap="small", key="needs"):
            st.caption(words("frame.needs"), width="content")
            for name in page.needs:
                frame.link_to(name, words(f"page.{name}"))


def _beside(page: AnyPage, words: Words) -> None:
    if page.begins is not None:
        frame.link_to(page.begins, words("frame.begin"))
    if page.beats:
        show.beats_button(words)
    glossary(page.symbols, words)


@st.fragment
def _halting(page: AnyPage) -> tuple[Any, bool]:
    """Show the stage of a page with a player, as `_head` does; a halt reruns only it, unless it changes the problem.

    The content below, such as the panel of the kernel and the table of points, depends on the problem as well.
    """
    found: tuple[Any, bool] = None, False
    with guard.contained():
        found = _head(page, _showing(page, session.current(), session.words()))
    session.write_link()
    if st.session_state[PROBLEM] != _problem():
        st.rerun()
    return found


@guard.part
def _bar(page: AnyPage, question: Any, showing: Showing, takes_hand: bool) -> None:  # noqa: ANN401 - each page has its own
    """Show the one bar, and an editable board if the picture is not editable; page.css positions them."""
    with st.container(key="choices"):
        _drawer(showing.words)
        if page.choices is not None and question is not None:
            page.choices(question, showing)
        else:
            controls.choose_data(showing, showing.hint())
            controls.choose_numbers(showing)
    if not takes_hand and showing.sees("board"):
        with st.container(key="drawing"):
            controls.draw_points(showing.words)


@guard.fragment
def _drawer(words: Words) -> None:
    """Show, in a narrow window, the button that opens the choices not directly below the board."""
    with st.container(key="drawer"):
        st.toggle(words("controls.drawer"), key=f"drawer-{words.lang}")


def _problem() -> str:
    """Return a key of the visitor's current points, kernel, C, class weights and beat."""
    lab = session.current()
    problem, weights = lab.problem, lab.shared.weights
    return content_key(problem.X, problem.y, sorted(problem.kernel.items()), problem.C, weights, state.beat_number())


def _showing(page: AnyPage, lab: Lab, words: Words) -> Showing:
    base, turn, shared = lab.base, updates.turn_of(page.name), lab.shared
    offers = figures_name(page, lab) if "figures" not in shared.hidden else None
    content = updates.content_of(page, lab)
    return Showing(page, words, content, base, turn, offers, shared.hidden, shared.projector)


def figures_name(page: AnyPage, lab: Lab) -> str | None:
    """Register the figures of a page for changed values; return the name for requests."""
    figures = page.figures
    if figures is None:
        return None

    def changed(values: Mapping[str, object], words: Words) -> early_figures.Ahead:
        after = updates.after(lab, values, page.change)
        return updates.content_of(page, after), figures(page.read(after), named(words, lab.points.classes))

    return early_figures.publish(updates.content_of(page, lab), changed, lab.shared.projector)


@guard.part
def _below(page: AnyPage, question: object, showing: Showing) -> None:
    below = page.below
    if below is None:
        return
    try:
        with st.container(key="below"):
            below(question, showing)
    except InputError as error:
        showing.refuse(error)


@guard.part
def _choice(page: AnyPage, question: object, showing: Showing) -> None:
    if page.choice is not None:
        fold_choice(page.choice(question), showing)
