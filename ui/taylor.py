"""What the page about the Taylor kernel needs: its kernel, points and pair, and every view of them, made once."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import replace
from typing import TypeVar

import numpy as np
import streamlit as st

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
from ui.link import RANGES
from ui.options.taylor import FARTHEST, HIGHEST, TaylorOptions
from ui.session import Lab
from ui.solving import Coordinates, SharedResults, content_key, penalty_of

AT_ONCE = 400  # points up to which every order is trained without asking
WITH_GAMMA = ("gaussian", "taylor")
KEPT = 48  # a sweep holds 0.6 MB

Place = np.ndarray  # (2,)
View = TypeVar("View")

_clouds: SharedResults[TaylorCloud] = SharedResults(KEPT)
_orders: SharedResults[TaylorOrders] = SharedResults(KEPT)
_sweeps: SharedResults[TaylorSweep] = SharedResults(KEPT)
_times: SharedResults[TaylorTimes] = SharedResults(KEPT)
_spaces: SharedResults[TaylorSpace] = SharedResults(KEPT)


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


# ---- what hands did ----


def base_of(lab: Lab) -> int:
    """Return the revision at which something else than this page's own sliders last changed the lab."""
    if st.session_state.get("taylor-known") != lab.revision:
        st.session_state["taylor-known"] = st.session_state["taylor-base"] = lab.revision
    return int(st.session_state["taylor-base"])


def take(key: str) -> None:
    """Take over what a slider or a handle sent; a message about an older state has no say."""
    sent = st.session_state[key].get("put")
    lab = session.current()
    if not isinstance(sent, dict) or sent.get("base") != base_of(lab) or not isinstance(sent.get("values"), dict):
        return
    for name, value in sent["values"].items():
        if name == "pair":
            _take_pair(value)
        elif isinstance(value, (int, float)) and math.isfinite(value):
            _take_number(str(name), float(value))


def _take_pair(value: object) -> None:
    if not isinstance(value, list) or len(value) != 4:
        return
    if not all(isinstance(part, (int, float)) and abs(part) <= FARTHEST for part in value):
        return
    lab = session.current()
    options = options_of(lab)
    a, b, c, d = map(float, value)
    put_options(options._replace(pair=(a - options.shift, b, c - options.shift, d)))


def _take_number(name: str, value: float) -> None:
    lab = session.current()
    gamma = 1.0 / (2.0 * value) if name == "sigma" and value > 0 else value
    if name in ("gamma", "sigma") and RANGES["gamma"].low <= gamma <= RANGES["gamma"].high:
        kept = lab.shared.kernel if lab.shared.kernel["name"] in WITH_GAMMA else {"name": "gaussian"}
        _put_kernel({**kept, "gamma": gamma})
    elif name == "order" and value in range(HIGHEST + 1):
        put_options(options_of(lab)._replace(order=int(value)))
        if lab.shared.kernel["name"] == "taylor":
            _put_kernel({**lab.shared.kernel, "order": int(value)})
    elif name == "shift" and 0.0 <= value <= FARTHEST:
        put_options(options_of(lab)._replace(shift=value))
    elif name == "radius" and 1e-6 <= value <= FARTHEST:
        put_options(options_of(lab)._replace(radius=value))


def _put_kernel(spec: dict[str, str | float]) -> None:
    """Replace the board's kernel: a new revision, which the board takes over, but not a new base for our own hands."""
    base_of(session.current())
    session.revise(replace(session.current().shared, kernel=spec))
    st.session_state["taylor-known"] = session.current().revision


def put_options(options: TaylorOptions) -> None:
    """Replace the visitor's options."""
    lab = session.current()
    session.put(replace(lab, shared=lab.shared.choosing(options), problems=()))


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


def cloud_of(lab: Lab) -> TaylorCloud:
    """Return all pairs of the data; there must be points."""
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


def known_sweep(lab: Lab) -> TaylorSweep | None:
    """Return the same if somebody has asked for it already."""
    return _sweeps.known(_key(lab, lab.shared.C, lab.points.window))


def times_of(lab: Lab) -> TaylorTimes:
    """Return the time that training takes at each order; `InputError` where nothing can be solved."""
    return _times.get(_key(lab, lab.shared.C), lambda: _trained(lab, taylor_times))


def space_of(lab: Lab) -> TaylorSpace:
    """Return the trained f of this order, written out; `InputError` where nothing can be solved."""
    at = pair_of(lab)[0]

    def make() -> TaylorSpace:
        return taylor_space(points_of(lab), lab.points.y, kernel_of(lab), penalty_of(lab.shared.C), at)

    return _spaces.get(_key(lab, lab.shared.C, order_of(lab), tuple(at)), make)


def is_small(lab: Lab) -> bool:
    """Tell whether every order may be trained without asking."""
    return len(lab.points.y) <= AT_ONCE
