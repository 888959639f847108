from __future__ import annotations

import itertools
from collections.abc import Iterator
from typing import cast

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.problem import Gaussian, Linear, Polynomial, Precomputed, Problem, Sigmoid, c_svc, linear_svc
from core.solver import STEPPERS
from core.trace import BadPick, Trace, by_hand, pick, record, suggestion
from core.view import pair_at, pair_move, pair_view, partners_at
from core.view.pair import score_rounding
from tests.core import naive
from tests.core.small_problems import RULES, TIES, moons, problems

STEPS = 1000


def _traces() -> Iterator[Trace]:
    kernels = [(Gaussian(1.0), 100.0), (Linear(), 1.0), (Polynomial(3), 10.0), (Sigmoid(0.5, -1.0), 10.0)]
    for (kernel, C), rule, ties in itertools.product(kernels, RULES, TIES):
        yield record(c_svc(*moons(60, seed=2), kernel, C), rule, 1e-4, limit=3000, ties=ties)


def _random_steps() -> Iterator[tuple[Trace, int]]:
    rng, traces = np.random.default_rng(0), list(_traces())
    for count in range(STEPS):
        trace = traces[count % len(traces)]
        yield trace, int(rng.integers(0, len(trace)))


def _twice_the_most_decrease(K: np.ndarray, i: int, j: int, b: float) -> float:
    """Return 2 max_t (b t - a t^2 / 2), found by trying: the parabola's top lies at t = b / a."""
    a = K[i, i] + K[j, j] - 2 * K[i, j]
    tops = [b * t - a * t * t / 2 for t in (b / a * np.linspace(0.9, 1.1, 41))]
    return 2 * max(tops)


def test_every_figure_of_a_thousand_random_steps_is_that_of_a_slow_recomputation() -> None:
    for trace, k in _random_steps():
        dual, row = trace.problem.dual, trace.table[k]
        view, state = pair_at(trace, k), trace.state_at(k)
        K, y, C, alpha = dual.kernel, dual.y, dual.upper, state.alpha
        up = [t for t in range(len(y)) if (alpha[t] < C[t] if y[t] > 0 else alpha[t] > 0)]
        low = [t for t in range(len(y)) if (alpha[t] < C[t] if y[t] < 0 else alpha[t] > 0)]
        assert np.flatnonzero(view.in_up).tolist() == up
        assert np.flatnonzero(view.in_low).tolist() == low
        slow = y - K @ (alpha * y)  # -y_i G_i = y_i - (f(x_i) - b)
        scale = 1e-12 * (1 + np.abs(K).max() * alpha.sum())
        np.testing.assert_allclose(view.score, slow, rtol=0, atol=scale)
        assert (view.m, view.M) == (max(view.score[up]), min(view.score[low]))
        assert view.i == row["i"]
        assert view.score[view.i] == view.m
        for second in (False, True):
            ties = "last" if trace.rule.last_tie else "first"
            chosen = naive.choose(K, y, C, alpha, state.gradient, 1e-4, second, ties)
            assert chosen is not None
            assert (view.second_order_j if second else view.first_order_j) == chosen.j
        _check_candidates(view, K, low, score_rounding(dual, alpha))
        _check_move(view, trace, k, slow, scale)


def _check_candidates(view: object, K: np.ndarray, low: list[int], rounding: float) -> None:
    found = view.candidates
    assert rounding < 1e-9
    assert found.j.tolist() == [t for t in low if view.m - view.score[t] > rounding]
    for j, b, a, gain, tau in zip(found.j, found.violation, found.curvature, found.gain, found.tau, strict=True):
        assert b == view.m - view.score[j] > 0
        assert a == K[view.i, view.i] + K[j, j] - 2 * K[view.i, j]
        assert tau == (a <= 0)
        slow = b * b / 1e-12 if tau else _twice_the_most_decrease(K, view.i, j, b)
        assert gain == pytest.approx(slow, rel=1e-9)


def _check_move(view: object, trace: Trace, k: int, slow: np.ndarray, scale: float) -> None:
    row, move, dual = trace.table[k], view.move, trace.problem.dual
    assert (move.i, move.j) == (row["i"], row["j"])
    assert move.j == (view.second_order_j if trace.rule.second_order else view.first_order_j)
    assert move.violation == pytest.approx(slow[move.i] - slow[move.j], abs=4 * scale)
    assert (move.decrease, move.curvature) == (row["decrease"], row["curvature"])
    old, new = trace.state_at(k).alpha, trace.state_at(k + 1).alpha
    fell = naive.exact_decrease(dual.kernel, dual.y, old, new, move.i, move.j)
    assert move.decrease == pytest.approx(float(fell), abs=10 * scale * (1 + np.abs(new - old).sum()))
    assert move.promise == 0.5 * view.candidates.gain[view.candidates.j.tolist().index(move.j)]
    if move.curvature > 0:
        assert move.decrease <= move.promise * (1 + 1e-9)
        if not move.clipped:
            assert move.decrease == pytest.approx(move.promise, rel=1e-6)
    on_edge = any(new[t] in (0.0, dual.upper[t]) for t in (move.i, move.j))
    assert on_edge or not move.clipped


