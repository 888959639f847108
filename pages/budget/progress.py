"""The table and the curves, which fill in point by point until everything is known or somebody says stop."""

from __future__ import annotations

import time
from dataclasses import dataclass
from functools import partial

import streamlit as st

from pages.budget import answers
from pages.budget.answers import Comparison, FoundSpent, Rival
from pages.budget.figures import curve_figures
from pages.budget.figures.curves import QUANTITIES
from pages.budget.question import Question
from pages.budget.sentences import remarks
from pages.budget.tables import machines_table
from ui.page import guard
from ui.page.showing import Showing
from ui.state.widget import contained
from ui.words import Words, number

TICK = 0.2  # seconds between two rounds of work on the curves
ROUND = 0.15  # seconds that a round takes, about: whatever the visitor does waits no longer than that
CALM = 0.7  # seconds without a change before the rounds go on: a moving slider waits for none of them
STOPPED, INLINE, CHANGED = "budget-stopped", "budget-inline", "budget-changed"  # in the session


@dataclass(frozen=True)
class Task:
    """What is to be found for one question."""

    asked: Question
    shown: Comparison
    wanted: tuple[Rival, ...]
    name: str  # in the session, where somebody has said stop

    @property
    def known(self) -> FoundSpent:
        """What has been found."""
        return answers.known(self.asked, self.wanted)

    @property
    def stopped(self) -> bool:
        """Whether the visitor has said stop."""
        return bool(st.session_state.get(STOPPED) == self.name)

    @property
    def over(self) -> bool:
        """Whether nothing more is going to be found."""
        return self.stopped or len(self.known) == len(self.wanted)


def follow(asked: Question, shown: Comparison, showing: Showing) -> None:
    """Show table and curves as far as they are known, and go on with them unless somebody has said stop."""
    wanted = answers.jobs(asked, showing.sees("figures"))
    task = Task(asked, shown, wanted, asked.key(asked.order, asked.draws))
    st.session_state[INLINE], st.session_state[CHANGED] = True, time.monotonic()
    # The same fragment with and without its clock: a late tick of the clock still finds it.
    st.fragment(_rounds, run_every=None if task.over else TICK)(task, showing)


@guard.part
def _rounds(task: Task, showing: Showing) -> None:
    """Work for a while, show what has come of it, and come again; with the rest of the page it only shows."""
    if not st.session_state.pop(INLINE, False):
        if not task.stopped and time.monotonic() - st.session_state[CHANGED] > CALM:
            answers.work(task.asked, task.wanted, ROUND)
        if task.over:
            st.rerun()  # the page without this clock
    _numbers(task, task.known, showing)


def _numbers(task: Task, known: FoundSpent, showing: Showing) -> None:
    """Show the table, what must be said of it, and the curves."""
    with st.container(key="budget-table"):
        make = partial(machines_table, task.shown, known, showing.words)
        showing.table("machines", make, known)
    for remark in remarks(task.shown, showing.words):
        st.caption(remark)
    if not showing.sees("figures"):
        return
    showing.heading("figure.budget.title")
    with st.container(key="budget-progress", horizontal=True, vertical_alignment="center"):
        _progress(task, len(known), showing.words)
    _curves(task.asked, known, showing)


def _progress(task: Task, done: int, words: Words) -> None:
    """Show how far the curves are, and the button that stops them or goes on; the room is kept when they are done."""
    of, stopped = len(task.wanted), task.stopped
    if done == of:
        st.caption(words("budget.progress.done", of=number(of)))
        return
    said = "budget.progress.stopped" if stopped else "budget.progress.running"
    st.progress(done / of, words(said, done=number(done), of=number(of)), width=420)
    label = "frame.go_on" if stopped else "frame.stop"
    key = f"budget-{'go-on' if stopped else 'stop'}"
    st.button(words(label), key=key, on_click=contained(_stop), args=(None if stopped else task.name,))


def _stop(name: str | None) -> None:
    """Stop the task of this name; None lets every task go on."""
    st.session_state[STOPPED] = name


def _curves(asked: Question, known: FoundSpent, showing: Showing) -> None:
    """Show a figure a quantity, and beside the last what they have in common."""
    words = showing.words
    with st.container(key="budget-curves"):
        columns = st.columns(len(QUANTITIES) + 1, gap="small")  # the style sheet breaks them into rows
    drawn = showing.figures(curve_figures(asked, known, words))
    for column, quantity, (key, figure) in zip(columns, QUANTITIES, drawn.items(), strict=False):
        title = f"figure.budget.{quantity.name}.title"
        with column:
            with showing.claim(title):
                st.markdown(f"**{words(title)}**")
            showing.figure(key, figure, turn=0)
    with columns[-1]:
        st.markdown(words("budget.key.plane" if asked.plane else "budget.key.points", p=asked.features))
