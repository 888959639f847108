"""The order in which the perceptron examines the points, and its end (mathematics 2.2).

A round examines every point once. A round without a mistake is the last one.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from ...lowlevel.compiled import compiled
from ...problem.arrays import Indices
from ..chance import shuffled


class PerceptronRule(NamedTuple):
    """The options of a run; the tolerance has no effect, for a point is either correct or not."""

    tolerance: float
    random: bool  # a new order every round; else the order of the points
    seed: int  # of the orders
    eta: float  # what a mistake adds to the multiplier of its point


class Round(NamedTuple):
    """A round over the points, in progress."""

    number: int  # -1 before the first
    order: Indices  # (n,)
    position: int  # of the next visit; at n the round is over
    wrong: int  # mistakes so far in this round
    draws: int  # random numbers used so far


class PerceptronStep(NamedTuple):
    """The record of a step, which examines points up to the next mistake; i = -1 and nan if there was none."""

    i: int  # the point that was wrong
    j: int  # -1: there is no pair
    alpha_i: float  # new value
    alpha_j: float  # nan
    violation: float  # -y_i f(x_i) >= 0 before the step: how wrong the point was
    decrease: float  # of the dual objective; negative where it rose, for the perceptron does not minimise it
    score: float  # f(x_i) before the step
    squared_norm: float  # |w|^2 after the step, the weight of the constant feature included
    visits: int  # points that this step looked at, the wrong one included
    epoch: int  # number of the round in which the mistake was made
    outcome: int  # an `Outcome`


def rule(tolerance: float = 0.0, order: str = "cyclic", seed: int = 0, eta: float = 1.0) -> PerceptronRule:
    """Return the options of a run; the order is "cyclic", or "random", new in every round."""
    if order not in ("random", "cyclic"):
        raise ValueError(f'order is {order!r}; it must be "random" or "cyclic"')
    if not 0.0 < eta < np.inf:
        raise ValueError(f"eta is {eta!r}; it must be positive and finite")
    return PerceptronRule(float(tolerance), order == "random", int(seed), float(eta))


@compiled
def before_first(n: int) -> Round:
    """Return the round before the first one of n points: finished, and counted as having a mistake."""
    return Round(-1, np.arange(n), n, 1, 0)


@compiled
def following(over: Round, rule: PerceptronRule) -> Round:
    """Return the next round before its first visit."""
    if rule.random:
        n = over.order.size
        return Round(over.number + 1, shuffled(over.order, n, rule.seed, over.draws), 0, 0, over.draws + n)
    return Round(over.number + 1, over.order, 0, 0, over.draws)


@compiled
def visited(at: Round, wrong: bool) -> Round:
    """Return the round after one more visit."""
    return Round(at.number, at.order, at.position + 1, at.wrong + (1 if wrong else 0), at.draws)
