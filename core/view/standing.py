"""The standing of a run: what is proved about alpha after k steps, the free and bounded vectors, and the current b."""

from __future__ import annotations

import math
from dataclasses import dataclass
from enum import Enum
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..problem import (
    Certificate,
    LinearCertificate,
    LinearProblem,
    Problem,
    linear_certificate,
    linear_gradient,
    margins_of_gradient,
    normal,
    offset,
    plane,
    projected_gradient,
)
from ..problem.arrays import Vector
from ..problem.scalars import can_fall, can_rise, scores
from ..solver import AnyState
from ..solver.smo.platt import PlattState
from ..trace import Trace
from .solution import PROVED_DIGITS, Light, proved_digits


class OffsetRule(Enum):
    """The rule for the b of a run (mathematics 6.4 and 6.5)."""

    MEAN = "mean"  # over the free vectors, as LIBSVM takes it
    MIDDLE = "middle"  # of [m, M], where no vector is free
    FIRST = "first"  # b1: Platt, while alpha_i of the last pair is free
    SECOND = "second"  # b2: Platt, while alpha_j alone is
    BETWEEN = "between"  # (b1 + b2) / 2: Platt, while neither is
    START = "start"  # 0: Platt, before the first step


@dataclass(frozen=True)
class Standing:
    """The standing of any run; the sums are those of the primal and the dual that the proof compares."""

    proof: Certificate | LinearCertificate
    digits: int  # leading decimal digits of the optimal value that the gap proves
    hard: bool
    squared: bool  # whether slack is penalised by its square
    bounds: tuple[float, float]  # of alpha in the class +1 and in the class -1; inf: there is none
    count: int  # points
    alpha_sums: tuple[float, float]  # of alpha over the class +1 and over the class -1
    equality: float  # sum y alpha
    free: int  # 0 < alpha < the bound of its class
    bounded: int  # alpha = that bound
    squared_norm: float  # |w|^2 in feature space, without the weight of an appended constant
    half_norm: float  # half of the primal's penalty |w|^2, including the weight of an appended constant
    diagonal: float  # 1/2 alpha' D alpha, which the squared hinge adds to the dual; else 0
    w: Vector | None  # if it lies in the space of the points or of their map

    @property
    def light(self) -> Light:
        """The truth light of this alpha; whether a hard margin exists at all is another question."""
        return Light.PROVED if self.digits >= PROVED_DIGITS else Light.NOT_YET

    @property
    def upper(self) -> float:
        """The largest bound of alpha; inf: there is none."""
        return max(self.bounds)

    @property
    def margin_width(self) -> float:
        """The distance 2 / |w| between the planes f = 1 and f = -1; inf while w = 0."""
        return 2.0 / math.sqrt(self.squared_norm) if self.squared_norm > 0 else math.inf

    @property
    def total(self) -> float:
        """The sum of all alpha."""
        return self.alpha_sums[0] + self.alpha_sums[1]

    @property
    def loss(self) -> float:
        """The slack term of the primal of a soft margin."""
        return max(0.0, self.proof.primal - self.half_norm)


@dataclass(frozen=True)
class PairOffsets:
    """The offsets that make E zero at the pair that moved last (mathematics, equation 6.7)."""

    i: int
    j: int
    b_i: float
    b_j: float
    free_i: bool  # whether 0 < alpha_i < C_i
    free_j: bool

    @property
    def middle(self) -> float:
        """Their mean, which Platt uses if both alphas are at a bound."""
        return 0.5 * (self.b_i + self.b_j)

    @property
    def rule(self) -> OffsetRule:
        """Platt's choice: `FIRST`, `SECOND` or `BETWEEN`."""
        return OffsetRule.FIRST if self.free_i else OffsetRule.SECOND if self.free_j else OffsetRule.BETWEEN

    @property
    def chosen(self) -> float:
        """The b of Platt's choice, whatever the rule of the run is."""
        return {OffsetRule.FIRST: self.b_i, OffsetRule.SECOND: self.b_j}.get(self.rule, self.middle)


@dataclass(frozen=True)
class PairStanding(Standing):
    """The standing of a run of pairs."""

    proof: Certificate
    m: float  # largest y - g over I_up
    M: float  # smallest over I_low; at the optimum every b of [m, M] is valid, before it m > M
    up: int  # the point of m, -1 if I_up is empty
    low: int  # the point of M, -1 if I_low is empty
    b: float  # as the solver would return it now
    rule: OffsetRule
    last: PairOffsets | None  # None before the first step


@dataclass(frozen=True)
class CoordinateStanding(Standing):
    """The standing of a run of coordinate descent, without an interval for b and without a pair."""

    proof: LinearCertificate
    lowest: float  # projected gradient, over all points
    highest: float
    at_lowest: int  # the point that it belongs to
    at_highest: int
    bias: float | None  # the constant feature; None: the plane goes through the origin
    b: float


