"""The two-variable problem of SMO: the choice of the pair, the step along its line, and the clipping to the box.

First order: i = argmax over I_up of -y_i G_i, j = argmin over I_low (the maximal violating pair). Second order: the
same i, and j = argmax over violating t in I_low of b_it^2 / a_it (LIBSVM's rule, mathematics 6.3). Where e' alpha
is fixed too, both have one sign: LIBSVM's rule for the nu problems (mathematics 7). The update and the clipping with
C_i != C_j are those of mathematics 6.1 and 6.2.
"""

from __future__ import annotations

import math
from typing import NamedTuple

from ...lowlevel.compiled import compiled
from ...problem.arrays import Vector
from ...problem.dual import Dual

TAU = 1e-12  # replaces a curvature a_ij <= 0, as in LIBSVM: a step stays finite on identical points


class PairRule(NamedTuple):
    """How pairs are chosen and when to stop: the options of the run."""

    tolerance: float  # stop when m(alpha) - M(alpha) < tolerance
    second_order: bool
    last_tie: bool  # ties go to the last index, as in LIBSVM's scans; else to the first


class Pair(NamedTuple):
    """A working set, and its violation m - M; j = -1 if nothing violates."""

    i: int
    j: int
    violation: float


class PairUpdate(NamedTuple):
    """The solved two-variable problem."""

    alpha_i: float  # new, clipped
    alpha_j: float
    free_alpha_i: float  # the unclipped optimum along the line
    free_alpha_j: float
    curvature: float  # a_ij = K_ii + K_jj - 2 K_ij as it is, before tau
    decrease: float  # of the dual objective


@compiled
def can_rise(dual: Dual, alpha: Vector, t: int) -> bool:
    """Return whether t is in I_up: alpha_t y_t can grow."""
    if dual.y[t] > 0:
        return bool(alpha[t] < dual.upper[t])
    return bool(alpha[t] > 0)


@compiled
def can_fall(dual: Dual, alpha: Vector, t: int) -> bool:
    """Return whether t is in I_low: alpha_t y_t can shrink."""
    if dual.y[t] > 0:
        return bool(alpha[t] > 0)
    return bool(alpha[t] < dual.upper[t])


@compiled
def curvature(dual: Dual, i: int, j: int) -> float:
    """Return a_ij = K_ii + K_jj - 2 K_ij = |phi_i - phi_j|^2."""
    return float(dual.kernel[i, i] + dual.kernel[j, j] - 2.0 * dual.kernel[i, j])


@compiled
def guaranteed_gain(violation: float, a: float) -> float:
    """Return b^2 / a, with tau for a <= 0: twice the decrease of the dual if the step is not clipped."""
    return violation * violation / (a if a > 0 else TAU)


@compiled
def wins(challenger: float, champion: float, last_tie: bool) -> bool:
    """Return whether a larger or, by the tie rule, an equal value replaces the best one."""
    return challenger > champion or (last_tie and challenger == champion)


@compiled
def select_up(dual: Dual, alpha: Vector, gradient: Vector, rule: PairRule, sign: float) -> tuple[int, float]:
    """Return (i, m): the largest -y_i G_i over the part of I_up with this sign, 0 for both; i = -1 if it is empty."""
    i, m = -1, -math.inf
    for t in range(alpha.size):
        if dual.y[t] != -sign and can_rise(dual, alpha, t):
            score = -dual.y[t] * gradient[t]
            if wins(score, m, rule.last_tie):
                i, m = t, score
    return i, m


@compiled
def select_pair(dual: Dual, alpha: Vector, gradient: Vector, rule: PairRule) -> Pair:
    """Return the working set of the rule; j = -1 when m - M < tolerance: alpha is optimal to it."""
    if dual.alike:
        return select_alike(dual, alpha, gradient, rule)
    i, m = select_up(dual, alpha, gradient, rule, 0.0)
    if i < 0:
        return Pair(-1, -1, 0.0)
    j, best, M = -1, -math.inf, math.inf
    for t in range(alpha.size):
        if not can_fall(dual, alpha, t):
            continue
        score = -dual.y[t] * gradient[t]
        M = min(M, score)
        violation = m - score  # b_it
        if violation <= 0:
            continue
        gain = guaranteed_gain(violation, curvature(dual, i, t)) if rule.second_order else violation
        if wins(gain, best, rule.last_tie):
            j, best = t, gain
    if j < 0 or m - M < rule.tolerance:
        return Pair(i, -1, m - M)
    return Pair(i, j, m - M)


