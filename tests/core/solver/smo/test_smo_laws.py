from __future__ import annotations

import math
from fractions import Fraction
from itertools import islice, pairwise
from typing import Any

import numpy as np
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from core.problem import Gaussian, Linear, Problem, c_svc
from core.solver import STEPPERS, Outcome, State, Step, finish, walk
from core.solver.smo.pair import clip_equal, clip_opposite
from tests.core.naive import exact_decrease, exact_gradient
from tests.core.small_problems import PSD_KERNELS, RULES, TIES, moons, problems

EPS = 2.0**-52
ENDLESS = 60  # steps of a walk that are looked at
rules = st.sampled_from(RULES)
ties = st.sampled_from(TIES)


def _steps(problem: Problem, rule: str, tie: str) -> list[tuple[State, Step]]:
    stepper = STEPPERS[rule]
    zero = stepper.init(problem.dual), Step(-1, -1, math.nan, math.nan, math.nan, 0.0, math.nan, 0)
    return [zero, *islice(walk(problem, rule, tolerance=1e-6, ties=tie), ENDLESS)]


def _noise(problem: Problem, states: list[tuple[State, Step]]) -> float:
    """Return how far rounding may have moved one entry of the gradient in these steps."""
    weight = max(float(state.alpha.sum()) for state, _ in states)
    size = 1.0 + float(np.abs(problem.dual.kernel).max()) * weight
    return 4 * EPS * (len(states) + len(problem.y)) * size


def _slack(noise: float, old: State, new: State, step: Step) -> float:
    """Return how far rounding may change the decrease: the gradient's error, and the two moves' own last bits."""
    pair = [step.i, step.j]
    moved = float(np.abs(new.alpha - old.alpha)[pair].sum())
    last_bits = 2 * EPS * float(np.maximum(new.alpha, old.alpha)[pair].sum())
    return noise * moved + (noise + float(np.abs(old.gradient[pair]).sum())) * last_bits


@given(problem=problems(), rule=rules, tie=ties)
def test_the_box_holds_exactly_and_the_equality_up_to_rounding(problem: Problem, rule: str, tie: str) -> None:
    states = _steps(problem, rule, tie)
    weight = max(state.alpha.sum() for state, _ in states)
    for state, _ in states:
        assert (state.alpha >= 0).all()
        assert (state.alpha <= problem.dual.upper).all()
        assert abs(problem.y @ state.alpha) <= 4 * EPS * len(states) * weight


@given(problem=problems(), rule=rules, tie=ties)
def test_only_the_pair_moves_and_the_old_state_is_untouched(problem: Problem, rule: str, tie: str) -> None:
    stepper = STEPPERS[rule]
    options, state = stepper.rule(1e-6, tie), stepper.init(problem.dual)
    for _ in range(ENDLESS):
        before = state.alpha.tobytes(), state.gradient.tobytes(), state.objective
        after, step = stepper.step(problem.dual, state, options)
        assert before == (state.alpha.tobytes(), state.gradient.tobytes(), state.objective)
        if step.outcome != Outcome.RUNNING:
            assert (after.alpha == state.alpha).all()
            break
        assert not np.shares_memory(after.alpha, state.alpha)
        assert not np.shares_memory(after.gradient, state.gradient)
        moved = set(np.flatnonzero(after.alpha != state.alpha).tolist())
        assert moved
        assert moved <= {step.i, step.j}
        assert (after.alpha[step.i], after.alpha[step.j]) == (step.alpha_i, step.alpha_j)
        state = after


