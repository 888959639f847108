"""The linear problem over every working set of two points, whose optimum the maximal violating pair is (Xing21, 66)."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from ..problem.arrays import Indices, Matrix, Vector
from ..problem.dual import Problem
from ..solver import PairRule
from ..trace import Trace
from .pair import PairView, pair_view, score_rounding


@dataclass(frozen=True)
class WorkingSets:
    """The optimum of grad_B^T d_B over d of every B = {i, j}, subject to y_B^T d_B = 0, |d| <= 1 and the bounds.

    Such a d is y_i s and -y_j s, its value -b_ij s; it may have s > 0 if i is in I_up and j in I_low, s < 0 if i is in
    I_low and j in I_up. So the optimum is -b_ij or b_ij, whichever is negative and allowed, else 0 (mathematics 6.3).
    """

    score: Vector  # (n,) -y_t G_t
    in_up: NDArray[np.bool_]  # (n,)
    in_low: NDArray[np.bool_]  # (n,)
    up: Indices  # I_up, the largest score first
    low: Indices  # I_low, the smallest score first
    first: tuple[int, int] | None  # (i, j) of the first-order rule; None if m - M is below the tolerance
    second: tuple[int, int] | None  # of the second-order rule
    rounding: float  # a smaller difference of two scores can be due to rounding
    taken: tuple[int, int] | None  # by the step, the point of larger score first; None at the end

    @property
    def least(self) -> float:
        """The smallest optimum of all pairs, -(m - M), or 0 where m <= M."""
        return float(self.values(self.up[:1], self.low[:1]).min(initial=0.0))

    @property
    def attained(self) -> int:
        """The number of pairs with the smallest optimum, up to rounding; 0 where that is 0."""
        if self.least == 0.0:
            return 0
        slack = min(self.rounding, -0.5 * self.least)
        highest, lowest = self.score[self.up[0]], self.score[self.low[0]]
        rows = self.up[highest - self.score[self.up] <= slack]
        columns = self.low[self.score[self.low] - lowest <= slack]
        return int((self.values(rows, columns) <= self.least + slack).sum())

    def values(self, rows: Indices, columns: Indices) -> Matrix:
        """Return min(0, -b_ij) for i of `rows`, members of I_up, and j of `columns`, members of I_low."""
        return np.minimum(0.0, self.score[columns][None, :] - self.score[rows][:, None])

    def value(self, i: int, j: int) -> float:
        """Return the optimum for any two points."""
        b = float(self.score[i] - self.score[j])
        forwards = -b if self.in_up[i] and self.in_low[j] else 0.0
        backwards = b if self.in_up[j] and self.in_low[i] else 0.0
        return min(0.0, forwards, backwards)


def working_sets(trace: Trace, k: int) -> WorkingSets:
    """Return the working sets of the state before step k of a run of pairs, 0 <= k <= len(trace)."""
    leg = trace.leg(k)
    problem, state = leg.problem, leg.state_at(k)
    if not isinstance(problem, Problem):
        raise TypeError(f"{leg.stepper.name} moves no pairs")
    tolerance, last_tie = float(leg.rule[0]), bool(getattr(leg.rule, "last_tie", True))
    gradient = leg.stepper.gradient(problem.dual, state)
    seen = pair_view(problem.dual, state.alpha, gradient, PairRule(tolerance, False, last_tie))
    taken = (int(leg.table[k]["i"]), int(leg.table[k]["j"])) if k < len(leg) else None
    if taken is not None and seen.score[taken[0]] < seen.score[taken[1]]:
        taken = taken[::-1]
    up, low = (_sorted(seen, members, sign, last_tie) for members, sign in ((seen.in_up, -1.0), (seen.in_low, 1.0)))
    return WorkingSets(
        score=seen.score,
        in_up=seen.in_up,
        in_low=seen.in_low,
        up=up,
        low=low,
        first=_pair(seen, seen.first_order_j),
        second=_pair(seen, seen.second_order_j),
        rounding=score_rounding(problem.dual, state.alpha),
        taken=taken,
    )


def _pair(seen: PairView, j: int) -> tuple[int, int] | None:
    return None if j < 0 else (seen.i, j)


def _sorted(seen: PairView, members: NDArray[np.bool_], sign: float, last_tie: bool) -> Indices:
    """Return the members by sign * score, of equal scores the one first that the rule takes."""
    points = np.flatnonzero(members)
    points = points[::-1] if last_tie else points
    return points[np.argsort(sign * seen.score[points], kind="stable")]
