"""What the dice do, as numbers: errors and their formulas, frequencies and their law, boundaries cell by cell."""

from __future__ import annotations

import math

import numpy as np
import pytest

from core.problem import FourierMap, Gaussian, c_svc, decision_values
from core.topics.fourier.experiment import cells_for, cloud, disagreement, points_apart, solved_on_window
from core.topics.fourier.view import (
    MOST_POINTS,
    SHOWN_PAIRS,
    Extreme,
    RollErrors,
    against_components,
    bounds,
    compare,
    enclosing_ball,
    extreme,
    frequencies,
    line,
    measured_points,
    roll_errors,
    variances,
    without_root,
)
from core.view.grid import grid_axes, near_points
from core.view.isolines import isolines, thinned
from tests.core.small_problems import moons

both_maps = pytest.mark.parametrize("paired", [False, True])
WINDOW = (-4.0, -4.0, 8.0)
SEEDS = range(40)
FEW = (2, 10, 100)


def rolled(X: np.ndarray, paired: bool, gamma: float = 1.0) -> list[RollErrors]:
    return [roll_errors(X, FourierMap(gamma, FEW[-1], seed, paired), FEW) for seed in SEEDS]


@both_maps
def test_a_growing_sum_makes_the_errors_that_the_maps_themselves_have(paired: bool) -> None:
    X, _ = moons(40)
    found = roll_errors(X, FourierMap(0.7, FEW[-1], 3, paired), FEW)
    K = Gaussian(0.7).gram(X, X)
    for at, D in enumerate(FEW):
        error = FourierMap(0.7, D, 3, paired).gram(X, X) - K
        assert found.mse[at] == pytest.approx(np.mean(error**2), rel=1e-9)
        assert found.worst[at] == pytest.approx(np.abs(error).max(), rel=1e-9)


@both_maps
@pytest.mark.parametrize("gamma", [0.1, 1.0, 10.0])
def test_the_mean_error_of_many_rolls_is_within_three_standard_errors_of_its_formula(
    gamma: float, paired: bool
) -> None:
    X, _ = moons(60)
    curves = against_components(X, gamma, paired, rolled(X, paired, gamma), FEW)
    standard_error = curves.mse.std(axis=0, ddof=1) / math.sqrt(len(SEEDS))
    assert (np.abs(curves.mse.mean(axis=0) - curves.constant / curves.components) <= 3.0 * standard_error).all()


@both_maps
def test_one_roll_is_told_by_its_own_numbers(paired: bool) -> None:
    X, _ = moons(80)
    phi = FourierMap(1.0, 50, 4, paired)
    roll = compare(X, phi)
    K, near = Gaussian(1.0).gram(X, X), phi.gram(X, X)
    assert roll.worst == np.abs(near - K).max() == abs(roll.worst_at[0] - roll.worst_at[1])
    assert roll.mse == pytest.approx(np.mean((near - K) ** 2))
    assert roll.points == 80
    assert len(roll.kernel) == len(roll.approximate) <= SHOWN_PAIRS
    low, middle, high = roll.quantiles
    assert ((low <= middle) & (middle <= high)).all()
    inside = np.abs(roll.approximate - roll.kernel) <= 3.0 * np.interp(roll.kernel, roll.grid, roll.deviation) + 1e-9
    assert inside.mean() > 0.9


def test_pairs_leave_the_diagonal_alone_and_phases_do_not() -> None:
    X, _ = moons(30)
    assert np.diag(FourierMap(1.0, 50, 0, True).gram(X, X)) == pytest.approx(1.0)
    assert np.abs(np.diag(FourierMap(1.0, 50, 0).gram(X, X)) - 1.0).max() > 0.05


def test_many_points_are_measured_on_an_even_part_of_them() -> None:
    X = np.arange(2000.0).reshape(1000, 2)
    chosen = measured_points(X)
    assert len(chosen) == MOST_POINTS
    assert (chosen[0] == X[0]).all()
    assert (chosen[-1] == X[-1]).all()
    assert measured_points(X[:5]) == pytest.approx(X[:5])


