"""What the missing equality constraint costs, and the race: laws of both, held against numbers found otherwise."""

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.optimize import minimize

from core.problem import Linear, PolynomialMap, linear_svc
from core.topics.descent.experiment import Offsets, clock, free_problem, offsets, race, step_costs, value_cost
from core.trace import record
from tests.core.small_problems import cloud, labelled_points, moons

LOSSES = st.sampled_from(["hinge", "squared_hinge"])
soft = st.sampled_from([0.1, 1.0, 10.0])


def _both(X: np.ndarray, y: np.ndarray, C: float, loss: str, bias: float | None, mapped: bool = False) -> Offsets:
    phi = PolynomialMap()
    features, kernel = (phi.features(X), phi.kernel) if mapped else (X, Linear())
    return offsets(free_problem(X, y, kernel, C, loss), linear_svc(features, y, C, loss, bias))


@given(labelled_points(8), soft, LOSSES, st.sampled_from([None, 1.0]), st.booleans())
def test_an_offset_that_is_paid_for_never_makes_the_optimum_lower(
    data: tuple[np.ndarray, np.ndarray], C: float, loss: str, bias: float | None, mapped: bool
) -> None:
    both = _both(*data, C, loss, bias, mapped)
    if both.proved:
        slack = both.free.proof.gap + both.appended.proof.gap + both.free.proof.rounding + both.appended.proof.rounding
        assert both.appended.optimum >= both.free.optimum - slack - 1e-9 * both.free.optimum


def test_the_squared_hinge_with_a_free_offset_is_what_a_general_minimiser_finds() -> None:
    X, y = moons(40, seed=1)
    both = _both(X, y, 1.0, "squared_hinge", 1.0)

    def primal(v: np.ndarray) -> float:
        return float(0.5 * v[:2] @ v[:2] + np.sum(np.maximum(0.0, 1.0 - y * (X @ v[:2] + v[2])) ** 2))

    found = minimize(primal, np.zeros(3), method="BFGS", options={"gtol": 1e-9})
    assert both.free.optimum == pytest.approx(found.fun, rel=1e-6)
    np.testing.assert_allclose([*both.free.w, both.free.b], found.x, atol=1e-4)


def test_both_sides_say_their_decision_values_and_how_far_they_are_apart() -> None:
    X, y = cloud(60, seed=2)
    both = _both(X, y, 1.0, "hinge", 1.0)
    assert both.proved
    for side in (both.free, both.appended):
        np.testing.assert_allclose(side.decision, X @ side.w + side.b, rtol=1e-12)
        np.testing.assert_allclose(side.labelled, y * side.decision)
    assert both.difference == np.abs(both.free.decision - both.appended.decision).max()


def test_points_exactly_on_both_boundaries_change_no_sides() -> None:
    X = np.array([[1.0, 1.0], [-1.0, -1.0], [1.0, -1.0], [-1.0, 1.0]])
    assert _both(X, np.array([1.0, 1.0, -1.0, -1.0]), 10.0, "squared_hinge", 1.0).changed == 0


@pytest.mark.parametrize("mapped", [False, True])
def test_the_race_counts_its_work_and_never_falls_back(mapped: bool) -> None:
    X, y = cloud(40, seed=3)
    phi = PolynomialMap()
    features, kernel = (phi.features(X), phi.kernel) if mapped else (X, Linear())
    free, linear = free_problem(X, y, kernel, 1.0, "hinge"), linear_svc(features, y, 1.0)
    pairs, visits = record(free, tolerance=1e-6), record(linear, "dual-cd", 1e-6)
    shown = race(pairs, visits, offsets(free, linear), value_cost(phi if mapped else Linear(), 2))
    p = features.shape[1] + 1
    assert shown.pair.work[-1] == len(pairs) * 2 * 40 * (4 if mapped else 2)
    assert shown.single.work[-1] == p * (len(visits) + np.count_nonzero(visits.table["w_change"]))
    for runner in (shown.pair, shown.single):
        assert runner.step[0] == 0
        assert runner.distance[0] == pytest.approx(1.0)  # D = 0 at the start
        assert (np.diff(runner.distance) <= 1e-12).all()
        assert (np.diff(runner.work) > 0).all()
    assert shown.target == 1e-3
    reached = shown.single.reached(1e-3)
    assert reached is not None
    step = reached[0]
    best = -shown.optima.appended.optimum
    assert (visits.objective[step] - best) / abs(best) <= 1e-3


def test_a_distance_below_what_is_proved_counts_for_nothing() -> None:
    X, y = cloud(30, seed=3)
    free, linear = free_problem(X, y, Linear(), 1.0, "hinge"), linear_svc(X, y, 1.0)
    shown = race(record(free), record(linear, "dual-cd"), offsets(free, linear), 2)
    assert shown.pair.reached(0.5 * shown.pair.known) is None
    assert math.isfinite(shown.pair.known)


def test_each_tick_of_the_clock_adds_more_work_than_the_one_before_until_the_longer_run_is_over() -> None:
    work = clock(93_008.0, 60)
    assert (len(work), work[0], work[-1]) == (61, 0.0, 93_008.0)
    assert (np.diff(work, n=2) > 0).all()


def test_the_costs_of_the_steps_are_the_work_of_the_runs() -> None:
    X, y = cloud(40, seed=3)
    free, linear = free_problem(X, y, Linear(), 1.0, "hinge"), linear_svc(X, y, 1.0)
    pairs, visits = record(free), record(linear, "dual-cd")
    shown = race(pairs, visits, offsets(free, linear), 2)
    for runner, trace in ((shown.pair, pairs), (shown.single, visits)):
        np.testing.assert_array_equal(np.cumsum(step_costs(trace, 2.0)), runner.worked[1:])
    assert set(step_costs(pairs, 2.0)) == {2.0 * 40 * 2}
    assert set(step_costs(visits, 2.0)) <= {3.0, 6.0}
