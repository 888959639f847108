"""The parabola, its clip and every number of a visit, held against a slow recomputation from alpha alone."""

import math
from collections.abc import Iterator
from itertools import product

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.problem import Gaussian, LinearProblem, PolynomialMap, c_svc, linear_svc, plane, projected_gradient
from core.topics.descent.view import CoordinateView, coordinate_at
from core.trace import Trace, record
from core.view import playback
from tests.core.small_problems import cloud, labelled_points, moons, penalties

STEPS = 1000


def _traces() -> Iterator[Trace]:
    """Return runs of every kind; some points are there twice, and some rows are zero."""
    X, y = moons(50, seed=4)
    X[7], X[8:10] = X[6], 0.0
    for loss, bias, order, shrinking, mapped in product(
        ("hinge", "squared_hinge"), (1.0, 2.0, None), ("random", "cyclic"), (True, False), (True, False)
    ):
        features = PolynomialMap().features(X) if mapped else X
        problem = linear_svc(features, y, 2.0, loss, bias)
        yield record(problem, "dual-cd", 0.01, limit=2000, order=order, seed=3, shrinking=shrinking)


def _random_visits() -> Iterator[tuple[Trace, int]]:
    rng, traces = np.random.default_rng(1), list(_traces())
    for count in range(STEPS):
        trace = traces[count % len(traces)]
        yield trace, int(rng.integers(0, len(trace)))


def _slow_dual(problem: LinearProblem, alpha: np.ndarray) -> float:
    Phi = problem.X if problem.bias is None else np.column_stack([problem.X, np.full(len(problem.X), problem.bias)])
    Q = np.outer(problem.y, problem.y) * (Phi @ Phi.T)
    D = 0.0 if problem.loss == "hinge" else 0.5 / problem.C
    return float(0.5 * alpha @ Q @ alpha + 0.5 * D * alpha @ alpha - alpha.sum())


def test_every_number_of_a_thousand_random_visits_is_that_of_a_slow_recomputation() -> None:
    for trace, k in _random_visits():
        problem = trace.problem
        assert isinstance(problem, LinearProblem)
        shown, alpha = coordinate_at(trace, k), trace.state_at(k).alpha
        scale = 1.0 + float(alpha.sum())
        for t in np.linspace(-1.0, 3.0, 7):  # inside the box and beyond it
            other = alpha.copy()
            other[shown.i] = t
            assert shown.dual_at(t) == pytest.approx(_slow_dual(problem, other), abs=1e-9 * scale)
        h = 1e-4
        slope = (shown.dual_at(shown.old + h) - shown.dual_at(shown.old - h)) / (2 * h)
        assert shown.slope == pytest.approx(slope, abs=1e-6 * scale)
        G = np.full(len(alpha), shown.slope)
        assert shown.projected == projected_gradient(problem, alpha, G)[shown.i]
        before, after = (plane(problem, trace.state_at(t).alpha) for t in (k, k + 1))
        np.testing.assert_allclose(shown.w[0], before.w, atol=1e-9 * scale)
        np.testing.assert_allclose(shown.w[1], after.w, atol=1e-9 * scale)
        assert shown.b == pytest.approx((before.b, after.b), abs=1e-9 * scale)


def test_the_new_alpha_is_the_lowest_point_of_the_parabola_inside_the_box_or_nothing_moved() -> None:
    for trace, k in _random_visits():
        shown = coordinate_at(trace, k)
        assert shown.new == trace.state_at(k + 1).alpha[shown.i]
        if not shown.moved:
            assert shown.shrunk or abs(shown.projected) <= 1e-12 or shown.new == shown.old
            assert shown.decrease == 0
            continue
        end = min(shown.upper, 4.0 * shown.seen + 1.0)
        tried = np.linspace(0.0, end, 1001)
        assert shown.dual_at(shown.new) <= np.min(shown.dual_at(tried)) + 1e-12 * (1 + abs(shown.objective))
        assert shown.decrease == pytest.approx(shown.objective - shown.dual_at(shown.new), abs=1e-9)
        if math.isfinite(shown.free):
            assert shown.new == min(max(shown.free, 0.0), shown.upper)
            assert shown.clipped == (shown.free < 0 or shown.free > shown.upper)


def test_a_point_is_set_aside_only_beyond_the_threshold_and_at_its_bound() -> None:
    seen = 0
    for trace, k in _random_visits():
        shown = coordinate_at(trace, k)
        if shown.shrunk:
            seen += 1
            assert shown.projected == 0.0
            assert shown.stopped
            assert shown.old in (0.0, shown.upper)
            assert shown.slope > shown.threshold if shown.old == 0 else shown.slope < shown.threshold
    assert seen > 10


def test_an_epoch_counts_its_visits_and_visits_every_coordinate_not_set_aside() -> None:
    X, y = cloud(20, seed=1)
    trace = record(linear_svc(X, y, 1.0), "dual-cd", 0.01, order="random", seed=5)
    views = [coordinate_at(trace, k) for k in range(len(trace))]
    for epoch in range(views[-1].epoch + 1):
        mine = [view for view in views if view.epoch == epoch]
        assert len({view.i for view in mine}) == len(mine)
        places = [view.place for view in mine]
        assert places == sorted(places)
        assert places[0] == 1
        assert all(view.active - view.shrunk + view.aside == len(y) for view in mine)
        spreads = [view.spread for view in mine]
        assert spreads == sorted(spreads)


@given(labelled_points(), penalties, st.sampled_from(["hinge", "squared_hinge"]), st.sampled_from([None, 1.0, 3.0]))
def test_a_playback_adds_up_to_the_states_of_the_run(
    data: tuple[np.ndarray, np.ndarray], C: float, loss: str, bias: float | None
) -> None:
    X, y = data
    problem = linear_svc(X, y, C, loss, bias)
    trace = record(problem, "dual-cd", 1e-3, limit=300)
    play = playback(trace)
    assert (play.j == -1).all()
    alpha = np.zeros(len(y))
    for k in range(len(trace)):
        alpha[play.i[k]] += y[play.i[k]] * play.move[k]
        state = trace.state_at(k + 1)
        scale = 1.0 + float(state.alpha.max(initial=0.0)) * (k + 1)
        np.testing.assert_allclose(alpha, state.alpha, atol=1e-12 * scale)
        assert play.b[k + 1] == pytest.approx(plane(problem, state.alpha).b, abs=1e-11 * scale * len(y))


def test_a_run_of_pairs_and_a_step_that_is_none_are_refused() -> None:
    X, y = cloud(10, seed=0)
    with pytest.raises(TypeError):
        coordinate_at(record(c_svc(X, y, Gaussian(1.0), 1.0)), 0)
    trace = record(linear_svc(X, y, 1.0), "dual-cd", 0.1)
    with pytest.raises(IndexError):
        coordinate_at(trace, len(trace))


def test_a_view_without_a_parabola_says_so() -> None:
    X, y = np.array([[0.0, 0.0], [1.0, 0.0], [-1.0, 0.0]]), np.array([1.0, 1.0, -1.0])
    trace = record(linear_svc(X, y, 1.0, bias=None), "dual-cd", 0.1, order="cyclic")
    shown: CoordinateView = coordinate_at(trace, 0)
    assert (shown.curvature, shown.new, shown.slope) == (0.0, 1.0, -1.0)
    assert math.isnan(shown.free)
