from __future__ import annotations

import math
from fractions import Fraction
from itertools import islice, pairwise
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sklearn.svm import LinearSVC

from core.problem import Gaussian, LinearProblem, c_svc, linear_certificate, linear_gradient, linear_svc, plane, weights
from core.solver import STEPPERS, DescentState, DescentStep, Outcome, finish, new_cancel_flag, walk
from core.trace import record
from tests.core.golden import GOLDEN, LOSS, linear_problem
from tests.core.naive_descent import NaiveDescent
from tests.core.small_problems import cloud, labelled_points, moons, penalties

EPS = 2.0**-52
ENDLESS = 80
DESCENT = STEPPERS["dual-cd"]
LINEAR = {entry["id"]: entry for entry in GOLDEN["problems"] if entry["formulation"].startswith("linear-dual-CD")}


@st.composite
def linear_problems(draw: st.DrawFn) -> LinearProblem:
    """Return a soft linear problem on awkward points, rows of zeros among them."""
    X, y = draw(labelled_points())
    X = X * draw(st.sampled_from([np.ones(2), np.array([1.0, 0.0]), np.zeros(2)]))
    loss, bias = draw(st.sampled_from(["hinge", "squared_hinge"])), draw(st.sampled_from([None, 1.0, 3.5]))
    return linear_svc(X, y, draw(penalties), loss, bias)


options = st.fixed_dictionaries(
    {"order": st.sampled_from(["random", "cyclic"]), "shrinking": st.booleans(), "seed": st.integers(0, 2**63 - 1)}
)


def _parts(value: Any) -> list[bytes]:
    return [b for part in value for b in _parts(part)] if isinstance(value, tuple) else [np.asarray(value).tobytes()]


def _states(problem: LinearProblem, named: dict[str, Any]) -> list[tuple[DescentState, DescentStep | None]]:
    steps = walk(problem, "dual-cd", tolerance=1e-6, **named)
    return [(DESCENT.init(problem.dual), None), *islice(steps, ENDLESS)]


def _noise(problem: LinearProblem, states: list[tuple[DescentState, DescentStep | None]]) -> float:
    """Return how far rounding may have moved one entry of w times a feature in these steps."""
    longest = 1.0 + float(np.abs(problem.dual.features).max())
    heaviest = 1.0 + max(float(state.alpha.sum()) for state, _ in states)
    return 16 * EPS * (len(states) + len(problem.y)) * longest**2 * heaviest * (1.0 + problem.dual.diagonal)


@given(problem=linear_problems(), named=options)
def test_the_box_holds_exactly_and_w_and_the_gradient_and_the_objective_are_those_of_alpha(
    problem: LinearProblem, named: dict[str, Any]
) -> None:
    states = _states(problem, named)
    noise = _noise(problem, states)
    for state, _ in states:
        assert (state.alpha >= 0).all()
        assert (state.alpha <= problem.dual.upper).all()
        assert np.abs(state.w - weights(problem, state.alpha)).max() <= noise
        G = linear_gradient(problem, state.alpha)
        assert np.abs(DESCENT.gradient(problem.dual, state) - G).max() <= noise
        dual = linear_certificate(problem, state.alpha).dual
        assert abs(state.objective - dual) <= noise * (1.0 + state.alpha.sum())


@given(problem=linear_problems(), named=options)
def test_only_the_visited_coordinate_moves_and_the_objective_never_rises(
    problem: LinearProblem, named: dict[str, Any]
) -> None:
    for (old, _), (new, step) in pairwise(_states(problem, named)):
        assert step is not None
        assert step.j == -1
        moved = np.flatnonzero(old.alpha != new.alpha).tolist()
        if step.outcome != Outcome.RUNNING:
            assert _parts(old) == _parts(new)
            continue
        assert moved in ([], [step.i])
        assert (old.alpha[step.i], new.alpha[step.i]) == (step.alpha_old, step.alpha_i)
        assert new.objective == old.objective - step.decrease
        assert step.decrease >= 0
        assert step.w_change == pytest.approx(np.linalg.norm(new.w - old.w), rel=1e-6, abs=1e-9 * (1 + old.alpha.max()))


