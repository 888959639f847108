"""Dual coordinate descent as a pure step that visits one coordinate (LIBLINEAR; mathematics 11).

The dual of the linear SVM has no equality constraint, so a single multiplier can move. Every visit is a step, even if
it moves nothing or sets its coordinate aside.
"""

from __future__ import annotations

import math
from typing import NamedTuple

import numpy as np

from ...lowlevel.compiled import compiled
from ...problem.arrays import Vector
from ...problem.formulation.linear import LinearDual
from ..outcome import INFEASIBLE, OPTIMAL, RUNNING, STUCK
from .coordinate import minimum, project, slope
from .epoch import (
    DescentRule,
    Epoch,
    before_first,
    brought_next,
    ending,
    following,
    in_another_order,
    set_aside,
    spread,
    visited,
)

NO_SLOPE = 1e-12  # a projected gradient up to this causes no move, as in LIBLINEAR


class DescentState(NamedTuple):
    """The state between two steps."""

    alpha: Vector  # (n,)
    w: Vector  # (p,) sum of alpha_i y_i phi_i, kept up to date from step to step
    objective: float  # D(alpha), minimised form
    epoch: Epoch


class DescentStep(NamedTuple):
    """The record of a step; i = -1 and nan if nothing was visited because the run had ended."""

    i: int
    j: int  # -1: there is no pair
    alpha_i: float  # new value
    alpha_j: float  # nan
    violation: float  # |PG| before the step; for a run that had ended, the spread of the last epoch
    decrease: float  # of the dual objective
    alpha_old: float
    gradient: float  # G = y_i w.phi_i - 1 + D_ii alpha_i, before the step
    projected: float  # PG, the part of it not blocked by the box
    w_change: float  # length of the change of w
    shrunk: bool  # i was set aside
    epoch: int
    largest: float  # PGmax of the epoch up to this visit
    smallest: float  # PGmin
    outcome: int  # an `Outcome`


def rule(tolerance: float = 1e-3, order: str = "random", seed: int = 0, shrinking: bool = True) -> DescentRule:
    """Return the options of a run; the order is "random", new in every epoch, or "cyclic"."""
    if order not in ("random", "cyclic"):
        raise ValueError(f'order is {order!r}; it must be "random" or "cyclic"')
    return DescentRule(float(tolerance), order == "random", bool(shrinking), int(seed))


@compiled
def start(dual: LinearDual) -> DescentState:
    """Return alpha = 0 and w = 0, before the first epoch."""
    n, p = dual.features.shape
    return DescentState(np.zeros(n), np.zeros(p), 0.0, before_first(n))


@compiled
def step(dual: LinearDual, state: DescentState, rule: DescentRule) -> tuple[DescentState, DescentStep]:
    """Visit the next coordinate; return the new state and a record of the step; the old state is unchanged."""
    epoch, outcome = state.epoch, RUNNING
    if epoch.position >= epoch.active:
        outcome = ending(epoch, rule)
        if outcome == OPTIMAL:
            state, outcome = _verified(dual, state, rule.tolerance)
        epoch = following(epoch, rule)
    if state.objective < -dual.ceiling:
        outcome = INFEASIBLE
    if outcome != RUNNING:
        return state, _ended(state.epoch, outcome)
    return _visit(dual, state, epoch, rule)


@compiled
def _verified(dual: LinearDual, state: DescentState, tolerance: float) -> tuple[DescentState, int]:
    """Verify an epoch that seems to be the last one by the slopes at its final alpha, with w recomputed.

    An epoch reads each slope before its later visits, and from a w with the accumulated rounding of its steps.

    Returns
    -------
    tuple
        The same state and OPTIMAL; or the state with the new w and RUNNING; or STUCK if the error of w exceeds the
        tolerance, since the next epochs would lose as much.
    """
    w = _summed(dual, state)
    worst, lost = 0.0, 0.0
    for i in range(state.alpha.size):
        G = slope(dual, state.alpha, w, i)
        apart = abs(slope(dual, state.alpha, state.w, i) - G)
        if not np.isfinite(apart):  # comparisons miss NaN
            return state, STUCK
        worst, lost = max(worst, abs(project(G, state.alpha[i], dual.upper))), max(lost, apart)
    if worst <= tolerance:
        return state, OPTIMAL
    return DescentState(state.alpha, w, state.objective, state.epoch), STUCK if lost > tolerance else RUNNING


