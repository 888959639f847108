"""The figures of the page of equal budgets, under the keys of their components."""

from __future__ import annotations

from collections.abc import Iterator

from core.experiment.budget import budget, largest_order
from pages.budget import answers
from pages.budget.answers import Known
from pages.budget.figures.boards import budget_board, budget_board_text
from pages.budget.figures.curves import Quantity, budget_curves, budget_curves_text
from pages.budget.question import Question
from ui.component.plot import Drawn
from ui.words import Words


def board_figures(asked: Question, words: Words) -> Iterator[tuple[str, Drawn]]:
    """Yield the board of every machine as soon as it is trained; `InputError` where nothing can be solved."""
    for entry in answers.entries(asked):
        figure = budget_board(entry, answers.exact(asked), asked.setting, words)
        yield f"budget-{entry.name}", Drawn(figure, budget_board_text(entry, asked.setting, words))


def curve_figure(asked: Question, quantity: Quantity, known: Known, words: Words) -> tuple[str, Drawn]:
    """Return one quantity against the budget, as far as it is known."""
    most = budget(largest_order(asked.d), asked.d)
    figure = budget_curves(quantity, known, asked.seed, asked.features, most, words)
    return f"budget-curve-{quantity.name}", Drawn(figure, budget_curves_text(quantity, known, asked.seed, words))