@given(problem=linear_problems(), named=options)
def test_a_step_is_pure_and_repeats_itself_bit_for_bit(problem: LinearProblem, named: dict[str, Any]) -> None:
    rule, state = DESCENT.rule(1e-6, **named), DESCENT.init(problem.dual)
    for _ in range(30):
        before = _parts(state)
        after, step = DESCENT.step(problem.dual, state, rule)
        again, same = DESCENT.step(problem.dual, state, rule)
        assert _parts(state) == before
        assert _parts(after) == _parts(again)
        np.testing.assert_equal(tuple(step), tuple(same))
        state = after


@given(problem=linear_problems(), named=options)
def test_every_visit_is_that_of_the_naive_twin(problem: LinearProblem, named: dict[str, Any]) -> None:
    dual = problem.dual
    rule = DESCENT.rule(1e-3, **named)
    twin = NaiveDescent(
        dual.features, problem.y, dual.upper, dual.diagonal, 1e-3, rule.random, rule.shrinking, rule.seed
    )
    steps = walk(problem, "dual-cd", tolerance=1e-3, **named)
    scale = (1 + np.abs(dual.features).max()) ** 2
    for visit, (state, step) in zip(twin.visits(), islice(steps, 150), strict=False):
        if step.outcome == Outcome.STUCK:
            break
        assert (step.epoch, step.i, step.shrunk) == (visit.epoch, visit.i, visit.shrunk)
        wide = 1e-9 * scale * (1 + state.alpha.max())
        expected = (visit.G, visit.PG, visit.old, visit.new)
        np.testing.assert_allclose((step.gradient, step.projected, step.alpha_old, step.alpha_i), expected, 1e-9, wide)
        assert step.violation == abs(step.projected)
        twin.alpha, twin.w = state.alpha.copy(), state.w.copy()


@pytest.mark.parametrize("entry", GOLDEN["extras"]["dual_cd"], ids=lambda entry: entry["loss"])
def test_the_golden_visits_are_followed_one_by_one(entry: dict[str, Any]) -> None:
    problem = linear_svc(entry["X"], entry["y"], entry["C"], LOSS[entry["loss"]], bias=None)
    walked = walk(problem, "dual-cd", tolerance=1e-12, order=entry["order"], shrinking=False)
    for said, (state, step) in zip(entry["steps"], walked, strict=False):
        assert (step.epoch, step.i) == (said["epoch"], said["i"])
        expected = [said["G"], said["PG"], float(Fraction(said["alpha_old"])), float(Fraction(said["alpha_new"]))]
        got = [step.gradient, step.projected, step.alpha_old, step.alpha_i]
        np.testing.assert_allclose(got, expected, rtol=0, atol=1e-13)
        np.testing.assert_allclose(state.w, said["w"], rtol=0, atol=1e-13)


@pytest.mark.parametrize("name", LINEAR)
@pytest.mark.parametrize("order", ["cyclic", "random"])
@pytest.mark.parametrize("shrinking", [True, False])
def test_the_golden_solutions_are_reached(name: str, order: str, shrinking: bool) -> None:
    entry = LINEAR[name]
    problem, solution = linear_problem(entry), entry["solution"]
    run = finish(problem, "dual-cd", tolerance=1e-12, limit=1_000_000, order=order, shrinking=shrinking)
    assert run.outcome in (Outcome.OPTIMAL, Outcome.STUCK)  # 1e-12 is where floats end
    np.testing.assert_allclose(run.alpha, solution["alpha"], rtol=0, atol=1e-10)
    np.testing.assert_allclose(weights(problem, run.alpha), solution["w"], rtol=0, atol=1e-10)
    proof = linear_certificate(problem, run.alpha)
    assert proof.primal == pytest.approx(solution["primal_objective"], abs=1e-10)
    assert proof.dual == pytest.approx(solution["dual_objective_min_form"], abs=1e-10)
    found = plane(problem, run.alpha)
    np.testing.assert_allclose(np.array(entry["X_test"]) @ found.w + found.b, solution["decision_test"], atol=1e-10)


