"""The numbers of the time line's current step, as on the pages that explain this run."""

from __future__ import annotations

from functools import partial

import streamlit as st

from core.problem import Problem
from core.topics.machines.view import machine_standing
from pages.board import answers
from pages.board.question import Question
from ui.component.plot import Drawing
from ui.component.standing import StandingRows
from ui.page import guard
from ui.page.drawings import of_step
from ui.page.numbers import NUMBERS, machine_rows, pair_numbers, visit_numbers
from ui.page.showing import Showing
from ui.solve.recording import Recording
from ui.words import Words


def step_numbers(question: Question, run: Recording, k: int, words: Words) -> StandingRows:
    """Return the numbers after k steps of the run."""
    if question.other is not None:
        assert isinstance(run.trace.problem, Problem)
        return machine_rows(machine_standing(run.trace.problem, run.trace.state_at(k).alpha, k), words)
    if question.descent is None:
        return pair_numbers(run.trace.leg(k), k, words)
    return visit_numbers(run.trace, k, question.descent.phi is None, words)


@guard.part
def show_numbers(question: Question, run: Recording | None, board: str, showing: Showing) -> None:
    """Show them for the current step of a run; without a run, in projector mode, the light is shown instead."""
    if run is None or not showing.sees("figures"):
        showing.take_turns(f"light-{board}")
        return
    k = answers.step_before_end(question, run)
    k = len(run.trace) if k is None else k
    of = of_step(question.problem.run_name, k)
    drawn = showing.figures([Drawing(NUMBERS, partial(step_numbers, question, run, k, showing.words))], of)
    with st.container(key="explains-numbers"):
        showing.heading("standing.title")
        showing.standing(NUMBERS, drawn[NUMBERS], turn=0)  # none is sent before the page
