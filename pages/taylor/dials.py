"""The sliders of the page: their labels, and their ranges on this board."""

from __future__ import annotations

from pages.taylor.question import Question
from ui.component.sliders import Dial, parameter_dial
from ui.page.showing import Showing
from ui.solve.limits import FARTHEST, SMALLEST_RADIUS
from ui.words import Words


def kernel_dials(question: Question, showing: Showing) -> list[Dial]:
    """Return the order, the shift of all points to the right, and gamma with the paper's sigma_0."""
    words, size = showing.words, question.board.points.window.size
    shift = Dial("shift", words("taylor.dial.shift"), "s", 0, 2 * size, question.options.shift, "linear", (0, FARTHEST))
    dials = [parameter_dial("order", question.order, words), shift]
    if showing.sees("gamma"):
        gamma = parameter_dial("gamma", question.gamma, words)
        low, high = gamma.allowed or (gamma.low, gamma.high)
        half = (0.5 / high, 0.5 / low)
        wide = (0.5 / gamma.high, 0.5 / gamma.low)
        sigma = Dial("sigma", words("taylor.dial.sigma"), "σ₀", *wide, _four_digits(0.5 / question.gamma), "log", half)
        dials += [gamma, sigma]
    return dials


def ball_dial(question: Question, radius: float, words: Words) -> Dial:
    """Return the radius of the ball over which the largest error is taken."""
    size = question.board.points.window.size
    reach = (size / 64, size * 4)
    allowed = (SMALLEST_RADIUS, FARTHEST)
    return Dial("radius", words("taylor.dial.radius"), "c", *reach, _four_digits(radius), "log", allowed)


def _four_digits(value: float) -> float:
    return float(f"{value:.4g}")
