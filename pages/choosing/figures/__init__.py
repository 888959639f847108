"""The figures of the page about choosing, under the keys of their components."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from core.topics.choosing.experiment import Tile
from pages.choosing import answers
from pages.choosing.figures.clock import clock_figure, clock_text
from pages.choosing.figures.fold import bars_figure, bars_text, fold_figure, fold_text, rings
from pages.choosing.figures.map import errors_map, errors_text, machines_map, machines_text
from pages.choosing.question import Question
from pages.choosing.walked import Walked
from ui.component.plot import Drawing, Drawn
from ui.page.choice.grid import ALONG_C, ALONG_GAMMA, SIDE
from ui.plot.log_map import upward
from ui.words import Words

MAP, CLOCK, FOLD, BARS = "choosing-map", "choosing-clock", "choosing-fold", "choosing-bars"
PROJECTED = 500  # pixels of the map's height in projector mode


def cells_of(question: Question) -> tuple[Sequence[float], Sequence[float]]:
    """Return gamma and C, or lambda, of the cells on the map: of small pictures or of errors."""
    machines = question.options.shown == "machines"
    gammas, Cs = (answers.TILE_GAMMAS, answers.TILE_CS) if machines else (ALONG_GAMMA, ALONG_C)
    return gammas, upward(Cs, question.options.machine == "ridge")[1]


def machines_drawing(question: Question, shown: Sequence[Tile], words: Words) -> Drawing:
    """Return the map with small pictures of machines."""

    def draw() -> Drawn:
        figure = machines_map(shown, answers.TILE_GAMMAS, answers.TILE_CS, question.options.machine, words)
        most = len(answers.TILE_GAMMAS) * len(answers.TILE_CS)
        return Drawn(figure, machines_text(shown, most, question.options.machine, words), PROJECTED)

    return Drawing(MAP, draw, ("machines", len(shown)))


def errors_drawing(question: Question, walked: Sequence[Walked], words: Words) -> Drawing:
    """Return the map with the validation errors and the tracks."""

    def draw() -> Drawn:
        rings = answers.within(walked) if question.options.rule == "simplest" else []
        figure = errors_map(walked, rings, ALONG_GAMMA, ALONG_C, question.options.machine, words)
        return Drawn(figure, errors_text(walked, SIDE * SIDE, words), PROJECTED)

    return Drawing(MAP, draw, ("errors", *(len(each.looks) for each in walked)))


def clock_drawing(question: Question, walked: Sequence[Walked], words: Words) -> Drawing:
    """Return the error over time."""

    def draw() -> Drawn:
        return Drawn(clock_figure(walked, question.spent, words), clock_text(walked, words))

    return Drawing(CLOCK, draw, tuple((len(each.looks), each.seconds) for each in walked))


def fold_drawings(question: Question, words: Words) -> list[Drawing]:
    """Return the picture of a fold and the bars of all folds at the visitor's cell; none for a hard margin."""
    look = answers.here(question)
    if look is None or question.C is None:
        return []
    C, found = question.C, answers.folds_of(question)
    fold = min(question.fold, len(found.splits))

    def picture() -> Drawn:
        shown = answers.pictures(question, question.gamma, C)[fold - 1]
        figure = fold_figure(shown, found.X, answers.labels(found), question.square)
        return Drawn(figure, fold_text(shown, fold, words))

    def bars() -> Drawn:
        return Drawn(bars_figure(look, fold, words), bars_text(look, words))

    return [Drawing(FOLD, picture), Drawing(BARS, bars)]


def fold_rings(question: Question) -> dict[str, np.ndarray]:
    """Return the marks on the board for the points of the current fold; none with the small pictures."""
    if question.options.shown != "errors":
        return {}
    found = answers.folds_of(question)
    split = found.splits[min(question.fold, len(found.splits)) - 1]
    return rings(found.X[split.test], question.square[2])


def all_figures(question: Question, words: Words) -> list[Drawing]:
    """Return the figures that follow a moving slider: those computed piece by piece wait for the page."""
    return fold_drawings(question, words)


__all__ = [
    "BARS",
    "CLOCK",
    "FOLD",
    "MAP",
    "all_figures",
    "clock_drawing",
    "errors_drawing",
    "fold_drawings",
    "fold_rings",
    "machines_drawing",
]
