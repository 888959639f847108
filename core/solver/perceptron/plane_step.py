"""The perceptron in terms of weights, on explicit features (Rosenblatt58; mathematics 2.2).

Besides w, which includes the weight of the constant feature, the step keeps the multipliers whose sum w is: one state
contains both forms of the answer. With the constant feature R it is the machine of `kernel_step`.
"""

from __future__ import annotations

import math
from typing import NamedTuple

import numpy as np

from ...lowlevel.compiled import compiled
from ...problem.arrays import Vector
from ...problem.formulation.linear import LinearDual
from ..outcome import OPTIMAL, RUNNING, STUCK
from .rounds import PerceptronRule, PerceptronStep, Round, before_first, following, visited


class PlanePerceptron(NamedTuple):
    """The state between two steps."""

    alpha: Vector  # (n,) eta n_i
    w: Vector  # (p,) sum of alpha_i y_i phi_i, kept up to date from step to step
    objective: float  # 1/2 |w|^2 - sum alpha_i
    squared_norm: float  # |w|^2
    round: Round


@compiled
def start(dual: LinearDual) -> PlanePerceptron:
    """Return alpha = 0 and w = 0, before the first round."""
    n, p = dual.features.shape
    return PlanePerceptron(np.zeros(n), np.zeros(p), 0.0, 0.0, before_first(n))


@compiled
def score(dual: LinearDual, w: Vector, i: int) -> float:
    """Return f(x_i) = w.phi_i."""
    row, inner = dual.features[i], 0.0
    for k in range(w.size):
        inner += row[k] * w[k]
    return inner


@compiled
def step(dual: LinearDual, state: PlanePerceptron, rule: PerceptronRule) -> tuple[PlanePerceptron, PerceptronStep]:
    """Learn from the next mistake; return the new state and a record of the step; the old state is unchanged."""
    at, visits = state.round, 0
    while True:
        if at.position >= at.order.size:
            if at.wrong == 0:  # all points were examined with this w
                return state, _ended(state, at, visits, OPTIMAL)
            at = following(at, rule)
        i = at.order[at.position]
        visits += 1
        f = score(dual, state.w, i)
        if not math.isfinite(f):
            return state, _ended(state, at, visits, STUCK)
        wrong = not dual.y[i] * f > 0.0
        at = visited(at, wrong)
        if wrong:
            return _learnt(dual, state, f, at, i, rule.eta, visits)


@compiled
def _learnt(
    dual: LinearDual, state: PlanePerceptron, f: float, at: Round, i: int, eta: float, visits: int
) -> tuple[PlanePerceptron, PerceptronStep]:
    """Add eta y_i phi_i to the weights, and eta to the multiplier, of a misclassified point."""
    alpha, w, row, y, squared = state.alpha.copy(), state.w.copy(), dual.features[i], dual.y[i], 0.0
    alpha[i] += eta
    for k in range(w.size):
        w[k] += eta * y * row[k]
        squared += row[k] * row[k]
    grown = 2.0 * eta * y * f + eta * eta * squared
    decrease, norm = eta - 0.5 * grown, state.squared_norm + grown
    common = (i, -1, alpha[i], math.nan, -y * f, decrease)
    done = PerceptronStep(*common, f, norm, visits, at.number, RUNNING)
    return PlanePerceptron(alpha, w, state.objective - decrease, norm, at), done


@compiled
def _ended(state: PlanePerceptron, at: Round, visits: int, outcome: int) -> PerceptronStep:
    common = (-1, -1, math.nan, math.nan, 0.0, 0.0)
    return PerceptronStep(*common, math.nan, state.squared_norm, visits, at.number, outcome)


def gradient(dual: LinearDual, state: PlanePerceptron) -> Vector:
    """Return y_i f(x_i) - 1, shape (n,), from the state's w."""
    return np.asarray(dual.y * (dual.features @ state.w) - 1.0)
