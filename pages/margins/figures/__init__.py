"""The figures of the page about margins, under the keys of their components."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from pages.margins import answers
from pages.margins.figures.around import around_figure, around_text
from pages.margins.figures.between import between_figure, between_text
from pages.margins.figures.hulls import hulls_figure, hulls_text
from pages.margins.figures.points import points_figure, points_text
from pages.margins.question import Question
from ui.component.plot import Drawing, Drawn
from ui.words import Words

POINTS, AROUND, BETWEEN, HULLS = "margins-points", "margins-around", "margins-between", "margins-hulls"


def all_figures(question: Question, words: Words) -> Iterator[Drawing]:
    """Yield the figures that follow the line; `InputError` if its handles are at one place."""
    yield Drawing(POINTS, partial(_points, question, words))

    def around() -> Drawn:
        directions, mine = answers.around(question), answers.laid(question)
        return Drawn(around_figure(directions, mine, words), around_text(directions, mine, words))

    if answers.chosen(question).exists:
        yield Drawing(AROUND, around)
    lines = answers.between(question)
    if lines is not None:
        yield Drawing(BETWEEN, lambda: Drawn(between_figure(lines, words), between_text(lines, words)))


def hull_drawing(question: Question, words: Words) -> Drawing:
    """Return the hulls, which do not depend on the line."""
    return Drawing(HULLS, partial(_hulls, question, words))


def _points(question: Question, words: Words) -> Drawn:
    mine = answers.laid(question)
    return Drawn(points_figure(mine, question.y, words), points_text(mine, words))


def _hulls(question: Question, words: Words) -> Drawn:
    found = answers.routes(question)
    assert found.hulls is not None
    drawn = hulls_figure(found.hulls, found.smo, question.X, question.y, question.board.square)
    return Drawn(drawn, hulls_text(found.hulls, words))
