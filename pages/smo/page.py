"""The layout of the page: one of three stages, and the bar with mode and rules."""

from __future__ import annotations

import streamlit as st

from pages.smo import by_hand, two, watch
from pages.smo.question import Question, rivals_of
from ui.component.board import panel
from ui.link.shared import MODES, RULES
from ui.page import controls
from ui.page.cost import published, show_cost
from ui.page.formula_field import type_formula
from ui.page.machine.weights import choose_weights
from ui.page.showing import Showing
from ui.solve.limits import LARGEST_SEED
from ui.solve.options import RANDOM_PAIR, TIED, TIES
from ui.state.change import DRAWS

SHOW = {"watch": watch.show, "hand": by_hand.show, "two": two.show}


def stage(question: Question, showing: Showing) -> str:
    """Show the stage of the chosen mode; ties and class weights stand below it, where they push no figure down."""
    question = by_hand.with_picks(question)
    lead = SHOW[question.mode](question, showing)
    if not set(TIED).isdisjoint(_rules_of(question)):
        showing.either("ties", TIES, question.ties, family="panel.ties")
    choose_weights(showing, "smo")
    return lead


def title(question: Question) -> str:
    """Return the key of the title of the chosen mode."""
    return f"smo.question.{question.mode}"


def choices(question: Question, showing: Showing) -> None:
    """Show the data, the panel of kernel and margin, mode and rules, and the error of an approximation."""
    controls.choose_data(showing, showing.hint(machine=question.board.machine))
    panel(question.board, showing.words, "smo", figures=published(question.problem, question.board.square, showing))
    type_formula(showing)
    with st.container(key="own-choices"):
        _ways(question, showing)
    show_cost(question.problem, question.board.square, showing, "smo")


def _rules_of(question: Question) -> tuple[str, ...]:
    """Return the rules that the mode shows."""
    return {"watch": (question.rule,), "two": (question.rule, question.rival), "hand": RULES}[question.mode]


def _ways(question: Question, showing: Showing) -> None:
    def rule_name(rule: object) -> str:
        return showing.words(f"panel.solver.{rule}")

    showing.either("mode", MODES, question.mode)
    if question.mode != "hand":
        showing.either("rule", RULES, question.rule, rule_name, family="panel.solver", listed=True)
    if question.mode == "two":
        showing.either("rival", rivals_of(question.rule), question.rival, rule_name, listed=True)
    if RANDOM_PAIR in _rules_of(question):
        showing.whole(DRAWS, question.draws, 0, LARGEST_SEED, showing.words("panel.draws"))
