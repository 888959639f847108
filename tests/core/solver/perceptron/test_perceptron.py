from __future__ import annotations

import math
from itertools import islice, pairwise
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from core.problem import (
    Gaussian,
    Linear,
    Problem,
    augmented_certificate,
    augmented_values,
    c_svc,
    linear_certificate,
    linear_svc,
    nu_svc,
    squared_constant,
    weights,
)
from core.solver import STEPPERS, KernelPerceptron, Outcome, PerceptronStep, finish, new_cancel_flag, walk
from core.trace import fork, record
from core.view import playback
from tests.core.naive_perceptron import by_multipliers, by_weights
from tests.core.small_problems import PSD_KERNELS, XOR, XOR_LABELS, cloud, labelled_points

ENDLESS = 60
EPS = 2.0**-52
RULE = STEPPERS["perceptron"]

options = st.fixed_dictionaries(
    {"order": st.sampled_from(["random", "cyclic"]), "seed": st.integers(0, 2**63 - 1), "eta": st.floats(1e-3, 1e3)}
)
Walked = list[tuple[KernelPerceptron, PerceptronStep | None]]


@st.composite
def problems(draw: st.DrawFn) -> Problem:
    """Return hard margins on awkward points; some exist, some do not."""
    X, y = draw(labelled_points())
    return c_svc(X, y, draw(st.sampled_from(PSD_KERNELS)), math.inf)


@st.composite
def whole_numbers(draw: st.DrawFn) -> tuple[np.ndarray, np.ndarray]:
    """Return points of whole numbers, the longest of length 5: every sum of both forms is exact, and so is R."""
    point = st.sampled_from([(3.0, 4.0), (-3.0, 4.0), (0.0, 1.0), (1.0, 2.0), (-2.0, 1.0), (0.0, 0.0), (-4.0, -1.0)])
    X = [(4.0, -3.0), *draw(st.lists(point, min_size=1, max_size=9))]
    y = [1.0, -1.0, *draw(st.lists(st.sampled_from([1.0, -1.0]), min_size=len(X) - 2, max_size=len(X) - 2))]
    return np.array(X), np.array(y)


def _parts(value: Any) -> list[bytes]:
    return [b for part in value for b in _parts(part)] if isinstance(value, tuple) else [np.asarray(value).tobytes()]


def _states(problem: Problem, named: dict[str, Any]) -> Walked:
    steps = islice(walk(problem, "perceptron", **named), ENDLESS)
    return [(RULE.init(problem.dual), None), *steps]  # type: ignore[list-item]


def _noise(problem: Problem, alpha: np.ndarray) -> float:
    return 64 * EPS * ENDLESS * (1.0 + squared_constant(problem)) * (1.0 + float(alpha.sum()))


@given(problem=problems(), named=options)
def test_alpha_counts_mistakes_and_f_and_the_norm_and_the_objective_are_those_of_alpha(
    problem: Problem, named: dict[str, Any]
) -> None:
    counts = np.zeros(len(problem.y))
    for state, step in _states(problem, named):
        if step is not None and step.outcome == Outcome.RUNNING:
            counts[step.i] += 1
        np.testing.assert_allclose(state.alpha, named["eta"] * counts, rtol=1e-13)
        f, noise = augmented_values(problem, state.alpha), _noise(problem, state.alpha)
        assert np.abs(state.f - f).max() <= noise
        squared = float((state.alpha * problem.y) @ f)
        assert abs(state.squared_norm - squared) <= noise * (1.0 + state.alpha.sum())
        assert abs(state.objective - (0.5 * squared - state.alpha.sum())) <= noise * (1.0 + state.alpha.sum())
        proof = augmented_certificate(problem, state.alpha)
        assert abs(proof.dual - state.objective) <= noise * (1.0 + state.alpha.sum())


@given(problem=problems(), named=options)
def test_a_step_moves_the_one_point_that_was_wrong_and_ends_only_on_points_that_are_all_right(
    problem: Problem, named: dict[str, Any]
) -> None:
    for (old, _), (new, step) in pairwise(_states(problem, named)):
        assert step is not None
        assert (step.j, 1 <= step.visits <= 2 * len(problem.y) or step.outcome != Outcome.RUNNING) == (-1, True)
        if step.outcome != Outcome.RUNNING:
            assert _parts(old) == _parts(new)
            if step.outcome == Outcome.OPTIMAL:
                assert (problem.y * augmented_values(problem, new.alpha) > -_noise(problem, new.alpha)).all()
            continue
        assert np.flatnonzero(old.alpha != new.alpha).tolist() == [step.i]
        assert new.alpha[step.i] == step.alpha_i == old.alpha[step.i] + named["eta"]
        assert step.violation == -problem.y[step.i] * step.score >= 0.0
        assert new.objective == old.objective - step.decrease
        assert new.squared_norm == step.squared_norm


