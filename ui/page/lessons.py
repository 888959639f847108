"""Three things to try on each page: links that set the page to an instructive state."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

import streamlit as st

from ui.component.task import task
from ui.link.form import AnyOptions
from ui.solve.kernels import KernelSpec
from ui.solve.machine.table import EQUAL
from ui.solve.options import TIES
from ui.state import session
from ui.state.widget import contained
from ui.words import Words


@dataclass(frozen=True)
class Lesson:
    """An instructive state; its sentence in the catalogues is `try.<page>.<name>`."""

    name: str
    dataset: str | None = None  # None: board, kernel and C are kept
    kernel: KernelSpec | None = None
    C: float | None = None
    gammas: tuple[float, ...] | None = None
    rule: str | None = None
    mode: str | None = None  # of the page that shows a run; None: kept
    step: int | None = None  # of its run; None: as on a first visit
    options: AnyOptions | None = None  # of the page itself
    machine: AnyOptions | None = None  # of the pages with a choice of machines; None: kept
    numbers: Mapping[str, float] = field(default_factory=dict)  # parameters of kernels that are not chosen


@dataclass(frozen=True)
class Opened:
    """The lesson whose task is shown; `number` is that of its opening: after an undo there is no task."""

    page: str
    lesson: str
    number: int


OPENED = "opened-lesson"  # in the session
LINEAR: KernelSpec = {"name": "linear"}
QUADRATIC: KernelSpec = {"name": "polynomial", "degree": 2, "gamma": 1.0, "zeta": 1.0}


def lesson_links(page: str, lessons: Sequence[Lesson], words: Words) -> None:
    """Show what a visitor of the page learns, where its catalogue says so, and its three links."""
    goals = [words(key) for k in "123" if (key := f"goal.{page}.{k}") in words.texts]
    if goals:
        with st.container(key="goals"):
            st.markdown(f"**{words('goal.title')}**\n\n" + "\n".join(f"- {goal}" for goal in goals))
    with st.container(key="try"):
        st.markdown(f"**{words('try.title')}**")
        for lesson in lessons:
            st.button(
                words(f"try.{page}.{lesson.name}"),
                key=f"try-{page}-{lesson.name}",
                type="tertiary",
                on_click=contained(_open),
                args=(page, lesson),
            )


def banner(page: str, words: Words, projector: bool) -> None:
    """Show the task of the last lesson opened on this page, until it is closed."""
    opened: Opened | None = st.session_state.get(OPENED)
    if opened is not None and opened.page == page and opened.number == session.current().opened:
        task(words(f"try.{page}.{opened.lesson}"), opened.number, words, projector, _close)


def _close() -> None:
    st.session_state.pop(OPENED, None)


def _open(page: str, lesson: Lesson) -> None:
    session.set_aside()
    st.session_state[OPENED] = Opened(page, lesson.name, session.current().opened)
    set_to(lesson)


def set_to(lesson: Lesson) -> None:
    """Set the page to the state of a lesson."""
    if lesson.dataset is not None:
        session.open_dataset(lesson.dataset)
    shared = replace(session.current().shared, beat=None, weights=EQUAL).with_numbers(**lesson.numbers)
    for options in (lesson.options, lesson.machine):
        shared = shared if options is None else shared.choosing(options)
    if lesson.dataset is None or lesson.kernel is None:
        session.revise(shared)
        return
    shared = replace(shared, gammas=lesson.gammas or shared.gammas, rule=lesson.rule, step=lesson.step)
    shared = replace(shared, fork=None, ties=TIES[0])
    shared = replace(shared, mode=lesson.mode or shared.mode)
    session.revise(shared.with_kernel(dict(lesson.kernel)).with_penalty(lesson.C))
