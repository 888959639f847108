"""The layout of the page: one of three stages, and the bar with mode and rules."""

from __future__ import annotations

import streamlit as st

from pages.smo import by_hand, two, watch
from pages.smo.question import Question, rivals_of
from ui.component.board import panel
from ui.link.shared import MODES, RULES
from ui.page import controls
from ui.page.cost import published, show_cost
from ui.page.showing import Showing

SHOW = {"watch": watch.show, "hand": by_hand.show, "two": two.show}


def stage(asked: Question, showing: Showing) -> str:
    """Show the stage of the chosen mode."""
    asked = by_hand.with_picks(asked)
    return SHOW[asked.mode](asked, showing)


def title(asked: Question) -> str:
    """Return the key of the title of the chosen mode."""
    return f"smo.question.{asked.mode}"


def choices(asked: Question, showing: Showing) -> None:
    """Show the data, the panel of kernel and margin, mode and rules, and the error of an approximation."""
    controls.choose_data(showing, showing.hint())
    panel(asked.board, showing.words, "smo", figures=published(asked.problem, asked.board.square, showing))
    with st.container(key="own-choices"):
        _ways(asked, showing)
    show_cost(asked.problem, asked.board.square, showing, "smo")


def _ways(asked: Question, showing: Showing) -> None:
    def rule_name(rule: object) -> str:
        return showing.words(f"panel.solver.{rule}")

    showing.either("mode", MODES, asked.mode)
    if asked.mode != "hand":
        showing.either("rule", RULES, asked.rule, rule_name, family="panel.solver")
    if asked.mode == "two":
        showing.either("rival", rivals_of(asked.rule), asked.rival, rule_name)
