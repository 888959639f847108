"""Runs on a small set as they are done: the page shows what is known, and again until all is known."""

from __future__ import annotations

from functools import partial
from uuid import uuid4

import streamlit as st

from pages.paper import tables
from pages.paper.now import SMALL_SETS, RunNow, follow, task_of, wanted
from pages.paper.question import Question
from ui.page import guard
from ui.page.showing import Showing
from ui.solve.queue.long_work import Progress, soon
from ui.words import number

TICK = 0.5  # seconds between two looks at what has been found
VISITOR = "paper-visitor"  # in the session


def run_now(asked: Question, showing: Showing) -> None:
    """Show the choice of a set, and what is known of every method on it."""
    name, words = asked.options.small, showing.words
    showing.either("small", SMALL_SETS, name)
    own = task_of(name)
    n, t = len(own.choosing.X), len(own.judging.X) - len(own.choosing.X)
    st.markdown(words(f"paper.small.{name}.told", n=number(n), t=number(t), d=own.choosing.X.shape[1]))
    visitor = str(st.session_state.setdefault(VISITOR, uuid4().hex))
    first = soon(lambda: follow(name, visitor), lambda now: now.over)

    def shown() -> None:
        now = first if first.over else follow(name, visitor)
        _known(now, name, showing)
        if not first.over and now.over:
            st.rerun()  # the whole page, which leaves no clock behind

    st.fragment(guard.part(shown), run_every=None if first.over else TICK)()


def _known(now: Progress[RunNow], name: str, showing: Showing) -> None:
    done, of, words = len(now.found), len(wanted()), showing.words
    if now.failed:
        st.warning(words("paper.now.failed"), icon=":material/error:")
    elif not now.over:
        st.progress(done / of, words("paper.now.progress", done=done, of=of))
    showing.table("paper-now", partial(tables.made_now, now.found, name, words), name, done)
