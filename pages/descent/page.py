"""The layout of the page: the player with its choices above, the visit beside it, and both answers below."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import partial

import streamlit as st

from core.experiment import Side
from core.problem import InputError
from core.trace import Trace
from core.view import coordinate_at
from pages.descent import answers
from pages.descent.choices import choose_run
from pages.descent.figures import COORDINATE, WEIGHTS, shown_visit, visit_figures
from pages.descent.numbers import NUMBERS, visit_numbers
from pages.descent.question import Question
from pages.descent.sentences import offset_numbers, offsets_sentence, visit_sentence
from ui.component.board import Linked, small_board
from ui.component.player import Playing, player
from ui.component.plot import Drawing
from ui.page import early_figures, guard
from ui.page.drawings import of_step
from ui.page.showing import Showing
from ui.solve.recording import Recording, run_name
from ui.solve.request import Answer
from ui.state.board_events import take_points
from ui.state.playing import step_at, take_step, turn_of
from ui.words import Words

PLAYER = "descent"
HEIGHT = 560  # pixels of the player's side at most
SIDE = 420  # of a small board's


def stage(asked: Question, showing: Showing) -> str:
    """Show the player, the visit at which it stands, and what the missing equality constraint costs."""
    choose_run(asked, showing)
    run = answers.run(asked)
    k = step_at(asked.step, len(run.trace))
    with st.container(key="stage"):
        left, right = st.columns([13, 12], gap="medium")
    with left:
        _play(asked, run, k, showing)
    if showing.sees("figures"):
        with right, st.container(key="explains"):
            _explain(asked, run, k, showing)
        _compare(asked, showing)
    return showing.once("lead", partial(visit_sentence, run.trace, k, showing.words))


def _play(asked: Question, run: Recording, k: int, showing: Showing) -> None:
    """Show the player; there is no pair to pick, and no panel."""
    offers = None
    if showing.sees("figures"):
        offers = early_figures.offer_steps(_seen(asked), partial(_explained, asked, run.trace), showing.projector)
    name, bound = run_name(asked.X, asked.y, asked.spec, asked.board.C, asked.way), asked.drawn.C
    playing = Playing(name, k, HEIGHT, offers=offers, way=asked.way, bound=bound)
    board, halted, drawn = (
        replace(asked.drawn, C=asked.board.C),
        partial(take_step, PLAYER),
        partial(take_points, PLAYER),
    )
    player(PLAYER, board, showing.words, run.playback, playing, halted, drawn)


def _seen(asked: Question) -> str:
    """Return the name of what the figures of a visit show: the run, in its window."""
    return asked.key(asked.board.points.window)


@guard.part
def _explain(asked: Question, run: Recording, k: int, showing: Showing) -> None:
    """Show the one-variable problem of this visit, and what it did to w."""
    if not len(run.trace):
        return
    drawn = showing.figures(_explained(asked, run.trace, k, showing.words), of_step(_seen(asked), k))
    turn = turn_of(PLAYER)
    showing.heading("figure.coordinate.title")
    showing.figure(COORDINATE, drawn[COORDINATE], turn)
    turning = "figure.weights.title" if asked.phi is None else "figure.weights.title.mapped"
    moved = coordinate_at(run.trace, shown_visit(run.trace, k)).moved
    showing.heading(turning if moved else "figure.weights.still")
    showing.figure(WEIGHTS, drawn[WEIGHTS], turn)
    showing.heading("standing.title")
    showing.standing(NUMBERS, drawn[NUMBERS], turn)


def _explained(asked: Question, trace: Trace, k: int, words: Words) -> Iterator[Drawing]:
    """Yield the figures and the numbers of a halt."""
    yield from visit_figures(asked, trace, k, words)
    yield Drawing(NUMBERS, partial(visit_numbers, asked, trace, k, words))


@guard.part
def _compare(asked: Question, showing: Showing) -> None:
    """Show both answers side by side, with a free offset and without one."""
    words, bias = showing.words, asked.options.bias
    showing.heading("descent.offsets.title")
    try:
        both = answers.optima(asked)
    except InputError as error:  # the features are numbers, and the kernel that SMO needs is not
        showing.refuse(error)
        return
    with st.container(key="price"):
        why_not = answers.nothing_to_compare(both)
        st.markdown(words(f"descent.offsets.{why_not}") if why_not else offsets_sentence(both, bias, words))
        left, right = st.columns(2, gap="medium")
    if why_not:
        return
    with left:
        _beside("free", both.free, asked, words)
    with right:
        _beside("appended" if bias else "origin", both.appended, asked, words)


def _beside(which: str, side: Side, asked: Question, words: Words) -> None:
    """Show one of the two answers with its numbers."""
    shown, caption = asked.drawn, words(f"descent.caption.{which}")
    small_board(f"descent-{which}", shown, words, _answer(side, words), Linked(shown.kernel, caption, SIDE, PLAYER))
    st.caption(offset_numbers(side, asked.origin, words))


def _answer(side: Side, words: Words) -> Answer:
    """Return what a small board draws of an answer."""
    state = "proved" if side.proved else "running"
    slack = (1.0 - side.labelled).clip(min=0.0)
    header: dict[str, object] = {
        **{"state": state, "title": words(f"light.{state}.title"), "detail": "", "draw": True, "b": side.b},
        **{"outcome": side.outcome.name, "numbers": [], "w": None, "common": None, "steps": side.steps},
    }
    return header, {"alpha": side.alpha, "role": side.role, "slack": slack}
