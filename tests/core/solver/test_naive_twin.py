"""Every state of a walk against the textbook's step in plain NumPy, one step at a time."""

from __future__ import annotations

import math
from itertools import islice

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from core.problem import Gaussian, Kernel, Linear, Polynomial, Problem, c_svc
from core.solver import STEPPERS, Outcome, State, Step, select_pair, walk
from tests.core.naive import choose, gradient, libsvms_step, solve_two
from tests.core.small_problems import RULES, TIES, cloud, impossible_hard_margins, moons, problems, unequal_problems

EPS = 2.0**-52
TOLERANCE = 1e-3


def _agree(problem: Problem, rule: str, tie: str, steps: int) -> int:
    dual, stepper = problem.dual, STEPPERS[rule]
    state = stepper.init(dual)
    assert state.alpha.tolist() == [0.0] * len(problem.y)
    assert state.gradient == pytest.approx(gradient(dual.kernel, problem.y, state.alpha))
    done, peak = 0, 0.0
    for after, step in islice(walk(problem, rule, TOLERANCE, tie), steps):
        _same_choice(problem, state, step, rule, tie)
        if step.outcome != Outcome.RUNNING:
            return done
        done += 1
        peak = max(peak, float(after.alpha.sum()))
        _same_move(problem, state, after, step, noise=8 * EPS * (done + len(problem.y)) * peak)
        state = after
    return done


def _same_choice(problem: Problem, state: State, step: Step, rule: str, tie: str) -> None:
    dual = problem.dual
    twin = choose(
        dual.kernel, problem.y, dual.upper, state.alpha, state.gradient, TOLERANCE, rule == "smo-second-order", tie
    )
    pair = select_pair(dual, state.alpha, state.gradient, STEPPERS[rule].rule(TOLERANCE, tie))
    if twin is None:
        assert pair.j == -1
        assert step.outcome == Outcome.OPTIMAL
        return
    assert (pair.i, pair.j, pair.violation) == (twin.i, twin.j, twin.violation)
    assert (step.i, step.j, step.violation) == (twin.i, twin.j, twin.violation)


def _same_move(problem: Problem, state: State, after: State, step: Step, noise: float) -> None:
    dual, (i, j) = problem.dual, (step.i, step.j)
    size = 1.0 + float(np.abs(dual.kernel).max())
    # The twin starts from the same alpha, and its f is its own: the gradients may differ by their rounding, and the
    # step by that over the curvature.
    a = step.curvature if step.curvature > 0 else 1e-12
    alpha_i, alpha_j = solve_two(dual.kernel, problem.y, dual.upper, state.alpha, i, j)
    reach = noise * size / a + noise + 1e-12 * (state.alpha[i] + state.alpha[j] + alpha_j)
    assert after.alpha[i] == pytest.approx(alpha_i, abs=reach)
    assert after.alpha[j] == pytest.approx(alpha_j, abs=reach)
    assert after.gradient == pytest.approx(gradient(dual.kernel, problem.y, after.alpha), abs=noise * size + 1e-13)


@settings(max_examples=150)
@given(problem=problems(), rule=st.sampled_from(RULES), tie=st.sampled_from(TIES))
def test_every_step_of_a_small_walk_is_the_textbooks(problem: Problem, rule: str, tie: str) -> None:
    _agree(problem, rule, tie, steps=25)


@settings(max_examples=200)
@given(problem=unequal_problems(), rule=st.sampled_from(RULES), tie=st.sampled_from(TIES))
def test_every_step_with_a_bound_for_each_class_is_libsvms_bit_for_bit(problem: Problem, rule: str, tie: str) -> None:
    dual, state = problem.dual, STEPPERS[rule].init(problem.dual)
    for after, step in islice(walk(problem, rule, TOLERANCE, tie), 30):
        _same_choice(problem, state, step, rule, tie)
        if step.outcome != Outcome.RUNNING:
            return
        twin = libsvms_step(dual.kernel, problem.y, dual.upper, state.alpha, state.gradient, step.i, step.j)
        assert (step.alpha_i, step.alpha_j) == twin[:2]
        assert (after.alpha[step.i], after.alpha[step.j]) == twin[:2]
        assert after.gradient.tobytes() == twin[2].tobytes()
        state = after


@pytest.mark.parametrize("tie", TIES)
@pytest.mark.parametrize("rule", RULES)
@pytest.mark.parametrize("C", [0.1, 10.0, 1000.0, math.inf])
@pytest.mark.parametrize("kernel", [Linear(), Gaussian(2.0), Polynomial(3)], ids=str)
def test_every_step_of_a_real_walk_is_the_textbooks(kernel: Kernel, C: float, rule: str, tie: str) -> None:
    gap = 2.5 if math.isinf(C) else 0.0
    problem = c_svc(*cloud(40, seed=7, gap=gap), kernel, C, {1: 2.0, -1: 1.0})
    assert _agree(problem, rule, tie, steps=120) >= 1


@pytest.mark.parametrize("rule", RULES)
def test_every_step_towards_an_impossible_margin_is_the_textbooks(rule: str) -> None:
    for name, problem in impossible_hard_margins().items():
        if "twins" not in name:  # the textbook knows no rule for two labels on one spot
            _agree(problem, rule, "last", steps=40)


def test_a_walk_to_the_end_is_the_textbooks_to_the_end() -> None:
    problem = c_svc(*moons(60), Gaussian(1.0), 10.0)
    assert _agree(problem, "smo-second-order", "last", steps=100_000) > 50
