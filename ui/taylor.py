"""What the page about the Taylor kernel needs: its kernel, points and pair, and every view of them, made once."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import TypeVar

import numpy as np

from core.problem import TaylorGaussian
from core.theory.taylor import scaled_kernel
from core.view import (
    TaylorCloud,
    TaylorOrders,
    TaylorPair,
    TaylorPlane,
    TaylorSpace,
    TaylorSweep,
    TaylorTimes,
    taylor_cloud,
    taylor_orders,
    taylor_pair,
    taylor_plane,
    taylor_space,
    taylor_sweep,
    taylor_times,
)
from ui import session
from ui.hands import number_in
from ui.link import RANGES
from ui.memory import SharedResults
from ui.options.taylor import FARTHEST, HIGHEST, TaylorOptions
from ui.session import Lab
from ui.solving import Coordinates, content_key, penalty_of

AT_ONCE = 400  # points up to which every order is trained without asking
WITH_GAMMA = ("gaussian", "taylor")

Place = np.ndarray  # (2,)
View = TypeVar("View")

_clouds: SharedResults[TaylorCloud] = SharedResults()
_orders: SharedResults[TaylorOrders] = SharedResults()
_sweeps: SharedResults[TaylorSweep] = SharedResults()
_times: SharedResults[TaylorTimes] = SharedResults()
_spaces: SharedResults[TaylorSpace] = SharedResults()


def options_of(lab: Lab) -> TaylorOptions:
    """Return the visitor's options."""
    return lab.shared.chosen(TaylorOptions) or TaylorOptions()


def gamma_of(lab: Lab) -> float:
    """Return the gamma of the board's kernel where it is a Gaussian or an approximate one, else 1."""
    spec = lab.shared.kernel
    return float(spec["gamma"]) if spec["name"] in WITH_GAMMA else 1.0


def order_of(lab: Lab) -> int:
    """Return m: that of the board's kernel where it is the approximate one, as far as this page goes."""
    spec = lab.shared.kernel
    return min(int(spec["order"]) if spec["name"] == "taylor" else options_of(lab).order, HIGHEST)


def kernel_of(lab: Lab) -> TaylorGaussian:
    """Return the approximate kernel of the page."""
    return scaled_kernel(gamma_of(lab), order_of(lab), options_of(lab).factors)


def points_of(lab: Lab) -> Coordinates:
    """Return the points where the shift has put them, (n, 2)."""
    return np.asarray(np.add(lab.points.X, [options_of(lab).shift, 0.0]))


def window_of(lab: Lab) -> tuple[float, float, float]:
    """Return the window (x0, y0, size), moved with the points."""
    window = lab.points.window
    return window.x0 + options_of(lab).shift, window.y0, window.size


