"""Ties in the choice of a pair: which points share the best value exactly, and what the other tie rule would take.

LIBSVM's scans keep the last of equal values. On symmetrical points many values are equal, and then the tie rule
decides; where they are equal except for rounding, the last bits decide instead.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from ..problem import Problem
from ..problem.arrays import Indices
from ..solver import BEST, EveryPairRule, PairRule, pairs_that_lower_by, select_pair
from ..trace import Trace
from .pair import PairView, curvatures, gains, pair_view, score_rounding


@dataclass(frozen=True)
class Ties:
    """The ties at one step, by point indices; of the best of all pairs only `pairs`, of the other rules the rest."""

    firsts: Indices  # the points of I_up whose score is m
    seconds: Indices  # the candidates for j whose gain, or for first order whose violation, is the largest
    close: Indices  # further points of I_up whose score is m except for rounding
    pairs: Indices  # (k, 2) the pairs (i, j) whose step lowers the dual most
    other: tuple[int, int] | None  # the pair that the other tie rule would take; None: the same pair

    @property
    def exist(self) -> bool:
        """Whether two or more points, or pairs, share the best value."""
        return max(len(self.firsts), len(self.seconds), len(self.pairs)) > 1


def ties_at(trace: Trace, k: int) -> Ties | None:
    """Return the ties of step k, 0 <= k < len(trace); None where no tie rule has chosen the pair."""
    leg = trace.leg(k)
    problem, rule, picked = leg.problem, leg.rule, leg.picked
    if picked or k >= len(trace) or not isinstance(problem, Problem):
        return None
    state = trace.state_at(k)
    alpha, gradient = state.alpha, leg.stepper.gradient(problem.dual, state)
    none = np.empty(0, dtype=np.int64)
    if isinstance(rule, EveryPairRule):
        if rule.kind != BEST:
            return None
        pairs = pairs_that_lower_by(problem.dual, alpha, gradient, float(leg.table["decrease"][k]))
        i, j = pairs[0 if rule.last_tie else -1]
        return Ties(none, none, none, pairs, (int(i), int(j)) if len(pairs) > 1 else None)
    if not isinstance(rule, PairRule):
        return None
    shown = pair_view(problem.dual, alpha, gradient, rule)
    if shown.move is None:
        return None
    apart = shown.m - shown.score
    near = shown.in_up & (np.abs(apart) <= score_rounding(problem.dual, alpha))
    other = select_pair(problem.dual, alpha, gradient, rule._replace(last_tie=not rule.last_tie))
    same = (other.i, other.j) == (shown.move.i, shown.move.j)
    return Ties(
        firsts=np.flatnonzero(shown.in_up & (apart == 0.0)),
        seconds=_seconds(problem, rule, shown),
        close=np.flatnonzero(near & (apart != 0.0)),
        pairs=np.empty((0, 2), dtype=np.int64),
        other=None if same else (other.i, other.j),
    )


def _seconds(problem: Problem, rule: PairRule, shown: PairView) -> Indices:
    """Return the candidates for the partner of i with the largest value of the rule."""
    below = np.flatnonzero(shown.in_low & (shown.score < shown.m))
    value = shown.m - shown.score[below]
    if rule.second_order:
        value = gains(value, curvatures(problem.dual, shown.i, below))
    return np.asarray(below[value == value.max()])
