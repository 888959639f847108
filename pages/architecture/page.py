"""The stage of the page: the calls of LIBSVM beside ours, and the source of the chosen one."""

from __future__ import annotations

from functools import partial

import streamlit as st

from core.topics.libsvm.calls import BY_NAME, CALLS, Counts, LibsvmCall, source
from pages.architecture import answers
from pages.architecture.question import Question, change
from pages.architecture.sentences import call_sentence, lead_sentence
from ui.page.showing import Showing
from ui.state import session
from ui.state.widget import contained
from ui.words import Words, number

HEIGHT = 430  # pixels of the source


def stage(question: Question, showing: Showing) -> str:
    """Show the diagram of calls, each a button that opens our function, and that function."""
    found, words = answers.counted(question), showing.words
    if showing.sees("figures"):
        with st.container(key="stage"):
            left, right = st.columns([12, 13], gap="medium")
        with left, st.container(key="architecture-calls"):
            showing.heading("architecture.calls.title")
            _head(words)
            for call in CALLS:
                _row(call, found, question, words)
        with right, st.container(key="architecture-source"):
            _source(BY_NAME[question.options.box], found, showing)
        showing.take_turns("architecture-calls", "architecture-calls", "architecture-source", foremost=True)
    return showing.once("lead", partial(lead_sentence, found, words))


def _head(words: Words) -> None:
    with st.container(horizontal=True, key="architecture-head"):
        for name in ("theirs", "ours"):
            st.caption(words(f"architecture.column.{name}"))


def _row(call: LibsvmCall, found: Counts, question: Question, words: Words) -> None:
    """Show a function of LIBSVM with the number of its calls, and the button of ours."""
    times, chosen = found.calls[call.name], question.options.box == call.name
    key = f"architecture-{call.name}"
    with st.container(horizontal=True, vertical_alignment="center", key=f"{key}-at-{call.depth}"):
        count = words("architecture.count", count=number(times)) if times else words("architecture.never")
        st.markdown(f"`{call.theirs}` {count}")
        st.button(
            f"`{call.ours.__name__}`",
            key=key,
            type="primary" if chosen else "secondary",
            help=call.file,
            on_click=contained(session.apply),
            args=(change, "box", call.name),
        )


def _source(call: LibsvmCall, found: Counts, showing: Showing) -> None:
    """Show our function as its file has it, below one sentence about both."""
    showing.heading("architecture.source.title")
    st.caption(call_sentence(call, found, showing.words))
    st.code(source(call), language="python", height=HEIGHT)
