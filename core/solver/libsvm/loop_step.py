"""One pass of LIBSVM's loop as a pure step: shrink, choose a pair, move it, update G-bar."""

from __future__ import annotations

import math
from enum import IntFlag
from typing import NamedTuple

import numpy as np

from ...lowlevel.borrowed import borrowed
from ...lowlevel.compiled import compiled, inlined
from ...lowlevel.row import write_row
from ...problem.arrays import Vector
from ...problem.dual import Dual
from ...problem.input_error import InputError
from ..outcome import CANCELLED, INFEASIBLE, OPTIMAL, RUNNING, STEP_LIMIT, STUCK
from ..smo.pair import TAU, Pair, clip_pair, unclipped
from ..smo.segment import falls_forever
from .cache import ASKED, COMPUTED, EVICTED, GIVEN_UP, HITS, MISSES, ROOM, Cache
from .shrinking import Bars, rebuild, shrink
from .state import (
    LONGEST_WAIT,
    LoopRule,
    LoopState,
    active_of,
    admitted,
    entry,
    open_cache,
    owned,
    use_row,
)
from .working_set import choose, stored_curvature

FEWEST_ROWS = 2  # of a cache: a step needs Q_i and Q_j at once


class Said(IntFlag):
    """The output of LIBSVM in a pass, in this order, and its meaning."""

    RETURN = 1  # "*": all come back at ten tolerances; for the nu problems nothing is printed
    DOT = 2  # ".": the pass began with shrinking
    STAR = 4  # "*": the active variables are optimal, and all come back
    WARNED_AT_RETURN = 8  # "WARNING: using -h 0 may be faster", before the symbol of the same event
    WARNED_AT_STAR = 16


RETURN, DOT, STAR, WARNED_AT_RETURN, WARNED_AT_STAR = map(int, Said)


class LoopStep(NamedTuple):
    """The record of a pass; i = j = -1 and nan if nothing moved because the run had ended."""

    i: int
    j: int
    alpha_i: float  # new values
    alpha_j: float
    violation: float  # m - M over the active variables, before the move
    decrease: float  # of the dual objective
    curvature: float  # a_ij, in the precision in which it was used
    said: int  # bits of `Said`
    active: int  # how many variables were active when the pair was chosen
    set_aside: int  # in this pass, of those that were active
    rebuilt: int  # number of variables whose gradient was reconstructed
    crossed: int  # number of the pair's variables that reached or left their upper bound: G-bar changes
    hits: int  # of the cache, in this pass
    misses: int
    evicted: int  # rows, for lack of room
    given_up: int  # rows dropped by a swap
    asked: int  # kernel values requested
    computed: int  # kernel values computed
    up: float  # the extremes used for shrinking; nan without it
    low: float
    up_minus: float
    low_minus: float
    outcome: int  # an `Outcome`


def rule(tolerance: float = 1e-3, shrinking: bool = True, cache_rows: int | None = None) -> LoopRule:
    """Return the options of a run; `cache_rows` is the number of whole rows in the cache, None: all of them."""
    if cache_rows is not None and cache_rows < FEWEST_ROWS:
        sentence = "Rows in the cache: {rows}. A step reads two at once: let it hold {least} or more."
        raise InputError("cache.too_small", sentence, rows=cache_rows, least=FEWEST_ROWS)
    return LoopRule(float(tolerance), bool(shrinking), 0 if cache_rows is None else int(cache_rows))


@compiled
def step(dual: Dual, state: LoopState, rule: LoopRule) -> tuple[LoopState, LoopStep]:
    """Return the state after one pass and a record of the pass; the old state is unchanged.

    The pass that ends a run moves nothing, but it also brings all variables back, with their gradient.
    """
    return _pass(dual, np.diag(dual.kernel).copy(), owned(state), rule)