@given(problem=problems(), rule=st.sampled_from(RULES), tie=st.sampled_from(TIES))
def test_the_band_closes_exactly_when_the_run_is_over(problem: Problem, rule: str, tie: str) -> None:
    trace = record(problem, rule, 1e-3, limit=300, ties=tie)
    for k in {0, len(trace) // 2, len(trace)}:
        view = pair_at(trace, k)
        over = view.m - view.M < 1e-3
        assert (view.move is None) == (view.first_order_j < 0) == (view.second_order_j < 0) == over
        assert over or view.candidates.j.size > 0


@given(problem=problems(), rule=st.sampled_from(RULES), tie=st.sampled_from(TIES))
def test_scores_that_differ_by_rounding_alone_make_no_candidate(problem: Problem, rule: str, tie: str) -> None:
    trace = record(problem, rule, 1e-9, limit=300, ties=tie)
    for k in {0, len(trace) // 2, len(trace)}:
        view, least = pair_at(trace, k), score_rounding(problem.dual, trace.state_at(k).alpha)
        chosen = (view.first_order_j, view.second_order_j)
        assert all(b > least or j in chosen for j, b in zip(view.candidates.j, view.candidates.violation, strict=True))
        assert all((partners_at(trace, k, i).candidates.violation > least).all() for i in range(len(problem.y)))


def test_a_run_that_is_over_to_the_last_bit_has_no_candidates() -> None:
    trace = record(c_svc([[3, 3], [4, 3], [1, 1]], [1, 1, -1], Linear(), 1.0), "smo-second-order", 1e-9)
    view = pair_at(trace, len(trace))
    assert 0.0 < view.m - view.M < 1e-15  # rounding, which a bar over its own largest would show at full height
    assert view.candidates.j.size == 0


def test_a_curvature_that_is_not_positive_is_shown_as_it_is_and_said_to_be_replaced() -> None:
    problem = c_svc(np.array([[-1.0, 0.0], [0.0, -1.0]]), [1, -1], Precomputed(), 1.0)
    view = pair_at(record(problem), 0)
    assert view.candidates.curvature.tolist() == [-2.0]
    assert view.candidates.tau.tolist() == [True]
    assert view.candidates.gain.tolist() == [4.0 / 1e-12]
    assert view.move is not None
    assert view.move.clipped


def test_a_pair_picked_by_hand_may_gain_nothing() -> None:
    trace = record(c_svc(*moons(20), Gaussian(1.0), 1.0))
    dual, state = trace.problem.dual, trace.state_at(0)
    same = np.flatnonzero(dual.y > 0)[:2]
    move = pair_move(dual, state.alpha, state.gradient, int(same[0]), int(same[1]))
    assert (move.violation, move.decrease) == (0.0, 0.0)


def test_the_rules_may_be_asked_at_a_state_of_platt() -> None:
    trace = record(c_svc(*moons(30), Gaussian(1.0), 1.0), "platt")
    dual, state = trace.problem.dual, trace.state_at(7)
    view = pair_view(dual, state.alpha, trace.stepper.gradient(dual, state), STEPPERS["smo-second-order"].rule())
    np.testing.assert_allclose(view.score, state.b - state.errors, atol=1e-12)
    assert view.move is not None
    assert view.move.j == view.second_order_j


def test_other_algorithms_have_no_rule_to_show() -> None:
    with pytest.raises(TypeError, match="platt does not choose"):
        pair_at(record(c_svc(*moons(20), Gaussian(1.0), 1.0), "platt"), 0)
    with pytest.raises(TypeError, match="dual-cd does not choose"):
        pair_at(record(linear_svc(*moons(20), 1.0), "dual-cd"), 0)


def test_the_partners_of_a_point_are_those_with_which_the_solver_would_move_it() -> None:
    problem, pairs = c_svc(*moons(20, seed=3), Gaussian(1.0), 1.0), []
    for _ in range(12):
        trace = by_hand(problem, pairs)
        chosen = suggestion(trace)
        if chosen is None:
            break
        for i in range(20):
            found = partners_at(trace, len(trace), i)
            moving = [j for j in range(20) if not isinstance(pick(trace, i, j), BadPick)]
            j, gain = found.candidates.j.tolist(), found.candidates.gain
            assert set(moving) - _alike(trace, i) <= set(j)
            assert set(j) - set(moving) <= _too_small(trace, i)
            if moving:
                assert gain.max() == gain[j.index(found.best)]
                assert found.candidates.violation.max() == found.candidates.violation[j.index(found.steepest)]
        assert partners_at(trace, len(trace), chosen[0]).best == chosen[1]
        pairs.append(chosen)
    assert len(pairs) > 5


def _alike(trace: Trace, i: int) -> set[int]:
    """Return the points whose score differs from that of i by no more than rounding."""
    score, dual = pair_at(trace, len(trace)).score, cast(Problem, trace.problem).dual
    return set(np.flatnonzero(np.abs(score - score[i]) <= score_rounding(dual, trace.last.alpha)).tolist())


def _too_small(trace: Trace, i: int) -> set[int]:
    return {j for j in range(len(trace.problem.y)) if pick(trace, i, j) is BadPick.TOO_SMALL}