@given(problem=problems(), named=options)
def test_a_step_is_pure_and_repeats_itself_bit_for_bit(problem: Problem, named: dict[str, Any]) -> None:
    rule, state = RULE.rule(0.0, **named), RULE.init(problem.dual)
    for _ in range(20):
        before = _parts(state)
        after, step = RULE.step(problem.dual, state, rule)
        again, same = RULE.step(problem.dual, state, rule)
        assert _parts(state) == before
        assert _parts(after) == _parts(again)
        np.testing.assert_equal(tuple(step), tuple(same))
        state = after


@given(points=whole_numbers(), named=options)
def test_the_two_forms_are_the_textbook_and_one_another_bit_for_bit_on_whole_numbers(
    points: tuple[np.ndarray, np.ndarray], named: dict[str, Any]
) -> None:
    X, y = points
    named["eta"] = 0.5
    kernel, plane = c_svc(X, y, Linear(), math.inf), linear_svc(X, y, math.inf, bias=5.0)
    naive = zip(
        by_multipliers(X @ X.T, y, 0.5, named["order"] == "random", named["seed"]),
        by_weights(X, y, 0.5, named["order"] == "random", named["seed"]),
        strict=True,
    )
    both = zip(walk(kernel, "perceptron", **named), walk(plane, "perceptron-primal", **named), strict=True)
    for ((dual, told), (primal, same)), ((alpha, mistake), (w, b, twin)) in zip(
        islice(both, ENDLESS), naive, strict=False
    ):
        np.testing.assert_equal(tuple(told), tuple(same))
        assert dual.alpha.tolist() == primal.alpha.tolist() == alpha.tolist()
        assert (told.epoch, told.i, told.score, told.visits) == mistake == twin  # type: ignore[attr-defined]
        assert primal.w.tolist() == weights(plane, dual.alpha).tolist() == [*w, b / 5.0]  # type: ignore[attr-defined]
        assert dual.f.tolist() == (plane.dual.features @ primal.w).tolist()  # type: ignore[attr-defined]


@pytest.mark.parametrize("seed", range(20))
def test_the_two_forms_make_the_same_mistakes_on_any_points_and_agree_in_f_to_rounding(seed: int) -> None:
    X, y = cloud(60, seed, gap=1.2)
    kernel = c_svc(X, y, Linear(), math.inf)
    plane = linear_svc(X, y, math.inf, bias=math.sqrt(squared_constant(kernel)))
    named: dict[str, Any] = {"order": "random", "seed": seed, "limit": 500}
    one, other = record(kernel, "perceptron", 0.0, **named), record(plane, "perceptron-primal", 0.0, **named)
    assert (one.table["i"].tolist(), one.outcome) == (other.table["i"].tolist(), other.outcome)
    f = plane.dual.features @ other.last.w  # type: ignore[attr-defined]
    np.testing.assert_allclose(one.last.f, f, rtol=0, atol=1e-10)  # type: ignore[attr-defined]


@settings(max_examples=40)
@given(problem=problems(), named=options)
def test_walk_finish_and_record_agree_bit_for_bit_and_the_trace_replays(
    problem: Problem, named: dict[str, Any]
) -> None:
    walked = [s for s, step in _states(problem, named) if step is None or step.outcome == Outcome.RUNNING]
    run = finish(problem, "perceptron", limit=ENDLESS, **named)
    trace = record(problem, "perceptron", limit=ENDLESS, **named)
    assert len(trace) == run.steps == len(walked) - 1
    assert trace.outcome == run.outcome
    assert _parts(run.state) == _parts(trace.last) == _parts(walked[-1])
    for k, state in enumerate(walked):
        assert _parts(trace.state_at(k)) == _parts(state)


def test_a_long_trace_replays_every_keyframe() -> None:
    trace = record(c_svc(XOR, XOR_LABELS, Linear(), math.inf), "perceptron", limit=1500, order="random")
    steps = walk(trace.problem, "perceptron", order="random")
    for k, (state, step) in enumerate(islice(steps, len(trace))):
        np.testing.assert_equal(tuple(trace.table[k]), tuple(step)[:-1])
        if k % 97 == 0 or (k + 1) % trace.stride in (0, 1):
            assert _parts(trace.state_at(k + 1)) == _parts(state)


