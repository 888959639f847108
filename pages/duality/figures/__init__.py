"""The figures of the page about duality, under the keys of their components."""

from __future__ import annotations

from collections.abc import Iterator

from core.topics.duality.view import PlaneOfX
from pages.duality import answers
from pages.duality.figures.dual_map import dual_map_figure, dual_map_text
from pages.duality.figures.edges import edges_figure, edges_text
from pages.duality.figures.exercise import exercise_figure, exercise_text
from pages.duality.figures.landscape import landscape_figure, landscape_text
from pages.duality.figures.levels import levels_figure, levels_text
from pages.duality.figures.plane import plane_figure, plane_text
from pages.duality.figures.three import three_figure, three_text
from pages.duality.question import Question
from ui.component.plot import Drawing, Drawn
from ui.words import Words

LANDSCAPE, LEVELS, MAP = "duality-landscape", "duality-levels", "duality-map"
EDGES, THREE, EXERCISE = "duality-edges", "duality-three", "duality-exercise"
PROJECTED, BARS = 540, 330  # pixels in projector mode: of the picture, and of the bars above the checklist


def all_figures(question: Question, words: Words) -> Iterator[Drawing]:
    """Yield every figure, in the order of the page."""
    yield from stage_figures(question, words)
    yield from example_figures(question, words)
    yield exercise(question, words)


def stage_figures(question: Question, words: Words) -> Iterator[Drawing]:
    """Yield the landscape, the map of two multipliers, and the two bounds of the optimum."""

    def landscape() -> Drawn:
        seen, place = answers.seen(question), answers.place(question)
        if isinstance(seen, PlaneOfX):
            return Drawn(plane_figure(seen, place, question.toy, words), plane_text(place, words), PROJECTED)
        figure = landscape_figure(seen, place, question.toy, words)
        return Drawn(figure, landscape_text(seen, place, words), PROJECTED)

    yield Drawing(LANDSCAPE, landscape)
    dual_map = answers.dual_seen(question)
    if dual_map is not None:

        def multipliers() -> Drawn:
            place = answers.place(question)
            figure = dual_map_figure(dual_map, place, question.toy, words)
            return Drawn(figure, dual_map_text(dual_map, place, words), PROJECTED)

        yield Drawing(MAP, multipliers)

    def levels() -> Drawn:
        place = answers.place(question)
        return Drawn(levels_figure(place, question.toy.reach, words), levels_text(place, words), BARS)

    yield Drawing(LEVELS, levels)


def example_figures(question: Question, words: Words) -> Iterator[Drawing]:
    """Yield the dual of three points, and the points."""

    def edges() -> Drawn:
        points = answers.three(question)
        return Drawn(edges_figure(points, words), edges_text(points, words))

    def three() -> Drawn:
        points = answers.three(question)
        return Drawn(three_figure(points, words), three_text(points, words))

    yield Drawing(EDGES, edges)
    yield Drawing(THREE, three)


def exercise(question: Question, words: Words) -> Drawing:
    """Return the points of the exercise with the visitor's plane."""

    def draw() -> Drawn:
        solved = answers.solved() if question.options.shown else None
        figure = exercise_figure(answers.proposed(question), question.picked, solved, words)
        return Drawn(figure, exercise_text(answers.proposed(question), question.picked, words))

    return Drawing(EXERCISE, draw)
