"""The state of LIBSVM's loop between two steps, and its start.

LIBSVM groups the points by class before it begins, and moves variables set aside to the end of all its arrays. Here the
arrays keep the order of the problem, and only a permutation changes: the order of the sums, and so every bit of them,
is the same.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from ...lowlevel.compiled import compiled, inlined
from ...problem import Problem
from ...problem.arrays import Vector
from ...problem.dual import Dual
from ...problem.input_error import InputError
from .cache import ROOM, Cache, closed_cache, copied, fetch

LARGEST_SINGLE = float(np.finfo(np.float32).max)
LONGEST_WAIT = 1000  # passes between two shrinkings: min(N, 1000)


class LoopState(NamedTuple):
    """The state between two steps."""

    alpha: Vector  # (N,)
    gradient: Vector  # (N,) G; for a variable set aside, its value at that time
    at_bound: Vector  # (N,) G-bar, the contribution of the variables at their upper bound to the gradient
    objective: float  # D(alpha), minimised form
    order: np.ndarray  # (N,) int32 the permutation: the variable at each position, active ones first
    active: int  # number of active variables
    counter: int  # passes until the next shrinking
    unshrunk: bool  # whether the single return of all at ten tolerances has happened
    said: int  # what the last pass printed, as bits: see `Said`
    cache: Cache


class LoopRule(NamedTuple):
    """The options of a run."""

    tolerance: float
    shrinking: bool
    cache_rows: int  # number of whole rows in the cache; 0: all of them


@inlined
def entry(dual: Dual, s: int, t: int) -> float:
    """Return Q_st as LIBSVM stores it, in single precision."""
    return float(np.float32(dual.y[s] * dual.y[t] * dual.kernel[s, t]))


@inlined
def is_free(dual: Dual, alpha: Vector, t: int) -> bool:
    """Return whether alpha_t is at neither bound."""
    return bool(0.0 < alpha[t] < dual.upper[t])


@inlined
def use_row(dual: Dual, cache: Cache, t: int, length: int) -> None:
    """Request the row of a variable from the cache.

    In regression two variables share the row of their point, which is stored whole and without signs, and is copied
    into one of two buffers with the current order and signs (mathematics 10.1).
    """
    if dual.copies > 1:
        points = cache.length.size
        fetch(cache, t if t < points else t - points, points)
    else:
        fetch(cache, t, length)


@compiled
def begin(dual: Dual, alpha: Vector) -> LoopState:
    """Return the state at given multipliers: all are active, and the gradient is computed row by row."""
    n, order = alpha.size, by_class(dual)
    gradient, at_bound, objective = dual.p.copy(), np.zeros(n), 0.0
    for k in order:
        if alpha[k] > 0.0:
            for t in range(n):
                gradient[t] += alpha[k] * entry(dual, k, t)
            if alpha[k] >= dual.upper[k]:
                for t in range(n):
                    at_bound[t] += dual.upper[k] * entry(dual, k, t)
    for k in range(n):
        objective += 0.5 * alpha[k] * (gradient[k] + dual.p[k])
    cache = closed_cache(n // dual.copies)
    return LoopState(alpha, gradient, at_bound, objective, order, n, min(n, LONGEST_WAIT) + 1, False, 0, cache)


@compiled
def by_class(dual: Dual) -> np.ndarray:
    """Return the variables in svm-train's order for a file with the labels +1 and -1, (N,) int32: all +1 first.

    Within a class they keep their order. For one class and for regression, where +1 comes first, nothing changes.
    """
    positive = np.flatnonzero(dual.y > 0)
    return np.concatenate((positive, np.flatnonzero(dual.y < 0))).astype(np.int32)


@compiled
def start(dual: Dual) -> LoopState:
    """Return the initial state of the dual."""
    alpha = np.zeros(dual.p.size)
    for k in range(dual.start.size):
        alpha[k] = dual.start[k]
    return begin(dual, alpha)


@compiled
def owned(state: LoopState) -> LoopState:
    """Return a writable copy."""
    return LoopState(
        state.alpha.copy(),
        state.gradient.copy(),
        state.at_bound.copy(),
        state.objective,
        state.order.copy(),
        state.active,
        state.counter,
        state.unshrunk,
        state.said,
        copied(state.cache),
    )


@compiled
def open_cache(dual: Dual, state: LoopState, rule: LoopRule) -> None:
    """Before the first step, give the cache its capacity and the rows used by the first gradient."""
    cache = state.cache
    if cache.tally[ROOM] < 0:
        rows = cache.length.size
        cache.tally[ROOM] = (rule.cache_rows if rule.cache_rows > 0 else rows) * rows
        for t in state.order:
            if state.alpha[t] > 0.0:
                use_row(dual, cache, t, state.alpha.size)


@compiled
def active_of(state: LoopState) -> np.ndarray:
    """Return the active set, (N,) bool."""
    active = np.zeros(state.order.size, dtype=np.bool_)
    for t in state.order[: state.active]:
        active[t] = True
    return active


def resume(problem: Problem, alpha: Vector, gradient: Vector, objective: float) -> LoopState:
    """Return the state that continues from the multipliers of another algorithm: all active, nothing cached."""
    _refuse_beyond_single(problem.dual)
    return begin(problem.dual, alpha)


def admitted(dual: Dual) -> LoopState:
    """Return the initial state; `InputError` for kernel values beyond single precision, in which LIBSVM stores Q.

    svm-train has infinite entries there, and its gradient is NaN after the first pass.
    """
    _refuse_beyond_single(dual)
    return start(dual)


def _refuse_beyond_single(dual: Dual) -> None:
    largest = float(max(dual.kernel.max(), -dual.kernel.min()))
    if largest > LARGEST_SINGLE:
        raise InputError(
            "kernel.single",
            "A kernel value is {largest}; LIBSVM keeps them in single precision, which ends at 3.4e38. Choose a "
            "smaller gamma or degree.",
            largest=largest,
        )
