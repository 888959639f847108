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


def all_figures(asked: Question, words: Words) -> Iterator[Drawing]:
    """Yield Gram matrix and lift; `InputError` if the problem cannot be solved.

    The lift comes last: without a graphics processor its 3-D scene delays all other drawing.
    """
    yield Drawing(GRAM, partial(gram_drawn, asked, words))
    yield Drawing(LIFT, partial(lift_drawn, asked, words))


def lift_drawn(asked: Question, words: Words) -> Drawn:
    """Return the lifted points with the plane that the solver found."""
    solution, view = answers.part(asked).solution, "flat" if asked.flat else asked.options.view
    shown = LiftPicture(answers.lifted(asked), solution, asked.y, answers.names(asked), answers.picked(asked))
    return Drawn(lift_figure(shown, view, words), lift_text(shown, words), PROJECTED)


def gram_rows(asked: Question) -> Order:
    """Return the points whose rows of the Gram matrix are drawn."""
    return rows_of(gram_order(asked.X, asked.y), answers.picked(asked))


def gram_drawn(asked: Question, words: Words) -> Drawn:
    """Return the Gram matrix of the lifted points."""
    gram, picked = answers.lifted(asked).gram, answers.picked(asked)
    told = gram_text(gram, picked, answers.names(asked), words)
    return Drawn(gram_figure(gram, asked.y, gram_rows(asked), picked, words), told)


def examples_drawn(asked: Question, words: Words) -> Drawn:
    """Return the three maps of Li's example 7.3 side by side."""
    shown = [
        LiftPicture(lift, solution, asked.y, answers.names(asked.by(ShownMap(which))), answers.picked(asked))
        for which, (lift, solution) in zip(EXAMPLES, answers.examples(asked), strict=True)
    ]
    return Drawn(examples_figure(shown, words), examples_text(shown, words))
