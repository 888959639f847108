"""Rules that look at all pairs: the best by its exact decrease, a random one that violates, and the next of a cycle.

A pair violates where it can move, and -y_i G_i exceeds -y_j G_j by at least the tolerance; for the best pair any excess
counts. All stop as the other rules of SMO do, when m - M < tolerance. A step costs O(n^2).
"""

from __future__ import annotations

import math
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ...lowlevel.compiled import compiled
from ...problem import Problem
from ...problem.arrays import Indices, Vector
from ...problem.dual import Dual
from ..chance import below
from ..outcome import CANCELLED, OPTIMAL, RUNNING, STUCK
from ..recomputed import drift, gradient_anew
from . import pair_step
from .pair import PairRule, can_fall, can_rise, select_pair, solve_pair, wins
from .pair_step import State, move_pair

BEST, RANDOM, CYCLIC = range(3)


class EveryPairRule(NamedTuple):
    """How pairs are chosen and when to stop: the options of the run."""

    tolerance: float  # stop when m(alpha) - M(alpha) < tolerance
    kind: int  # BEST, RANDOM or CYCLIC
    last_tie: bool  # of pairs with the same decrease the last one is taken, in the order (0, 1), (0, 2), ...
    seed: int  # of the random pairs


class EveryPairState(NamedTuple):
    """The state between two steps."""

    alpha: Vector  # (n,)
    gradient: Vector  # (n,) G = Q alpha + p
    objective: float  # D(alpha), minimised form
    at: int  # the number of pairs drawn so far; for a cycle the place i n + j at which it goes on


class EveryPairStep(NamedTuple):
    """The record of a step; i = j = -1 and nan if nothing moved because the run had ended."""

    i: int
    j: int
    alpha_i: float  # new values
    alpha_j: float
    violation: float  # m - M before the step
    decrease: float  # of the dual objective
    curvature: float  # a_ij
    evaluations: int  # kernel values read: two rows for the update, and for the best pair three for every pair tried
    outcome: int  # an `Outcome`


class BestPair(NamedTuple):
    """The best pair, and how many were tried; i = -1 if none lowers the dual."""

    i: int
    j: int
    decrease: float  # nan if cancelled
    tried: int


def rule(tolerance: float = 1e-3, ties: str = "last", seed: int = 0, *, kind: int) -> EveryPairRule:
    """Return the options of a run; `ties` are those of the best pair, `seed` is that of random ones."""
    of_pairs = pair_step.rule(tolerance, ties, second_order=False)
    return EveryPairRule(of_pairs.tolerance, kind, of_pairs.last_tie, int(seed))


@compiled
def start(dual: Dual) -> EveryPairState:
    """Return the initial state, as that of the other rules of SMO."""
    state = pair_step.start(dual)
    return EveryPairState(state.alpha, state.gradient, state.objective, 0)


@compiled
def excess(dual: Dual, alpha: Vector, gradient: Vector, i: int, j: int) -> float:
    """Return b_ij = -y_i G_i + y_j G_j where i can rise and j can fall; -inf where the pair cannot move so."""
    if (dual.alike and dual.y[i] != dual.y[j]) or not (can_rise(dual, alpha, i) and can_fall(dual, alpha, j)):
        return -math.inf
    return float(-dual.y[i] * gradient[i] + dual.y[j] * gradient[j])


@compiled
def best_pair(dual: Dual, alpha: Vector, gradient: Vector, last_tie: bool, cancel: Indices) -> BestPair:
    """Return the pair whose step lowers the dual most; it polls the cancel flag."""
    best_i, best_j, best, tried = -1, -1, 0.0, 0
    for i in range(alpha.size):
        if cancel[0] != 0:
            return BestPair(-1, -1, math.nan, tried)
        for j in range(alpha.size):
            if i == j or not excess(dual, alpha, gradient, i, j) > 0.0:
                continue
            tried += 1
            decrease = solve_pair(dual, alpha, gradient, i, j).decrease
            if decrease > 0.0 and wins(decrease, best, last_tie):
                best_i, best_j, best = i, j, decrease
    return BestPair(best_i, best_j, best, tried)


@compiled
def pairs_that_lower_by(dual: Dual, alpha: Vector, gradient: Vector, decrease: float) -> Indices:
    """Return the pairs (i, j) whose step lowers the dual by exactly this, shape (k, 2), in the order of the scan."""
    found = [(0, 0) for _ in range(0)]
    for i in range(alpha.size):
        for j in range(alpha.size):
            if i == j or not excess(dual, alpha, gradient, i, j) > 0.0:
                continue
            if solve_pair(dual, alpha, gradient, i, j).decrease == decrease:
                found.append((i, j))
    pairs = np.empty((len(found), 2), dtype=np.int64)
    for k in range(len(found)):
        pairs[k, 0], pairs[k, 1] = found[k]
    return pairs


@compiled
def violating_pairs(dual: Dual, alpha: Vector, gradient: Vector, tolerance: float) -> int:
    """Return how many pairs violate by at least the tolerance."""
    count = 0
    for i in range(alpha.size):
        for j in range(alpha.size):
            if i != j and excess(dual, alpha, gradient, i, j) >= tolerance:
                count += 1
    return count


