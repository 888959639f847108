"""States of SMO at the first step where m - M is below a tolerance, and what each of them proves.

First order, second order and the best of all pairs choose their pairs without regard to the tolerance. A run to a
looser one is then the beginning of a run to a tighter one, so one recorded run serves all tolerances. A random pair,
the double loop and Platt's rules ask the tolerance which points violate: each tolerance needs a run of its own.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from ...problem import Problem, certificate, margins_without_offset, offset
from ...problem.arrays import Vector
from ...problem.proof.optimality import EPS
from ...problem.scalars import can_fall, can_rise, scores
from ...solver import Status
from ...trace import Trace
from ...view.curves import multipliers

PREFIX_RULES = ("smo-second-order", "smo-first-order", "smo-best-pair")


@dataclass(frozen=True)
class Reached:
    """A state of a run that a tolerance accepts, and what its multipliers prove."""

    tolerance: float
    steps: int
    status: NDArray[np.int8]  # (n,) a `Status`
    low: float  # the optimum of the objective lies in [low, high]
    high: float
    b: float  # by LIBSVM's rule
    b_low: float  # every optimal offset lies in [b_low, b_high]
    b_high: float


def reached(problem: Problem, alpha: Vector, tolerance: float, steps: int) -> Reached:
    """Return what alpha (n,) proves, which a run accepts at a tolerance after some steps."""
    g = margins_without_offset(problem, alpha)
    proof = certificate(problem, alpha, None, g)
    b_low, b_high = offset_bounds(problem, alpha, g, proof.low, proof.high)
    return Reached(
        tolerance=tolerance,
        steps=steps,
        status=statuses(problem, alpha),
        low=proof.low,
        high=proof.high,
        b=offset(problem, alpha, g),
        b_low=b_low,
        b_high=b_high,
    )


def statuses(problem: Problem, alpha: Vector) -> NDArray[np.int8]:
    """Return the status of each variable, shape (n,): at 0, free, or at its bound."""
    at_upper = alpha >= problem.dual.upper
    return np.where(alpha <= 0.0, Status.ZERO, np.where(at_upper, Status.BOUNDED, Status.FREE)).astype(np.int8)


def violations(trace: Trace) -> Vector:
    """Return m - M at every state of a run that chooses pairs, shape (steps + 1,)."""
    return np.append(trace.table["violation"], final_violation(trace.problem, trace))  # type: ignore[arg-type]


def final_violation(problem: Problem, trace: Trace) -> float:
    """Return m - M at the last state, from the solver's own gradient."""
    return violation_of(problem, trace.last.alpha, trace.stepper.gradient(problem.dual, trace.last))


def violation_of(problem: Problem, alpha: Vector, gradient: Vector) -> float:
    """Return m - M of alpha (n,) with the gradient (n,); -inf where no pair can move."""
    score = -problem.y * gradient
    up, low = can_rise(problem.form, alpha), can_fall(problem.form, alpha)
    return float(score[up].max(initial=-math.inf) - score[low].min(initial=math.inf))


def within(trace: Trace, tolerances: Sequence[float]) -> tuple[Reached, ...]:
    """Return the first state below each tolerance, loosest first; those that the run does not reach are left out.

    The run is by one of the `PREFIX_RULES`. Each state is that at which a run to this tolerance ends.
    """
    problem, m_minus_M = trace.problem, violations(trace)
    assert isinstance(problem, Problem)
    steps = {
        tolerance: int(below[0])
        for tolerance in sorted(tolerances, reverse=True)
        if (below := np.flatnonzero(m_minus_M < tolerance)).size
    }
    return tuple(
        reached(problem, alpha, tolerance, k)
        for (tolerance, k), alpha in zip(steps.items(), multipliers(trace, steps.values()), strict=True)
    )


def changed(one: Reached, other: Reached) -> NDArray[np.int64]:
    """Return the points whose status differs between two states."""
    return np.flatnonzero(one.status != other.status)


def score_error(problem: Problem, alpha: Vector, g: Vector) -> Vector:
    """Return a bound on the rounding error of each score -y_i G_i of alpha, shape (n,), as the certificate has it."""
    (length, operations), coef = problem.bound, np.abs(problem.form.coefficients(alpha))
    unit = (len(alpha) + operations) * EPS
    return np.asarray(length * unit * float(length @ coef) + unit * (np.abs(g) + 1.0))


def rounding_of_violation(problem: Problem, alpha: Vector) -> float:
    """Return how far rounding can move m - M of alpha (n,): a smaller tolerance cannot be told in float64.

    m and M are a score each, so that it is twice the largest error of a score.
    """
    return 2.0 * float(score_error(problem, alpha, margins_without_offset(problem, alpha)).max())


def offset_bounds(problem: Problem, alpha: Vector, g: Vector, low: float, high: float) -> tuple[float, float]:
    """Return an interval that contains every optimal b, for an optimum that is proved to lie in [low, high].

    P is strongly convex in w: |w - w*|^2 / 2 <= P(w, b) - P* for any b, and for a hard margin the same holds for D. So
    f(x_i) - b of the optimum differs from g_i (n,) by at most sqrt(2 (high - low)) |phi(x_i)| and rounding. Under the
    optimal w, an optimal b minimises the sum of the slacks; both ends of its minimisers rise with every edge y_i - g_i.
    """
    form = problem.form
    if not math.isfinite(high - low):
        return -math.inf, math.inf
    reach = math.sqrt(2.0 * max(0.0, high - low)) * problem.bound.length + score_error(problem, alpha, g)
    edge, positive = scores(form, alpha, g), form.y > 0
    if form.hard:
        return float((edge - reach)[positive].max()), float((edge + reach)[~positive].min())
    return _minimiser(edge - reach, form.cost, positive, -1.0), _minimiser(edge + reach, form.cost, positive, 1.0)


def _minimiser(edge: Vector, cost: Vector, positive: NDArray[np.bool_], side: float) -> float:
    """Return the smallest (side -1) or largest (side 1) b that minimises the sum of the slacks, to the safe side.

    To the right of the k-th smallest edge the slope is minus the cost of all positive points plus that of the edges
    passed; within the rounding of that sum it counts as 0.
    """
    order = np.argsort(edge, kind="stable")
    slope = np.cumsum(cost[order]) - float(cost[positive].sum())
    slack = 2.0 * len(edge) * EPS * float(cost.sum())
    return float(edge[order][int(np.flatnonzero(slope > side * slack)[0])])