def test_the_ball_holds_the_points_and_knows_where_they_are_not() -> None:
    X, _ = moons(50)
    ball = enclosing_ball(X + 100.0, 2.0)
    assert ball.d == 2
    assert ball.radius == pytest.approx(enclosing_ball(X, 2.0).radius)
    assert ball.radius >= np.abs(X - X.mean(axis=0)).max() / 2


@both_maps
def test_the_bounds_that_are_proved_lie_above_what_is_measured_and_in_their_order(paired: bool) -> None:
    X, _ = moons(60)
    curves = against_components(X, 1.0, paired, rolled(X, paired), FEW)
    found = bounds(curves, paired, 1e-3)
    for proved in (found.hoeffding, found.bernstein, found.ball):
        assert (curves.worst.max(axis=0) < proved).all()
        assert (np.diff(proved) < 0).all()
    if paired:
        assert (curves.worst.max(axis=0) < found.solved).all()
        assert (curves.worst.max(axis=0) < found.proposition).all()
    assert (found.printed < found.solved).all()
    assert (found.solved < found.ball).all()


def test_the_counterexample_breaks_the_printed_bound_in_every_roll_from_ten_components_on() -> None:
    X = line()
    components = (10, 50, 200)
    rolls = [roll_errors(X, FourierMap(1.0, 200, seed), components) for seed in range(8)]
    curves = against_components(X, 1.0, False, rolls, components)
    found = bounds(curves, False, 0.05)
    assert curves.ball.radius == pytest.approx(1e5, rel=0.01)
    assert found.printed[2] == pytest.approx(0.2449, abs=5e-5)
    assert curves.exceeding(found.printed, 2) == 8  # of 8, where 1 in 20 is allowed
    assert curves.exceeding(found.bernstein, 2) == curves.exceeding(found.ball, 2) == 0


def test_the_measured_variances_are_their_formulas() -> None:
    X, _ = moons(60)
    found = variances(X, 1.0, range(200), 20)
    for measured, formula in zip(found.measured, found.formula, strict=True):
        assert measured == pytest.approx(np.interp(found.middle, found.grid, formula), abs=0.12)
    assert (found.formula[1] <= found.formula[0]).all()
    assert (found.rolls, found.components) == (200, 20)


@pytest.mark.parametrize(
    ("X", "gamma", "what"),
    [
        ([[0.0, 0.0]], 1.0, Extreme.EQUAL),
        ([[1.0, 2.0]] * 5, 1.0, Extreme.EQUAL),
        ([[0.0, 0.0], [1.0, 0.0], [1.0, 0.0]], 1e6, Extreme.IDENTITY),
        ([[0.0, 0.0], [1.0, 0.0]], 1e-6, Extreme.ONES),
        ([[0.0, 0.0], [1.0, 0.0]], 1.0, Extreme.NO),
    ],
)
def test_what_a_gamma_leaves_of_the_kernel_is_recognised(X: list[list[float]], gamma: float, what: Extreme) -> None:
    points = np.array(X)
    assert extreme(points, gamma) is what
    roll = compare(points, FourierMap(gamma, 10))
    assert math.isfinite(roll.mse)
    errors = roll_errors(points, FourierMap(gamma, 10), (2, 10))
    found = bounds(against_components(points, gamma, False, [errors], (2, 10)), False, 0.05)
    assert np.isfinite(found.ball).all()


