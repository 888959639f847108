"""What can be changed on the page: data, kernel, C, margin, and the weights of the classes."""

from __future__ import annotations

from functools import partial

from pages.before.question import BOARD, TOPICS, Question
from ui.component.sliders import parameter_dial
from ui.page import controls
from ui.page.machine.weights import choose_weights
from ui.page.showing import Showing
from ui.solve.kernels import KERNELS


def choices(question: Question, showing: Showing) -> None:
    """Show the bar; the board follows its sliders before the rest of the page."""
    board, name = question.board, str(question.board.kernel["name"])
    own = KERNELS[name].parameters if name in KERNELS else ()
    dials = [parameter_dial(each, board.numbers[each], showing.words) for each in own if showing.sees(each)]
    kernel = partial(controls.choose_kernel, showing, name) if showing.sees("kernel") else None
    controls.choose_data(showing, showing.hint(machine=board.machine))
    topic = partial(showing.either, "topic", TOPICS, question.options.topic) if showing.projector else None
    controls.choose_numbers(showing, dials, kernel, topic, BOARD)
    choose_weights(showing, BOARD)
