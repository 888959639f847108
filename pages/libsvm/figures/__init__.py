"""The figures of a pass, under the keys of their components."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from pages.libsvm import answers
from pages.libsvm.figures.active import active_figure, active_text, looks_of
from pages.libsvm.figures.cache import cache_figure, cache_text
from pages.libsvm.numbers import loop_counts, pass_numbers
from pages.libsvm.question import Question
from pages.libsvm.variables import family
from ui.component.plot import Drawing, Drawn
from ui.page.numbers import NUMBERS
from ui.words import Words

ACTIVE, CACHE, COUNTS = "libsvm-active", "libsvm-cache", "libsvm-counts"


def step_figures(question: Question, k: int, words: Words) -> Iterator[Drawing]:
    """Yield the size of the active set over the run, the rows of the cache, and the numbers before pass k."""

    def active() -> Drawn:
        course, form = answers.course(question), answers.dual(question).form
        looks = looks_of(course.looks, form.alike)
        figure = active_figure(course.sizes, looks, k, family(question), words)
        return Drawn(figure, active_text(course.sizes, k, words))

    def cache() -> Drawn:
        halt, _ = answers.stood(question, k)
        n = len(question.y)
        capacity = n if question.rows is None else question.rows
        return Drawn(cache_figure(halt, n, capacity, words), cache_text(halt, n, words))

    yield Drawing(ACTIVE, active)
    yield Drawing(CACHE, cache)
    yield Drawing(NUMBERS, partial(pass_numbers, question, k, words))
    yield Drawing(COUNTS, partial(loop_counts, question, k, words))
