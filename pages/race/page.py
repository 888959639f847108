"""The layout of the page: both runs, and below them the count of their work, and the two optima."""

from __future__ import annotations

from functools import partial

import streamlit as st

from pages.descent import Question, nothing_to_compare, optima, tell_stand_in
from pages.race.answers import TICKS, Lane, first_arrival, lanes, race_of
from pages.race.figures.race import race_figure, race_text
from pages.race.lanes import LEADER, show_lanes
from pages.race.sentences import race_counting, race_sentence
from pages.race.tables import evaluations_table, optima_table
from ui.component.plot import Drawn
from ui.page import guard
from ui.page.showing import Showing
from ui.state.playing import halted_at, opens_at


def stage(question: Question, showing: Showing) -> str:
    """Show both runs; the page's sentence compares them if there are two optima to compare."""
    pair, single = lanes(question)
    why_not = nothing_to_compare(optima(question))
    _show_lanes(pair, single, question, showing)
    tell_stand_in(question, showing)  # below the boards, which do not move when it appears
    return showing.words(f"race.{why_not}") if why_not else race_sentence(race_of(question), showing.words)


@guard.part
def _show_lanes(pair: Lane, single: Lane, question: Question, showing: Showing) -> None:
    """Show both runs where they were halted; initially where the first reaches the target, or at their ends."""

    def finish() -> int:
        compared = nothing_to_compare(optima(question)) is None
        return first_arrival(race_of(question), max(pair.work, single.work)) if compared else TICKS

    tick = halted_at(LEADER)
    if tick is None:
        tick = opens_at(LEADER, question.board.opened, finish)
    show_lanes(pair, single, min(tick, TICKS), question, showing)


def below(question: Question, showing: Showing) -> None:
    """Show the distance from the optima, the count of the work, and the two optima with their certificates."""
    if nothing_to_compare(optima(question)):
        return
    run, words = race_of(question), showing.words
    with st.container(key="figures"):
        left, right = st.columns([13, 12], gap="medium")
    with left:
        showing.heading("figure.race.title")
        showing.draw("race", lambda: Drawn(race_figure(run, words), race_text(run, words)))
        st.caption(race_counting(run, words))
    with right:
        showing.take_turns("race-evaluated", "race-optima")
        with st.container(key="race-evaluated"):
            showing.heading("race.evaluated")
            with st.container(key="evaluated"):
                showing.table("evaluated", partial(evaluations_table, run, words))
                st.caption(words("race.evaluations"))
        with st.container(key="race-optima"):
            showing.heading("race.optima")
            with st.container(key="optima"):
                showing.table("optima", partial(optima_table, run.optima, question.origin, words))
