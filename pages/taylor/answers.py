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


def views(asked: Question) -> Views:
    """Return the views of the kernel itself, for both halves of the page."""
    x, z = asked.pair
    key = asked.key(asked.order, asked.options.radius, asked.square, x.tolist(), z.tolist())
    return _views.get(key, lambda: _seen(asked))


def _seen(question: Question) -> Views:
    plane = taylor_plane(question.kernel, question.X, question.square)
    radius, factors = question.options.radius, question.options.factors
    # The errors of all orders at once: they do not depend on the chosen one.
    orders = _orders.get(
        question.key(radius), lambda: taylor_orders(question.X, question.gamma, HIGHEST, radius, factors)
    )
    return Views(plane, taylor_pair(question.kernel, *question.pair), _cloud(question), orders)


def _cloud(asked: Question) -> TaylorCloud | None:
    if not len(asked.y):
        return None
    return _clouds.get(asked.key(asked.order), lambda: taylor_cloud(asked.kernel, asked.X))


def sweep(asked: Question) -> TaylorSweep:
    """Return the boundary of every order; `InputError` if the problem cannot be solved."""
    return _sweeps.get(_sweep_key(asked), lambda: taylor_sweep(*_problem(asked), asked.square, STEPS_OF_AN_ORDER))


def waits(asked: Question) -> bool:
    """Whether all orders are trained only on request: with many points, unless the orders are cached."""
    return len(asked.y) > POINTS_OF_ALL_ORDERS and _sweeps.known(_sweep_key(asked)) is None


def _sweep_key(asked: Question) -> str:
    return asked.key(asked.C, asked.square)


def times(asked: Question) -> TaylorTimes:
    """Return the training time of each order; `InputError` if the problem cannot be solved."""
    return _times.get(asked.key(asked.C), lambda: taylor_times(*_problem(asked), STEPS_OF_AN_ORDER))


def _problem(asked: Question) -> tuple[Coordinates, Labels, TaylorGaussian, float]:
    """Return the problem trained with every order: the kernel of the highest contains all others."""
    return asked.X, asked.y, asked.last, penalty_of(asked.C)


def space(asked: Question) -> TaylorSpace:
    """Return the trained f of this order, written out; `InputError` if the problem cannot be solved."""
    at = asked.pair[0]
    key = asked.key(asked.C, asked.order, tuple(at))
    problem = asked.X, asked.y, asked.kernel, penalty_of(asked.C)
    return _spaces.get(key, lambda: taylor_space(*problem, at, STEPS_OF_AN_ORDER))