@compiled
def select_alike(dual: Dual, alpha: Vector, gradient: Vector, rule: PairRule) -> Pair:
    """Return the working set with two equalities: i is the top of its sign, and m - M the larger of the two."""
    top_plus, m_plus = select_up(dual, alpha, gradient, rule, 1.0)
    top_minus, m_minus = select_up(dual, alpha, gradient, rule, -1.0)
    if top_plus < 0 and top_minus < 0:
        return Pair(-1, -1, 0.0)
    i, j, best, largest = -1, -1, -math.inf, -math.inf
    for t in range(alpha.size):
        top, m = (top_plus, m_plus) if dual.y[t] > 0 else (top_minus, m_minus)
        if top < 0 or not can_fall(dual, alpha, t):
            continue
        violation = m + dual.y[t] * gradient[t]  # b_it
        largest = max(largest, violation)
        if violation <= 0:
            continue
        gain = guaranteed_gain(violation, curvature(dual, top, t)) if rule.second_order else violation
        if wins(gain, best, rule.last_tie):
            i, j, best = top, t, gain
    return Pair(i, j if largest >= rule.tolerance else -1, largest)


@compiled
def into(value: float, bound: float) -> float:
    """Return the value clipped to [0, bound]: near a corner of unequal boxes a subtraction can be off by one bit."""
    return min(max(value, 0.0), bound)


@compiled
def clip_opposite(alpha_i: float, alpha_j: float, difference: float, C_i: float, C_j: float) -> tuple[float, float]:
    """Return the nearest feasible point for y_i != y_j, where alpha_i - alpha_j is constant (mathematics 6.2)."""
    if difference > 0:
        if alpha_j < 0:
            alpha_i, alpha_j = difference, 0.0  # III
    elif alpha_i < 0:
        alpha_i, alpha_j = 0.0, -difference  # IV
    # inf - inf is NaN: for infinite bounds there is no upper edge to clip at.
    if alpha_i > C_i and (math.isinf(C_j) or difference > C_i - C_j):
        alpha_i, alpha_j = C_i, C_i - difference  # I
    elif alpha_j > C_j and (math.isinf(C_i) or difference <= C_i - C_j):
        alpha_i, alpha_j = C_j + difference, C_j  # II
    return into(alpha_i, C_i), into(alpha_j, C_j)


@compiled
def clip_equal(alpha_i: float, alpha_j: float, total: float, C_i: float, C_j: float) -> tuple[float, float]:
    """Return the nearest feasible point for y_i = y_j, where alpha_i + alpha_j is constant."""
    if total > C_i:
        if alpha_i > C_i:
            alpha_i, alpha_j = C_i, total - C_i
    elif alpha_j < 0:
        alpha_i, alpha_j = total, 0.0
    if total > C_j:
        if alpha_j > C_j:
            alpha_i, alpha_j = total - C_j, C_j
    elif alpha_i < 0:
        alpha_i, alpha_j = 0.0, total
    return into(alpha_i, C_i), into(alpha_j, C_j)


@compiled
def clip_pair(dual: Dual, alpha: Vector, i: int, j: int, free_i: float, free_j: float) -> tuple[float, float]:
    """Return the feasible point nearest to the unclipped one on the line through the old alpha_i and alpha_j."""
    if dual.y[i] != dual.y[j]:
        return clip_opposite(free_i, free_j, alpha[i] - alpha[j], dual.upper[i], dual.upper[j])
    return clip_equal(free_i, free_j, alpha[i] + alpha[j], dual.upper[i], dual.upper[j])


@compiled
def unclipped(dual: Dual, alpha: Vector, gradient: Vector, i: int, j: int, a: float) -> tuple[float, float]:
    """Return the unclipped minimum of the parabola with curvature a > 0 along the line of the pair."""
    if dual.y[i] != dual.y[j]:
        delta = (-gradient[i] - gradient[j]) / a
        return alpha[i] + delta, alpha[j] + delta
    delta = (gradient[i] - gradient[j]) / a
    return alpha[i] - delta, alpha[j] + delta


@compiled
def solve_pair(dual: Dual, alpha: Vector, gradient: Vector, i: int, j: int) -> PairUpdate:
    """Return the optimum over alpha_i and alpha_j with the others fixed (mathematics 6.1)."""
    a = curvature(dual, i, j)
    free_i, free_j = unclipped(dual, alpha, gradient, i, j, a if a > 0 else TAU)
    new_i, new_j = clip_pair(dual, alpha, i, j, free_i, free_j)
    move = dual.y[i] * (new_i - alpha[i])
    violation = -dual.y[i] * gradient[i] + dual.y[j] * gradient[j]  # b_ij
    return PairUpdate(new_i, new_j, free_i, free_j, a, move * (violation - 0.5 * a * move))
