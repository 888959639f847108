"""A line survives every move shorter than its margin; its error on new points is a known probability."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.problem import Linear, c_svc, normal, offset
from core.solver import answer
from core.topics.margin.tolerance import (
    error_of,
    mean_interval,
    offset_bounds,
    on_new_points,
    share_interval,
    trials_kept,
)

X = np.array([[3.0, 3.0], [4.0, 3.0], [3.5, 4.5], [1.0, 1.0], [0.0, 1.5], [1.0, 0.0]])
Y = np.array([1.0, 1.0, 1.0, -1.0, -1.0, -1.0])
TRIALS = 2000


def widest() -> tuple[np.ndarray, float]:
    problem = c_svc(X, Y, Linear(), math.inf)
    found = answer(problem, tolerance=1e-10)
    w = normal(problem, found.alpha)
    assert w is not None
    return w, offset(problem, found.alpha)


@given(st.floats(0.0, 2.0 * math.pi), st.floats(-3.0, 3.0), st.floats(0.01, 0.99), st.integers(0, 9))
def test_a_line_separates_after_every_move_shorter_than_its_margin(
    angle: float, b: float, share: float, seed: int
) -> None:
    line = np.array([math.cos(angle), math.sin(angle)]), b
    margin = float((Y * (X @ line[0] + b)).min())
    kept = trials_kept([line], X, Y, share * max(margin, 0.0), 20, seed)[0]
    assert kept == (20 if margin > 0.0 else 0)


def test_a_longer_move_breaks_a_line_as_often_as_counted_point_by_point() -> None:
    line = widest()
    radius = 1.5 / float(np.hypot(*line[0]))
    kept = trials_kept([line, (2.0 * line[0], 2.0 * line[1])], X, Y, radius, TRIALS, 3)
    assert 0 < kept[0] < TRIALS
    assert kept[0] == kept[1]
    # A point at the distance m is carried across with the probability arccos(m / r) / pi.
    distances = Y * (X @ line[0] + line[1]) / np.hypot(*line[0])
    stays = 1.0 - np.arccos(np.minimum(distances / radius, 1.0)) / math.pi
    assert kept[0] / TRIALS == pytest.approx(float(np.prod(stays)), abs=0.04)


def test_the_error_is_the_share_of_wrong_new_points() -> None:
    w, b = np.array([1.0, 0.2]), -2.0
    rng = np.random.default_rng(5)
    rows = rng.integers(len(Y), size=200_000)
    new = X[rows] + 0.8 * rng.standard_normal((len(rows), 2))
    wrong = float((Y[rows] * (new @ w + b) < 0.0).mean())
    assert error_of((w, b), X, Y, 0.8) == pytest.approx(wrong, abs=0.004)
    assert error_of((7.0 * w, 7.0 * b), X, Y, 0.8) == pytest.approx(error_of((w, b), X, Y, 0.8))


def test_every_set_that_counts_is_separated_and_the_same_seed_draws_the_same() -> None:
    found = on_new_points(X, Y, 0.5, 40, 1)
    assert found.errors.shape == (found.separable, 3)
    assert 0 < found.separable <= found.drawn == 40
    assert ((found.errors > 0.0) & (found.errors < 1.0)).all()
    np.testing.assert_array_equal(found.errors, on_new_points(X, Y, 0.5, 40, 1).errors)
    assert found.wins(1) == sum(own < other for own, other, _ in found.errors)
    assert on_new_points(X, Y, 1e3, 4, 1).separable < 4


def test_wide_noise_makes_the_widest_street_no_worse_on_average() -> None:
    found = on_new_points(X, Y, 0.7, 150, 2)
    assert found.errors[:, 0].mean() < found.errors[:, 2].mean()


@pytest.mark.parametrize(("won", "of"), [(0, 10), (5, 10), (10, 10), (137, 200)])
def test_wilsons_interval_is_its_formula(won: int, of: int) -> None:
    z, p = 1.959963984540054, won / of
    centre = (p + z * z / (2 * of)) / (1 + z * z / of)
    half = z / (1 + z * z / of) * math.sqrt(p * (1 - p) / of + z * z / (4 * of * of))
    assert share_interval(won, of) == pytest.approx((max(0.0, centre - half), min(1.0, centre + half)), abs=1e-9)


def test_the_interval_of_a_mean() -> None:
    mean, half = mean_interval(np.array([1.0, 3.0]))
    assert (mean, half) == pytest.approx((2.0, 1.959964))
    assert math.isnan(mean_interval(np.array([1.0]))[1])
    assert math.isnan(mean_interval(np.array([]))[0])


def test_the_constraints_leave_one_offset_for_the_shortest_w_and_several_for_a_longer_one() -> None:
    w, b = widest()
    found = offset_bounds(w, X, Y)
    assert found.low == pytest.approx(found.high, abs=1e-8)
    assert found.low == pytest.approx(b, abs=1e-8)
    assert (found.plus, found.minus) == (0, 3)
    longer = offset_bounds(2.0 * w, X, Y)
    assert longer.low < longer.high
    for offset_there in (longer.low, longer.high):
        assert (Y * (X @ (2.0 * w) + offset_there) >= 1.0 - 1e-9).all()
