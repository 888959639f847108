"""SMO from anywhere: whichever feasible multipliers it starts from, it ends at the same line (Li's theorem 7.1)."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from core.problem import Problem, normal, offset
from core.problem.arrays import Vector
from core.problem.gram import inner_gram
from core.solver import STEPPERS, Outcome, new_cancel_flag

RULE = "smo-second-order"


@dataclass(frozen=True)
class FromAStart:
    """One run: where it began and where it ended."""

    before: float  # D(alpha) at the start
    first: Vector  # (2,) w at the start
    steps: int
    outcome: Outcome
    w: Vector  # (2,) at the end
    b: float
    objective: float  # D(alpha) at the end


def random_start(problem: Problem, seed: int) -> Vector:
    """Return feasible multipliers (n,): random in each class, with equal sums, inside the box."""
    rng, y, upper = np.random.default_rng(seed), problem.y, problem.form.upper
    size = float(np.ptp(problem.X, axis=0).max())
    size = size if size > 1e-100 else 1.0  # its square does not underflow
    most = np.minimum(upper, 4.0 / (len(y) * size * size))
    alpha = rng.random(len(y)) * most
    sums = {sign: float(alpha[y * sign > 0].sum()) for sign in (1, -1)}
    least = min(sums.values())
    for sign, total in sums.items():
        alpha[y * sign > 0] *= least / total
    return alpha


def from_starts(problem: Problem, seeds: Sequence[int], tolerance: float, limit: int) -> tuple[FromAStart, ...]:
    """Run SMO on a linear C-SVC in the plane from random multipliers, one run for each seed."""
    return tuple(_run(problem, random_start(problem, seed), tolerance, limit) for seed in seeds)


def _run(problem: Problem, alpha: Vector, tolerance: float, limit: int) -> FromAStart:
    stepper, y = STEPPERS[RULE], problem.y
    gradient = y * inner_gram((alpha * y)[None], problem.gram)[0] - 1.0
    before = 0.5 * float((alpha * (gradient - 1.0)).sum())
    assert stepper.resume is not None
    begun, rule = stepper.resume(problem, alpha.copy(), gradient, before), stepper.rule(tolerance)
    state, steps, outcome = stepper.loops.finish(problem.dual, begun, rule, limit, new_cancel_flag())
    return FromAStart(
        before=before,
        first=_w(problem, alpha),
        steps=int(steps),
        outcome=Outcome(outcome),
        w=_w(problem, state.alpha),
        b=offset(problem, state.alpha, problem.gram @ (state.alpha * y)),
        objective=float(state.objective),
    )


def _w(problem: Problem, alpha: Vector) -> Vector:
    w = normal(problem, alpha)
    assert w is not None
    return w


def largest_difference(runs: Sequence[FromAStart]) -> float:
    """Return how far apart the ends are: of w and b, relative to the largest of their numbers; nan without runs."""
    ends = np.array([[*run.w, run.b] for run in runs])
    if not len(ends):
        return math.nan
    return float(np.ptp(ends, axis=0).max() / max(np.abs(ends).max(), np.finfo(np.float64).tiny))
