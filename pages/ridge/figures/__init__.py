"""The figures of the page about ridge regression, under the keys of their components."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial

from core.problem.arrays import Matrix
from pages.ridge import answers
from pages.ridge.figures.coefficients import coefficients_figure, coefficients_text
from pages.ridge.figures.line import line_figure, line_text
from pages.ridge.figures.stability import stability_figure, stability_text
from pages.ridge.question import BOARD, Question
from ui.component.plot import Drawing, Drawn
from ui.words import Words

COEFFICIENTS, LINE, STABILITY = "ridge-coefficients", "ridge-line", "ridge-stability"


def all_figures(question: Question, words: Words) -> Iterator[Drawing]:
    """Yield the boundary for the board, and every figure; `InputError` if the problem cannot be solved."""
    yield Drawing(BOARD, lambda: Boundary(answers.boundary(question)))
    yield coefficients_drawing(question, words)
    if not answers.waits_for_smooth(question):
        yield line_drawing(question, words)
    if answers.stability(question) is not None:
        yield stability_drawing(question, words)


@dataclass(frozen=True)
class Boundary:
    """A line on the board, drawn before the rest of the page (assets/js/machine/beside.js)."""

    line: Matrix  # (k, 2), a row of nan after each piece

    def sent(self, projector: bool = False) -> dict[str, object]:
        """Return the coordinates x and y in alternation; None in a gap."""
        return {"median": [None if math.isnan(place) else round(place, 4) for place in self.line.ravel().tolist()]}


def coefficients_drawing(question: Question, words: Words) -> Drawing:
    """Return the coefficients of both machines."""

    def draw() -> Drawn:
        both = answers.both(question)
        return Drawn(coefficients_figure(both, words), coefficients_text(both, words))

    return Drawing(COEFFICIENTS, draw)


def line_drawing(question: Question, words: Words) -> Drawing:
    """Return the regression on a line."""
    return Drawing(LINE, partial(_line, question, words))


def stability_drawing(question: Question, words: Words) -> Drawing:
    """Return the bounds and the measured changes; lambda is not 0."""

    def draw() -> Drawn:
        bounds = answers.stability(question)
        assert bounds is not None
        figure = stability_figure(bounds, question.options.change, words)
        return Drawn(figure, stability_text(bounds, question.options.change, words))

    return Drawing(STABILITY, draw)


def _line(question: Question, words: Words) -> Drawn:
    shown, board = answers.smooth(question), question.board
    names = ("x", "z") if question.options.line == "wave" else board.axes(words)
    beside = answers.tube(question)
    drawn = line_figure(shown, beside, names, question.phi.n_components, words)
    return Drawn(drawn, line_text(shown, beside, question.phi.n_components, words))