@pytest.mark.parametrize("loss", ["hinge", "squared_hinge"])
@pytest.mark.parametrize("C", [0.01, 1.0, 10.0])
@pytest.mark.parametrize("bias", [None, 1.0, 2.0])
def test_the_objective_is_that_of_liblinear(loss: str, C: float, bias: float | None) -> None:
    X, y = cloud(80, seed=5)
    problem = linear_svc(X, y, C, loss, bias)
    run = finish(problem, "dual-cd", tolerance=1e-10, limit=5_000_000)
    rival = LinearSVC(
        loss=loss,
        C=C,
        dual=True,
        tol=1e-9,
        max_iter=1_000_000,
        fit_intercept=bias is not None,
        intercept_scaling=bias or 1.0,
        random_state=0,
    ).fit(X, y)
    w = rival.coef_.ravel() if bias is None else np.append(rival.coef_, rival.intercept_ / bias)
    slack = np.maximum(0.0, 1.0 - y * (problem.dual.features @ w))
    theirs = 0.5 * w @ w + C * (slack if loss == "hinge" else slack**2).sum()
    ours = linear_certificate(problem, run.alpha)
    assert ours.primal == pytest.approx(theirs, rel=1e-8)
    assert ours.relative_gap < 1e-8


@settings(max_examples=40)
@given(problem=linear_problems(), named=options)
def test_walk_finish_and_record_agree_bit_for_bit(problem: LinearProblem, named: dict[str, Any]) -> None:
    walked = [s for s, step in _states(problem, named) if step is None or step.outcome == Outcome.RUNNING]
    run = finish(problem, "dual-cd", tolerance=1e-6, limit=ENDLESS, **named)
    trace = record(problem, "dual-cd", tolerance=1e-6, limit=ENDLESS, **named)
    assert len(trace) == run.steps == len(walked) - 1
    assert trace.outcome == run.outcome
    assert _parts(run.state) == _parts(trace.last) == _parts(walked[-1])
    for k, state in enumerate(walked):
        assert _parts(trace.state_at(k)) == _parts(state)


def test_a_long_trace_replays_every_keyframe_and_holds_the_rows_of_the_walk() -> None:
    problem = linear_svc(*moons(60), 10.0)
    trace = record(problem, "dual-cd", tolerance=1e-8, limit=4000)
    assert len(trace) > 4 * trace.stride
    for k, (state, step) in enumerate(islice(walk(problem, "dual-cd", tolerance=1e-8), len(trace))):
        np.testing.assert_equal(tuple(trace.table[k]), tuple(step)[:-1])
        if k % 97 == 0 or (k + 1) % trace.stride in (0, 1):
            assert _parts(trace.state_at(k + 1)) == _parts(state)


def test_every_epoch_visits_every_active_coordinate_once_in_a_new_order() -> None:
    problem = linear_svc(*moons(20), 1.0)
    table = record(problem, "dual-cd", limit=60, shrinking=False).table
    epochs = table["i"].reshape(3, 20)
    assert [sorted(epoch) for epoch in epochs.tolist()] == [list(range(20))] * 3
    assert epochs[0].tolist() != epochs[1].tolist()
    cyclic = record(problem, "dual-cd", limit=60, order="cyclic", shrinking=False).table
    assert cyclic["i"].tolist() == [*range(20)] * 3


def test_shrinking_saves_visits_and_brings_everyone_back_before_the_end() -> None:
    problem = linear_svc(*cloud(200, seed=1, gap=1.0), 1.0)
    shrunk, whole = (record(problem, "dual-cd", 1e-7, shrinking=on) for on in (True, False))
    assert shrunk.table["shrunk"].any()
    assert not whole.table["shrunk"].any()
    assert len(shrunk) < len(whole)
    assert shrunk.last.epoch.active == 200
    assert shrunk.last.objective == pytest.approx(whole.last.objective, rel=1e-9)


