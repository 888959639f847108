"""The stage of the page: the calls of LIBSVM beside ours, and the source of the chosen one."""

from __future__ import annotations

from functools import partial

import streamlit as st

from core.topics.libsvm.calls import BY_NAME, CALLS, Counts, LibsvmCall, source
from pages.architecture import answers
from pages.architecture.figures.calls import calls_figure, calls_text
from pages.architecture.question import Question, change
from pages.architecture.sentences import call_sentence, lead_sentence
from ui.component.plot import Drawing, Drawn
from ui.page.showing import Showing
from ui.state import session

DIAGRAM = "architecture-diagram"


def stage(question: Question, showing: Showing) -> str:
    """Show the diagram of calls, and the function of ours that is clicked in it."""
    found, words = answers.counted(question), showing.words
    with st.container(key="stage"):
        left, right = st.columns([12, 13], gap="medium")
    with left, st.container(key="architecture-calls"):
        showing.heading("architecture.calls.title")
        box = question.options.box
        drawn = Drawing(DIAGRAM, lambda: Drawn(calls_figure(found, box, words), calls_text(found, box, words)))
        showing.picture(DIAGRAM, showing.figures([drawn])[DIAGRAM], on_picked=take_box)
    with right, st.container(key="architecture-source"):
        _source(BY_NAME[question.options.box], found, showing)
    showing.take_turns("architecture-calls", "architecture-calls", "architecture-source", foremost=True)
    return showing.once("lead", partial(lead_sentence, found, words))


def take_box() -> None:
    """Show the source of the function that was clicked in the diagram; ignore a value that is none."""
    clicked = st.session_state[DIAGRAM].get("picked")
    at = clicked[0] if isinstance(clicked, list) and clicked else None
    if type(at) is int and 0 <= at < len(CALLS):
        session.apply(change, "box", CALLS[at].name)


def _source(call: LibsvmCall, found: Counts, showing: Showing) -> None:
    """Show our function as its file has it, below one sentence about both."""
    showing.heading("architecture.source.title")
    st.caption(call_sentence(call, found, showing.words))
    st.code(source(call), language="python", wrap_lines=True)
