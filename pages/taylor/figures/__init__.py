"""The figures of the page about the Taylor kernel, under the keys of their components."""

from __future__ import annotations

from collections.abc import Iterator

from pages.taylor import answers
from pages.taylor.figures.boundary import taylor_boundary_figure, taylor_boundary_text
from pages.taylor.figures.errors import taylor_errors_figure, taylor_errors_text
from pages.taylor.figures.kernels import taylor_kernels_figure, taylor_kernels_text
from pages.taylor.figures.orders import taylor_orders_figure, taylor_orders_text
from pages.taylor.figures.sweep import taylor_sweep_figure, taylor_sweep_text
from pages.taylor.figures.xi import taylor_xi_figure, taylor_xi_text
from pages.taylor.question import Question
from ui.component.plot import Drawn
from ui.words import Words

KERNELS, ERRORS, ORDERS, XI = "taylor-kernels", "taylor-errors", "taylor-orders", "taylor-xi"
BOUNDARY, SWEEP = "taylor-boundary", "taylor-sweep"


def all_figures(asked: Question, words: Words) -> Iterator[tuple[str, Drawn]]:
    """Yield every figure; `InputError` before the last two where nothing can be solved."""
    yield from kernel_figures(asked, words)
    if not answers.waits(asked):
        yield from boundary_figures(asked, words)


def kernel_figures(asked: Question, words: Words) -> Iterator[tuple[str, Drawn]]:
    """Yield what is said of the kernel: on one pair, on all of them, and against the order."""
    pair, order, orders = answers.pair(asked), asked.order, answers.orders(asked)
    yield KERNELS, Drawn(taylor_kernels_figure(pair, words), taylor_kernels_text(pair, words))
    yield XI, Drawn(taylor_xi_figure(pair, words), taylor_xi_text(pair, words))
    against_order = taylor_orders_figure(orders, order, asked.plain, words)
    yield ORDERS, Drawn(against_order, taylor_orders_text(orders, order, words))
    cloud, farthest = answers.cloud(asked), 2.0 * asked.gamma * orders.own**2
    errors = taylor_errors_figure(pair, cloud, order, farthest, words)
    yield ERRORS, Drawn(errors, taylor_errors_text(pair, cloud, words))


def boundary_figures(asked: Question, words: Words) -> Iterator[tuple[str, Drawn]]:
    """Yield the boundary of this order, and what every order costs and buys; nothing where there is no boundary."""
    sweep, order = answers.sweep(asked), asked.order
    if not sweep.exists:
        return
    drawn = taylor_boundary_figure(sweep, order, asked.X, asked.y, asked.square, words)
    yield BOUNDARY, Drawn(drawn, taylor_boundary_text(sweep, order, words))
    times = answers.times(asked)
    yield SWEEP, Drawn(taylor_sweep_figure(sweep, times, order, words), taylor_sweep_text(sweep, times, words))
