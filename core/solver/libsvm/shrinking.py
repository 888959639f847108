"""Shrinking: who is set aside, when all return, and how their gradient is reconstructed (mathematics 10)."""

from __future__ import annotations

import math
from typing import NamedTuple

import numpy as np

from ...lowlevel.compiled import compiled
from ...problem.arrays import Vector
from ...problem.dual import Dual
from ..smo.pair import can_fall, can_rise
from .cache import Cache, swap_places
from .state import entry, is_free, use_row

BACK_AT = 10.0  # tolerances: there all return once


class Bars(NamedTuple):
    """The extremes with which a variable at a bound is compared; one pair per sign if a pair has one sign."""

    up: float  # max -y G over the variables that can rise
    low: float  # max y G over those that can fall
    up_minus: float  # the same for y = -1; equal to the first two if a pair can have two signs
    low_minus: float


class Shrunk(NamedTuple):
    """The result of shrinking."""

    active: int  # how many are active after it
    returned: bool  # whether all returned first
    rebuilt: int  # number of variables whose gradient was reconstructed
    warned: bool  # whether LIBSVM printed that no shrinking may be faster


@compiled
def bars(dual: Dual, alpha: Vector, gradient: Vector, active: np.ndarray) -> Bars:
    """Return the extremes over the active variables; -inf if there are none."""
    found = np.full(4, -math.inf)
    for t in active:
        minus = 2 if dual.alike and dual.y[t] < 0 else 0
        score = -dual.y[t] * gradient[t]
        if can_rise(dual, alpha, t):
            found[minus] = max(found[minus], score)
        if can_fall(dual, alpha, t):
            found[minus + 1] = max(found[minus + 1], -score)
    if dual.alike:
        return Bars(found[0], found[1], found[2], found[3])
    return Bars(found[0], found[1], found[0], found[1])


@compiled
def presses(dual: Dual, alpha: Vector, gradient: Vector, held: Bars, t: int) -> bool:
    """Return whether a variable at a bound is pushed against it more than any active one: then it is set aside."""
    up, low = (held.up, held.low) if dual.y[t] > 0 else (held.up_minus, held.low_minus)
    score = -dual.y[t] * gradient[t]
    if can_rise(dual, alpha, t) and can_fall(dual, alpha, t):
        return False
    return bool(-score > low) if can_rise(dual, alpha, t) else bool(score > up)


@compiled
def rebuild(
    dual: Dual, alpha: Vector, gradient: Vector, at_bound: Vector, order: np.ndarray, active: int, cache: Cache
) -> bool:
    """Reconstruct the gradient of all variables set aside (mathematics, equation 10.3).

    It is G-bar + p + the contribution of the free variables.

    Returns whether LIBSVM prints its warning here. LIBSVM reads the rows of the free variables or of those set aside,
    whichever it estimates to be fewer values.
    """
    n, free = order.size, 0
    if active == n:
        return False
    for t in order[active:]:
        gradient[t] = at_bound[t] + dual.p[t]
    for t in order[:active]:
        free += is_free(dual, alpha, t)
    if free * n > 2 * active * (n - active):
        for s in order[active:]:
            use_row(dual, cache, s, active)
            for t in order[:active]:
                if is_free(dual, alpha, t):
                    gradient[s] += alpha[t] * entry(dual, s, t)
    else:
        for t in order[:active]:
            if is_free(dual, alpha, t):
                use_row(dual, cache, t, n)
                for s in order[active:]:
                    gradient[s] += alpha[t] * entry(dual, t, s)
    return 2 * free < active


@compiled
def shrink(
    dual: Dual,
    alpha: Vector,
    gradient: Vector,
    at_bound: Vector,
    order: np.ndarray,
    active: int,
    returns: bool,
    tolerance: float,
    cache: Cache,
) -> tuple[Shrunk, Bars]:
    """Set aside variables that are pushed against their bound; if `returns` and the end is near, all return first."""
    held, rebuilt, warned = bars(dual, alpha, gradient, order[:active]), 0, False
    back = returns and max(held.up + held.low, held.up_minus + held.low_minus) <= tolerance * BACK_AT
    if back:
        rebuilt = order.size - active
        warned = rebuild(dual, alpha, gradient, at_bound, order, active, cache)
        active = order.size
    place = 0
    while place < active:
        if presses(dual, alpha, gradient, held, order[place]):
            active -= 1
            while active > place and presses(dual, alpha, gradient, held, order[active]):
                active -= 1
            if active > place:
                _swap(dual, order, cache, place, active)
        place += 1
    return Shrunk(active, back, rebuilt, warned), held


@compiled
def _swap(dual: Dual, order: np.ndarray, cache: Cache, low: int, high: int) -> None:
    """Swap the variables at two positions; in regression the cache is indexed by points, which stay."""
    if dual.copies == 1:
        swap_places(cache, order[low], order[high], low, high)
    order[low], order[high] = order[high], order[low]
