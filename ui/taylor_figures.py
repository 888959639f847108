"""The figures of the page about the Taylor kernel, under the keys of their components."""

from __future__ import annotations

from collections.abc import Iterator

from ui import taylor
from ui.component.plot import Drawn
from ui.figure.taylor_boundary import taylor_boundary_figure, taylor_boundary_text
from ui.figure.taylor_errors import taylor_errors_figure, taylor_errors_text
from ui.figure.taylor_kernels import taylor_kernels_figure, taylor_kernels_text
from ui.figure.taylor_orders import taylor_orders_figure, taylor_orders_text
from ui.figure.taylor_sweep import taylor_sweep_figure, taylor_sweep_text
from ui.figure.taylor_xi import taylor_xi_figure, taylor_xi_text
from ui.session import Lab
from ui.text import Words

KERNELS, ERRORS, ORDERS, XI = "taylor-kernels", "taylor-errors", "taylor-orders", "taylor-xi"
BOUNDARY, SWEEP = "taylor-boundary", "taylor-sweep"


def all_figures(lab: Lab, words: Words) -> Iterator[tuple[str, Drawn]]:
    """Yield every figure; `InputError` before the last two where nothing can be solved."""
    yield from kernel_figures(lab, words)
    if not taylor.waits(lab):
        yield from boundary_figures(lab, words)


def kernel_figures(lab: Lab, words: Words) -> Iterator[tuple[str, Drawn]]:
    """Yield what is said of the kernel: on one pair, on all of them, and against the order."""
    pair, order = taylor.the_pair(lab), taylor.order_of(lab)
    yield KERNELS, Drawn(taylor_kernels_figure(pair, words), taylor_kernels_text(pair, words))
    yield XI, Drawn(taylor_xi_figure(pair, words), taylor_xi_text(pair, words))
    orders, plain = taylor.orders_of(lab), taylor.kernel_of(lab).rho is None
    yield ORDERS, Drawn(taylor_orders_figure(orders, order, plain, words), taylor_orders_text(orders, order, words))
    cloud, farthest = taylor.cloud_of(lab), 2.0 * taylor.gamma_of(lab) * orders.own**2
    errors = taylor_errors_figure(pair, cloud, order, farthest, words)
    yield ERRORS, Drawn(errors, taylor_errors_text(pair, cloud, words))


def boundary_figures(lab: Lab, words: Words) -> Iterator[tuple[str, Drawn]]:
    """Yield the boundary of this order, and what every order costs and buys; nothing where there is no boundary."""
    sweep, order = taylor.sweep_of(lab), taylor.order_of(lab)
    if not sweep.exists:
        return
    X, y, window = taylor.points_of(lab), lab.points.y, taylor.window_of(lab)
    drawn = taylor_boundary_figure(sweep, order, X, y, window, words)
    yield BOUNDARY, Drawn(drawn, taylor_boundary_text(sweep, order, words))
    times = taylor.times_of(lab)
    yield SWEEP, Drawn(taylor_sweep_figure(sweep, times, order, words), taylor_sweep_text(sweep, times, words))