@compiled
def random_pair(dual: Dual, alpha: Vector, gradient: Vector, rule: EveryPairRule, at: int) -> tuple[int, int]:
    """Return one of the violating pairs, each with the same chance: that of the draw `at`."""
    count = violating_pairs(dual, alpha, gradient, rule.tolerance)
    left = below(count, rule.seed, at) if count > 0 else -1
    for i in range(alpha.size):
        for j in range(alpha.size):
            if i != j and excess(dual, alpha, gradient, i, j) >= rule.tolerance:
                if left == 0:
                    return i, j
                left -= 1
    return -1, -1


@compiled
def next_pair(dual: Dual, alpha: Vector, gradient: Vector, tolerance: float, at: int) -> tuple[int, int]:
    """Return the next violating pair of the double loop over i < j from a place on, (i, j) or (j, i)."""
    n = alpha.size
    for k in range(at, at + n * n):
        i, j = (k // n) % n, k % n
        if i >= j:
            continue
        if excess(dual, alpha, gradient, i, j) >= tolerance:
            return i, j
        if excess(dual, alpha, gradient, j, i) >= tolerance:
            return j, i
    return -1, -1


@compiled
def step(dual: Dual, state: EveryPairState, rule: EveryPairRule) -> tuple[EveryPairState, EveryPairStep]:
    """Choose a pair and solve it; return the new state and a record of the step; the old state is unchanged."""
    return advance(dual, state, rule, np.zeros(1, dtype=np.int64))


@compiled
def advance(
    dual: Dual, state: EveryPairState, rule: EveryPairRule, cancel: Indices
) -> tuple[EveryPairState, EveryPairStep]:
    """Take a step that polls the cancel flag while it looks at the pairs."""
    alpha, gradient, at, reads = state.alpha, state.gradient, state.at, 2 * state.alpha.size
    widest = select_pair(dual, alpha, gradient, PairRule(rule.tolerance, False, rule.last_tie))
    if widest.j < 0:
        lost = drift(gradient, gradient_anew(dual, alpha))
        return state, _ended(widest.violation, OPTIMAL if lost <= rule.tolerance else STUCK)
    if rule.kind == BEST:
        found = best_pair(dual, alpha, gradient, rule.last_tie, cancel)
        i, j = found.i, found.j
        reads += 3 * found.tried
        if i < 0:  # none lowers the dual in floats, or there was no time to look
            return state, _ended(widest.violation, CANCELLED if math.isnan(found.decrease) else STUCK)
    elif rule.kind == RANDOM:
        i, j = random_pair(dual, alpha, gradient, rule, at)
        at += 1
    else:
        i, j = next_pair(dual, alpha, gradient, rule.tolerance, at)
        at = (min(i, j) * alpha.size + max(i, j) + 1) % (alpha.size * alpha.size)
    moved, done = move_pair(dual, State(alpha, gradient, state.objective), i, j, widest.violation)
    told = EveryPairStep(
        done.i,
        done.j,
        done.alpha_i,
        done.alpha_j,
        done.violation,
        done.decrease,
        done.curvature,
        reads,
        done.outcome,
    )
    if done.outcome != RUNNING:
        return state, told
    return EveryPairState(moved.alpha, moved.gradient, moved.objective, at), told


@compiled
def _ended(violation: float, outcome: int) -> EveryPairStep:
    """Return the record of a step that moves nothing."""
    return EveryPairStep(-1, -1, math.nan, math.nan, violation, 0.0, math.nan, 0, outcome)


def gradient(dual: Dual, state: EveryPairState) -> Vector:
    """Return G = Q alpha + p, shape (n,): the state holds it."""
    return state.gradient


def replay(dual: Dual, state: EveryPairState, rule: EveryPairRule, rows: NDArray[np.void]) -> EveryPairState:
    """Return the state after recorded steps, bit for bit: they are moved again and not chosen again.

    A choice takes some 2 ms at 200 points, and this a hundredth of that; the sums are those of `move_pair`.
    """
    alpha, gradient, objective, at = state
    alpha, n = alpha.copy(), alpha.size
    for row in rows:
        i, j = int(row["i"]), int(row["j"])
        towards_i = dual.y[i] * (row["alpha_i"] - alpha[i])
        towards_j = dual.y[j] * (row["alpha_j"] - alpha[j])
        alpha[i], alpha[j] = row["alpha_i"], row["alpha_j"]
        gradient = gradient + dual.y * (dual.kernel[i] * towards_i + dual.kernel[j] * towards_j)
        objective -= float(row["decrease"])
        if rule.kind == RANDOM:
            at += 1
        elif rule.kind == CYCLIC:
            at = (min(i, j) * n + max(i, j) + 1) % (n * n)
    return EveryPairState(alpha, gradient, objective, at)


def resume(problem: Problem, alpha: Vector, gradient: Vector, objective: float) -> EveryPairState:
    """Return the state that continues from the multipliers of another algorithm."""
    return EveryPairState(alpha, gradient, objective, 0)
