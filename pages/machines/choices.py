"""What can be changed on the page: data, kernel, and sliders for the numbers of kernel and machine."""

from __future__ import annotations

from pages.machines.question import BOARD, Question
from ui.page import controls
from ui.page.machine.bar import machine_numbers
from ui.page.showing import Showing


def choices(question: Question, showing: Showing) -> None:
    """Show the bar; the board follows its sliders before the rest of the page."""
    controls.choose_data(showing, showing.hint(machine=question.spec))
    machine_numbers(BOARD, question, showing)
