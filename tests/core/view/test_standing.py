"""Where a run stands, every number held against a slow recomputation from alpha alone."""

from __future__ import annotations

import math
from itertools import product

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.problem import Gaussian, Linear, LinearProblem, PolynomialMap, Problem, c_svc, linear_svc
from core.solver import Outcome
from core.trace import Trace, by_hand, record
from core.view import CoordinateStanding, OffsetRule, PairStanding, coordinate_standing, pair_standing, playback
from core.view.solution import Light
from tests.core.small_problems import XOR, XOR_LABELS, cloud, labelled_points, moons, penalties, problems

PAIRS = ("smo-second-order", "smo-first-order", "platt")


def _slow_hinge(problem: Problem, alpha: np.ndarray, b: float) -> tuple[float, float]:
    """Return P at b and -D, point by point."""
    K, y, C = problem.gram, problem.y, problem.dual.upper
    half = 0.5 * sum(alpha[i] * alpha[j] * y[i] * y[j] * K[i, j] for i in range(len(y)) for j in range(len(y)))
    f = [sum(alpha[j] * y[j] * K[i, j] for j in range(len(y))) + b for i in range(len(y))]
    slack = sum(C[i] * max(0.0, 1.0 - y[i] * f[i]) for i in range(len(y)))
    return half + slack, float(alpha.sum()) - half


def _check_pairs(trace: Trace, k: int) -> None:
    problem, alpha = trace.problem, trace.state_at(k).alpha
    assert isinstance(problem, Problem)
    shown, K, y, C = pair_standing(trace, k), problem.gram, problem.y, problem.dual.upper
    near = 1e-9 * (1.0 + float(np.abs(K).max() * alpha.sum()))
    without = [y[i] - sum(alpha[j] * y[j] * K[i, j] for j in range(len(y))) for i in range(len(y))]
    rising = [without[i] for i in range(len(y)) if (alpha[i] < C[i] if y[i] > 0 else alpha[i] > 0)]
    falling = [without[i] for i in range(len(y)) if (alpha[i] < C[i] if y[i] < 0 else alpha[i] > 0)]
    assert (shown.m, shown.M) == pytest.approx((max(rising), min(falling)), abs=near)
    assert (without[shown.up], without[shown.low]) == pytest.approx((shown.m, shown.M), abs=near)
    assert shown.free == sum(0 < alpha[i] < C[i] for i in range(len(y)))
    assert shown.bounded == sum(alpha[i] == C[i] for i in range(len(y)))
    sums = [sum(alpha[i] for i in range(len(y)) if y[i] == sign) for sign in (1, -1)]
    assert shown.alpha_sums == pytest.approx(tuple(sums))
    assert shown.equality == pytest.approx(sums[0] - sums[1], abs=near)
    primal, dual = _slow_hinge(problem, alpha, shown.proof.b)
    scale = 1e-9 * (1.0 + abs(primal) + abs(dual))
    assert (shown.half_norm + shown.loss, shown.total - shown.half_norm) == pytest.approx((primal, dual), abs=scale)
    assert shown.proof.gap == pytest.approx(primal - dual, abs=scale)
    _check_offset(trace, k, shown, np.array(without), near)


def _check_offset(trace: Trace, k: int, shown: PairStanding, without: np.ndarray, near: float) -> None:
    problem, alpha = trace.problem, trace.state_at(k).alpha
    free = (alpha > 0) & (alpha < problem.dual.upper)
    assert (shown.last is None) == (k == 0)
    if shown.last is not None:
        i, j = (int(trace.table[k - 1][name]) for name in "ij")
        assert (shown.last.i, shown.last.j) == (i, j)
        assert (shown.last.b_i, shown.last.b_j) == pytest.approx((without[i], without[j]), abs=near)
    last = shown.last
    if last is not None:
        assert (last.free_i, last.free_j) == (free[last.i], free[last.j])
        assert last.chosen == (last.b_i if free[last.i] else last.b_j if free[last.j] else 0.5 * (last.b_i + last.b_j))
        assert (shown.rule in (OffsetRule.MEAN, OffsetRule.MIDDLE)) or (shown.rule is last.rule)
    expected = {
        OffsetRule.MEAN: float(np.mean(without[free])) if free.any() else math.nan,
        OffsetRule.MIDDLE: 0.5 * (shown.m + shown.M),
        OffsetRule.START: 0.0,
        OffsetRule.FIRST: last.b_i if last else math.nan,
        OffsetRule.SECOND: last.b_j if last else math.nan,
        OffsetRule.BETWEEN: last.middle if last else math.nan,
    }[shown.rule]
    assert shown.b == pytest.approx(expected, abs=near)
    assert shown.b == pytest.approx(float(playback(trace, 2).b[k]), abs=near)
    assert (shown.rule in (OffsetRule.MEAN, OffsetRule.MIDDLE)) == (trace.stepper.name != "platt")


