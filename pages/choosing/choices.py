"""The bar of the page: data, gamma and C, or lambda, also set by the map, the learner, and the folds."""

from __future__ import annotations

from functools import partial

import streamlit as st

from pages.choosing.answers import expected
from pages.choosing.figures import MAP, cells_of
from pages.choosing.question import BOARD, MACHINES, RULES, Question
from ui.component.sliders import Dial, Grip, lambda_dial, landmark_dials, parameter_dial, penalty_dial
from ui.page import controls
from ui.page.showing import Showing
from ui.solve.limits import FOLDS, LARGEST_SEED, SECONDS, SECONDS_SLIDER
from ui.words import number

TO_THE_END = SECONDS_SLIDER[1]


def choices(question: Question, showing: Showing) -> None:
    """Show the bar; the dot on the map moves the sliders of gamma and C, or of lambda for ridge regression."""
    both = question.C is not None and showing.sees("C") and showing.sees("gamma")
    name, penalty = ("lambda", lambda_dial) if question.options.machine == "ridge" else ("C", penalty_dial)
    grips = [Grip(MAP, "gamma", name, cells_of(question))] if both else []
    own = partial(_own, question, showing)
    controls.choose_data(showing, showing.hint())
    controls.choose_numbers(showing, _dials(question, showing), own=own, board=BOARD, grips=grips, penalty=penalty)


def _dials(question: Question, showing: Showing) -> list[Dial]:
    words, dials = showing.words, []
    if showing.sees("gamma"):
        dials.append(parameter_dial("gamma", question.gamma, words))
    if question.options.shown == "errors":
        spent = TO_THE_END if question.options.spent is None else question.options.spent
        low, high = SECONDS_SLIDER
        dials.append(Dial("spent", words("choosing.spent"), "s", low, max(high, spent), spent, "log", SECONDS))
        dials.append(parameter_dial("components", question.board.numbers["components"], words))
        dials += landmark_dials(question.landmarks[0], question.rank, words)
    return dials


def _own(question: Question, showing: Showing) -> None:
    options, chosen = question.options, int(question.board.numbers["components"])
    if options.shown == "errors" and chosen > question.components:
        st.caption(showing.words("choosing.most", most=question.components, chosen=chosen))
    if options.shown == "errors" and (seconds := expected(question)) is not None:
        values = {"D": question.components, "seconds": number(seconds, 2)}
        st.caption(showing.words("choosing.expected", **values))
    showing.either("machine", MACHINES, options.machine)
    if options.shown == "errors":
        showing.either("rule", RULES, options.rule)
    fewest, most = FOLDS
    showing.whole("folds", options.folds, fewest, most)
    if options.shown == "errors":
        showing.whole("deal", options.deal, 0, LARGEST_SEED)
