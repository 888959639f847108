"""The layout of the page: the player, the visit beside it, the kernel below, and then what the missing offset costs."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import partial

import streamlit as st

from core.trace import Trace
from core.view import coordinate_at
from pages.descent import answers
from pages.descent.choices import tell_stand_in
from pages.descent.figures import COORDINATE, WEIGHTS, shown_visit, visit_figures
from pages.descent.numbers import NUMBERS, visit_numbers
from pages.descent.question import Question
from pages.descent.sentences import visit_sentence
from ui.component.player import Playing, player
from ui.component.plot import Drawing
from ui.page import early_figures, guard
from ui.page.drawings import of_step
from ui.page.showing import Showing
from ui.solve.recording import Recording, run_name
from ui.state.board_events import take_commit
from ui.state.playing import step_at, take_step, turn_of
from ui.words import Words

PLAYER = "descent"
HEIGHT = 560  # pixels of the player's side at most


def stage(asked: Question, showing: Showing) -> str:
    """Show the player, and the visit at which it stands."""
    tell_stand_in(asked, showing)
    run = answers.run(asked)
    k = step_at(asked.step, len(run.trace))
    with st.container(key="stage"):
        left, right = st.columns([13, 12], gap="medium")
    with left:
        _play(asked, run, k, showing)
    if showing.sees("figures"):
        with right, st.container(key="explains"):
            _explain(asked, run, k, showing)
        with left, st.container(key="explains-numbers"):
            _numbers(asked, run, k, showing)
    return showing.once("lead", partial(visit_sentence, run.trace, k, showing.words))


def _play(asked: Question, run: Recording, k: int, showing: Showing) -> None:
    """Show the player, whose kernel the panel below it changes; there is no pair to pick."""
    offers = None
    if showing.sees("figures"):
        offers = early_figures.offer_steps(_seen(asked), partial(_explained, asked, run.trace), showing.projector)
    name, bound = run_name(asked.X, asked.y, asked.spec, asked.board.C, asked.way), asked.drawn.C
    playing = Playing(
        name, k, HEIGHT, offers=offers, way=asked.way, panel=True, bound=bound, outcome=run.trace.outcome.name
    )
    board = replace(asked.drawn, C=asked.board.C)
    halted, committed = partial(take_step, PLAYER), partial(take_commit, PLAYER, asked.spec)
    player(PLAYER, board, showing.words, run.playback, playing, halted, committed)


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


@guard.part
def _numbers(asked: Question, run: Recording, k: int, showing: Showing) -> None:
    """Show where the run stands, below the player."""
    if not len(run.trace):
        return
    numbers = [Drawing(NUMBERS, partial(visit_numbers, asked, run.trace, k, showing.words))]
    showing.heading("standing.title")
    showing.standing(NUMBERS, showing.figures(numbers, of_step(_seen(asked), k))[NUMBERS], turn_of(PLAYER))


def _explained(asked: Question, trace: Trace, k: int, words: Words) -> Iterator[Drawing]:
    """Yield the figures and the numbers of a halt."""
    yield from visit_figures(asked, trace, k, words)
    yield Drawing(NUMBERS, partial(visit_numbers, asked, trace, k, words))
