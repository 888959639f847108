"""Platt's SMO as a pure step: two outer loops, the list E and the fallbacks (mathematics 6.4).

One step is one successful pair, including the scan of the outer loop that led to it. The names follow the book: i is
the point found by the outer loop (alpha_1), j the one chosen for it (alpha_2).
"""

from __future__ import annotations

import math
from typing import NamedTuple

import numpy as np

from ...lowlevel.compiled import compiled
from ...problem import Problem, margins_of_gradient, offset
from ...problem.arrays import Vector
from ...problem.dual import Dual
from ..outcome import CANCELLED, INFEASIBLE, OPTIMAL, RUNNING, STUCK
from ..recomputed import drift, gradient_anew
from .pair import can_fall, can_rise
from .partner import NONE, Attempt, Partner, PlattRule, choose_partner, is_free, violates
from .segment import falls_forever


class PlattState(NamedTuple):
    """The state between two steps."""

    alpha: Vector  # (n,)
    errors: Vector  # (n,) E_i = f(x_i) - y_i, kept up to date from step to step
    b: float
    objective: float  # D(alpha), minimised form
    examine_all: bool  # whether the outer loop visits all points; else the free ones only
    changed: int  # steps taken in this pass of the outer loop
    position: int  # the point that the outer loop visits next
    draws: int  # random numbers used so far


class PlattStep(NamedTuple):
    """The record of a step; i = j = -1 and nan if there was no pair because the run had ended."""

    i: int
    j: int
    alpha_i: float  # new values
    alpha_j: float
    violation: float  # |E_i - E_j| = |b_ij| before the step; of a step that ended, m - M
    decrease: float  # of the dual objective
    curvature: float  # a_ij
    examine_all: bool  # found by the loop over all points; else by the loop over the free ones
    fallback: int  # a `Fallback`: how j was chosen
    error_i: float  # E_i and E_j before the step
    error_j: float
    examined: int  # points that the outer loop visited for this step
    failed: int  # attempts that made no progress before the one that did
    evaluations: int  # kernel values read: 3 an attempt, two rows for the update
    b_i: float  # the offset that makes E_i = 0 after the step (mathematics, equation 6.7), valid where i is free
    b_j: float  # the same for j
    b: float  # the offset taken
    outcome: int  # an `Outcome`


class Scan(NamedTuple):
    """The position of the outer loop, and its counters since the last step."""

    examine_all: bool
    changed: int
    position: int
    draws: int
    examined: int
    failed: int


class PlattOffsets(NamedTuple):
    """The candidates for b after a step, and the chosen one."""

    b_i: float
    b_j: float
    b: float


def rule(tolerance: float = 1e-3, seed: int = 0, smallest_move: float = 1e-12) -> PlattRule:
    """Return the options of a run: Platt's tol on y_i E_i, the seed of the random starts, and his eps > 0."""
    if not smallest_move > 0:
        raise ValueError(f"smallest_move is {smallest_move}; it must be > 0")
    return PlattRule(float(tolerance), float(smallest_move), int(seed))


@compiled
def start(dual: Dual) -> PlattState:
    """Return alpha = 0 and b = 0, where E = -y, before the first pass over all points."""
    return PlattState(np.zeros(dual.y.size), -dual.y, 0.0, 0.0, True, 0, 0, 0)


@compiled
def step(dual: Dual, state: PlattState, rule: PlattRule) -> tuple[PlattState, PlattStep]:
    """Scan until a pair makes progress; return the new state and a record; the old state is unchanged."""
    return advance(dual, state, rule, np.zeros(1, dtype=np.int64))


@compiled
def advance(dual: Dual, state: PlattState, rule: PlattRule, cancel: np.ndarray) -> tuple[PlattState, PlattStep]:
    """Take a step; polls cancel[0] at every violating point, since a scan can try n^2 pairs."""
    examine_all, changed, position, draws = state.examine_all, state.changed, state.position, state.draws
    examined, failed = 0, 0
    if state.objective < -dual.ceiling:
        return state, _ended(dual, state, INFEASIBLE, examine_all, examined, failed)
    while True:
        while position < state.alpha.size:
            i = position
            position += 1
            if not (examine_all or is_free(dual, state.alpha, i)):
                continue
            examined += 1
            if not violates(dual, state.alpha, state.errors, rule, i):
                continue
            if cancel[0] != 0:
                return state, _ended(dual, state, CANCELLED, examine_all, examined, failed)
            partner = choose_partner(dual, state.alpha, state.errors, rule, i, draws)
            draws = partner.draws
            failed += partner.failed
            if partner.j >= 0:
                return _taken(
                    dual, state, i, partner, Scan(examine_all, changed + 1, position, draws, examined, failed)
                )
        if examine_all and changed == 0:
            return state, _ended(dual, state, _outcome(dual, state, rule), examine_all, examined, failed)
        # After a pass over all points come passes over the free ones, until one of these changes nothing.
        examine_all = not examine_all and changed == 0
        changed, position = 0, 0


