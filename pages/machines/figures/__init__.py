"""The figures of the page of the machines, under the keys of their components."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from core.problem import InputError
from core.topics.machines.experiment import EveryNu
from core.topics.machines.view import PairStep
from pages.machines import answers
from pages.machines.figures.every import every_figure, every_text
from pages.machines.figures.hulls import hulls_figure, hulls_text
from pages.machines.figures.pairs import pairs_figure, pairs_text
from pages.machines.question import Question
from ui.component.plot import Drawing, Drawn
from ui.page.machine.answers import machine
from ui.page.machine.shares import shares_drawing
from ui.solve.solving import MachineSolved
from ui.words import Words

EVERY, HULLS, PAIRS = "machines-every", "machines-hulls", "machines-pairs"


def all_figures(question: Question, words: Words) -> Iterator[Drawing]:
    """Yield the figures that follow the sliders; none if the problem is refused.

    The figure over every nu takes as long as two dozen solutions, so it comes once the slider rests.
    """
    found = machine(question)
    if isinstance(found, InputError):
        return
    yield shares_drawing("machines", found.fitted, words)
    if answers.has_hulls(question, found):
        yield hulls_drawing(question, found, words)


def every_drawing(question: Question, found: MachineSolved, every: EveryNu, words: Words) -> Drawing:
    """Return both shares for every nu, with the chosen nu marked."""

    def draw() -> Drawn:
        return Drawn(every_figure(found.fitted, every, words), every_text(found.fitted, every, words))

    return Drawing(EVERY, draw)


def hulls_drawing(question: Question, found: MachineSolved, words: Words) -> Drawing:
    """Return the reduced hulls of both classes."""
    return Drawing(HULLS, partial(_hulls, question, found, words))


def pairs_drawing(question: Question, shown: PairStep, words: Words) -> Drawing:
    """Return the scores at one step of the recorded run."""

    def draw() -> Drawn:
        return Drawn(pairs_figure(shown, words, question.entry.graph), pairs_text(shown, words))

    return Drawing(PAIRS, draw, (shown.k,))


def _hulls(question: Question, found: MachineSolved, words: Words) -> Drawn:
    near = answers.hulls(question, found)
    bound = min(1.0, answers.hull_bound_of(found.fitted, len(question.y)))
    drawn = hulls_figure(near, bound, question.X, question.y, question.board.square)
    return Drawn(drawn, hulls_text(near, bound, words))