@compiled
def _summed(dual: LinearDual, state: DescentState) -> Vector:
    """Return sum_i alpha_i y_i phi_i, shape (p,)."""
    w = np.zeros(state.w.size)
    for i in range(state.alpha.size):
        if state.alpha[i] != 0.0:
            row, own = dual.features[i], state.alpha[i] * dual.y[i]
            for k in range(w.size):
                w[k] += own * row[k]
    return w


@compiled
def _visit(dual: LinearDual, state: DescentState, epoch: Epoch, rule: DescentRule) -> tuple[DescentState, DescentStep]:
    """Set the next coordinate aside, move it to the minimum along its axis, or leave it."""
    i = epoch.order[epoch.position]
    old = state.alpha[i]
    G = slope(dual, state.alpha, state.w, i)
    PG = project(G, old, dual.upper)
    if rule.shrinking and _is_hopeless(epoch, old, G, dual.upper):
        done = _told(epoch, i, old, old, G, PG, 0.0, 0.0, True, RUNNING)
        return DescentState(state.alpha, state.w, state.objective, set_aside(epoch)), done
    new = minimum(dual, i, old, G) if abs(PG) > NO_SLOPE else old
    if math.isinf(new):  # a row of zeros without an upper bound: the dual is unbounded
        return state, _told(epoch, i, old, new, G, PG, math.inf, 0.0, False, INFEASIBLE)
    epoch = visited(epoch, PG, new != old)
    d = new - old
    decrease = -d * (G + 0.5 * dual.curvature[i] * d)
    alpha, w, w_change = _moved(dual, state, i, d, new)
    done = _told(epoch, i, old, new, G, PG, decrease, w_change, False, RUNNING)
    return DescentState(alpha, w, state.objective - decrease, epoch), done


@compiled
def _is_hopeless(epoch: Epoch, alpha_i: float, G: float, upper: float) -> bool:
    """Return whether alpha_i is at a bound with a slope beyond all slopes of the last epoch."""
    if alpha_i <= 0:
        return epoch.largest_before < G
    return alpha_i >= upper and epoch.smallest_before > G


@compiled
def _moved(dual: LinearDual, state: DescentState, i: int, d: float, new: float) -> tuple[Vector, Vector, float]:
    """Return alpha with its new entry, w + d y_i phi_i, and the length of that change."""
    if d == 0:
        return state.alpha, state.w, 0.0
    alpha, w, row, squared = state.alpha.copy(), state.w.copy(), dual.features[i], 0.0
    alpha[i] = new
    for k in range(w.size):
        w[k] += d * dual.y[i] * row[k]
        squared += row[k] * row[k]
    return alpha, w, abs(d) * math.sqrt(squared)


@compiled
def _told(
    epoch: Epoch,
    i: int,
    old: float,
    new: float,
    G: float,
    PG: float,
    decrease: float,
    w_change: float,
    shrunk: bool,
    outcome: int,
) -> DescentStep:
    common = (i, -1, new, math.nan, abs(PG), decrease)
    return DescentStep(*common, old, G, PG, w_change, shrunk, epoch.number, epoch.largest, epoch.smallest, outcome)


@compiled
def _ended(epoch: Epoch, outcome: int) -> DescentStep:
    common = (-1, -1, math.nan, math.nan, spread(epoch), 0.0)
    own = (math.nan, math.nan, math.nan, 0.0, False)
    return DescentStep(*common, *own, epoch.number, epoch.largest, epoch.smallest, outcome)


def before_visit(state: DescentState, rule: DescentRule, i: int) -> DescentState:
    """Return the state whose next step visits coordinate i instead of the epoch's next one."""
    epoch = state.epoch
    begun = following(epoch, rule) if epoch.position >= epoch.active else epoch
    return state._replace(epoch=brought_next(begun, i))


def taken_over(state: DescentState, before: DescentRule, after: DescentRule) -> DescentState:
    """Return the state from which a run by another rule continues; unchanged if the order is the same."""
    if before.random == after.random:
        return state
    return state._replace(epoch=in_another_order(state.epoch))


def gradient(dual: LinearDual, state: DescentState) -> Vector:
    """Return G = (Q + D) alpha - e, shape (n,), from the state's w."""
    return np.asarray(dual.y * (dual.features @ state.w) - 1.0 + dual.diagonal * state.alpha)
