from __future__ import annotations

import math
from itertools import islice, pairwise

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from core.problem import Gaussian, Linear, Precomputed, Problem, c_svc, certificate, offset_interval
from core.solver import STEPPERS, Fallback, Outcome, PlattState, PlattStep, answer, finish, new_cancel_flag, walk
from core.solver.smo.platt import advance
from core.trace import record
from tests.core import golden
from tests.core.naive import gradient, platts_step
from tests.core.naive_platt import NaivePlatt
from tests.core.small_problems import (
    INDEFINITE_KERNELS,
    PSD_KERNELS,
    XOR,
    XOR_LABELS,
    cloud,
    impossible_hard_margins,
    moons,
    problems,
    unequal_problems,
)

EPS = 2.0**-52
ENDLESS = 60  # steps of a walk that are looked at
PLATT = STEPPERS["platt"]
seeds = st.integers(0, 2**63 - 1)


def _bits(state: PlattState) -> tuple[bytes, ...]:
    return tuple(np.asarray(part).tobytes() for part in state)


def _states(problem: Problem, seed: int, limit: int = ENDLESS) -> list[tuple[PlattState, PlattStep | None]]:
    return [(PLATT.init(problem.dual), None), *islice(walk(problem, "platt", tolerance=1e-6, seed=seed), limit)]


def _noise(problem: Problem, states: list[tuple[PlattState, PlattStep | None]]) -> float:
    """Return how far rounding may have moved one E in these steps; b has taken part in every one of them."""
    heaviest = max(float(state.alpha.sum()) for state, _ in states)
    size = 1.0 + float(np.abs(problem.dual.kernel).max()) * heaviest + max(abs(state.b) for state, _ in states)
    return 16 * EPS * (len(states) + len(problem.y)) * size


@given(problem=problems(), seed=seeds)
def test_the_box_holds_exactly_and_the_equality_up_to_rounding(problem: Problem, seed: int) -> None:
    states = _states(problem, seed)
    heaviest = max(state.alpha.sum() for state, _ in states)
    for state, _ in states:
        assert (state.alpha >= 0).all()
        assert (state.alpha <= problem.dual.upper).all()
        assert abs(problem.y @ state.alpha) <= 4 * EPS * len(states) * heaviest


@given(problem=problems(), seed=seeds)
def test_the_list_E_and_the_objective_are_those_of_alpha_and_b(problem: Problem, seed: int) -> None:  # noqa: N802
    states = _states(problem, seed)
    noise = _noise(problem, states)
    for state, _ in states:
        f = problem.dual.kernel @ (state.alpha * problem.y) + state.b
        assert np.abs(state.errors - (f - problem.y)).max() <= noise
        G = gradient(problem.dual.kernel, problem.y, state.alpha)
        assert np.abs(PLATT.gradient(problem.dual, state) - G).max() <= 2 * noise
        dual = 0.5 * state.alpha @ (G - 1.0)
        assert abs(state.objective - dual) <= noise * (1.0 + state.alpha.sum())


@given(problem=problems(), seed=seeds)
def test_only_the_pair_moves_the_objective_falls_by_what_is_said_and_never_rises(problem: Problem, seed: int) -> None:
    for (old, _), (new, step) in pairwise(_states(problem, seed)):
        assert step is not None
        if step.outcome != Outcome.RUNNING:
            assert _bits(old) == _bits(new)
            continue
        moved = set(np.flatnonzero(old.alpha != new.alpha).tolist())
        assert moved <= {step.i, step.j}
        assert step.j in moved
        assert (new.alpha[step.i], new.alpha[step.j]) == (step.alpha_i, step.alpha_j)
        assert new.objective == old.objective - step.decrease
        assert step.decrease >= 0


@given(problem=problems(), seed=seeds)
def test_a_step_is_pure_and_repeats_itself_bit_for_bit(problem: Problem, seed: int) -> None:
    rule, state = PLATT.rule(1e-6, seed=seed), PLATT.init(problem.dual)
    for _ in range(20):
        before = _bits(state)
        after, step = PLATT.step(problem.dual, state, rule)
        again, same = PLATT.step(problem.dual, state, rule)
        assert _bits(state) == before
        assert _bits(after) == _bits(again)
        np.testing.assert_equal(tuple(step), tuple(same))
        state = after


