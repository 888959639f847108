"""Counts of regions are proved: no finer grid contradicts them, and where f cannot be told from 0 they are bounds."""

from __future__ import annotations

import math
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy import ndimage

from core.problem import Gaussian, Problem, c_svc
from core.solver import answer, new_cancel_flag
from core.topics.gamma.experiment import Shape, off_diagonal, panel
from core.view import Light, Regions, count_regions, field, grid_axes
from tests.core.small_problems import cloud, moons

WINDOW = (-4.0, -4.0, 8.0)
FINE = 2000  # cells along an axis: twelve times the grid that islands were counted on before
UNIT = Gaussian(0.5)  # bumps of width 1
FAR = (100.0, 100.0)  # outside every window


def bumps(places: list[tuple[float, float]], y: list[int], heights: list[float], b: float) -> Regions:
    """Return the regions of f = b + sum_i y_i heights_i exp(-|x - x_i|^2 / 2)."""
    problem = c_svc([*places, FAR, FAR], [*y, 1, -1], UNIT, 1.0)
    return count_regions(problem, np.array([*heights, 0.0, 0.0]), b, WINDOW)


def drawing(seed: int) -> tuple[Problem, np.ndarray, float]:
    """Return a solved drawing: scattered, on a grid or in a cloud, at any gamma and C."""
    random = np.random.default_rng(seed)
    n, kind = int(random.integers(4, 60)), random.integers(0, 3)
    X = random.uniform(-3, 3, (n, 2)) if kind < 2 else random.normal(size=(n, 2))
    y = np.where(random.random(n) < 0.5, 1.0, -1.0)
    y[:2] = 1, -1
    X = np.round(X * 4) / 4 if kind == 1 else X
    gamma, C = 10 ** random.uniform(-2, 3), 10 ** random.uniform(-1, 4)
    shown = panel(X, y, gamma, C, WINDOW, tolerance=1e-3, limit=100_000)
    return shown.problem, shown.solution.alpha, shown.solution.b


def on_a_grid(problem: Problem, alpha: np.ndarray, b: float) -> tuple[int, int]:
    values = field(problem, alpha, b, *grid_axes(WINDOW[:2], WINDOW[2], FINE))
    return int(ndimage.label(values > 0)[1]), int(ndimage.label(values < 0)[1])


@pytest.mark.parametrize(("seed", "known"), [(64, (6, 1, 5)), (136, (6, 1, 2))])
def test_drawings_whose_counts_changed_on_a_finer_grid_are_counted_right(
    seed: int, known: tuple[int, int, int]
) -> None:
    found = count_regions(*drawing(seed), WINDOW)
    assert (found.positive, found.negative, found.lonely, found.settled) == (*known, True)


@pytest.mark.parametrize("seed", range(30))
def test_no_finer_grid_contradicts_a_count(seed: int) -> None:
    asked = drawing(seed)
    found, seen = count_regions(*asked, WINDOW), on_a_grid(*asked)
    assert found.positive <= seen[0]
    assert found.negative <= seen[1]
    assert not found.settled or (found.positive, found.negative) == seen


def test_a_count_that_is_cancelled_claims_no_more_than_it_knows() -> None:
    asked, cancel = drawing(3), new_cancel_flag()
    cancel[0] = 1
    found, whole = count_regions(*asked, WINDOW, cancel), count_regions(*asked, WINDOW)
    assert not found.settled
    assert found.positive <= whole.positive
    assert found.negative <= whole.negative


def test_most_drawings_are_settled() -> None:
    assert sum(count_regions(*drawing(seed), WINDOW).settled for seed in range(30)) >= 28


@pytest.mark.parametrize(("n", "gamma"), [(1000, 1000.0), (2000, 100.0), (2000, 1000.0)])
def test_a_full_board_of_narrow_bumps_is_counted_to_the_end(n: int, gamma: float) -> None:
    random = np.random.default_rng(0)
    X, y = random.uniform(-4, 4, (n, 2)), random.choice([-1.0, 1.0], n)
    problem = c_svc(X, y, Gaussian(gamma), 1.0)  # solved or not, it is a machine
    asked = problem, np.full(n, 1.0), 0.0125
    found, seen = count_regions(*asked, WINDOW), on_a_grid(*asked)
    assert found.settled
    assert max(found.positive, found.negative) > 20
    assert found.positive == pytest.approx(seen[0], abs=2)  # the grid misses what is narrower than a cell
    assert found.negative == pytest.approx(seen[1], abs=2)


