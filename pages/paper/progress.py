"""Runs on a small set as they are done: the page shows what is known, and again until all is known."""

from __future__ import annotations

from functools import partial

import streamlit as st

from pages.paper import now, tables
from pages.paper.now import SMALL_SETS, RunNow, task_of
from pages.paper.question import Question
from ui.page.showing import Showing
from ui.page.work import PageWork, follow
from ui.solve.queue.long_work import Progress
from ui.state.visitor import visitor
from ui.words import number


def running(name: str) -> PageWork[Progress[RunNow]]:
    """Return the runs of every method on a set."""
    return PageWork(
        "paper-now",
        name,
        lambda: now.follow(name, visitor()),
        partial(now.known, name),
        partial(now.leave, name),
        lambda found: (len(found.found), len(now.wanted())),
        lambda found: found.over,
    )


def run_now(asked: Question, showing: Showing) -> None:
    """Show the choice of a set, and what is known of every method on it."""
    name, words = asked.options.small, showing.words
    showing.either("small", SMALL_SETS, name)
    own = task_of(name)
    n, t = len(own.choosing.X), len(own.judging.X) - len(own.choosing.X)
    st.markdown(words(f"paper.small.{name}.told", n=number(n), t=number(t), d=own.choosing.X.shape[1]))
    work = running(name)
    follow(
        work,
        work.soon(),
        partial(_known, name, showing),
        words,
        "paper.now.progress",
    )


def _known(name: str, showing: Showing, found: Progress[RunNow]) -> None:
    words = showing.words
    if found.failed:
        st.warning(words("paper.now.failed"), icon=":material/error:")
    showing.table("paper-now", partial(tables.made_now, found.found, name, words), name, len(found.found))
