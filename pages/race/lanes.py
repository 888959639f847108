"""Both runs on boards side by side: they start together, and one clock of multiplications moves them."""

from __future__ import annotations

import streamlit as st

from core.experiment import Race
from pages.descent import Question
from pages.race.answers import first_arrival, watched
from ui.component.marks import legend, marks
from ui.component.player import Playing, Ticks, player
from ui.page.showing import Showing
from ui.solve.limits import STEPS_OF_A_RUN
from ui.solve.recording import Recording
from ui.state import session
from ui.words import number

LEADER, FOLLOWER = "lane", "lane-single"
HEIGHT = 460  # pixels of a player's side at most


def show_lanes(run: Race, asked: Question, showing: Showing) -> None:
    """Show both players at the moment when the first of them arrives."""
    seen = watched(asked)
    tick = first_arrival(run, seen.clock)
    with st.container(key="stage-two"):
        columns = st.columns(2, gap="medium")
    lanes = ((LEADER, "pair", seen.pair, seen.clock.pair), (FOLLOWER, "single", seen.single, seen.clock.single))
    for column, (key, name, recording, steps) in zip(columns, lanes, strict=True):
        with column:
            showing.heading(f"figure.race.{name}")
            _lane(key, asked, recording, tick, Ticks(steps, seen.clock.work), showing)
    st.caption(showing.words("race.clock", most=number(STEPS_OF_A_RUN)))
    legend("marks", asked.board, showing.words, marks(asked.drawn.C is not None, "either"), session.is_untouched())


def _lane(key: str, asked: Question, recording: Recording, tick: int, clock: Ticks, showing: Showing) -> None:
    """Show one of them; what is drawn on the board below changes both."""
    follow = LEADER if key == FOLLOWER else None
    name = asked.key(key)
    playing = Playing(name, tick, HEIGHT, follow=follow, reach=len(clock.work) - 1, bound=asked.drawn.C, clock=clock)
    player(key, asked.drawn, showing.words, recording.playback, playing)
