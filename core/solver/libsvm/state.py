"""What LIBSVM's loop keeps between two of its steps, and how it begins.

LIBSVM groups the points by class before it begins, and moves what it has set aside to the end of all its arrays. Here
the arrays stay as the problem has them, and only the permutation moves: the order of the sums, and with it every bit of
them, is the same.
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
LONGEST_WAIT = 1000  # passes between two looks at what can be set aside: min(N, 1000)


class LoopState(NamedTuple):
    """What the next step needs."""

    alpha: Vector  # (N,)
    gradient: Vector  # (N,) G; of a variable set aside, as it was when it was set aside
    at_bound: Vector  # (N,) G-bar, what the variables at their upper bound add to the gradient
    objective: float  # D(alpha), minimised form
    order: np.ndarray  # (N,) int32 the permutation: the variable at each place, the active ones first
    active: int  # how many are active
    counter: int  # passes until the next look at what can be set aside
    unshrunk: bool  # whether the one return of all at ten tolerances is over
    said: int  # what the last pass printed and did, as bits: see `Said`
    cache: Cache


class LoopRule(NamedTuple):
    """The options of a run."""

    tolerance: float
    shrinking: bool
    cache_rows: int  # how many whole rows the cache holds; 0: all of them


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
    """Ask the cache for the row of a variable.

    In regression two variables share the row of their point, which is held whole and without signs, and is copied into
    one of two buffers in the order and with the signs of the moment (mathematics 10.1).
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
    """Return the variables as svm-train takes them from a file with the labels +1 and -1, (N,) int32: all +1 first.

    Within a class they keep their order. With one class nothing moves, nor in regression, where +1 comes first.
    """
    positive = np.flatnonzero(dual.y > 0)
    return np.concatenate((positive, np.flatnonzero(dual.y < 0))).astype(np.int32)


@compiled
def start(dual: Dual) -> LoopState:
    """Return the state where the dual starts."""
    alpha = np.zeros(dual.p.size)
    for k in range(dual.start.size):
        alpha[k] = dual.start[k]
    return begin(dual, alpha)


@compiled
def owned(state: LoopState) -> LoopState:
    """Return a copy that may be written to."""
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
    """Before the first step, give the cache its room, and the rows that the first gradient has asked for."""
    cache = state.cache
    if cache.tally[ROOM] < 0:
        rows = cache.length.size
        cache.tally[ROOM] = (rule.cache_rows if rule.cache_rows > 0 else rows) * rows
        for t in state.order:
            if state.alpha[t] > 0.0:
                use_row(dual, cache, t, state.alpha.size)


@compiled
def active_of(state: LoopState) -> np.ndarray:
    """Return who is active, (N,) bool."""
    active = np.zeros(state.order.size, dtype=np.bool_)
    for t in state.order[: state.active]:
        active[t] = True
    return active


def resume(problem: Problem, alpha: Vector, gradient: Vector, objective: float) -> LoopState:
    """Return the state that goes on from the multipliers of another algorithm: all active, nothing cached."""
    _refuse_beyond_single(problem.dual)
    return begin(problem.dual, alpha)


def admitted(dual: Dual) -> LoopState:
    """Return the state where the dual starts; `InputError` for kernel values beyond the floats that LIBSVM keeps of Q.

    svm-train has infinite entries there, and its gradient is no number after the first pass.
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
