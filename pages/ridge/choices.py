"""The bar of the page: data, gamma, lambda and C, and the numbers of features and landmarks."""

from __future__ import annotations

from functools import partial

from pages.ridge.question import BOARD, Question
from ui.component.sliders import Dial, landmark_dials, parameter_dial
from ui.page import controls
from ui.page.showing import Showing
from ui.solve.limits import LAMBDA, LAMBDA_SLIDER, LARGEST_EPSILON


def choices(question: Question, showing: Showing) -> None:
    """Show the bar: data, gamma, lambda, D, L and C, and the page's own choice of lambda = 0."""
    controls.choose_data(showing, showing.hint())
    controls.choose_numbers(showing, _dials(question, showing), own=partial(_own, question, showing), board=BOARD)


def _dials(question: Question, showing: Showing) -> list[Dial]:
    words, dials = showing.words, []
    if showing.sees("gamma"):
        dials.append(parameter_dial("gamma", question.gamma, words))
    if question.penalty > 0.0:
        low, high = LAMBDA_SLIDER
        ends = (min(low, question.penalty), max(high, question.penalty))
        dials.append(Dial("penalty", words("panel.lambda"), "λ", *ends, question.penalty, "log", LAMBDA))
    dials.append(parameter_dial("components", question.phi.n_components, words))
    dials += landmark_dials(question.landmarks[0], question.rank, words)
    if question.C is not None:
        own = question.options.epsilon
        high, allowed = max(float(f"{0.25 * question.square[2]:.2g}"), own), (0.0, LARGEST_EPSILON)
        dials.append(Dial("epsilon", words("machine.epsilon"), "ε", 0.0, high, own, "linear", allowed))
    return dials


def _own(question: Question, showing: Showing) -> None:
    showing.either("penalised", ("positive", "zero"), question.options.penalised)
    showing.parameter("seed", question.phi.seed)
