"""The figures of the page of equal budgets, under the keys of their components."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from core.topics.budget.experiment import MeasuredMachine, budget
from pages.budget import answers
from pages.budget.answers import FoundSpent
from pages.budget.figures.boards import budget_board, budget_board_text
from pages.budget.figures.curves import QUANTITIES, Quantity, budget_curves, budget_curves_text
from pages.budget.question import Question, largest_order
from ui.component.plot import Drawing, Drawn
from ui.words import Words

PROJECTED = 540  # pixels of a picture's height in projector mode
FRAME = {"l": 49, "r": 0, "t": 18, "b": 35}  # margins, equal to those of the board beside it


def board_figures(question: Question, words: Words) -> Iterator[Drawing]:
    """Yield the picture of every machine as soon as it is trained; `InputError` if the problem cannot be solved.

    In the plane, the editable board shows the exact machine.
    """
    for entry in answers.entries(question):
        if entry.name == "exact" and question.plane:
            continue
        yield Drawing(f"budget-{entry.name}", partial(_board, question, entry, words))


def curve_figures(question: Question, known: FoundSpent, words: Words) -> Iterator[Drawing]:
    """Yield each quantity as a function of the budget, as far as it is known."""
    points = answers.told_apart(known)
    for quantity in QUANTITIES:
        draw = partial(_curve, question, quantity, known, words)
        yield Drawing(f"budget-curve-{quantity.name}", draw, points)


def _board(question: Question, entry: MeasuredMachine, words: Words) -> Drawn:
    figure = budget_board(entry, answers.exact(question), question.setting, words)
    frame = FRAME if question.plane else None
    return Drawn(figure, budget_board_text(entry, question.setting, words), PROJECTED, frame)


def _curve(question: Question, quantity: Quantity, known: FoundSpent, words: Words) -> Drawn:
    most = budget(largest_order(question.d), question.d)
    figure = budget_curves(quantity, known, question.draws, question.features, most, words)
    return Drawn(figure, budget_curves_text(quantity, known, question.draws, words))
