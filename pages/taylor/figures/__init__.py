"""The figures of the page about the Taylor kernel, under the keys of their components."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from core.topics.taylor.experiment import TaylorSweep, TaylorTimes
from pages.taylor import answers
from pages.taylor.answers import Views
from pages.taylor.figures.boundary import boundary_drawn
from pages.taylor.figures.errors import errors_drawn
from pages.taylor.figures.kernels import kernels_drawn
from pages.taylor.figures.orders import orders_drawn
from pages.taylor.figures.sweep import sweep_drawn
from pages.taylor.figures.xi import xi_drawn
from pages.taylor.question import Question
from ui.component.plot import Drawing
from ui.words import Words

KERNELS, ERRORS, ORDERS, XI = "taylor-kernels", "taylor-errors", "taylor-orders", "taylor-xi"
BOUNDARY, SWEEP = "taylor-boundary", "taylor-sweep"

Drawings = tuple[Drawing, ...]


def all_figures(question: Question, words: Words) -> Iterator[Drawing]:
    """Yield every figure; `InputError` before the last two if the problem cannot be solved."""
    seen = answers.views(question)
    yield from error_figures(question, seen, words)
    yield from order_figures(question, seen, words)
    if not answers.waits(question) and (sweep := answers.sweep(question)).exists:
        yield boundary_figure(question, sweep, words)
        yield sweep_figure(question, sweep, answers.times(question), words)


def error_figures(question: Question, seen: Views, words: Words) -> Drawings:
    """Return both kernels for one pair, and the error for all pairs."""
    farthest = 2.0 * question.gamma * seen.orders.own**2
    return (
        Drawing(KERNELS, partial(kernels_drawn, seen.pair, words)),
        Drawing(ERRORS, partial(errors_drawn, seen.pair, seen.cloud, question.order, farthest, words)),
    )


def order_figures(question: Question, seen: Views, words: Words) -> Drawings:
    """Return the largest error over the order, and the interval of xi."""
    return (
        Drawing(ORDERS, partial(orders_drawn, seen.orders, question.order, question.plain, words)),
        Drawing(XI, partial(xi_drawn, seen.pair, words)),
    )


def boundary_figure(question: Question, sweep: TaylorSweep, words: Words) -> Drawing:
    """Return the boundary of this order."""
    return Drawing(
        BOUNDARY, partial(boundary_drawn, sweep, question.order, question.X, question.y, question.square, words)
    )


def sweep_figure(question: Question, sweep: TaylorSweep, times: TaylorTimes, words: Words) -> Drawing:
    """Return accuracy and cost of every order."""
    return Drawing(SWEEP, partial(sweep_drawn, sweep, times, question.order, words))