def pair_standing(trace: Trace, k: int) -> PairStanding:
    """Return the standing of a run of pairs after k steps, 0 <= k <= len(trace); TypeError for another run."""
    problem, state = trace.problem, trace.state_at(k)
    if not isinstance(problem, Problem):
        raise TypeError(f"{trace.stepper.name} moves no pairs")
    form, alpha = problem.form, state.alpha
    g = margins_of_gradient(problem, alpha, trace.stepper.gradient(problem.dual, state))
    score = scores(form, alpha, g)
    up, low = highest(score, can_rise(form, alpha)), highest(-score, can_fall(form, alpha))
    last = None
    if k > 0:
        i, j = (int(trace.table[k - 1][name]) for name in "ij")
        free = (alpha > 0) & (alpha < problem.dual.upper)
        last = PairOffsets(i, j, float(score[i]), float(score[j]), bool(free[i]), bool(free[j]))
    trunk = trace.trunk  # whose algorithm may have made this state, which that of the run has just taken over
    resumed = trunk is not None and 0 < k == trace.at and trunk.leg(k - 1).stepper.step is not trace.stepper.step
    b, rule = _offset(problem, state, g, last, resumed)
    squared = float(form.coefficients(alpha) @ g)
    return PairStanding(
        **_common(problem, alpha, trace.stepper.certificate(problem, alpha)),
        squared_norm=squared,
        half_norm=0.5 * squared,
        diagonal=0.0,
        w=normal(problem, alpha),
        m=float(score[up]) if up >= 0 else -math.inf,
        M=float(score[low]) if low >= 0 else math.inf,
        up=up,
        low=low,
        b=b,
        rule=rule,
        last=last,
    )


def coordinate_standing(trace: Trace, k: int) -> CoordinateStanding:
    """Return the standing of coordinate descent after k visits, 0 <= k <= len(trace); TypeError for another run."""
    problem, alpha = trace.problem, trace.state_at(k).alpha
    if not isinstance(problem, LinearProblem):
        raise TypeError(f"{trace.stepper.name} visits no coordinates")
    found, slopes = plane(problem, alpha), projected_gradient(problem, alpha, linear_gradient(problem, alpha))
    squared, lowest, highest = float(found.w @ found.w), int(np.argmin(slopes)), int(np.argmax(slopes))
    constant = 0.0 if problem.bias is None else found.b / problem.bias  # its weight
    return CoordinateStanding(
        **_common(problem, alpha, linear_certificate(problem, alpha)),
        squared_norm=squared,
        half_norm=0.5 * (squared + constant**2),
        diagonal=0.5 * float(alpha @ (problem.dual.diagonal * alpha)),  # alpha of a hard margin has no bound
        w=found.w,
        lowest=float(slopes[lowest]),
        highest=float(slopes[highest]),
        at_lowest=lowest,
        at_highest=highest,
        bias=problem.bias,
        b=found.b,
    )


def _common(problem: Problem | LinearProblem, alpha: Vector, proof: Certificate | LinearCertificate) -> dict[str, Any]:
    """Return the fields common to both kinds of runs, by name."""
    y, upper = problem.y, np.broadcast_to(problem.dual.upper, alpha.shape)  # a dual on features has one bound
    at_upper = alpha >= upper
    return {
        "proof": proof,
        "digits": proved_digits(proof),
        "hard": problem.hard,
        "squared": problem.form.squared,
        "bounds": (float(upper[y > 0].max()), float(upper[y < 0].max())),
        "count": len(alpha),
        "alpha_sums": (float(alpha[y > 0].sum()), float(alpha[y < 0].sum())),
        "equality": float(y @ alpha),
        "free": int(np.count_nonzero((alpha > 0) & ~at_upper)),
        "bounded": int(np.count_nonzero(at_upper)),
    }


def highest(score: Vector, members: NDArray[np.bool_]) -> int:
    """Return the member with the highest score, the first one of ties; -1 if there is none."""
    points = np.flatnonzero(members)
    return int(points[np.argmax(score[points])]) if points.size else -1


def _offset(
    problem: Problem, state: AnyState, g: Vector, last: PairOffsets | None, resumed: bool
) -> tuple[float, OffsetRule]:
    """Return the b that the solver would return in this state, and its rule."""
    free = (state.alpha > 0) & (state.alpha < problem.dual.upper)
    usual = OffsetRule.MEAN if free.any() else OffsetRule.MIDDLE
    if not isinstance(state, PlattState):
        return offset(problem, state.alpha, g), usual
    if last is None:
        return float(state.b), OffsetRule.START
    return float(state.b), usual if resumed else last.rule
