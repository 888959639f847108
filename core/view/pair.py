"""The choice of a pair: the scores of all points, every candidate j, and what the chosen pair achieved.

Each number comes from the function that the solver calls; nothing is computed in a second way.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import cast

import numpy as np
from numpy.typing import NDArray

from ..lowlevel.compiled import compiled
from ..problem.arrays import Indices, Vector
from ..problem.dual import Dual, Problem
from ..solver import (
    EveryPairRule,
    PairRule,
    can_fall,
    can_rise,
    curvature,
    guaranteed_gain,
    select_pair,
    solve_pair,
)
from ..trace import Trace

ROUNDED = 4.0 * float(np.finfo(np.float64).eps)  # of the terms of a score


@dataclass(frozen=True)
class Candidates:
    """Every j in I_low whose score is below that of i by more than rounding; arrays of the same length."""

    j: Indices
    violation: Vector  # b_ij = -y_i G_i + y_j G_j > 0
    curvature: Vector  # a_ij as it is
    gain: Vector  # b_ij^2 / a_ij, with tau in place of a_ij <= 0
    tau: NDArray[np.bool_]  # where that was so


@dataclass(frozen=True)
class PairMove:
    """The effect of moving a pair."""

    i: int
    j: int
    violation: float  # b_ij; <= 0 where the pair does not violate
    curvature: float  # a_ij as it is
    promise: float  # b_ij^2 / (2 a_ij), with tau for a_ij <= 0: the decrease if the box were not there
    decrease: float  # of the dual objective
    clipped: bool  # the box cut the step short


@dataclass(frozen=True)
class PairView:
    """A state as input of the rule that chooses a pair."""

    score: Vector  # (n,) -y_i G_i
    in_up: NDArray[np.bool_]  # (n,) membership of I_up
    in_low: NDArray[np.bool_]  # (n,) membership of I_low
    m: float  # largest score over I_up
    M: float  # smallest score over I_low; the run is over when m - M < tolerance
    i: int  # the largest violator, which both rules take; -1 if I_up is empty
    candidates: Candidates
    first_order_j: int  # -1 if the run is over
    second_order_j: int
    move: PairMove | None  # of the pair that the rule of the run takes; None if the run is over


def pair_view(dual: Dual, alpha: Vector, gradient: Vector, rule: PairRule) -> PairView:
    """Return the view of alpha (n,) with gradient (n,) for a rule."""
    first = select_pair(dual, alpha, gradient, rule._replace(second_order=False))
    second = select_pair(dual, alpha, gradient, rule._replace(second_order=True))
    chosen = second if rule.second_order else first
    score = -dual.y * gradient
    in_up, in_low = _memberships(dual, alpha)
    included = [j for j in (first.j, second.j) if j >= 0]
    return PairView(
        score=score,
        in_up=in_up,
        in_low=in_low,
        m=float(score[in_up].max(initial=-np.inf)),
        M=float(score[in_low].min(initial=np.inf)),
        i=chosen.i,
        candidates=_candidates(dual, alpha, score, in_low, chosen.i, included),
        first_order_j=first.j,
        second_order_j=second.j,
        move=None if chosen.j < 0 else pair_move(dual, alpha, gradient, chosen.i, chosen.j),
    )


def _candidates(
    dual: Dual, alpha: Vector, score: Vector, in_low: NDArray[np.bool_], i: int, included: list[int]
) -> Candidates:
    """Return every j in I_low whose score is below that of i by more than rounding, and those that a rule takes."""
    below = in_low & (score[i] - score > score_rounding(dual, alpha))
    below[included] = True
    j = np.flatnonzero(below) if i >= 0 else np.empty(0, dtype=np.int64)
    violation, a = score[i] - score[j], curvatures(dual, i, j)
    return Candidates(j, violation, a, gains(violation, a), a <= 0)


def score_rounding(dual: Dual, alpha: Vector) -> float:
    """Return the difference of two scores at alpha (n,) that can be due to rounding.

    A score is a sum of y_t y_k K_tk alpha_k and p_t, and |K_tk| <= sqrt(K_tt K_kk) for a positive semidefinite kernel.
    """
    lengths = np.sqrt(np.abs(np.diagonal(dual.kernel)))
    return ROUNDED * float(lengths.max() * (lengths @ alpha) + np.abs(dual.p).max())


def pair_at(trace: Trace, k: int) -> PairView:
    """Return the view of the state before step k of an SMO trace, 0 <= k <= len(trace).

    For a rule that looks at all pairs, i and the candidates are those of the pair that it takes.
    """
    problem, rule, state = trace.problem, trace.rule, trace.state_at(k)
    if not (isinstance(problem, Problem) and isinstance(rule, PairRule | EveryPairRule)):
        raise TypeError(f"{trace.stepper.name} does not choose its pairs by a rule of SMO")
    dual, alpha, gradient = problem.dual, state.alpha, trace.stepper.gradient(problem.dual, state)
    if isinstance(rule, PairRule):
        return pair_view(dual, alpha, gradient, rule)
    shown = pair_view(dual, alpha, gradient, PairRule(rule.tolerance, False, rule.last_tie))
    if k == len(trace) or trace.picked:
        return shown
    i, j = int(trace.table["i"][k]), int(trace.table["j"][k])
    candidates = _candidates(dual, alpha, shown.score, shown.in_low, i, [j])
    first, second = (_last_largest(candidates.j, each) for each in (candidates.violation, candidates.gain))
    move = pair_move(dual, alpha, gradient, i, j)
    return replace(shown, i=i, candidates=candidates, first_order_j=first, second_order_j=second, move=move)


def pair_move(dual: Dual, alpha: Vector, gradient: Vector, i: int, j: int) -> PairMove:
    """Return the effect of any pair i != j, for instance one picked by hand."""
    update = solve_pair(dual, alpha, gradient, i, j)
    violation = float(-dual.y[i] * gradient[i] + dual.y[j] * gradient[j])
    return PairMove(
        i=i,
        j=j,
        violation=violation,
        curvature=update.curvature,
        promise=0.5 * guaranteed_gain(violation, update.curvature),
        decrease=update.decrease,
        clipped=(update.alpha_i, update.alpha_j) != (update.free_alpha_i, update.free_alpha_j),
    )


@dataclass(frozen=True)
class Partners:
    """Every point that can move together with a picked one, whichever of the two increases."""

    i: int
    score: float  # -y_i G_i
    rises: bool  # alpha_i y_i can grow
    falls: bool  # alpha_i y_i can shrink
    candidates: Candidates

    @property
    def best(self) -> int:
        """The partner with the largest gain, the last one of ties; -1 if there is none."""
        return _last_largest(self.candidates.j, self.candidates.gain)

    @property
    def steepest(self) -> int:
        """The partner with the largest violation, the last one of ties; -1 if there is none."""
        return _last_largest(self.candidates.j, self.candidates.violation)


def partners_at(trace: Trace, k: int, i: int) -> Partners:
    """Return the points that can move together with point i in the state after k steps of a run of SMO."""
    shown, problem = pair_at(trace, k), cast(Problem, trace.problem)
    apart, least = shown.score[i] - shown.score, score_rounding(problem.dual, trace.state_at(k).alpha)
    below = shown.in_low & (apart > least) & shown.in_up[i]
    above = shown.in_up & (apart < -least) & shown.in_low[i]
    j = np.flatnonzero(below | above)
    violation, a = np.abs(shown.score[i] - shown.score[j]), curvatures(problem.dual, i, j)
    candidates = Candidates(j, violation, a, gains(violation, a), a <= 0)
    return Partners(i, float(shown.score[i]), bool(shown.in_up[i]), bool(shown.in_low[i]), candidates)


def _last_largest(j: Indices, values: Vector) -> int:
    return int(j[np.flatnonzero(values == values.max())[-1]]) if j.size else -1


@compiled
def _memberships(dual: Dual, alpha: Vector) -> tuple[NDArray[np.bool_], NDArray[np.bool_]]:
    in_up, in_low = np.empty(alpha.size, dtype=np.bool_), np.empty(alpha.size, dtype=np.bool_)
    for t in range(alpha.size):
        in_up[t], in_low[t] = can_rise(dual, alpha, t), can_fall(dual, alpha, t)
    return in_up, in_low


@compiled
def curvatures(dual: Dual, i: int, j: Indices) -> Vector:
    """Return a_ij of i with each j, as the step computes it."""
    a = np.empty(j.size)
    for k in range(j.size):
        a[k] = curvature(dual, i, j[k])
    return a


@compiled
def gains(violation: Vector, a: Vector) -> Vector:
    """Return b_ij^2 / a_ij, with tau in place of a_ij <= 0, as the rule computes it."""
    gain = np.empty_like(a)
    for k in range(a.size):
        gain[k] = guaranteed_gain(violation[k], a[k])
    return gain
