"""The bar of the page: the map, its numbers and the coordinates shown."""

from __future__ import annotations

from functools import partial

import streamlit as st

from pages.phi import answers
from pages.phi.maps import MAPS, REACH
from pages.phi.names import names_of
from pages.phi.question import Question, change, read
from pages.phi.sentences import reach_sentence
from ui.component.sliders import parameter_dial
from ui.page import controls
from ui.page.showing import Showing
from ui.state import session
from ui.state.widget import wired


def choose_map(question: Question, showing: Showing) -> None:
    """Show the bar: data, the map with its numbers, C, and the coordinates of the map to show."""
    words, name = showing.words, question.features.name
    numbers = [own for own in REACH.get(name, {}) if own != "gamma" or showing.sees("gamma")]
    dials = [parameter_dial(own, question.board.numbers[own], words) for own in numbers]

    def choose() -> None:
        wiring = {"index": MAPS.index(name), **showing.wired("map", name)}
        st.selectbox(words("phi.map"), MAPS, format_func=lambda value: words(f"phi.map.{value}"), **wiring)

    controls.choose_data(showing, showing.hint())
    controls.choose_numbers(showing, dials, choose, partial(_coordinates, question, showing))
    if told := reach_sentence(question, words):
        st.caption(told)


def _coordinates(question: Question, showing: Showing) -> None:
    """Show one list per axis; a coordinate that is on another axis is swapped with it.

    A browser sends the displayed name; where gamma or zeta changes the names, a new list replaces the old one.
    """
    names = names_of(question.features)
    if len(names) <= 3:
        return  # all coordinates are shown
    with st.container(horizontal=True, gap="small"):
        for place, k in enumerate(answers.chosen(question)):
            wiring = wired(f"phi-axis-{place}-{' '.join(names)}", k, partial(_take_axis, place))
            word, every = showing.words("phi.axis", k=place + 1), range(len(names))
            st.selectbox(word, every, index=k, format_func=lambda at: names[at], width=140, **wiring)


def _take_axis(place: int, k: int) -> None:
    seen = list(answers.chosen(session.ask(read)))
    if k in seen:
        seen[seen.index(k)] = seen[place]
    seen[place] = k
    session.apply(change, "chosen", tuple(seen))