@pytest.mark.parametrize("apart", [1.2, 1.5, 1.8])
@pytest.mark.parametrize("nearly", [1e-3, 1e-6, 1e-9])
def test_a_neck_and_a_gap_narrower_than_any_grid_are_told_apart(apart: float, nearly: float) -> None:
    saddle = 2.0 * math.exp(-0.5 * apart**2)
    places, y = [(-apart, 0.3), (apart, 0.3)], [1, 1]
    one = bumps(places, y, [1.0, 1.0], -saddle * (1.0 - nearly))
    two = bumps(places, y, [1.0, 1.0], -saddle * (1.0 + nearly))
    assert one == Regions(1, 1, 0)
    assert two == Regions(2, 1, 2)


def test_regions_that_touch_in_one_point_are_no_exact_count() -> None:
    found = bumps([(-1.5, 0.0), (1.5, 0.0)], [1, 1], [1.0, 1.0], -2.0 * math.exp(-0.5 * 1.5**2))
    assert found == Regions(1, 1, 0, settled=False)


@pytest.mark.parametrize("size", [1e-3, 1e-6, 1e-9])
def test_an_island_is_found_however_small_it_is(size: float) -> None:
    assert bumps([(0.7, -1.1)], [1], [1.0], -1.0 + size) == Regions(1, 1, 1)


def test_where_f_is_zero_nothing_is_claimed() -> None:
    assert bumps([(0.0, 0.0)], [1], [0.0], 0.0) == Regions(0, 0, 0, settled=False)
    assert bumps([(0.0, 0.0)], [1], [0.0], 1e-9) == Regions(1, 0, 1)


def test_islands_are_lonely_with_one_point_of_their_own_class() -> None:
    places = [(-2.5, 2.5), (2.5, 2.5), (2.0, -2.0), (2.1, -2.0), (0.0, 0.0)]
    found = bumps(places, [1, 1, 1, 1, -1], [1.0, 1.0, 1.0, 1.0, 0.0], -0.5)
    assert found == Regions(3, 1, 3)  # the sea with its one point; the third island holds two points
    other = bumps(places, [1, 1, 1, -1, -1], [1.0, 1.0, 1.0, 0.0, 0.0], -0.5)
    assert other == Regions(3, 1, 3)
    assert bumps(places[:1], [-1], [0.0], 0.5) == Regions(1, 0, 0)  # a point of the other class


@pytest.mark.parametrize("turned", [(1.0, 1.0), (-1.0, 1.0), (1.0, -1.0)])
def test_counts_are_those_of_the_mirrored_points(turned: tuple[float, float]) -> None:
    problem, alpha, b = drawing(3)
    mirrored = replace(problem, X=problem.X * turned)
    assert count_regions(mirrored, alpha, b, WINDOW) == count_regions(problem, alpha, b, WINDOW)


@settings(max_examples=30, deadline=None)
@given(corner=st.tuples(st.floats(-1e6, 1e6), st.floats(-1e6, 1e6)), size=st.floats(1e-3, 1e6))
def test_points_outside_the_window_never_break_the_count(corner: tuple[float, float], size: float) -> None:
    problem = c_svc([(0.0, 0.0), (1e99, -1e99), (-1e99, 3.0)], [1, -1, 1], Gaussian(1.0), 1.0)
    found = count_regions(problem, np.ones(3), 0.25, (*corner, size))
    assert found.lonely <= 1
    assert found.positive >= 1 or not found.settled


def test_the_smallest_and_the_mean_similarity_leave_the_diagonal_out() -> None:
    K = np.array([[1.0, 0.2, 0.4], [0.2, 1.0, 0.9], [0.4, 0.9, 1.0]])
    assert off_diagonal(K) == (0.2, pytest.approx(0.5))


def test_the_strip_names_islands_one_and_balance_from_counted_numbers() -> None:
    X, y = cloud(24, seed=1)
    shapes = {gamma: panel(X, y, gamma, 10.0, WINDOW, tolerance=1e-5, limit=100_000) for gamma in (1e-4, 0.5, 500.0)}
    assert shapes[1e-4].shape is Shape.ONE
    assert shapes[0.5].shape is Shape.BALANCED
    assert shapes[500.0].shape is Shape.ISLANDS
    assert shapes[500.0].regions.lonely >= 3
    assert shapes[500.0].mean_k < 0.1 < shapes[0.5].mean_k < shapes[1e-4].mean_k
    for shown in shapes.values():
        assert shown.solution.light is Light.PROVED
        assert shown.smallest_k == pytest.approx(math.exp(-shown.gamma * _widest(X) ** 2))


def _widest(X: np.ndarray) -> float:
    return max(math.dist(a, b) for a in X for b in X)


def test_a_panel_is_the_answer_to_its_problem() -> None:
    X, y = moons(40)
    shown = panel(X, y, 2.0, 10.0, (-2.0, -2.0, 4.0), tolerance=1e-3, limit=100_000)
    again = answer(c_svc(X, y, Gaussian(2.0), 10.0), tolerance=1e-3)
    assert np.array_equal(shown.solution.alpha, again.alpha)