@given(problem=problems(PSD_KERNELS), seed=st.integers(0, 3))
def test_every_step_is_that_of_the_naive_twin(problem: Problem, seed: int) -> None:
    _is_the_twins(problem, seed)


@given(problem=unequal_problems(PSD_KERNELS), seed=st.integers(0, 3))
def test_every_step_with_a_bound_for_each_class_is_that_of_the_naive_twin(problem: Problem, seed: int) -> None:
    _is_the_twins(problem, seed)


@settings(max_examples=500)
@given(problem=unequal_problems(), seed=st.integers(0, 3))
def test_every_step_with_a_bound_for_each_class_is_platts_bit_for_bit(problem: Problem, seed: int) -> None:
    _is_platts(problem, seed)


def test_every_step_of_a_longer_run_with_a_bound_for_each_class_is_platts_bit_for_bit() -> None:
    assert _is_platts(c_svc(*moons(40), Gaussian(1.0), 10.0, {1: 2.0, -1: 0.5}), 0) > 50


def _is_platts(problem: Problem, seed: int) -> int:
    """Compare the steps with a positive curvature; return how many there are."""
    dual, moved = problem.dual, 0
    for (old, _), (new, step) in pairwise(_states(problem, seed)):
        assert step is not None
        if step.outcome != Outcome.RUNNING or not step.curvature > 0:
            continue
        twin = platts_step(dual.kernel, problem.y, dual.upper, old.alpha, old.errors, old.b, step.i, step.j)
        assert (step.alpha_i, step.alpha_j, new.b) == twin[:3]
        assert new.errors.tobytes() == twin[3].tobytes()
        moved += 1
    return moved


def _is_the_twins(problem: Problem, seed: int) -> None:
    dual = problem.dual
    twin = NaivePlatt(dual.kernel, problem.y, dual.upper, 1e-3, 1e-9, seed)
    steps = walk(problem, "platt", tolerance=1e-3, smallest_move=1e-9, seed=seed)
    for took, (state, step) in zip(twin.steps(), islice(steps, 40), strict=False):
        assert (step.i, step.j, step.examine_all, step.fallback) == (took.i, took.j, took.examine_all, took.fallback)
        assert (step.examined, step.failed) == (twin.examined, twin.failed)
        assert state.draws == twin.draws
        scale = 1.0 + float(np.abs(dual.kernel).max()) * float(state.alpha.sum())
        np.testing.assert_allclose(twin.alpha, state.alpha, rtol=1e-9, atol=1e-9 * (1 + state.alpha.max()))
        np.testing.assert_allclose(twin.E - twin.b, state.errors - state.b, atol=1e-9 * scale)
        twin.alpha, twin.E, twin.b = state.alpha.copy(), state.errors.copy(), state.b


@pytest.mark.parametrize("kernel", INDEFINITE_KERNELS, ids=str)
@pytest.mark.parametrize("seed", range(3))
def test_the_twin_agrees_where_the_dual_is_not_convex(kernel: golden.Kernel, seed: int) -> None:
    problem = c_svc(3.0 * cloud(30, seed)[0], cloud(30, seed)[1], kernel, 2.0)
    twin = NaivePlatt(problem.dual.kernel, problem.y, problem.dual.upper, 1e-3, 1e-9, seed)
    concave = 0
    steps = walk(problem, "platt", tolerance=1e-3, smallest_move=1e-9, seed=seed)
    for took, (state, step) in zip(twin.steps(), islice(steps, 200), strict=False):
        assert (step.i, step.j, step.examine_all, step.fallback) == (took.i, took.j, took.examine_all, took.fallback)
        np.testing.assert_allclose(twin.alpha, state.alpha, atol=1e-9)
        concave += step.curvature <= 0
        twin.alpha, twin.E, twin.b = state.alpha.copy(), state.errors.copy(), state.b
    assert concave > 0  # else this test shows nothing


@pytest.mark.parametrize("name", golden.C_SVC)
@pytest.mark.parametrize("seed", [0, 1])
def test_the_golden_objectives_are_reached_and_b_lies_in_its_interval(name: str, seed: int) -> None:
    entry = golden.C_SVC[name]
    problem, solution = golden.problem(entry), entry["solution"]
    run = finish(problem, "platt", tolerance=1e-10, limit=3_000_000, seed=seed)
    state = run.state
    assert run.outcome == Outcome.OPTIMAL
    assert state.objective == pytest.approx(solution["dual_objective_min_form"], rel=1e-8, abs=1e-8)
    low, high = solution["b_interval"]
    assert low - 1e-7 <= state.b <= high + 1e-7