def pair_of(lab: Lab) -> tuple[Place, Place]:
    """Return the two places x and y after the shift; at first two neighbours of the data."""
    options, X = options_of(lab), lab.points.X
    if options.pair is not None:
        places = np.array(options.pair).reshape(2, 2)
    elif len(X):
        middle = X[np.argsort(np.einsum("ij,ij->i", X, X), kind="stable")[len(X) // 2]]
        far = np.einsum("ij,ij->i", X - middle, X - middle)
        places = np.array([middle, X[np.where(far > 0, far, np.inf).argmin()]])
    else:
        window = lab.points.window
        places = window.corner + np.array([[0.6, 0.6], [0.75, 0.7]]) * window.size
    moved = np.add(places, [options.shift, 0.0])
    return moved[0], moved[1]


# ---- what hands do ----


def changed(lab: Lab, name: str, value: object) -> Lab:
    """Return the lab after the pad or a slider sent a value; the same lab where the value makes no sense."""
    if name == "pair":
        return _with_pair(lab, value)
    options, sent = options_of(lab), number_in(value)
    match name:
        case "gamma":
            return _with_gamma(lab, sent)
        case "sigma" if sent > 0:
            return _with_gamma(lab, 1.0 / (2.0 * sent))
        case "order" if sent in range(HIGHEST + 1):
            return _with_order(lab, int(sent))
        case "shift" if 0.0 <= sent <= FARTHEST:
            return session.choosing(lab, options._replace(shift=sent))
        case "radius" if 1e-6 <= sent <= FARTHEST:
            return session.choosing(lab, options._replace(radius=sent))
    return lab


def _with_pair(lab: Lab, value: object) -> Lab:
    if not isinstance(value, list) or len(value) != 4:
        return lab
    a, b, c, d = map(number_in, value)
    if not all(abs(part) <= FARTHEST for part in (a, b, c, d)):
        return lab
    options = options_of(lab)
    return session.choosing(lab, options._replace(pair=(a - options.shift, b, c - options.shift, d)))


def _with_gamma(lab: Lab, gamma: float) -> Lab:
    if not RANGES["gamma"].low <= gamma <= RANGES["gamma"].high:
        return lab
    kept = lab.shared.kernel if lab.shared.kernel["name"] in WITH_GAMMA else {"name": "gaussian"}
    return session.revised(lab, replace(lab.shared, kernel={**kept, "gamma": gamma}))


def _with_order(lab: Lab, order: int) -> Lab:
    lab = session.choosing(lab, options_of(lab)._replace(order=order))
    if lab.shared.kernel["name"] != "taylor":
        return lab
    return session.revised(lab, replace(lab.shared, kernel={**lab.shared.kernel, "order": order}))


# ---- what is to be seen ----


def _key(lab: Lab, *more: object) -> str:
    options = options_of(lab)
    return content_key(lab.points.X, lab.points.y, gamma_of(lab), options.shift, options.factors, *more)


def plane_of(lab: Lab) -> TaylorPlane:
    """Return where in the window the kernel still knows a point."""
    return taylor_plane(kernel_of(lab), points_of(lab), window_of(lab))


def the_pair(lab: Lab) -> TaylorPair:
    """Return everything about the chosen pair."""
    return taylor_pair(kernel_of(lab), *pair_of(lab))


def cloud_of(lab: Lab) -> TaylorCloud | None:
    """Return all pairs of the data; None without points."""
    if not len(lab.points.y):
        return None
    return _clouds.get(_key(lab, order_of(lab)), lambda: taylor_cloud(kernel_of(lab), points_of(lab)))


def orders_of(lab: Lab) -> TaylorOrders:
    """Return the largest errors against the order."""
    options, order = options_of(lab), order_of(lab)

    def make() -> TaylorOrders:
        return taylor_orders(points_of(lab), gamma_of(lab), order, options.radius, options.factors)

    return _orders.get(_key(lab, order, options.radius), make)


def _trained(lab: Lab, make: Callable[..., View], *more: object) -> View:
    return make(points_of(lab), lab.points.y, gamma_of(lab), penalty_of(lab.shared.C), *more, options_of(lab).factors)


def sweep_of(lab: Lab) -> TaylorSweep:
    """Return the boundary of every order; `InputError` where nothing can be solved."""
    window = lab.points.window
    key = _key(lab, lab.shared.C, window)
    return _sweeps.get(key, lambda: _trained(lab, taylor_sweep, window_of(lab)))


def waits(lab: Lab) -> bool:
    """Tell whether every order is trained only for whoever asks: many points, which nobody has asked about yet."""
    return len(lab.points.y) > AT_ONCE and _sweeps.known(_key(lab, lab.shared.C, lab.points.window)) is None


def times_of(lab: Lab) -> TaylorTimes:
    """Return the time that training takes at each order; `InputError` where nothing can be solved."""
    return _times.get(_key(lab, lab.shared.C), lambda: _trained(lab, taylor_times))


def space_of(lab: Lab) -> TaylorSpace:
    """Return the trained f of this order, written out; `InputError` where nothing can be solved."""
    at = pair_of(lab)[0]

    def make() -> TaylorSpace:
        return taylor_space(points_of(lab), lab.points.y, kernel_of(lab), penalty_of(lab.shared.C), at)

    return _spaces.get(_key(lab, lab.shared.C, order_of(lab), tuple(at)), make)
