"""The bar of the page: data, gamma, lambda and C, and the numbers of features and landmarks."""

from __future__ import annotations

from functools import partial

from pages.ridge.question import BOARD, Question
from ui.component.sliders import Dial, landmark_dials, parameter_dial
from ui.page import controls
from ui.page.showing import Showing
from ui.solve.limits import LAMBDA, LAMBDA_SLIDER, LARGEST_EPSILON


def choices(asked: Question, showing: Showing) -> None:
    """Show the bar: data, gamma, lambda, D, L and C, and the page's own choice of lambda = 0."""
    controls.choose_data(showing, showing.hint())
    controls.choose_numbers(showing, _dials(asked, showing), own=partial(_own, asked, showing), board=BOARD)


def _dials(asked: Question, showing: Showing) -> list[Dial]:
    words, dials = showing.words, []
    if showing.sees("gamma"):
        dials.append(parameter_dial("gamma", asked.gamma, words))
    if asked.penalty > 0.0:
        low, high = LAMBDA_SLIDER
        ends = (min(low, asked.penalty), max(high, asked.penalty))
        dials.append(Dial("penalty", words("panel.lambda"), "λ", *ends, asked.penalty, "log", LAMBDA))
    dials.append(parameter_dial("components", asked.phi.n_components, words))
    dials += landmark_dials(asked.landmarks[0], asked.rank, words)
    if asked.C is not None:
        own = asked.options.epsilon
        high, allowed = max(float(f"{0.25 * asked.square[2]:.2g}"), own), (0.0, LARGEST_EPSILON)
        dials.append(Dial("epsilon", words("machine.epsilon"), "ε", 0.0, high, own, "linear", allowed))
    return dials


def _own(asked: Question, showing: Showing) -> None:
    showing.either("penalised", ("positive", "zero"), asked.options.penalised)
    showing.parameter("seed", asked.phi.seed)