@pytest.mark.parametrize("C", [0.1, 1.0, 100.0])
def test_the_optimum_is_that_of_the_pair_rules_and_is_proved(C: float) -> None:
    problem = c_svc(*moons(80), Gaussian(1.0), C)
    run = finish(problem, "platt", tolerance=1e-7)
    assert run.outcome == Outcome.OPTIMAL
    assert run.state.objective == pytest.approx(finish(problem, tolerance=1e-9).state.objective, rel=1e-8)
    assert certificate(problem, run.alpha).relative_gap < 1e-5


@given(problem=problems(PSD_KERNELS), tolerance=st.sampled_from([1e-1, 1e-3]))
def test_optimal_means_that_no_pair_violates_by_more_than_twice_the_tolerance(
    problem: Problem, tolerance: float
) -> None:
    run = finish(problem, "platt", tolerance=tolerance, limit=20_000)
    if run.outcome == Outcome.OPTIMAL:
        m, M = offset_interval(problem, run.alpha)
        assert m - M <= 2 * tolerance + 1e-9 * (1 + np.abs(problem.dual.kernel).max() * run.alpha.sum())


def test_the_first_pair_comes_from_all_points_since_none_is_free() -> None:
    state, step = next(walk(c_svc(XOR, XOR_LABELS, Gaussian(1.0), 10.0), "platt"))
    assert (step.i, step.examine_all, step.fallback, step.examined) == (0, True, Fallback.ALL, 1)
    assert (step.error_i, abs(step.error_j)) == (-1.0, 1.0)
    assert step.evaluations == 3 * (step.failed + 1) + 2 * 4
    assert state.b in (step.b_i, step.b_j, 0.5 * (step.b_i + step.b_j))


def test_both_loops_and_the_list_of_errors_take_part_in_a_long_run() -> None:
    table = record(c_svc(*moons(100), Gaussian(1.0), 100.0), "platt", 1e-4).table
    seen = set(zip(table["examine_all"].tolist(), table["fallback"].tolist(), strict=True))
    assert seen >= {(True, Fallback.ALL), (True, Fallback.LARGEST_DIFFERENCE), (False, Fallback.LARGEST_DIFFERENCE)}


def test_a_first_choice_that_cannot_move_falls_back_on_the_other_free_vectors() -> None:
    table = record(c_svc(*moons(100), Gaussian(1.0), 1.0), "platt", 1e-3, smallest_move=0.02).table
    fallen = table[table["fallback"] == Fallback.FREE]
    assert len(fallen) > 0
    assert (fallen["failed"] > 0).all()


@given(problem=problems())
def test_b_makes_a_free_vector_of_the_pair_exact(problem: Problem) -> None:
    states = _states(problem, 0)
    noise = _noise(problem, states)
    for state, step in states[1:]:
        assert step is not None
        if step.outcome == Outcome.RUNNING:
            for t, bound in ((step.i, step.b_i), (step.j, step.b_j)):
                if 0 < state.alpha[t] < problem.dual.upper[t]:
                    assert abs(state.errors[t] + bound - state.b) <= noise
            assert min(step.b_i, step.b_j) <= step.b <= max(step.b_i, step.b_j)


@settings(max_examples=40)
@given(problem=problems(), seed=seeds)
def test_walk_finish_and_record_agree_bit_for_bit(problem: Problem, seed: int) -> None:
    limit = 150
    walked = [s for s, step in _states(problem, seed, limit) if step is None or step.outcome == Outcome.RUNNING]
    run = finish(problem, "platt", tolerance=1e-6, limit=limit, seed=seed)
    trace = record(problem, "platt", tolerance=1e-6, limit=limit, seed=seed)
    assert len(trace) == run.steps == len(walked) - 1
    assert trace.outcome == run.outcome
    assert _bits(run.state) == _bits(trace.last) == _bits(walked[-1])
    for k, state in enumerate(walked):
        assert _bits(trace.state_at(k)) == _bits(state)


