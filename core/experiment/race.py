"""The race: how far two runs are from their own proved optimum, by step and by multiplications."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from core.experiment.offsets import Offsets, Side
from core.problem import FourierMap, Kernel, LinearProblem, PolynomialMap, Problem, TaylorMap
from core.problem.arrays import Vector
from core.trace import Trace

SAMPLES = 240
TARGETS = (1e-3, 1e-2, 1e-1)  # the relative distance that the race is judged by: the first that both can be held to

ROUNDING = 1e-12  # sums of a hundred thousand decreases are no better than this


@dataclass(frozen=True)
class Runner:
    """One run, sampled densely where steps are few and evenly in log(steps) later; all arrays of one length."""

    step: NDArray[np.int64]
    work: Vector  # multiplications up to that step
    distance: Vector  # (D - D*) / |D*|, >= 0
    known: float  # the relative gap that proves D*: a distance below it says nothing
    per_step: float  # kernel values that a step takes, or multiplications that a visit takes for its slope
    per_value: float  # multiplications in one kernel value; 1 for a visit
    last: int  # steps of the whole run

    def reached(self, target: float) -> tuple[int, float] | None:
        """Return (steps, multiplications) at the first sample proved to be that near; None if there is none."""
        there = np.flatnonzero(self.distance <= target)
        return None if not there.size or self.known > target else (int(self.step[there[0]]), float(self.work[there[0]]))


@dataclass(frozen=True)
class Race:
    """Two runners and the optima that they run to."""

    pair: Runner  # SMO
    single: Runner  # dual coordinate descent
    optima: Offsets

    @property
    def target(self) -> float | None:
        """The smallest of `TARGETS` that both reached; None if there is none."""
        reached = (t for t in TARGETS if self.pair.reached(t) and self.single.reached(t))
        return next(reached, None)


def value_cost(kernel: Kernel, d: int) -> int:
    """Return the multiplications in one kernel value of points with d coordinates.

    x.z takes d; its square with the factor gamma two more; the Taylor series Horner's m, and two for the exponentials
    of both points, which are kept. Random features are kept too: their inner product takes D.
    """
    match kernel:
        case PolynomialMap():
            return d + 2
        case TaylorMap():
            return d + kernel.order + 2
        case FourierMap():
            return kernel.n_components
    return d


def race(pairs: Trace, visits: Trace, optima: Offsets, per_value: float) -> Race:
    """Return the race of an SMO run and a coordinate run.

    Counted as multiplications: SMO computes two rows of K a step, 2 n kernel values of `per_value` multiplications
    each; a visit takes p for its slope and p more if w moves.
    """
    assert isinstance(pairs.problem, Problem)
    assert isinstance(visits.problem, LinearProblem)
    n, p = visits.problem.dual.features.shape
    per_value = float(per_value)
    two_rows = np.full(len(pairs), 2.0 * n * per_value)
    visit = p * (1.0 + (visits.table["w_change"] > 0))
    return Race(
        pair=_runner(pairs, optima.free, two_rows, 2.0 * n, per_value),
        single=_runner(visits, optima.appended, visit, float(p), 1.0),
        optima=optima,
    )


def _runner(trace: Trace, side: Side, costs: Vector, per_step: float, per_value: float) -> Runner:
    last = len(trace)
    spaced = np.expm1(np.linspace(0.0, np.log1p(last), SAMPLES)).round().astype(np.int64)
    step = np.unique(np.concatenate([np.arange(min(last, SAMPLES // 4) + 1), spaced, [last]]))
    best = min(side.proof.dual, float(trace.objective[-1]))
    scale = max(abs(best), 1e-300)
    distance = np.maximum(0.0, (trace.objective[step] - best) / scale)
    work = np.concatenate([[0.0], np.cumsum(costs)])
    return Runner(step, work[step], distance, max(side.proof.relative_gap, ROUNDING), per_step, per_value, last)
