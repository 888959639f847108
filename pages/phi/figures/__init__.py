"""The figures of the lift, under the keys of their components."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from core.topics.phi.view import gram_order
from pages.phi import answers
from pages.phi.figures.examples import examples_figure, examples_text
from pages.phi.figures.gram import Order, gram_figure, gram_text, rows_of
from pages.phi.figures.lift import LiftPicture, lift_figure, lift_text
from pages.phi.maps import EXAMPLES, ShownMap
from pages.phi.question import Question
from ui.component.plot import Drawing, Drawn
from ui.words import Words

LIFT, GRAM = "lift", "gram"
PROJECTED = 600  # height of the lift in pixels in projector mode


def all_figures(question: Question, words: Words) -> Iterator[Drawing]:
    """Yield Gram matrix and lift; `InputError` if the problem cannot be solved.

    The lift comes last: without a graphics processor its 3-D scene delays all other drawing.
    """
    yield Drawing(GRAM, partial(gram_drawn, question, words))
    yield Drawing(LIFT, partial(lift_drawn, question, words))


def lift_drawn(question: Question, words: Words) -> Drawn:
    """Return the lifted points with the plane that the solver found."""
    solution, view = answers.part(question).solution, "flat" if question.flat else question.options.view
    shown = LiftPicture(
        answers.lifted(question), solution, question.y, answers.names(question), answers.picked(question)
    )
    return Drawn(lift_figure(shown, view, words), lift_text(shown, words), PROJECTED)


def gram_rows(question: Question) -> Order:
    """Return the points whose rows of the Gram matrix are drawn."""
    return rows_of(gram_order(question.X, question.y), answers.picked(question))


def gram_drawn(question: Question, words: Words) -> Drawn:
    """Return the Gram matrix of the lifted points."""
    gram, picked = answers.lifted(question).gram, answers.picked(question)
    told = gram_text(gram, picked, answers.names(question), words)
    return Drawn(gram_figure(gram, question.y, gram_rows(question), picked, words), told)


def examples_drawn(question: Question, words: Words) -> Drawn:
    """Return the three maps of Li's example 7.3 side by side."""
    shown = [
        LiftPicture(lift, solution, question.y, answers.names(question.by(ShownMap(which))), answers.picked(question))
        for which, (lift, solution) in zip(EXAMPLES, answers.examples(question), strict=True)
    ]
    return Drawn(examples_figure(shown, words), examples_text(shown, words))
