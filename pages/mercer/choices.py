"""The bar of the page: data, kernel and its parameters, C and margin."""

from __future__ import annotations

from functools import partial

from pages.mercer.figures import PLANE
from pages.mercer.figures.plane import cells_of
from pages.mercer.question import SIGMOID, Question
from ui.component.sliders import Grip, parameter_dial
from ui.page import controls
from ui.page.showing import Showing
from ui.solve.kernels import KERNELS, PARAMETERS


def choices(question: Question, showing: Showing) -> None:
    """Show the bar; the dot on the plane of the sigmoid moves its two sliders."""
    board, name = question.board, str(question.spec["name"])
    own = [each for each in KERNELS[name].parameters if each in PARAMETERS] if name in KERNELS else []
    dials = [parameter_dial(each, board.numbers[each], showing.words) for each in own if showing.sees(each)]
    grips = [Grip(PLANE, "gamma", "r", cells_of())] if name == SIGMOID and len(dials) == len(own) else []
    kernel = partial(controls.choose_kernel, showing, name) if showing.sees("kernel") else None
    controls.choose_data(showing, showing.hint())
    controls.choose_numbers(showing, dials, kernel, grips=grips)