def test_the_frequencies_follow_their_density() -> None:
    shown = frequencies(FourierMap(3.0, 2000, 1))
    assert shown.deviation == pytest.approx(math.sqrt(6.0))
    assert shown.count == 2000
    assert shown.inside / 2000 == pytest.approx(shown.shares, abs=0.03)
    assert shown.density.sum() * (shown.edges[1] - shown.edges[0]) == pytest.approx(1.0, abs=1e-3)
    middle = (shown.edges[:-1] + shown.edges[1:]) / 2
    assert shown.density == pytest.approx(np.interp(middle, shown.grid, shown.normal), abs=0.02)
    assert frequencies(FourierMap(3.0, 100, 1, paired=True)).count == 50


@both_maps
def test_the_field_on_the_window_is_the_decision_value_of_every_cell(paired: bool) -> None:
    X, y = moons(30)
    phi = FourierMap(1.0, 40, 2, paired)
    roll = solved_on_window(X, y, phi, 10.0, WINDOW, 1e-5, 100_000)
    cells, _ = cells_for(1.0, 8.0)
    x_axis, y_axis = grid_axes(WINDOW[:2], WINDOW[2], cells)
    assert roll.values.shape == (cells, cells)
    problem = c_svc(X, y, phi, 10.0)
    for row, column in ((0, 0), (10, 70), (95, 95)):
        point = np.array([[x_axis[column], y_axis[row]]])
        value = decision_values(problem, roll.solution.alpha, roll.solution.b, point)[0]
        assert roll.values[row, column] == pytest.approx(value, abs=1e-4)


def test_the_cloud_counts_the_cells_on_which_a_roll_says_another_class() -> None:
    X, y = moons(40)
    exact = solved_on_window(X, y, Gaussian(1.0), 10.0, WINDOW, 1e-3, 100_000)
    rolls = [solved_on_window(X, y, FourierMap(1.0, 30, seed), 10.0, WINDOW, 1e-3, 100_000) for seed in range(5)]
    found = cloud(exact, rolls, 1.0, WINDOW, near_points(X, WINDOW, len(exact.values)))
    near = near_points(X, WINDOW, len(exact.values))
    shares = [np.mean(((roll.values >= 0) != (exact.values >= 0))[near]) for roll in rolls]
    assert found.disagreement == pytest.approx(shares)
    assert found.quantile(0.5) == pytest.approx(np.median(shares))
    votes = np.sum([roll.values >= 0 for roll in rolls], axis=0)  # of an odd number of rolls
    assert found.median == pytest.approx(np.mean(((votes >= 3) != (exact.values >= 0))[near]))
    assert found.proved == 5
    assert found.resolved
    assert found.impossible == 0
    apart = np.count_nonzero((rolls[0].solution.decision >= 0) != (exact.solution.decision >= 0))
    assert points_apart(rolls[0], exact) == apart


def test_rolls_without_a_hard_margin_are_counted_and_left_out() -> None:
    X, y = moons(40)
    exact = solved_on_window(X, y, Gaussian(1.0), math.inf, WINDOW, 1e-3, 100_000)
    rolls = [solved_on_window(X, y, FourierMap(1.0, 4, seed), math.inf, WINDOW, 1e-3, 100_000) for seed in range(3)]
    found = cloud(exact, rolls, 1.0, WINDOW, near_points(X, WINDOW, len(exact.values)))
    assert found.impossible == 3  # four waves do not part forty overlapping points
    assert not rolls[0].exists
    assert math.isnan(found.median)
    assert math.isnan(found.quantile(0.5))
    assert found.outline.shape == (0, 2)


def test_waves_that_are_shorter_than_a_cell_are_said_to_be() -> None:
    assert cells_for(1.0, 8.0) == (96, True)
    assert cells_for(1e6, 8.0) == (240, False)


def test_more_components_and_pairs_bring_the_boundary_nearer() -> None:
    X, y = moons(60)
    exact = solved_on_window(X, y, Gaussian(1.0), 10.0, WINDOW, 1e-3, 100_000)

    def share(D: int) -> float:
        rolls = [solved_on_window(X, y, FourierMap(1.0, D, seed), 10.0, WINDOW, 1e-3, 100_000) for seed in range(9)]
        return cloud(exact, rolls, 1.0, WINDOW, near_points(X, WINDOW, len(exact.values))).quantile(0.5)

    assert share(1000) < share(50)


