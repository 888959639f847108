"""The figures of the page about the Taylor kernel, under the keys of their components."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from core.experiment import TaylorSweep
from core.view import TaylorOrders, TaylorPair
from pages.taylor import answers
from pages.taylor.answers import Views
from pages.taylor.figures.boundary import taylor_boundary_figure, taylor_boundary_text
from pages.taylor.figures.errors import taylor_errors_figure, taylor_errors_text
from pages.taylor.figures.kernels import taylor_kernels_figure, taylor_kernels_text
from pages.taylor.figures.orders import taylor_orders_figure, taylor_orders_text
from pages.taylor.figures.sweep import taylor_sweep_figure, taylor_sweep_text
from pages.taylor.figures.xi import taylor_xi_figure, taylor_xi_text
from pages.taylor.question import Question
from ui.component.plot import Drawing, Drawn
from ui.words import Words

KERNELS, ERRORS, ORDERS, XI = "taylor-kernels", "taylor-errors", "taylor-orders", "taylor-xi"
BOUNDARY, SWEEP = "taylor-boundary", "taylor-sweep"


def all_figures(asked: Question, words: Words) -> Iterator[Drawing]:
    """Yield every figure; `InputError` before the last two where nothing can be solved."""
    seen = answers.views(asked)
    yield from error_figures(asked, seen, words)
    yield from order_figures(asked, seen, words)
    if not answers.waits(asked):
        yield from boundary_figures(asked, answers.sweep(asked), words)


def error_figures(asked: Question, seen: Views, words: Words) -> Iterator[Drawing]:
    """Yield how the kernels part on one pair, and the error on all of them."""
    yield Drawing(KERNELS, partial(_kernels, seen.pair, words))
    yield Drawing(ERRORS, partial(_errors, asked, seen, words))


def order_figures(asked: Question, seen: Views, words: Words) -> Iterator[Drawing]:
    """Yield the largest error against the order, and where xi lies."""
    yield Drawing(ORDERS, partial(_orders, asked, seen.orders, words))
    yield Drawing(XI, partial(_xi, seen.pair, words))


def boundary_figures(asked: Question, sweep: TaylorSweep, words: Words) -> Iterator[Drawing]:
    """Yield the boundary of this order, and what every order costs and buys; nothing where there is no boundary."""
    if sweep.exists:
        yield Drawing(BOUNDARY, partial(_boundary, asked, sweep, words))
        yield Drawing(SWEEP, partial(_sweep, asked, sweep, words))


def _kernels(pair: TaylorPair, words: Words) -> Drawn:
    return Drawn(taylor_kernels_figure(pair, words), taylor_kernels_text(pair, words))


def _errors(asked: Question, seen: Views, words: Words) -> Drawn:
    pair, cloud = seen.pair, seen.cloud
    farthest = 2.0 * asked.gamma * seen.orders.own**2
    errors = taylor_errors_figure(pair, cloud, asked.order, farthest, words)
    return Drawn(errors, taylor_errors_text(pair, cloud, words))


def _orders(asked: Question, orders: TaylorOrders, words: Words) -> Drawn:
    against_order = taylor_orders_figure(orders, asked.order, asked.plain, words)
    return Drawn(against_order, taylor_orders_text(orders, asked.order, words))


def _xi(pair: TaylorPair, words: Words) -> Drawn:
    return Drawn(taylor_xi_figure(pair, words), taylor_xi_text(pair, words))


def _boundary(asked: Question, sweep: TaylorSweep, words: Words) -> Drawn:
    drawn = taylor_boundary_figure(sweep, asked.order, asked.X, asked.y, asked.square, words)
    return Drawn(drawn, taylor_boundary_text(sweep, asked.order, words))


def _sweep(asked: Question, sweep: TaylorSweep, words: Words) -> Drawn:
    times = answers.times(asked)
    return Drawn(taylor_sweep_figure(sweep, times, asked.order, words), taylor_sweep_text(sweep, times, words))