@compiled
def spread(dual: Dual, state: PlattState) -> float:
    """Return m - M = max over I_low of E - min over I_up of E; b cancels."""
    least, largest = math.inf, -math.inf
    for t in range(state.alpha.size):
        if can_rise(dual, state.alpha, t):
            least = min(least, state.errors[t])
        if can_fall(dual, state.alpha, t):
            largest = max(largest, state.errors[t])
    return largest - least


@compiled
def _outcome(dual: Dual, state: PlattState, rule: PlattRule) -> int:
    """Return how a pass over all points without change ended: |E| <= tol on both sides means m - M <= 2 tol.

    A larger spread means that violating points were dropped, because no partner moves by eps or more, or that the
    list E has accumulated rounding errors.
    """
    lost = drift(state.errors - state.b, dual.y * gradient_anew(dual, state.alpha))
    return OPTIMAL if spread(dual, state) <= 2.0 * rule.tolerance and lost <= rule.tolerance else STUCK


@compiled
def _ended(dual: Dual, state: PlattState, outcome: int, examine_all: bool, examined: int, failed: int) -> PlattStep:
    nan = math.nan
    violation, reads, b = spread(dual, state), 3 * failed, state.b
    return PlattStep(
        -1,
        -1,
        nan,
        nan,
        violation,
        0.0,
        nan,
        examine_all,
        NONE,
        nan,
        nan,
        examined,
        failed,
        reads,
        nan,
        nan,
        b,
        outcome,
    )


@compiled
def _taken(dual: Dual, state: PlattState, i: int, partner: Partner, scan: Scan) -> tuple[PlattState, PlattStep]:
    """Move the pair and record it; a line along which the dual is unbounded ends the run instead."""
    new, j = partner.attempt, partner.j
    offsets = _offsets(dual, state, i, j, new)
    endless = falls_forever(dual, i, j, new.curvature)
    done = PlattStep(
        i,
        j,
        new.alpha_i,
        new.alpha_j,
        abs(state.errors[i] - state.errors[j]),
        new.decrease,
        new.curvature,
        scan.examine_all,
        partner.fallback,
        state.errors[i],
        state.errors[j],
        scan.examined,
        scan.failed,
        3 * (scan.failed + 1) + 2 * state.alpha.size,
        offsets.b_i,
        offsets.b_j,
        offsets.b,
        INFEASIBLE if endless else RUNNING,
    )
    if endless:
        return state, done
    return _moved(dual, state, i, j, new, offsets.b, scan), done


@compiled
def _offsets(dual: Dual, state: PlattState, i: int, j: int, new: Attempt) -> PlattOffsets:
    """Return b_i, b_j, and the chosen b: that of a free one of the two, else their mean (mathematics 6.4)."""
    K = dual.kernel
    towards_i = dual.y[i] * (new.alpha_i - state.alpha[i])
    towards_j = dual.y[j] * (new.alpha_j - state.alpha[j])
    b_i = -state.errors[i] - K[i, i] * towards_i - K[j, i] * towards_j + state.b
    b_j = -state.errors[j] - K[i, j] * towards_i - K[j, j] * towards_j + state.b
    if 0.0 < new.alpha_i < dual.upper[i]:
        return PlattOffsets(b_i, b_j, b_i)
    if 0.0 < new.alpha_j < dual.upper[j]:
        return PlattOffsets(b_i, b_j, b_j)
    return PlattOffsets(b_i, b_j, 0.5 * (b_i + b_j))  # both at a bound: any b between is valid for the pair


@compiled
def _moved(dual: Dual, state: PlattState, i: int, j: int, new: Attempt, b: float, scan: Scan) -> PlattState:
    """Return the state with the new pair and b, and the errors by mathematics, equation 6.8."""
    alpha, errors = state.alpha.copy(), np.empty_like(state.errors)
    alpha[i], alpha[j] = new.alpha_i, new.alpha_j
    towards_i = dual.y[i] * (new.alpha_i - state.alpha[i])
    towards_j = dual.y[j] * (new.alpha_j - state.alpha[j])
    row_i, row_j, old, shift = dual.kernel[i], dual.kernel[j], state.errors, b - state.b
    for k in range(old.size):
        errors[k] = old[k] + (row_i[k] * towards_i + row_j[k] * towards_j) + shift
    objective = state.objective - new.decrease
    return PlattState(alpha, errors, b, objective, scan.examine_all, scan.changed, scan.position, scan.draws)


def gradient(dual: Dual, state: PlattState) -> Vector:
    """Return G = Q alpha + p, shape (n,), from E_i = y_i G_i + b."""
    return np.asarray(dual.y * (state.errors - state.b))


def resume(problem: Problem, alpha: Vector, gradient: Vector, objective: float) -> PlattState:
    """Return the state that continues from the multipliers of another algorithm: before a pass over all points.

    b follows from these multipliers by LIBSVM's rule (mathematics 6.5), which gives Platt's 0 if all of them are 0.
    """
    b = offset(problem, alpha, margins_of_gradient(problem, alpha, gradient))
    return PlattState(alpha, problem.y * gradient + b, b, objective, True, 0, 0, 0)