@inlined
def _pass(dual: Dual, diagonal: Vector, state: LoopState, rule: LoopRule) -> tuple[LoopState, LoopStep]:
    """Do the same in place: the new state has the arrays of the old one, which are overwritten."""
    alpha, gradient, at_bound, order, cache = state.alpha, state.gradient, state.at_bound, state.order, state.cache
    n, tally = alpha.size, cache.tally
    before = (0, tally[HITS], tally[MISSES], tally[EVICTED], tally[GIVEN_UP], tally[ASKED], tally[COMPUTED])
    if tally[ROOM] < 0:
        open_cache(dual, state, rule)
    active, counter, unshrunk, said, rebuilt = state.active, state.counter - 1, state.unshrunk, 0, 0
    held, aside = Bars(math.nan, math.nan, math.nan, math.nan), 0
    if counter == 0:
        counter, said = min(n, LONGEST_WAIT), DOT
        if rule.shrinking:
            returns = not unshrunk
            shrunk, held = shrink(dual, alpha, gradient, at_bound, order, active, returns, rule.tolerance, cache)
            aside = (n if shrunk.returned else active) - shrunk.active
            active, rebuilt, unshrunk = shrunk.active, shrunk.rebuilt, unshrunk or shrunk.returned
            said += (RETURN if shrunk.returned else 0) + (WARNED_AT_RETURN if shrunk.warned else 0)
    pair = choose(dual, diagonal, alpha, gradient, order[:active], rule.tolerance, cache)
    if pair.j < 0:
        warned = rebuild(dual, alpha, gradient, at_bound, order, active, cache)
        said += STAR + (WARNED_AT_STAR if warned else 0)
        rebuilt += n - active
        active, counter = n, 1
        pair = choose(dual, diagonal, alpha, gradient, order, rule.tolerance, cache)
    ending, decrease, a, crossed = OPTIMAL, 0.0, math.nan, 0
    if pair.j >= 0:
        for t in (pair.i, pair.j):
            use_row(dual, cache, t, active)
        was = alpha[pair.i] >= dual.upper[pair.i], alpha[pair.j] >= dual.upper[pair.j]
        ending, decrease, a = _move(dual, diagonal, state.objective, alpha, gradient, order[:active], pair)
        if ending == RUNNING:
            crossed = _crossed(dual, alpha, at_bound, pair, was, cache)
    left = state.objective - decrease
    after = LoopState(alpha, gradient, at_bound, left, order, active, counter, unshrunk, said, cache)
    done = LoopStep(
        pair.i if pair.j >= 0 else -1,
        pair.j,
        alpha[pair.i] if ending == RUNNING else math.nan,
        alpha[pair.j] if ending == RUNNING else math.nan,
        pair.violation,
        decrease,
        a,
        said,
        active,
        aside,
        rebuilt,
        crossed,
        tally[HITS] - before[HITS],
        tally[MISSES] - before[MISSES],
        tally[EVICTED] - before[EVICTED],
        tally[GIVEN_UP] - before[GIVEN_UP],
        tally[ASKED] - before[ASKED],
        tally[COMPUTED] - before[COMPUTED],
        held.up,
        held.low,
        held.up_minus,
        held.low_minus,
        ending,
    )
    return after, done


@inlined
def _crossed(dual: Dual, alpha: Vector, at_bound: Vector, pair: Pair, was: tuple[bool, bool], cache: Cache) -> int:
    """Update G-bar for those variables of a pair that reached or left their upper bound; return how many did."""
    count = 0
    for t, before in ((pair.i, was[0]), (pair.j, was[1])):
        if before != (alpha[t] >= dual.upper[t]):
            _cross_bound(dual, at_bound, t, before, cache)
            count += 1
    return count


@inlined
def _move(
    dual: Dual,
    diagonal: Vector,
    objective: float,
    alpha: Vector,
    gradient: Vector,
    active: np.ndarray,
    pair: Pair,
) -> tuple[int, float, float]:
    """Move the pair and update the gradient of the active variables; return outcome, decrease of D and a_ij."""
    i, j, a = pair.i, pair.j, stored_curvature(dual, diagonal, pair.i, pair.j)
    old_i, old_j = alpha[i], alpha[j]
    if objective < -dual.ceiling or falls_forever(dual, i, j, a):
        return INFEASIBLE, 0.0, a
    free_i, free_j = unclipped(dual, alpha, gradient, i, j, a if a > 0 else TAU)
    new_i, new_j = clip_pair(dual, alpha, i, j, free_i, free_j)
    if new_i == old_i and new_j == old_j:
        return STUCK, 0.0, a
    violation = -dual.y[i] * gradient[i] + dual.y[j] * gradient[j]  # b_ij
    along, d_i, d_j = dual.y[i] * (new_i - old_i), new_i - old_i, new_j - old_j
    alpha[i], alpha[j] = new_i, new_j
    if active.size < alpha.size:
        for t in active:
            gradient[t] += entry(dual, i, t) * d_i + entry(dual, j, t) * d_j
    else:  # in memory order, which is vectorised
        row_i, row_j, y = dual.kernel[i], dual.kernel[j], dual.y
        for t in range(gradient.size):
            first, second = float(np.float32(row_i[t])), float(np.float32(row_j[t]))
            gradient[t] += (y[i] * y[t] * first) * d_i + (y[j] * y[t] * second) * d_j
    return RUNNING, along * (violation - 0.5 * a * along), a


