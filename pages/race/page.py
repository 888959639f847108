"""The layout of the page: both runs, and beside them how their work is counted, and the two optima."""

from __future__ import annotations

from functools import partial

import streamlit as st

from core.experiment import Race
from pages.descent import Question, nothing_to_compare, optima, tell_stand_in
from pages.race.answers import race_of
from pages.race.figures.race import race_figure, race_text
from pages.race.lanes import show_lanes
from pages.race.sentences import race_counting, race_sentence
from pages.race.tables import evaluations_table, optima_table
from ui.component.plot import Drawn
from ui.page import guard
from ui.page.showing import Showing


def stage(asked: Question, showing: Showing) -> str:
    """Show both runs and their optima; only the sentence where two hard margins cannot be compared."""
    why_not = nothing_to_compare(optima(asked))
    if why_not:
        tell_stand_in(asked, showing)
        return showing.words(f"race.{why_not}")
    run = race_of(asked)
    _show(run, asked, showing)
    return race_sentence(run, showing.words)


@guard.part
def _show(run: Race, asked: Question, showing: Showing) -> None:
    """Show both running, how near they come, how their work is counted, and the two optima with their certificates."""
    words = showing.words
    show_lanes(run, asked, showing)
    tell_stand_in(asked, showing)  # below the boards, which stay where they are when it comes or goes
    with st.container(key="figures"):
        left, right = st.columns([13, 12], gap="medium")
    with left:
        if showing.sees("figures"):
            showing.heading("figure.race.title")
            showing.draw("race", lambda: Drawn(race_figure(run, words), race_text(run, words)))
            st.caption(race_counting(run, words))
    with right:
        showing.heading("race.evaluated")
        with st.container(key="evaluated"):
            showing.table("evaluated", partial(evaluations_table, run, words))
            st.caption(words("race.evaluations"))
        showing.heading("race.optima")
        with st.container(key="optima"):
            showing.table("optima", partial(optima_table, run.optima, asked.origin, words))
