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


def step_figures(asked: Question, k: int, words: Words) -> Iterator[Drawing]:
    """Yield the size of the active set over the run, the rows of the cache, and the numbers before pass k."""

    def active() -> Drawn:
        course, form = answers.course(asked), answers.dual(asked).form
        looks = looks_of(course.looks, form.alike)
        figure = active_figure(course.sizes, looks, k, family(asked), words)
        return Drawn(figure, active_text(course.sizes, k, words))

    def cache() -> Drawn:
        halt, _ = answers.stood(asked, k)
        n = len(asked.y)
        capacity = n if asked.rows is None else asked.rows
        return Drawn(cache_figure(halt, n, capacity, words), cache_text(halt, n, words))

    yield Drawing(ACTIVE, active)
    yield Drawing(CACHE, cache)
    yield Drawing(NUMBERS, partial(pass_numbers, asked, k, words))
    yield Drawing(COUNTS, partial(loop_counts, asked, k, words))