@compiled
def _cross_bound(dual: Dual, at_bound: Vector, t: int, leaves: bool, cache: Cache) -> None:
    """Add the whole row of a variable that has reached its upper bound to G-bar, or subtract it if it leaves."""
    use_row(dual, cache, t, at_bound.size)
    for s in range(at_bound.size):
        if leaves:
            at_bound[s] -= dual.upper[t] * entry(dual, t, s)
        else:
            at_bound[s] += dual.upper[t] * entry(dual, t, s)


def gradient(dual: Dual, state: LoopState) -> Vector:
    """Return G = Q alpha + p, shape (N,): for variables set aside as LIBSVM would reconstruct it now."""
    now = owned(state)
    open_cache(dual, now, rule())
    rebuild(dual, now.alpha, now.gradient, now.at_bound, now.order, now.active, now.cache)
    return now.gradient


# Its own loops overwrite the arrays of one state, while `core.solver.loops` leaves every state unchanged.
@compiled
def finish(dual: Dual, state: LoopState, rule: LoopRule, limit: int, cancel: np.ndarray) -> tuple[LoopState, int, int]:
    """Step until something ends it; return (state, steps done, outcome). Polls cancel[0] before every step."""
    diagonal, owner, done = np.diag(dual.kernel).copy(), owned(state), 0
    problem, now = borrowed(dual), borrowed(owner)
    while done < limit:
        if cancel[0] != 0:
            return _given_back(owner, now), done, CANCELLED
        now, what = _pass(problem, diagonal, now, rule)
        if what.outcome != RUNNING:
            return _given_back(owner, now), done, what.outcome
        done += 1
    return _given_back(owner, now), done, STEP_LIMIT


@inlined
def _given_back(owner: LoopState, now: LoopState) -> LoopState:
    """Return a state whose arrays were borrowed from the owner, with the owner's arrays."""
    left, active, counter, unshrunk, said = now.objective, now.active, now.counter, now.unshrunk, now.said
    alpha, gradient, at_bound, order, cache = owner.alpha, owner.gradient, owner.at_bound, owner.order, owner.cache
    return LoopState(alpha, gradient, at_bound, left, order, active, counter, unshrunk, said, cache)


@compiled
def record(
    dual: Dual, state: LoopState, rule: LoopRule, cancel: np.ndarray, rows: np.ndarray, stride: int
) -> tuple[LoopState, int, int, list[LoopState], list[np.ndarray]]:
    """Step until the rows are full or something ends it; return (state, rows filled, outcome, keyframes, looks).

    See `core.solver.loops`. A look is the active set, (N,) bool, after a row whose pass printed something: only there
    does it change.
    """
    diagonal, owner = np.diag(dual.kernel).copy(), owned(state)
    keyframes, looks = [state for _ in range(0)], [np.empty(0, np.bool_) for _ in range(0)]
    problem, now = borrowed(dual), borrowed(owner)
    for k in range(rows.size):
        if cancel[0] != 0:
            return _given_back(owner, now), k, CANCELLED, keyframes, looks
        if k % stride == 0:
            keyframes.append(owned(now))
        now, what = _pass(problem, diagonal, now, rule)
        if what.outcome != RUNNING:
            return _given_back(owner, now), k, what.outcome, keyframes, looks
        write_row(rows[k], what)
        if what.said != 0:
            looks.append(active_of(now))
    return _given_back(owner, now), rows.size, RUNNING, keyframes, looks


__all__ = ["LoopRule", "LoopState", "LoopStep", "Said", "admitted", "finish", "gradient", "record", "rule", "step"]