@pytest.mark.parametrize("name", PAIRS)
@given(problem=problems(), share=st.floats(0, 1))
def test_every_number_of_a_run_of_pairs_is_that_of_a_slow_recomputation(
    problem: Problem, share: float, name: str
) -> None:
    trace = record(problem, name, 1e-3, limit=200)
    if problem.doubt == 0.0 and trace.outcome is not Outcome.INFEASIBLE:
        _check_pairs(trace, round(share * len(trace)))


@pytest.mark.parametrize("name", PAIRS)
def test_every_state_of_a_whole_run_adds_up(name: str) -> None:
    trace = record(c_svc(*moons(40, seed=1), Gaussian(1.0), 10.0), name, 1e-3)
    for k in range(len(trace) + 1):
        _check_pairs(trace, k)
    assert {pair_standing(trace, k).digits for k in range(len(trace) + 1)} >= {0, 1, 2}


def test_before_the_first_step_nothing_is_drawn_and_nothing_proved() -> None:
    shown = pair_standing(record(c_svc(*moons(20), Linear(), 1.0)), 0)
    assert (shown.free, shown.bounded, shown.equality, shown.digits) == (0, 0, 0.0, 0)
    assert math.isinf(shown.margin_width)
    assert shown.light is Light.NOT_YET
    assert shown.w is not None
    assert shown.w.tolist() == [0.0, 0.0]
    assert (shown.m, shown.M, shown.b) == (1.0, -1.0, 0.0)


def test_the_interval_closes_and_the_light_turns_green() -> None:
    trace = record(c_svc(*moons(40), Linear(), 1.0), tolerance=1e-9)
    first, last = pair_standing(trace, 0), pair_standing(trace, len(trace))
    assert first.m - first.M == 2.0
    assert last.m - last.M <= 1e-9
    assert last.light is Light.PROVED


def test_without_a_free_vector_b_is_the_middle_of_the_interval() -> None:
    trace = by_hand(c_svc([[1.0], [-1.0]], [1, -1], Linear(), 0.1), [(0, 1)])
    shown = pair_standing(trace, 1)
    assert (shown.free, shown.bounded, shown.rule) == (0, 2, OffsetRule.MIDDLE)
    assert shown.b == pytest.approx(0.0)
    assert (shown.m, shown.M) == pytest.approx((-0.8, 0.8))  # every b between them is valid: m <= M


@pytest.mark.parametrize("name", PAIRS)
@given(problem=problems(), share=st.floats(0, 1))
def test_the_b_of_libsvms_rule_and_that_of_a_free_point_lie_between_both_ends_of_the_interval(
    problem: Problem, share: float, name: str
) -> None:
    trace = record(problem, name, 1e-3, limit=200)
    shown = pair_standing(trace, round(share * len(trace)))
    if problem.doubt > 0.0 or trace.outcome is Outcome.INFEASIBLE:
        return
    near = 1e-9 * (1.0 + float(np.abs(problem.gram).max() * trace.last.alpha.sum()))
    between = [shown.b] if shown.rule in (OffsetRule.MEAN, OffsetRule.MIDDLE) else []
    if shown.last is not None and shown.last.rule is not OffsetRule.BETWEEN:
        between.append(shown.last.chosen)
    for b in between:
        assert min(shown.m, shown.M) - near <= b <= max(shown.m, shown.M) + near


def test_platts_b_can_be_outside_the_interval_at_an_optimum() -> None:
    # Two points have reached C and b_1 = 1, b_2 = -1 give b = 0. The third point requires b >= 1, but no pair can move.
    problem = c_svc([[0.0], [0.0], [0.0]], [1, 1, -1], Gaussian(1.0), 0.25)
    trace = record(problem, "platt")
    shown = pair_standing(trace, len(trace))
    assert trace.outcome is Outcome.OPTIMAL
    assert (shown.rule, shown.b) == (OffsetRule.BETWEEN, 0.0)
    assert (shown.m, shown.M) == (1.0, 1.0)
    assert pair_standing(record(problem), len(record(problem))).b == 1.0


