"""Both runs on boards side by side: they start together, driven by one clock of multiplications."""

from __future__ import annotations

from dataclasses import replace
from functools import partial

import streamlit as st

from pages.descent import Question
from pages.race.answers import TICKS, Lane
from ui.component.marks import legend, marks
from ui.component.player import Playing, player
from ui.component.plot import Drawing
from ui.component.standing import standing
from ui.page.numbers import NUMBERS, pair_numbers, visit_numbers
from ui.page.showing import Showing
from ui.solve.limits import STEPS_OF_A_RUN
from ui.state import session
from ui.state.board_events import take_points
from ui.words import number

LEADER, FOLLOWER = "lane", "lane-single"
HEIGHT = 460  # maximum side of a player in pixels


def show_lanes(pair: Lane, single: Lane, tick: int, question: Question, showing: Showing) -> None:
    """Show both players at a tick of their clock; an edit on either changes both."""
    showing.take_turns("turns-lanes")
    with st.container(key="turns-lanes"):
        _both(pair, single, tick, question, showing)


def _both(pair: Lane, single: Lane, tick: int, question: Question, showing: Showing) -> None:
    with st.container(key="stage-two"):
        columns = st.columns(2, gap="medium")
    most = max(pair.work, single.work)
    for column, key, name, lane in zip(columns, (LEADER, FOLLOWER), ("pair", "single"), (pair, single), strict=True):
        playing = Playing(
            lane.name,
            tick,
            HEIGHT,
            seek=pair.name,  # with other points the players go to the tick of the page
            follow=LEADER if key == FOLLOWER else None,
            reach=most,
            options=lane.options,
            bound=question.shown_board.C,
            costs=lane.costs,
            ticks=TICKS,
        )
        with column:
            showing.heading(f"figure.race.{name}")
            board, on_commit = replace(question.shown_board, C=question.board.C), partial(take_points, key)
            player(key, board, showing.words, lane.recording.playback, playing, on_commit=on_commit)
            _numbers(key, question, lane, lane.steps_at(tick, most), showing)
    st.caption(showing.words("race.clock", most=number(STEPS_OF_A_RUN)))
    legend(
        "marks",
        question.board,
        showing.words,
        marks(question.shown_board.C is not None, "either"),
        session.is_untouched(),
    )


def _numbers(key: str, question: Question, lane: Lane, k: int, showing: Showing) -> None:
    """Show the numbers of a run after k steps."""
    if not showing.sees("figures"):
        return
    trace, words = lane.recording.trace, showing.words
    make = partial(pair_numbers, trace, k, words)
    if key == FOLLOWER:
        make = partial(visit_numbers, trace, k, question.phi is None, words)
    name = f"{NUMBERS}-{key}"
    found = showing.figures([Drawing(name, make, (k,))])
    with st.container(key=f"explains-{name}"):
        standing(name, found[name], showing.projector, turn=0)  # shown with its board, so it takes no turn of its own
