"""The perceptron in terms of multipliers, for any kernel (Rosenblatt58, Aizerman64; mathematics 2.2).

A step examines the points in order until one is on the wrong side of f, or on the boundary, and adds eta to its
multiplier: alpha_i = eta n_i, where n_i counts the mistakes at point i. The offset is the weight of a constant feature
R = max |phi(x_i)|, so f is a sum of alpha_j y_j (K(x_j, x) + R^2).
"""

from __future__ import annotations

import math
from typing import NamedTuple

import numpy as np

from ...lowlevel.compiled import compiled
from ...problem.arrays import Vector
from ...problem.dual import Dual
from ..outcome import OPTIMAL, RUNNING, STUCK
from .rounds import PerceptronRule, PerceptronStep, Round, before_first, following, visited


class KernelPerceptron(NamedTuple):
    """The state between two steps."""

    alpha: Vector  # (n,) eta n_i
    f: Vector  # (n,) f(x_i), kept up to date from step to step
    objective: float  # 1/2 |w|^2 - sum alpha_i, the weight of the constant feature in w
    squared_norm: float  # |w|^2
    square: float  # R^2
    round: Round


@compiled
def start(dual: Dual) -> KernelPerceptron:
    """Return alpha = 0, before the first round."""
    n, square = dual.y.size, 0.0
    for i in range(n):
        square = max(square, dual.kernel[i, i])
    return KernelPerceptron(np.zeros(n), np.zeros(n), 0.0, 0.0, square, before_first(n))


@compiled
def step(dual: Dual, state: KernelPerceptron, rule: PerceptronRule) -> tuple[KernelPerceptron, PerceptronStep]:
    """Learn from the next mistake; return the new state and a record of the step; the old state is unchanged."""
    at, f, visits = state.round, state.f, 0
    while True:
        if at.position >= at.order.size:
            if at.wrong == 0:
                f = _summed(dual, state)
                outcome = _outcome(dual, f)
                if outcome != RUNNING:
                    return state, _ended(state, at, visits, outcome)
            at = following(at, rule)
        i = at.order[at.position]
        visits += 1
        wrong = not dual.y[i] * f[i] > 0.0
        at = visited(at, wrong)
        if wrong:
            return _learnt(dual, state, f, at, i, rule.eta, visits)


@compiled
def _summed(dual: Dual, state: KernelPerceptron) -> Vector:
    """Return f of all points (n,), recomputed from alpha."""
    f = np.zeros(state.f.size)
    for j in range(state.alpha.size):
        if state.alpha[j] != 0.0:
            row, own = dual.kernel[j], state.alpha[j] * dual.y[j]
            for t in range(f.size):
                f[t] += own * (row[t] + state.square)
    return f


@compiled
def _outcome(dual: Dual, f: Vector) -> int:
    """Return OPTIMAL if f classifies every point correctly, RUNNING if not, STUCK if f is not finite."""
    outcome = OPTIMAL
    for t in range(f.size):
        if not math.isfinite(f[t]):
            return STUCK
        if not dual.y[t] * f[t] > 0.0:
            outcome = RUNNING
    return outcome


@compiled
def _learnt(
    dual: Dual, state: KernelPerceptron, f: Vector, at: Round, i: int, eta: float, visits: int
) -> tuple[KernelPerceptron, PerceptronStep]:
    """Add eta to the multiplier of a misclassified point."""
    score, y = f[i], dual.y[i]
    if not math.isfinite(score):
        return state, _ended(state, at, visits, STUCK)
    alpha, new, row = state.alpha.copy(), f.copy(), dual.kernel[i]
    alpha[i] += eta
    for t in range(new.size):
        new[t] += eta * y * (row[t] + state.square)
    grown = 2.0 * eta * y * score + eta * eta * (row[i] + state.square)
    decrease, squared = eta - 0.5 * grown, state.squared_norm + grown
    common = (i, -1, alpha[i], math.nan, -y * score, decrease)
    done = PerceptronStep(*common, score, squared, visits, at.number, RUNNING)
    return KernelPerceptron(alpha, new, state.objective - decrease, squared, state.square, at), done


@compiled
def _ended(state: KernelPerceptron, at: Round, visits: int, outcome: int) -> PerceptronStep:
    common = (-1, -1, math.nan, math.nan, 0.0, 0.0)
    return PerceptronStep(*common, math.nan, state.squared_norm, visits, at.number, outcome)


def gradient(dual: Dual, state: KernelPerceptron) -> Vector:
    """Return y_i f(x_i) - 1, shape (n,): the slope of 1/2 |w|^2 - sum alpha_i."""
    return np.asarray(dual.y * state.f - 1.0)
