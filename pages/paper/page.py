"""The layout of the page: how fast the short cut is beside the full grid, and its table; the rest is in `below`."""

from __future__ import annotations

from functools import partial
from typing import Final

import streamlit as st

from pages.paper import sentences as told
from pages.paper import tables
from pages.paper.figures.speed import speed_figure, speed_text
from pages.paper.printed import TASKS
from pages.paper.question import Question
from ui.component.plot import Drawing, Drawn
from ui.page.showing import Showing

PROJECTED: Final = 400  # pixels of the big figure before a class: it ends within a window of 720
SPEED, TURN = "paper-speed", "paper-speed-told"  # the figure, and the part of the page with it and its key


def stage(asked: Question, showing: Showing) -> str:
    """Show the ratios of time and every cell of the table; what was not measured is said in the sentence above."""
    found, words, task = asked.found, showing.words, asked.options.task
    taken = None if found is None else found.taken
    with st.container(key="paper-task"):
        showing.either("task", TASKS, task)
    with st.container(key="projected"):
        _speed(asked, showing)
        st.caption(showing.once("key", partial(told.protocol, found, words), taken))
        st.caption(told.near_sentence(task, words))
        showing.heading(f"paper.table.{task}")
        with st.container(key="paper-table"):
            showing.table("paper-cells", partial(tables.cells, found, task, words), taken, task)
        if found is not None:
            st.caption(told.when(found.taken, words))
    return showing.once("lead", partial(told.lead, asked, words), taken, task, asked.reading.why)


def _speed(asked: Question, showing: Showing) -> None:
    """Show the figure with what its marks mean: before a class the two are seen together."""
    picture = (asked.found, asked.options.task, showing.words)
    drawing = Drawing(
        SPEED,
        lambda: Drawn(speed_figure(*picture), speed_text(*picture), PROJECTED),
        (None if asked.found is None else asked.found.taken, asked.options.task),
    )
    with st.container(key=TURN):
        showing.picture(SPEED, showing.figures([drawing])[SPEED])
        st.caption(showing.words("paper.speed.key"))
    showing.take_turns(TURN)
