"""The numbers of the three machines, with the leave-one-out errors as soon as they are known."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial

import streamlit as st

from core.topics.kernels.experiment import TURNS, TrainingTime, training_time
from pages.kernels import answers
from pages.kernels.answers import BoardLeftOut, OnBoards
from pages.kernels.question import BOARDS, Question
from pages.kernels.tables import numbers_table
from ui.page.showing import Showing
from ui.page.timed import known, measured
from ui.page.work import PageWork, follow
from ui.solve.kernels import kernel_of, penalty_of
from ui.solve.limits import ENTRIES_TIMED_AGAIN, POINTS_TIMED, STEPS_OF_A_SOLVE
from ui.solve.solving import TOLERANCE
from ui.state.visitor import visitor
from ui.state.widget import contained
from ui.words import number

ASKED = "kernels-left-out-asked"  # key of the visitor's last request
TIMES = "training"

Errors = Mapping[str, BoardLeftOut]
Times = Mapping[str, TrainingTime]


def follow_numbers(question: Question, found: OnBoards, showing: Showing) -> Errors:
    """Show the numbers, and update them until every error is known; return what is known now."""
    words, work = showing.words, leaving_out(question, found)
    now = work.known()
    if not (answers.is_cheap(question, found) or is_over(now) or st.session_state.get(ASKED) == work.about):
        _numbers(question, found, showing, now)
        label = words("kernels.left_out.ask", n=number(len(question.y)))
        key = f"kernels-left-out-{words.lang}"
        st.button(label, key=key, on_click=contained(partial(_ask, work.about)))
    else:
        now = now if is_over(now) else work.soon()
        show = partial(_numbers, question, found, showing)
        follow(work, now, show, words, "kernels.left_out.progress", beneath=True)
    _measure(question, found, showing)
    return now


def leaving_out(question: Question, found: OnBoards) -> PageWork[Errors]:
    """Return the work of leaving out one support vector after the other, on all boards."""
    return PageWork(
        "kernels-left-out",
        answers.work_name(question, found),
        lambda: answers.left_out(question, found, visitor()),
        partial(answers.known_left_out, question, found),
        partial(answers.leave, question, found),
        lambda known: (sum(each.done for each in known.values()), sum(each.of for each in known.values())),
        is_over,
    )


def is_over(known: Errors) -> bool:
    """Whether the work has ended."""
    return all(each.error is not None for each in known.values())


def times(question: Question) -> Times | None:
    """Return the training times that this visitor has measured on these points; None without any."""
    return known(TIMES, _about(question))  # type: ignore[return-value]


def _numbers(question: Question, found: OnBoards, showing: Showing, known: Errors) -> None:
    with st.container(key="told-kernels-numbers"):
        seen = times(question)
        make = partial(numbers_table, question, found, known, seen, showing.words)
        showing.table("numbers", make, known, seen)


def _measure(question: Question, found: OnBoards, showing: Showing) -> None:
    """Show the button that times all trainings, with few points."""
    if len(question.y) > POINTS_TIMED or not showing.sees("figures") or showing.projector:
        return

    def run() -> Times:
        X, y, C = question.X, question.y.astype(float), penalty_of(question.C)
        taken = {}
        for board, each in answers.with_boundary(found).items():
            kernel = kernel_of(question.kernel(board), X)
            turns = TURNS if each.solution.steps * len(y) <= ENTRIES_TIMED_AGAIN else 1
            taken[board] = training_time(X, y, kernel, C, TOLERANCE, STEPS_OF_A_SOLVE, turns)
        return taken

    with st.container(horizontal=True, vertical_alignment="center", key="kernels-times"):
        seen = measured(TIMES, _about(question), run, showing)
        if seen is None:
            st.caption(showing.words("kernels.times.ask"))


def _about(question: Question) -> str:
    return " ".join(question.on(board).key() for board in BOARDS)


def _ask(about: str) -> None:
    st.session_state[ASKED] = about