def test_a_hard_margin_that_is_still_broken_has_no_primal() -> None:
    trace = record(c_svc(XOR, XOR_LABELS, Linear(), math.inf), limit=50)
    shown = pair_standing(trace, len(trace))
    assert shown.hard
    assert shown.bounded == 0
    assert math.isinf(shown.proof.primal)
    assert (shown.digits, shown.light) == (0, Light.NOT_YET)


def test_a_hard_margin_has_its_primal_from_the_plane_that_is_rescaled() -> None:
    X, y = cloud(12, seed=3, gap=3.0)
    trace = record(c_svc(X, y, Linear(), math.inf), tolerance=1e-6)
    shown = pair_standing(trace, len(trace))
    assert shown.w is not None
    least = float((y * (X @ shown.w + shown.proof.b)).min())
    assert shown.proof.primal == pytest.approx(shown.half_norm / least**2)


# ---- coordinate descent ----


def _check_coordinates(trace: Trace, k: int) -> None:
    problem, alpha, shown = trace.problem, trace.state_at(k).alpha, coordinate_standing(trace, k)
    assert isinstance(problem, LinearProblem)
    B, y, C = problem.bias or 0.0, problem.y, problem.C
    squared_loss = problem.loss == "squared_hinge"
    w, weight = (alpha * y) @ problem.X, B * float(alpha @ y)
    margin = y * (problem.X @ w + B * weight)
    half = 0.5 * (float(w @ w) + weight**2)
    slack = np.maximum(0.0, 1.0 - margin)
    loss = C * float((slack**2 if squared_loss else slack).sum())
    extra = float(alpha @ alpha) / (4.0 * C) if squared_loss else 0.0
    near = 1e-9 * (1.0 + half + loss + float(alpha.sum()))
    assert (shown.half_norm, shown.loss, shown.diagonal) == pytest.approx((half, loss, extra), abs=near)
    assert shown.proof.gap == pytest.approx(half + loss - (float(alpha.sum()) - half - extra), abs=near)
    assert shown.b == pytest.approx(B * weight, abs=near)
    assert shown.equality == pytest.approx(float(alpha @ y), abs=near)
    slope = margin - 1.0 + (alpha / (2.0 * C) if squared_loss else 0.0)
    U = math.inf if squared_loss else C
    left = [max(g, 0.0) if a >= U else min(g, 0.0) if a <= 0 else g for g, a in zip(slope, alpha, strict=True)]
    assert (shown.lowest, shown.highest) == pytest.approx((min(left), max(left)), abs=near)
    assert (left[shown.at_lowest], left[shown.at_highest]) == pytest.approx((min(left), max(left)), abs=near)
    assert (shown.free, shown.bounded) == (int(((alpha > 0) & (alpha < U)).sum()), int((alpha >= U).sum()))


@given(
    points=labelled_points(),
    C=penalties,
    loss=st.sampled_from(("hinge", "squared_hinge")),
    bias=st.sampled_from((None, 1.0, 2.0)),
    share=st.floats(0, 1),
)
def test_every_number_of_coordinate_descent_is_that_of_a_slow_recomputation(
    points: tuple[np.ndarray, np.ndarray], C: float, loss: str, bias: float | None, share: float
) -> None:
    trace = record(linear_svc(*points, C, loss, bias), "dual-cd", 0.01, limit=200)
    _check_coordinates(trace, round(share * len(trace)))


def test_the_slopes_of_coordinate_descent_close_on_zero_behind_a_map_too() -> None:
    X, y = moons(50, seed=4)
    features = PolynomialMap().features(X)
    for loss, bias in product(("hinge", "squared_hinge"), (1.0, None)):
        trace = record(linear_svc(features, y, 2.0, loss, bias), "dual-cd", 1e-8, limit=100_000, shrinking=False)
        shown: CoordinateStanding = coordinate_standing(trace, len(trace))
        assert -1e-6 < shown.lowest <= 0.0 <= shown.highest < 1e-6
        assert shown.light is Light.PROVED
        assert shown.proof.low <= shown.proof.high
        assert coordinate_standing(trace, 0).lowest == -1.0  # of alpha = 0: every slope is -1


def test_each_kind_of_run_is_asked_for_its_own_numbers() -> None:
    pairs, visits = record(c_svc(*moons(10), Linear(), 1.0)), record(linear_svc(*moons(10), 1.0), "dual-cd")
    with pytest.raises(TypeError, match="visits no coordinates"):
        coordinate_standing(pairs, 0)
    with pytest.raises(TypeError, match="moves no pairs"):
        pair_standing(visits, 0)
    with pytest.raises(IndexError):
        pair_standing(pairs, len(pairs) + 1)
