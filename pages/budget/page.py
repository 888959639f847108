"""The layout of the page: what is spent on which points, a board for each machine, and the numbers of all of them."""

from __future__ import annotations

from dataclasses import replace
from functools import partial

import streamlit as st

from core.experiment.budget import MeasuredMachine, largest_order
from pages.budget import answers
from pages.budget.answers import Comparison
from pages.budget.figures import board_figures
from pages.budget.progress import follow
from pages.budget.question import DATA, Question
from pages.budget.sentences import budget_sentence, own_budget, percent
from ui.component.sliders import Dial, parameter_dial
from ui.page import controls
from ui.page.showing import Showing
from ui.words import Words, number


def stage(asked: Question, showing: Showing) -> str:
    """Show the boards, and the table and the curves that fill in."""
    shown = answers.comparison(asked)
    if shown.exact.entry.found:
        with st.container(key="compared"):
            _boards(asked, shown, showing)
            with st.container(key="measured"):
                st.caption(showing.words("budget.boards.plane" if shown.plane else "budget.boards.points"))
                follow(asked, shown, showing)
    return budget_sentence(shown, showing.words)


def choices(asked: Question, showing: Showing) -> None:
    """Show the bar, and what the page makes of the choices where that is something else."""
    controls.choose_problem(showing, _dials(asked, showing), own=partial(_own, asked, showing))
    for told in own_budget(asked, showing.words):
        st.caption(told)


def _own(asked: Question, showing: Showing) -> None:
    if showing.sees("data"):
        showing.either("data", DATA, asked.options.data)
    showing.parameter("seed", asked.seed)


def _dials(asked: Question, showing: Showing) -> list[Dial]:
    order = parameter_dial("order", asked.order, showing.words)
    dials = [replace(order, high=min(order.high, largest_order(asked.d)))]
    if showing.sees("gamma"):
        dials.append(parameter_dial("gamma", asked.setting.gamma, showing.words))
    return dials


def _boards(asked: Question, shown: Comparison, showing: Showing) -> None:
    """Show the five machines side by side."""
    words = showing.words
    with st.container(key="budget-boards"):
        columns = st.columns(len(shown.everyone), gap="small")
    figures = showing.figures(board_figures(asked, words))
    for column, entry, (key, figure) in zip(columns, shown.everyone, figures.items(), strict=True):
        name = "budget-first" if entry.name == "exact" else f"turns-{entry.name}"  # the exact one is always seen
        with column, st.container(key=name):
            st.markdown(_board_title(entry, shown, " · " if showing.projector else "  \n", words))
            showing.picture(key, figure)
        if entry.name != "exact":
            showing.take_turns(name)


def _board_title(entry: MeasuredMachine, shown: Comparison, then: str, words: Words) -> str:
    name = words(f"budget.name.{entry.name}", order=shown.order)
    if not entry.found:
        return f"**{name}**{then}{words('budget.board.none')}"
    if entry.name == "exact":
        return f"**{name}**{then}{words('budget.board.exact', vectors=number(entry.features))}"
    values = {"features": number(entry.features), "value": percent(entry.disagreement)}
    return f"**{name}**{then}{words('budget.board.map', **values)}"
