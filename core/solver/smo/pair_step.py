"""Sequential minimal optimisation as a pure step: (dual, state, rule) -> (state, record)."""

from __future__ import annotations

import math
from typing import NamedTuple

import numpy as np

from ...lowlevel.compiled import compiled
from ...problem import Problem
from ...problem.arrays import Vector
from ...problem.dual import Dual
from ..outcome import INFEASIBLE, OPTIMAL, RUNNING, STUCK
from ..recomputed import drift, gradient_anew
from .pair import PairRule, select_pair, solve_pair
from .segment import falls_forever


class State(NamedTuple):
    """The state between two steps."""

    alpha: Vector  # (n,)
    gradient: Vector  # (n,) G = Q alpha + p
    objective: float  # D(alpha), minimised form


class Step(NamedTuple):
    """The record of a step; i = j = -1 and nan if nothing moved because the run had ended."""

    i: int
    j: int
    alpha_i: float  # new values
    alpha_j: float
    violation: float  # m - M before the step
    decrease: float  # of the dual objective
    curvature: float  # a_ij
    outcome: int  # an `Outcome`


def rule(tolerance: float = 1e-3, ties: str = "last", *, second_order: bool) -> PairRule:
    """Return the options of a run; ties go to the "last" index, as in LIBSVM, or to the "first"."""
    if ties not in ("last", "first"):
        raise ValueError(f'ties is {ties!r}; it must be "last" or "first"')
    return PairRule(float(tolerance), second_order, ties == "last")


@compiled
def start(dual: Dual) -> State:
    """Return the initial state: G = p + Q alpha and D = 1/2 alpha' (G + p); p and 0 at alpha = 0."""
    alpha, gradient, objective = np.zeros(dual.p.size), dual.p.copy(), 0.0
    for k in range(dual.start.size):
        if dual.start[k] != 0.0:
            alpha[k] = dual.start[k]
            signed, row, y = dual.y[k] * alpha[k], dual.kernel[k], dual.y
            for t in range(gradient.size):
                gradient[t] += y[t] * row[t] * signed
    for k in range(alpha.size):
        if alpha[k] != 0.0:
            objective += 0.5 * alpha[k] * (gradient[k] + dual.p[k])
    return State(alpha, gradient, objective)


@compiled
def step(dual: Dual, state: State, rule: PairRule) -> tuple[State, Step]:
    """Choose a pair and solve it; return the new state and a record of the step; the old state is unchanged."""
    pair = select_pair(dual, state.alpha, state.gradient, rule)
    if pair.j < 0:
        lost = drift(state.gradient, gradient_anew(dual, state.alpha))
        ended = OPTIMAL if lost <= rule.tolerance else STUCK
        return state, Step(-1, -1, math.nan, math.nan, pair.violation, 0.0, math.nan, ended)
    return move_pair(dual, state, pair.i, pair.j, pair.violation)


@compiled
def move_pair(dual: Dual, state: State, i: int, j: int, violation: float) -> tuple[State, Step]:
    """Solve and move the pair i != j, chosen by a rule or by hand at a violation m - M; the old state is unchanged."""
    update = solve_pair(dual, state.alpha, state.gradient, i, j)
    ending = _ending(dual, state, i, j, update.alpha_i, update.alpha_j, update.curvature)
    done = Step(i, j, update.alpha_i, update.alpha_j, violation, update.decrease, update.curvature, ending)
    if ending != RUNNING:
        return state, done
    return _moved(dual, state, i, j, update.alpha_i, update.alpha_j, update.decrease), done


@compiled
def _ending(dual: Dual, state: State, i: int, j: int, alpha_i: float, alpha_j: float, a: float) -> int:
    """Return why no step can follow, or RUNNING."""
    if state.objective < -dual.ceiling:
        return INFEASIBLE  # rule 3: the dual proves that no useful margin exists
    if falls_forever(dual, i, j, a):
        return INFEASIBLE  # rule 2: two labels on one point of the feature space
    if alpha_i == state.alpha[i] and alpha_j == state.alpha[j]:
        return STUCK
    return RUNNING


@compiled
def _moved(dual: Dual, state: State, i: int, j: int, alpha_i: float, alpha_j: float, decrease: float) -> State:
    """Return the state with the pair moved: G_k += Q_ki d_i + Q_kj d_j."""
    alpha = state.alpha.copy()
    alpha[i], alpha[j] = alpha_i, alpha_j
    towards_i = dual.y[i] * (alpha_i - state.alpha[i])
    towards_j = dual.y[j] * (alpha_j - state.alpha[j])
    row_i, row_j, y, old = dual.kernel[i], dual.kernel[j], dual.y, state.gradient
    gradient = np.empty_like(old)
    for k in range(old.size):
        gradient[k] = old[k] + y[k] * (row_i[k] * towards_i + row_j[k] * towards_j)
    return State(alpha, gradient, state.objective - decrease)


def gradient(dual: Dual, state: State) -> Vector:
    """Return G = Q alpha + p, shape (n,): the state holds it."""
    return state.gradient


def resume(problem: Problem, alpha: Vector, gradient: Vector, objective: float) -> State:
    """Return the state that continues from the multipliers of another algorithm."""
    return State(alpha, gradient, objective)
