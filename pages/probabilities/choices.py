"""The bar of the page: data, kernel and its parameters, C and margin."""

from __future__ import annotations

from functools import partial

from pages.probabilities.question import Question
from ui.component.sliders import parameter_dial
from ui.page import controls
from ui.page.showing import Showing
from ui.solve.kernels import KERNELS, PARAMETERS


def choices(question: Question, showing: Showing) -> None:
    """Show the bar."""
    board, name = question.board, str(question.board.kernel["name"])
    own = [each for each in KERNELS[name].parameters if each in PARAMETERS] if name in KERNELS else []
    dials = [parameter_dial(each, board.numbers[each], showing.words) for each in own if showing.sees(each)]
    kernel = partial(controls.choose_kernel, showing, name) if showing.sees("kernel") else None
    controls.choose_data(showing, showing.hint())
    controls.choose_numbers(showing, dials, kernel)