@given(problem=problems(), rule=rules, tie=ties)
def test_the_gradient_is_q_alpha_plus_p(problem: Problem, rule: str, tie: str) -> None:
    states = _steps(problem, rule, tie)
    noise = _noise(problem, states)
    for state, _ in states[:: max(1, len(states) // 5)]:
        for t in range(len(problem.y)):
            truth = exact_gradient(problem.dual.kernel, problem.y, state.alpha, t)
            assert abs(float(truth) - state.gradient[t]) <= noise


@settings(max_examples=60)
@given(problem=problems(), rule=rules, tie=ties)
def test_the_recorded_decrease_is_the_real_one(problem: Problem, rule: str, tie: str) -> None:
    states = _steps(problem, rule, tie)
    noise, total = _noise(problem, states), 0.0
    for (old, _), (new, step) in pairwise(states):
        if step.outcome != Outcome.RUNNING:
            break
        truth = float(exact_decrease(problem.dual.kernel, problem.y, old.alpha, new.alpha, step.i, step.j))
        assert abs(step.decrease - truth) <= _slack(noise, old, new, step) + 1e-12 * abs(truth)
        assert new.objective == old.objective - step.decrease
        total += step.decrease
    assert total >= 0


@settings(max_examples=60)
@given(problem=problems(), rule=rules, tie=ties)
def test_the_objective_never_rises(problem: Problem, rule: str, tie: str) -> None:
    states = _steps(problem, rule, tie)
    noise = _noise(problem, states)
    for (old, _), (new, step) in pairwise(states):
        if step.outcome == Outcome.RUNNING:
            truth = float(exact_decrease(problem.dual.kernel, problem.y, old.alpha, new.alpha, step.i, step.j))
            assert truth >= -_slack(noise, old, new, step)


@given(problem=problems(PSD_KERNELS), rule=rules)
def test_ties_go_to_the_index_that_the_rule_names(problem: Problem, rule: str) -> None:
    stepper = STEPPERS[rule]
    zero = stepper.init(problem.dual)
    for tie, place in (("last", -1), ("first", 0)):
        _, step = stepper.step(problem.dual, zero, stepper.rule(1e-6, tie))
        assert step.i == np.flatnonzero(problem.y > 0)[place]  # at alpha = 0 every positive point violates by 1
        if rule == "smo-first-order":
            assert step.j == np.flatnonzero(problem.y < 0)[place]


def test_a_tie_rule_that_does_not_exist_is_an_error() -> None:
    with pytest.raises(ValueError, match="middle"):
        next(walk(c_svc([[0.0], [1.0]], [1, -1], Linear(), 1.0), "smo-first-order", ties="middle"))


unit = st.floats(0, 1)
sizes = st.sampled_from([0.1, 0.3, 1 / 3, 0.7, 1.0, 3.0, 10.0, 1e-3, 1e3, 1e6])
places = st.one_of(unit, st.sampled_from([0.0, 1.0, 1 - 2**-53, 2**-53, 1 - 2**-50]))
stretch = st.sampled_from([0.5, 1.0, 1 - 2**-53, 1 + 2**-52, 2.0, 1e6])


@settings(max_examples=1000)
@given(C_i=sizes, C_j=sizes, at_i=places, at_j=places, rising=st.booleans(), far=stretch)
@example(C_i=0.1, C_j=1.0, at_i=0.9999999999999991, at_j=0.9999999999999999, rising=True, far=1.75)
def test_a_clipped_pair_of_opposite_labels_is_in_the_box_to_the_last_bit(**case: Any) -> None:
    C_i, C_j = case["C_i"], case["C_j"]
    alpha_i, alpha_j = case["at_i"] * C_i, case["at_j"] * C_j
    room = min(C_i - alpha_i, C_j - alpha_j) if case["rising"] else -min(alpha_i, alpha_j)
    delta = room * case["far"]
    new_i, new_j = clip_opposite(alpha_i + delta, alpha_j + delta, alpha_i - alpha_j, C_i, C_j)
    assert 0.0 <= new_i <= C_i
    assert 0.0 <= new_j <= C_j
    assert Fraction(new_i) - Fraction(new_j) == pytest.approx(alpha_i - alpha_j, abs=4 * EPS * max(C_i, C_j))


@settings(max_examples=1000)
@given(C_i=sizes, C_j=sizes, at_i=places, at_j=places, rising=st.booleans(), far=stretch)
@example(C_i=7 / 30, C_j=1 / 3, at_i=1 - 2**-52, at_j=1 - 2**-53, rising=True, far=1.0)
def test_a_clipped_pair_of_equal_labels_is_in_the_box_to_the_last_bit(**case: Any) -> None:
    C_i, C_j = case["C_i"], case["C_j"]
    alpha_i, alpha_j = case["at_i"] * C_i, case["at_j"] * C_j
    room = -min(C_i - alpha_i, alpha_j) if case["rising"] else min(alpha_i, C_j - alpha_j)
    delta = room * case["far"]
    new_i, new_j = clip_equal(alpha_i - delta, alpha_j + delta, alpha_i + alpha_j, C_i, C_j)
    assert 0.0 <= new_i <= C_i
    assert 0.0 <= new_j <= C_j
    assert Fraction(new_i) + Fraction(new_j) == pytest.approx(alpha_i + alpha_j, abs=4 * EPS * max(C_i, C_j))


def test_a_pair_at_the_corner_of_two_boxes_stays_inside_by_the_last_bit() -> None:
    new_i, new_j = clip_opposite(0.1 + 1e-16, 1.0 + 1e-16, 0.09999999999999991 - 0.9999999999999999, 0.1, 1.0)
    assert (new_i <= 0.1, new_j <= 1.0) == (True, True)
    new = clip_equal(0.23333333333333334, 0.33333333333333326, 0.23333333333333328 + 0.3333333333333333, 7 / 30, 1 / 3)
    assert (new[0] <= 7 / 30, new[1] <= 1 / 3) == (True, True)


def test_an_ending_moves_nothing_and_says_why() -> None:
    *_, (last, step) = walk(c_svc(*moons(30), Gaussian(1.0), 10.0), "smo-second-order")
    assert (step.i, step.j, step.outcome) == (-1, -1, Outcome.OPTIMAL)
    assert math.isnan(step.alpha_i)
    assert step.violation < 1e-3
    assert last.alpha.sum() > 0


@pytest.mark.parametrize("rule", RULES)
def test_a_step_too_small_for_the_floats_ends_as_stuck(rule: str) -> None:
    problem = c_svc(*moons(40), Gaussian(1.0), 10.0)
    run = finish(problem, rule, tolerance=1e-300, limit=100_000)
    assert run.outcome == Outcome.STUCK
    *_, (_, step) = islice(walk(problem, rule, tolerance=1e-300), run.steps + 1)
    assert step.outcome == Outcome.STUCK
    assert step.i >= 0  # it tells which pair could not move


@pytest.mark.parametrize("rule", RULES)
@pytest.mark.parametrize("limit", [0, 1, 7])
def test_a_limit_of_steps_is_kept_and_reported(rule: str, limit: int) -> None:
    run = finish(c_svc(*moons(40), Gaussian(1.0), 10.0), rule, limit=limit)
    assert (run.outcome, run.steps) == (Outcome.STEP_LIMIT, limit)
