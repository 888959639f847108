"""Platt's inner choice: the candidates j for a violating i, their order, and when an attempt makes progress.

An attempt solves the pair (mathematics 6.1) from the errors E_i = f(x_i) - y_i, with eta = a_ij. If eta <= 0 it
compares the objective at both ends of the feasible line instead.
"""

from __future__ import annotations

import math
from enum import IntEnum
from typing import NamedTuple

from ...lowlevel.compiled import compiled
from ...problem.arrays import Vector
from ...problem.dual import Dual
from ..chance import below
from .pair import clip_pair, curvature
from .segment import segment


class PlattRule(NamedTuple):
    """The options of a run."""

    tolerance: float  # a point violates when y_i E_i breaks its KKT condition by more than this
    smallest_move: float  # eps: an attempt counts when alpha_j moves by eps (alpha_j + its new value + eps) or more
    seed: int  # of the random starts


class Fallback(IntEnum):
    """The rule that found j."""

    NONE = 0  # no j makes progress: (d) i is dropped
    LARGEST_DIFFERENCE = 1  # (a) the free vector with the largest |E_i - E_j|
    FREE = 2  # (b) the free vectors in turn, from a random one on
    ALL = 3  # (c) all points in turn, from a random one on


NONE, LARGEST_DIFFERENCE, FREE, ALL = map(int, Fallback)


class Attempt(NamedTuple):
    """The result for a pair; without progress the alphas are not used."""

    works: bool
    alpha_i: float  # new values
    alpha_j: float
    curvature: float  # a_ij
    decrease: float  # of the dual objective


class Partner(NamedTuple):
    """The j that was found, and the cost of finding it; j = -1 if there is none."""

    j: int
    fallback: int  # a `Fallback`
    failed: int  # attempts before it that made no progress
    draws: int  # random numbers used so far
    attempt: Attempt


@compiled
def is_free(dual: Dual, alpha: Vector, t: int) -> bool:
    """Return whether 0 < alpha_t < C_t."""
    return bool(0.0 < alpha[t] < dual.upper[t])


@compiled
def violates(dual: Dual, alpha: Vector, errors: Vector, rule: PlattRule, i: int) -> bool:
    """Return whether i violates its KKT condition by more than the tolerance (mathematics 6.4)."""
    r = errors[i] * dual.y[i]  # y_i f(x_i) - 1
    return bool((r < -rule.tolerance and alpha[i] < dual.upper[i]) or (r > rule.tolerance and alpha[i] > 0))


@compiled
def fall(move: float, violation: float, a: float) -> float:
    """Return the decrease of the dual when alpha_i y_i increases and alpha_j y_j decreases by the move."""
    return move * (violation - 0.5 * a * move)


@compiled
def attempt_pair(dual: Dual, alpha: Vector, errors: Vector, rule: PlattRule, i: int, j: int) -> Attempt:
    """Solve the pair and tell whether that makes progress (Platt's takeStep without the move)."""
    a = curvature(dual, i, j)
    old_i, old_j = alpha[i], alpha[j]
    nothing = Attempt(False, old_i, old_j, a, 0.0)
    ends = segment(dual, alpha, i, j)
    if i == j or ends.low_j >= ends.high_j:
        return nothing
    violation = errors[j] - errors[i]  # b_ij
    if a > 0:
        free_j = old_j - dual.y[j] * violation / a  # mathematics, equation 6.2
        free_i = old_i + dual.y[i] * dual.y[j] * (old_j - free_j)  # mathematics, equation 6.4
        new_i, new_j = clip_pair(dual, alpha, i, j, free_i, free_j)
    else:
        low = fall(dual.y[i] * (ends.low_i - old_i), violation, a)
        high = fall(dual.y[i] * (ends.high_i - old_i), violation, a)
        if math.isinf(ends.high_j) or high > low + rule.smallest_move:
            new_i, new_j = ends.high_i, ends.high_j
        elif low > high + rule.smallest_move:
            new_i, new_j = ends.low_i, ends.low_j
        else:
            return nothing
    if abs(new_j - old_j) < rule.smallest_move * (new_j + old_j + rule.smallest_move):
        return nothing
    return Attempt(True, new_i, new_j, a, fall(dual.y[i] * (new_i - old_i), violation, a))


@compiled
def largest_difference(dual: Dual, alpha: Vector, errors: Vector, i: int) -> int:
    """Return the free j with the largest |E_i - E_j|: the smallest E for E_i > 0, else the largest.

    Platt stores E only for the free vectors, and this choice considers no others; -1 if at most one is free.
    """
    sign = 1.0 if errors[i] > 0 else -1.0
    free, j, best = 0, -1, math.inf
    for t in range(alpha.size):
        if is_free(dual, alpha, t):
            free += 1
            if sign * errors[t] < best:
                j, best = t, sign * errors[t]
    return j if free > 1 else -1


@compiled
def choose_partner(dual: Dual, alpha: Vector, errors: Vector, rule: PlattRule, i: int, draws: int) -> Partner:
    """Return the first j that makes progress, by the fallbacks (a), (b) and (c) in this order."""
    n, failed = alpha.size, 0
    j = largest_difference(dual, alpha, errors, i)
    if j >= 0 and j != i:
        attempt = attempt_pair(dual, alpha, errors, rule, i, j)
        if attempt.works:
            return Partner(j, LARGEST_DIFFERENCE, failed, draws, attempt)
        failed += 1
    for fallback in (FREE, ALL):
        first = below(n, rule.seed, draws)
        draws += 1
        for k in range(n):
            j = (first + k) % n
            if j != i and (fallback == ALL or is_free(dual, alpha, j)):
                attempt = attempt_pair(dual, alpha, errors, rule, i, j)
                if attempt.works:
                    return Partner(j, fallback, failed, draws, attempt)
                failed += 1
    return Partner(-1, NONE, failed, draws, Attempt(False, alpha[i], alpha[i], math.nan, 0.0))