@pytest.mark.parametrize("eta", [2.0**-7, 2.0, 0.3])
def test_eta_scales_alpha_and_changes_no_mistake(eta: float) -> None:
    problem = c_svc(*cloud(50, 2, gap=1.5), Gaussian(0.7), math.inf)
    one, other = record(problem, "perceptron"), record(problem, "perceptron", eta=eta)
    assert one.table["i"].tolist() == other.table["i"].tolist()
    np.testing.assert_allclose(other.last.alpha, eta * one.last.alpha, rtol=1e-14)


@pytest.mark.parametrize("problem", [c_svc(*cloud(30, 1, gap=2.0), Linear(), math.inf), None], ids=["dual", "primal"])
def test_the_player_gets_the_offset_the_norm_and_what_is_still_wrong_of_every_state(problem: Problem | None) -> None:
    X, y = cloud(30, 1, gap=2.0)
    trace = record(problem or linear_svc(X, y, math.inf, bias=3.0), f"perceptron{'' if problem else '-primal'}")
    play, square = playback(trace), 9.0 if problem is None else squared_constant(problem)
    for k in range(len(trace) + 1):
        alpha = trace.state_at(k).alpha
        assert play.b[k] == pytest.approx(square * float(alpha @ y))
        f = (alpha * y) @ (X @ X.T + square)
        assert play.dual[k] == pytest.approx(float((alpha * y) @ f))
        at = play.sampled.step.tolist().index(k)
        assert play.sampled.gap[at] == np.count_nonzero(y * f <= 0)
        assert play.dual[k] <= play.sampled.primal[at] * (1 + 1e-12)
    assert (play.j == -1).all()
    assert (play.move == y[play.i]).all()


def test_the_end_is_proved_apart_from_the_solver() -> None:
    X, y = cloud(30, 1, gap=2.0)
    run = finish(c_svc(X, y, Linear(), math.inf), "perceptron")
    assert math.isfinite(augmented_certificate(c_svc(X, y, Linear(), math.inf), run.alpha).primal)
    plane = linear_svc(X, y, math.inf, bias=2.0)
    assert math.isfinite(linear_certificate(plane, finish(plane, "perceptron-primal").alpha).primal)
    crossed = c_svc(XOR, XOR_LABELS, Linear(), math.inf)
    assert augmented_certificate(crossed, finish(crossed, "perceptron", limit=50).alpha).primal == math.inf


def test_points_without_an_end_stop_at_the_limit_and_what_is_no_number_stops_at_once() -> None:
    assert finish(c_svc(XOR, XOR_LABELS, Linear(), math.inf), "perceptron", limit=777).steps == 777
    far = np.array([[1e100, 0.0], [-1e100, 1.0], [1e100, 1.0]])
    for name, problem in (
        ("perceptron", c_svc(far, [1, -1, -1], Linear(), math.inf)),
        ("perceptron-primal", linear_svc(far, [1, -1, -1], math.inf, bias=1e100)),
    ):
        assert finish(problem, name, limit=200, eta=1e150).outcome is Outcome.STUCK


def test_a_flag_ends_a_run_before_its_next_step() -> None:
    flag = new_cancel_flag()
    flag[0] = 1
    problem, plane = c_svc(XOR, XOR_LABELS, Linear(), math.inf), linear_svc(XOR, XOR_LABELS, math.inf)
    assert finish(problem, "perceptron", cancel=flag).outcome == Outcome.CANCELLED
    assert finish(plane, "perceptron-primal", cancel=flag).steps == 0
    assert len(record(problem, "perceptron", cancel=flag)) == 0


def test_what_is_not_allowed_is_refused() -> None:
    problem = c_svc(XOR, XOR_LABELS, Linear(), math.inf)
    with pytest.raises(ValueError, match="order is 'sorted'"):
        finish(problem, "perceptron", order="sorted")
    for eta in (0.0, -1.0, math.inf, math.nan):
        with pytest.raises(ValueError, match="eta is"):
            finish(problem, "perceptron", eta=eta)
    with pytest.raises(TypeError, match="goes on from no other run"):
        fork(record(c_svc(*cloud(20, 0), Gaussian(1.0), 1.0)), 2, "perceptron")
    with pytest.raises(TypeError, match="perceptron solves C-SVC"):
        finish(nu_svc(XOR, XOR_LABELS, Linear(), 0.5), "perceptron")