def test_a_long_trace_replays_every_keyframe_and_holds_the_rows_of_the_walk() -> None:
    problem = c_svc(*moons(80, seed=3), Gaussian(1.0), 1e3)
    trace = record(problem, "platt", tolerance=1e-4, limit=5000)
    assert len(trace) > 4 * trace.stride
    for k, (state, step) in enumerate(islice(walk(problem, "platt", tolerance=1e-4), len(trace))):
        np.testing.assert_equal(tuple(trace.table[k]), tuple(step)[:-1])
        if k % 97 == 0 or (k + 1) % trace.stride in (0, 1):
            assert _bits(trace.state_at(k + 1)) == _bits(state)


def test_another_seed_takes_another_path_to_the_same_optimum() -> None:
    problem = c_svc(*moons(60), Gaussian(1.0), 10.0)
    one, other = (record(problem, "platt", 1e-7, seed=seed) for seed in (1, 2))
    assert one.table["j"][:50].tolist() != other.table["j"][:50].tolist()
    assert one.last.objective == pytest.approx(other.last.objective, rel=1e-9)


@settings(max_examples=60)
@given(problem=problems(INDEFINITE_KERNELS, most=20))
def test_a_kernel_that_is_not_psd_comes_to_an_end(problem: Problem) -> None:
    run = finish(problem, "platt", limit=50_000)
    assert run.outcome in (Outcome.OPTIMAL, Outcome.STUCK, Outcome.STEP_LIMIT)
    assert np.isfinite(run.alpha).all()


def test_twins_of_both_labels_share_one_end_of_the_box() -> None:
    problem = c_svc([[1.0, 2.0]] * 4, [1, -1, 1, -1], Gaussian(1.0), 3.0)
    run = finish(problem, "platt")
    assert (run.outcome, run.state.objective) == (Outcome.OPTIMAL, -12.0)
    assert run.alpha.tolist() == [3.0] * 4


def test_a_concave_line_with_equal_ends_is_left_alone() -> None:
    K = np.array([[-1.0, 0.0], [0.0, -1.0]])
    problem = c_svc(K, [1, -1], Precomputed(), 1.0)
    _, step = next(walk(problem, "platt"))
    assert (step.curvature, step.alpha_i, step.alpha_j) == (-2.0, 1.0, 1.0)


@pytest.mark.parametrize("name", impossible_hard_margins())
def test_a_hard_margin_that_does_not_exist_never_hangs_and_is_never_called_optimal(name: str) -> None:
    problem = impossible_hard_margins()[name]
    run = finish(problem, "platt", limit=20_000)
    assert run.outcome in (Outcome.INFEASIBLE, Outcome.STEP_LIMIT, Outcome.STUCK)
    assert np.isfinite(run.alpha).all()
    assert answer(problem, "platt").outcome == Outcome.INFEASIBLE


def test_opposite_twins_without_a_bound_are_infeasible_at_once_and_name_the_pair() -> None:
    problem = c_svc([[0.0], [0.0]], [1, -1], Linear(), math.inf)
    (state, step), *rest = walk(problem, "platt")
    assert rest == []
    assert (step.i, step.j, step.outcome) == (0, 1, Outcome.INFEASIBLE)
    assert state.alpha.tolist() == [0.0, 0.0]


def test_a_run_with_violating_points_that_cannot_move_is_called_stuck() -> None:
    problem = c_svc(*moons(30), Gaussian(1.0), 10.0)
    run = finish(problem, "platt", tolerance=1e-9, smallest_move=0.5)
    assert run.outcome == Outcome.STUCK
    m, M = offset_interval(problem, run.alpha)
    assert m - M > 2e-9


def test_a_cancel_is_heard_inside_a_scan() -> None:
    problem = c_svc(*moons(30), Gaussian(1.0), 10.0)
    flag = new_cancel_flag()
    flag[0] = 1
    zero = PLATT.init(problem.dual)
    state, step = advance(problem.dual, zero, PLATT.rule(), flag)
    assert (_bits(state), step.outcome) == (_bits(zero), Outcome.CANCELLED)
    assert record(problem, "platt", cancel=flag).outcome == Outcome.CANCELLED


def test_an_eps_of_zero_and_an_unknown_option_are_refused() -> None:
    problem = c_svc([[0.0], [1.0]], [1, -1], Linear(), 1.0)
    with pytest.raises(ValueError, match="smallest_move"):
        finish(problem, "platt", smallest_move=0.0)
    with pytest.raises(TypeError, match="ties"):
        finish(problem, "platt", ties="last")