def test_a_circle_is_one_closed_line_and_a_saddle_is_parted_by_its_mean() -> None:
    axis = np.linspace(-2.0, 2.0, 101)
    x, y = np.meshgrid(axis, axis)
    circle = isolines(x**2 + y**2 - 1.0, axis, axis)
    assert np.isnan(circle).all(axis=1).tolist() == [False] * (len(circle) - 1) + [True]
    assert np.hypot(*circle[:-1].T) == pytest.approx(1.0, abs=1e-3)
    assert (circle[0] == circle[-2]).all()
    two = np.array([0.0, 1.0])
    for corner, ends in ((3.0, {(0.75, 0.0), (1.0, 0.25)}), (0.5, {(1 / 3, 0.0), (0.0, 1 / 3)})):
        lines = isolines(np.array([[corner, -1.0], [-1.0, corner]]), two, two)
        assert len(lines) == 6
        assert all(min(math.dist(cut, end) for end in ends) < 1e-12 for cut in lines[:2])


def test_a_straight_line_keeps_its_length_and_nothing_is_no_line() -> None:
    axis = np.linspace(0.0, 1.0, 17)
    x, y = np.meshgrid(axis, axis)
    line_found = isolines(x - 0.3 * y - 0.25, axis, axis)
    steps = np.diff(line_found[:-1], axis=0)
    assert np.hypot(*steps.T).sum() == pytest.approx(math.hypot(1.0, 0.3))
    assert isolines(np.ones((17, 17)), axis, axis).shape == (0, 2)


def test_a_thinned_line_keeps_its_ends_its_gaps_and_its_place() -> None:
    axis = np.linspace(-2.0, 2.0, 101)
    x, y = np.meshgrid(axis, axis)
    full = isolines(np.sin(3.0 * x) * np.cos(2.0 * y + x) + 0.2, axis, axis)
    few = thinned(full, 0.002)
    assert len(few) < len(full) / 2
    assert np.isnan(few[:, 0]).sum() == np.isnan(full[:, 0]).sum()
    kept = {tuple(corner) for corner in few.tolist()}
    for line_found in np.split(full, np.flatnonzero(np.isnan(full[:, 0])) + 1)[:-1]:
        assert {tuple(line_found[0].tolist()), tuple(line_found[-2].tolist())} <= kept
    ends = [(few[k], few[k + 1]) for k in range(len(few) - 1) if not np.isnan(few[k : k + 2]).any()]
    corners = full[~np.isnan(full[:, 0])][::7]
    assert max(min(_distance(at, *end) for end in ends) for at in corners) < 4 * 0.002
    assert thinned(full[:0], 1.0).shape == (0, 2)


def _distance(at: np.ndarray, start: np.ndarray, end: np.ndarray) -> float:
    along = np.clip((at - start) @ (end - start) / ((end - start) @ (end - start)), 0.0, 1.0)
    return float(np.hypot(*(at - start - along * (end - start))))


def test_disagreement_counts_zero_as_plus_one() -> None:
    right = np.array([[True, False]])
    assert disagreement(np.array([[0.0, 0.0]], np.float32), right) == 0.5


def test_the_mean_of_two_cosines_without_the_root_of_two_is_half_the_kernel() -> None:
    X, _ = moons(60)
    found = without_root(X, 1.0, 0)
    assert abs(found.K - 0.5) < 0.05
    assert abs(found.mean - found.K / 2.0) < 4.0 * found.error
    assert abs(found.mean - found.K) > 100.0 * found.error  # what Zhang's equation 4 claims
    alone = without_root(X[:1], 1.0, 0)
    assert alone.K == 1.0
    assert abs(alone.mean - 0.5) < 4.0 * alone.error
