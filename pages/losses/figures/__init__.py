"""The figures of the page of the losses, under the keys of their components."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from pages.losses import answers
from pages.losses.figures.loss import loss_figure, loss_text
from pages.losses.figures.objectives import objectives_figure, objectives_text
from pages.losses.figures.offset import offset_figure, offset_text
from pages.losses.figures.path import AtC, path_figure, path_text
from pages.losses.question import BOARD, Question
from ui.component.plot import Drawing, Drawn
from ui.words import Words

LOSS, PATH, OFFSET, OBJECTIVES = "losses-loss", "losses-path", "losses-offset", "losses-objectives"


def all_figures(question: Question, words: Words) -> Iterator[Drawing]:
    """Yield the figures that follow C; `InputError` if the problem cannot be solved."""
    yield Drawing(LOSS, partial(_loss, question, words))
    if answers.path(question) is not None:
        yield Drawing(PATH, partial(_path, question, words))
        yield Drawing(OFFSET, partial(_offset, question, words))


def objectives_drawing(question: Question, words: Words) -> Drawing:
    """Return the two objectives of Li's theorem 7.4."""

    def draw() -> Drawn:
        path, C, points = answers.path(question), answers.machine(question).C, answers.theorem(question)
        assert path is not None
        return Drawn(objectives_figure(path, C, points, words), objectives_text(points, words))

    return Drawing(OBJECTIVES, draw)


def _loss(question: Question, words: Words) -> Drawn:
    found, picked = answers.machine(question), answers.picked(question)
    return Drawn(loss_figure(found, picked, words), loss_text(found, picked, words))


def _path(question: Question, words: Words) -> Drawn:
    shown, terms, found = answers.path(question), answers.terms_of_path(question), answers.machine(question)
    assert shown is not None
    assert terms is not None
    at, picked = AtC(found.C, found.total, found.norm), answers.picked(question)
    figure = path_figure(shown, terms, at, picked, question.options.scale, BOARD, words)
    return Drawn(figure, path_text(shown, at, picked, words))


def _offset(question: Question, words: Words) -> Drawn:
    shown, C = answers.offsets(question), answers.machine(question).C
    assert shown is not None
    return Drawn(offset_figure(shown, C, words), offset_text(shown, words))