@pytest.mark.parametrize("loss", ["hinge", "squared_hinge"])
def test_optimal_means_that_the_projected_gradients_of_one_epoch_lie_within_the_tolerance(loss: str) -> None:
    *_, (state, step) = walk(linear_svc(*moons(50), 1.0, loss), "dual-cd", 1e-4)
    assert step.outcome == Outcome.OPTIMAL
    assert step.violation <= 1e-4
    assert step.violation == max(state.epoch.largest, 0.0) - min(state.epoch.smallest, 0.0)
    assert state.epoch.active == 50


def test_slopes_that_are_equal_but_far_from_zero_do_not_end_a_run() -> None:
    problem = linear_svc([[1.0], [1.0]], [1, -1], 100.0, bias=None)  # LIBLINEAR's PGmax - PGmin is 0 at once
    run = finish(problem, "dual-cd", 1e-9)
    assert (run.outcome, run.alpha.tolist()) == (Outcome.OPTIMAL, [100.0, 100.0])


@pytest.mark.parametrize("loss", ["hinge", "squared_hinge"])
def test_a_row_of_zeros_goes_to_where_its_loss_is_paid(loss: str) -> None:
    problem = linear_svc([[0.0], [1.0], [-1.0]], [1, 1, -1], 2.0, loss, bias=None)
    run = finish(problem, "dual-cd", 1e-9)
    assert run.outcome == Outcome.OPTIMAL
    assert run.alpha[0] == (2.0 if loss == "hinge" else pytest.approx(4.0))  # U = C; 2 C xi with xi = 1


@pytest.mark.parametrize(
    ("X", "y", "bias"),
    [
        ([[0.0], [1.0]], [1, -1], None),  # a row of zeros has no margin
        ([[1.0], [1.0]], [1, -1], None),  # two labels on one point
        ([[1.0], [2.0], [3.0]], [1, -1, 1], 1.0),
    ],
)
def test_a_hard_margin_that_does_not_exist_ends_and_is_never_called_optimal(
    X: list[list[float]], y: list[int], bias: float | None
) -> None:
    run = finish(linear_svc(X, y, math.inf, bias=bias), "dual-cd", limit=20_000)
    assert run.outcome in (Outcome.INFEASIBLE, Outcome.STEP_LIMIT)
    assert np.isfinite(run.alpha).all()


def test_a_hard_margin_that_exists_is_found_and_proved() -> None:
    problem = linear_svc([[2.0, 0.0], [3.0, 1.0], [-2.0, 0.0]], [1, 1, -1], math.inf, bias=None)
    run = finish(problem, "dual-cd", 1e-12)
    proof = linear_certificate(problem, run.alpha)
    assert plane(problem, run.alpha).w.tolist() == pytest.approx([0.5, 0.0])
    assert (proof.primal, proof.gap) == (pytest.approx(0.125), pytest.approx(0.0, abs=1e-12))


def test_an_epoch_that_moves_nothing_ends_as_stuck_when_the_tolerance_is_beyond_floats() -> None:
    run = finish(linear_svc(*moons(20), 1.0), "dual-cd", tolerance=1e-300, limit=1_000_000)
    assert run.outcome == Outcome.STUCK
    assert run.steps < 1_000_000


def test_a_cancelled_run_ends_where_it_is() -> None:
    flag = new_cancel_flag()
    flag[0] = 1
    problem = linear_svc(*moons(20), 1.0)
    assert (finish(problem, "dual-cd", cancel=flag).outcome, finish(problem, "dual-cd", cancel=flag).steps) == (5, 0)
    assert len(record(problem, "dual-cd", cancel=flag)) == 0


def test_an_unknown_order_and_a_problem_of_another_kind_are_refused() -> None:
    problem = linear_svc(*moons(20), 1.0)
    with pytest.raises(ValueError, match="order"):
        finish(problem, "dual-cd", order="sorted")
    with pytest.raises(TypeError, match="dual-cd solves a LinearProblem, not a Problem"):
        finish(c_svc(*moons(20), Gaussian(1.0), 1.0), "dual-cd")
    with pytest.raises(TypeError, match="platt solves a Problem, not a LinearProblem"):
        record(problem, "platt")
