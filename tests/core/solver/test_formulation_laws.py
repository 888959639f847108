"""The laws of a step hold for every formulation: box, equalities, descent, the gradient, and the ways to drive it."""

from __future__ import annotations

from itertools import islice, pairwise

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from core.problem import Gaussian, Problem, nu_svc, nu_svr
from core.solver import STEPPERS, Outcome, State, Step, finish, walk
from core.trace import record
from tests.core.naive_forms import NaiveDual
from tests.core.small_forms import formulations
from tests.core.small_problems import RULES, TIES, moons

EPS = 2.0**-52
STEPS = 40
rules = st.sampled_from(RULES)
ties = st.sampled_from(TIES)
Case = tuple[Problem, NaiveDual]


def _states(problem: Problem, rule: str, tie: str) -> list[tuple[State, Step | None]]:
    steps = islice(walk(problem, rule, tolerance=1e-6, ties=tie), STEPS)
    return [(STEPPERS[rule].init(problem.dual), None), *steps]  # type: ignore[list-item]


def _noise(naive: NaiveDual, states: list[tuple[State, Step | None]]) -> float:
    """Return how far rounding may have moved one entry of the gradient in these steps."""
    heaviest = max(float(state.alpha.sum()) for state, _ in states)
    size = 1.0 + float(np.abs(naive.p).max()) + float(np.abs(naive.Q).max()) * heaviest
    return 8 * EPS * (len(states) + len(naive.s)) * size


@given(case=formulations())
def test_the_dual_is_the_one_of_the_sources(case: Case) -> None:
    problem, naive = case
    dual = problem.dual
    assert np.array_equal(dual.kernel * np.outer(dual.y, dual.y), naive.Q)
    assert dual.y.tolist() == naive.s.tolist()
    assert dual.p.tolist() == naive.p.tolist()
    assert dual.upper.tolist() == naive.C.tolist()
    assert dual.start == pytest.approx(naive.start, abs=1e-13 * max(1.0, naive.start.max()))
    assert dual.alike is naive.alike
    assert not any(array.flags.writeable for array in dual if isinstance(array, np.ndarray))


@given(case=formulations(), rule=rules, tie=ties)
def test_the_box_holds_exactly_and_the_equalities_up_to_rounding(case: Case, rule: str, tie: str) -> None:
    problem, naive = case
    states = _states(problem, rule, tie)
    heaviest = max(float(state.alpha.sum()) for state, _ in states)
    slack = 8 * EPS * (len(states) + len(naive.s)) * heaviest
    for state, _ in states:
        assert (state.alpha >= 0).all()
        assert (state.alpha <= naive.C).all()
        assert abs(naive.s @ state.alpha - naive.s @ naive.start) <= slack
        if naive.alike:
            assert abs(state.alpha.sum() - naive.start.sum()) <= slack


@given(case=formulations(), rule=rules, tie=ties)
def test_the_gradient_is_q_alpha_plus_p_and_the_objective_its_integral(case: Case, rule: str, tie: str) -> None:
    problem, naive = case
    states = _states(problem, rule, tie)
    noise = _noise(naive, states)
    for state, _ in states:
        assert np.abs(state.gradient - (naive.Q @ state.alpha + naive.p)).max() <= noise
        value = 0.5 * state.alpha @ naive.Q @ state.alpha + naive.p @ state.alpha
        assert abs(state.objective - value) <= noise * (1.0 + state.alpha.sum()) * len(states)


@given(case=formulations(), rule=rules, tie=ties)
def test_the_objective_never_rises_and_the_record_of_a_step_is_true(case: Case, rule: str, tie: str) -> None:
    problem, naive = case
    states = _states(problem, rule, tie)
    noise = _noise(naive, states)
    for (old, _), (new, step) in pairwise(states):
        assert step is not None
        if step.outcome != Outcome.RUNNING:
            assert np.array_equal(new.alpha, old.alpha)
            return
        moved = np.flatnonzero(new.alpha != old.alpha)
        assert set(moved.tolist()) <= {step.i, step.j}
        assert (new.alpha[step.i], new.alpha[step.j]) == (step.alpha_i, step.alpha_j)
        if naive.alike:
            assert naive.s[step.i] == naive.s[step.j]
        change = new.alpha - old.alpha
        drop = -float(change @ (naive.Q @ old.alpha + naive.p)) - 0.5 * float(change @ naive.Q @ change)
        slack = (noise + 8 * EPS * float(np.abs(old.gradient).max())) * (float(np.abs(change).sum()) + EPS)
        slack += 8 * EPS * float(new.alpha.sum()) * float(np.abs(old.gradient).max())
        assert drop >= -slack
        assert abs(step.decrease - drop) <= slack + 1e-9 * abs(drop)
        assert new.objective == old.objective - step.decrease


@settings(max_examples=60)
@given(case=formulations(), rule=rules)
def test_walk_finish_and_record_agree_bit_for_bit(case: Case, rule: str) -> None:
    problem, _ = case
    steps = list(islice(walk(problem, rule, tolerance=1e-3), 60))
    moving = sum(step.outcome == Outcome.RUNNING for _, step in steps)
    ended, trace = finish(problem, rule, limit=moving), record(problem, rule, limit=moving)
    last = steps[moving - 1][0] if moving else STEPPERS[rule].init(problem.dual)
    assert ended.alpha.tobytes() == last.alpha.tobytes() == trace.last.alpha.tobytes()
    assert trace.objective[0] == STEPPERS[rule].init(problem.dual).objective
    assert trace.objective[-1] == pytest.approx(trace.last.objective, rel=1e-9, abs=1e-9)
    for k in (0, moving // 2):
        reached = steps[k - 1][0] if k else STEPPERS[rule].init(problem.dual)
        assert trace.state_at(k).alpha.tobytes() == reached.alpha.tobytes()


@settings(max_examples=60)
@given(case=formulations(), rule=rules)
def test_a_step_leaves_the_old_state_and_the_start_as_they_were(case: Case, rule: str) -> None:
    problem, naive = case
    stepper = STEPPERS[rule]
    state = stepper.init(problem.dual)
    before = state.alpha.tobytes()
    after, step = stepper.step(problem.dual, state, stepper.rule(1e-6))
    assert state.alpha.tobytes() == before
    assert problem.dual.start == pytest.approx(naive.start, abs=1e-13 * max(1.0, naive.start.max()))
    if step.outcome == Outcome.RUNNING:
        assert not np.shares_memory(after.alpha, state.alpha)


def test_platts_rule_takes_no_problem_but_the_one_that_it_was_made_for() -> None:
    X, y = moons(20)
    for problem in (nu_svc(X, y, Gaussian(1.0), 0.3), nu_svr(X, X[:, 0], Gaussian(1.0), 1.0, 0.3)):
        with pytest.raises(TypeError, match="platt solves C-SVC"):
            finish(problem, "platt")
