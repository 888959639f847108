"""The race: how far two runs are from their own proved optimum, by step and by multiplications."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from core.experiment.offsets import Offsets, Side
from core.problem import (
    FourierMap,
    Kernel,
    LinearProblem,
    NystroemMap,
    Polynomial,
    PolynomialMap,
    Problem,
    TaylorGaussian,
    TaylorMap,
)
from core.problem.arrays import Vector
from core.trace import Trace

SAMPLES = 240
SLOW_START = 3  # power of the time: of two runs whose work differs a thousandfold both are seen
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
    worked: Vector  # (last + 1,) multiplications after each number of steps
    kernel_values: float  # entries of K that a step computes; none is kept
    features: int  # entries of Phi(x) of all points, made once before the first step

    def evaluations(self, steps: int) -> tuple[int, int]:
        """Return how many kernel values and features have been evaluated after so many steps."""
        return int(self.kernel_values * steps), self.features

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


def clock(end: float, ticks: int) -> Vector:
    """Return the multiplications done at each tick by two runs that start together, the longer of which does `end`.

    Each tick adds more of them than the one before.
    """
    return end * (np.arange(ticks + 1) / ticks) ** SLOW_START


def step_costs(trace: Trace, per_value: float) -> Vector:
    """Return the multiplications of each step of a run.

    SMO computes two rows of K a step, 2 n kernel values of `per_value` multiplications each; a visit takes p for its
    slope and p more if w moves.
    """
    problem = trace.problem
    if isinstance(problem, LinearProblem):
        return np.asarray(problem.dual.features.shape[1] * (1.0 + (trace.table["w_change"] > 0)))
    assert isinstance(problem, Problem)
    return np.full(len(trace), 2.0 * len(problem.y) * per_value)


def value_cost(kernel: Kernel, d: int) -> int:
    """Return the multiplications in one kernel value of points with d coordinates.

    x.z takes d; a power of degree Q one more for the factor gamma, and those of squaring: one for Q = 2; the Taylor
    series Horner's m, and two for the exponentials of both points, which are kept. Random features are kept too: their
    inner product takes their number.
    """
    match kernel:
        case PolynomialMap() | Polynomial():
            return d + 1 + kernel.degree.bit_length() - 1 + kernel.degree.bit_count() - 1
        case TaylorMap() | TaylorGaussian():
            return d + kernel.order + 2
        case FourierMap() | NystroemMap():
            return kernel.dimension(d)
    return d


def feature_count(kernel: Kernel, n: int, d: int) -> tuple[int, int]:
    """Return how many features of n points SMO and coordinate descent make before their first step.

    SMO needs none, but where the kernel is an inner product of features; coordinate descent works on nothing else.
    Points that are taken as they are have none to make.
    """
    match kernel:
        case FourierMap() | NystroemMap():
            return n * kernel.dimension(d), n * kernel.dimension(d)
        case Polynomial():
            return 0, n * PolynomialMap(kernel.degree, kernel.gamma, kernel.zeta).dimension(d)
        case TaylorGaussian():
            return 0, n * TaylorMap(kernel.gamma, kernel.order, kernel.rho).dimension(d)
    return 0, 0


def race(pairs: Trace, visits: Trace, optima: Offsets, per_value: float, features: tuple[int, int] = (0, 0)) -> Race:
    """Return the race of an SMO run and a coordinate run, counted as multiplications (`step_costs`).

    `features` is what either makes beforehand.
    """
    assert isinstance(visits.problem, LinearProblem)
    n, p = visits.problem.dual.features.shape
    per_value = float(per_value)
    return Race(
        pair=_runner(pairs, optima.free, (2.0 * n, per_value), (2.0 * n, features[0])),
        single=_runner(visits, optima.appended, (float(p), 1.0), (0.0, features[1])),
        optima=optima,
    )


def _runner(trace: Trace, side: Side, per_step: tuple[float, float], evaluated: tuple[float, int]) -> Runner:
    """Return a run; `per_step`: values and multiplications in each; `evaluated`: kernel values a step, features."""
    last = len(trace)
    spaced = np.expm1(np.linspace(0.0, np.log1p(last), SAMPLES)).round().astype(np.int64)
    step = np.unique(np.concatenate([np.arange(min(last, SAMPLES // 4) + 1), spaced, [last]]))
    best = min(side.proof.dual, float(trace.objective[-1]))
    scale = max(abs(best), 1e-300)
    distance = np.maximum(0.0, (trace.objective[step] - best) / scale)
    work = np.concatenate([[0.0], np.cumsum(step_costs(trace, per_step[1]))])
    known = max(side.proof.relative_width, ROUNDING)
    return Runner(step, work[step], distance, known, *per_step, last, work, *evaluated)
