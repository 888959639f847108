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
from ui.component.plot import Drawn
from ui.page.showing import Showing

PROJECTED: Final = 450  # pixels of the big figure before a class: it ends within a window of 720


def stage(asked: Question, showing: Showing) -> str:
    """Show the ratios of time and every cell of the table; what was not measured is said in the sentence above."""
    found, words, task = asked.found, showing.words, asked.options.task
    taken = None if found is None else found.taken
    with st.container(key="paper-task"):
        showing.either("task", TASKS, task)
    picture = (found, task, words)
    showing.draw("paper-speed", lambda: Drawn(speed_figure(*picture), speed_text(*picture), PROJECTED), taken, task)
    st.caption(showing.once("key", partial(told.key_of_speed, found, words), taken))
    st.caption(told.near_sentence(task, words))
    showing.heading(f"paper.table.{task}")
    with st.container(key="paper-table"):
        showing.table("paper-cells", partial(tables.cells, found, task, words), taken, task)
    if found is not None:
        st.caption(told.when(found.taken, words))
    return showing.once("lead", partial(told.lead, asked, words), taken, task, asked.reading.why)
