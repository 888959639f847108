"""The views of a question about the Taylor kernel, cached for all visitors."""

from __future__ import annotations

from typing import NamedTuple

from core.problem import TaylorGaussian
from core.topics.taylor.experiment import (
    TaylorSpace,
    TaylorSweep,
    TaylorTimes,
    taylor_space,
    taylor_sweep,
    taylor_times,
)
from core.topics.taylor.view import (
    TaylorCloud,
    TaylorOrders,
    TaylorPair,
    TaylorPlane,
    taylor_cloud,
    taylor_orders,
    taylor_pair,
    taylor_plane,
)
from pages.taylor.question import HIGHEST, Question
from ui.solve.board_problem import Coordinates, Labels
from ui.solve.kernels import penalty_of
from ui.solve.limits import POINTS_OF_ALL_ORDERS, STEPS_OF_AN_ORDER
from ui.solve.memory import SharedResults

_clouds: SharedResults[TaylorCloud] = SharedResults()
_orders: SharedResults[TaylorOrders] = SharedResults()
_sweeps: SharedResults[TaylorSweep] = SharedResults()
_times: SharedResults[TaylorTimes] = SharedResults()
_spaces: SharedResults[TaylorSpace] = SharedResults()


class Views(NamedTuple):
    """The views of the kernel itself, without training: of the window, the chosen pair, all pairs and the orders."""

    plane: TaylorPlane  # K(x, x) over the window
    pair: TaylorPair
    cloud: TaylorCloud | None  # all pairs of the data; None without points
    orders: TaylorOrders  # the largest errors over the order


_views: SharedResults[Views] = SharedResults()


def views(question: Question) -> Views:
    """Return the views of the kernel itself, for both halves of the page."""
    x, z = question.pair
    key = question.key(question.order, question.options.radius, question.square, x.tolist(), z.tolist())
    return _views.get(key, lambda: _seen(question))


def _seen(question: Question) -> Views:
    plane = taylor_plane(question.kernel, question.X, question.square)
    radius, factors = question.options.radius, question.options.factors
    # The errors of all orders at once: they do not depend on the chosen one.
    orders = _orders.get(
        question.key(radius), lambda: taylor_orders(question.X, question.gamma, HIGHEST, radius, factors)
    )
    return Views(plane, taylor_pair(question.kernel, *question.pair), _cloud(question), orders)


def _cloud(question: Question) -> TaylorCloud | None:
    if not len(question.y):
        return None
    return _clouds.get(question.key(question.order), lambda: taylor_cloud(question.kernel, question.X))


def sweep(question: Question) -> TaylorSweep:
    """Return the boundary of every order; `InputError` if the problem cannot be solved."""
    return _sweeps.get(
        _sweep_key(question), lambda: taylor_sweep(*_problem(question), question.square, STEPS_OF_AN_ORDER)
    )


def waits(question: Question) -> bool:
    """Whether all orders are trained only on request: with many points, unless the orders are cached."""
    return len(question.y) > POINTS_OF_ALL_ORDERS and _sweeps.known(_sweep_key(question)) is None


def _sweep_key(question: Question) -> str:
    return question.key(question.C, question.square)


def times(question: Question) -> TaylorTimes:
    """Return the training time of each order; `InputError` if the problem cannot be solved."""
    return _times.get(question.key(question.C), lambda: taylor_times(*_problem(question), STEPS_OF_AN_ORDER))


def _problem(question: Question) -> tuple[Coordinates, Labels, TaylorGaussian, float]:
    """Return the problem trained with every order: the kernel of the highest contains all others."""
    return question.X, question.y, question.last, penalty_of(question.C)


def space(question: Question) -> TaylorSpace:
    """Return the trained f of this order, written out; `InputError` if the problem cannot be solved."""
    at = question.pair[0]
    key = question.key(question.C, question.order, tuple(at))
    problem = question.X, question.y, question.kernel, penalty_of(question.C)
    return _spaces.get(key, lambda: taylor_space(*problem, at, STEPS_OF_AN_ORDER))
