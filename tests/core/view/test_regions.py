from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from core.experiment import Shape, panel
from core.problem import Gaussian, Kernel, Linear, Polynomial, Problem, TaylorGaussian, c_svc, decision_values
from core.solver import answer, finish
from core.view import Light, field, grid_axes, regions
from core.view.regions import off_diagonal
from tests.core.small_problems import cloud, moons

CORNER, SIZE = (0.0, 0.0), 8.0  # eight cells of side one


def _drawn(*rows: str) -> np.ndarray:
    """Return a field from a drawing, its top row the largest y: + positive, - negative, 0 on the boundary."""
    sign = {"+": 1.0, "-": -1.0, "0": 0.0}
    return np.array([[sign[cell] for cell in row] for row in reversed(rows)])


def _points(places: list[tuple[float, float]], y: list[int]) -> Problem:
    return c_svc(places, y, Gaussian(1.0), 1.0)


def test_two_halves_are_two_regions_and_each_class_is_at_home() -> None:
    values = _drawn(*["++++----"] * 8)
    found = regions(_points([(1.5, 1.5), (2.5, 3.5), (6.5, 6.5)], [1, 1, -1]), values, CORNER, SIZE)
    assert (found.positive, found.negative, found.total) == (1, 1, 2)
    assert (found.lonely, found.inhabited) == (1, 2)


def test_islands_are_counted_and_the_lonely_ones_told() -> None:
    values = _drawn(
        "--------",
        "-+----+-",
        "--------",
        "--------",
        "--------",
        "-+----++",
        "------++",
        "--------",
    )
    places = [(1.5, 6.5), (1.5, 2.5), (6.5, 2.5), (7.5, 1.5), (4.5, 4.5), (0.5, 0.5)]
    found = regions(_points(places, [1, 1, 1, 1, -1, -1]), values, CORNER, SIZE)
    assert (found.positive, found.negative) == (4, 1)
    assert found.lonely == 2  # one point each; the big island holds two, one island none
    assert found.inhabited == 4


def test_an_island_around_a_point_of_the_other_class_is_not_lonely() -> None:
    values = _drawn("--------", "-++-----", "-++-----", *["--------"] * 5)
    mixed = regions(_points([(1.5, 6.5), (2.5, 5.5), (7.5, 0.5)], [1, -1, -1]), values, CORNER, SIZE)
    assert (mixed.lonely, mixed.inhabited) == (1, 2)  # the sea with its one point; the island holds two
    wrong = regions(_points([(1.5, 6.5), (7.5, 0.5)], [-1, 1]), values, CORNER, SIZE)
    assert (wrong.lonely, wrong.inhabited) == (0, 0)


def test_cells_that_touch_at_a_corner_are_apart_and_zero_belongs_to_nobody() -> None:
    values = _drawn("+-------", "-+------", "0000----", *["++++----"] * 5)
    found = regions(_points([(0.5, 0.5), (7.5, 7.5)], [1, -1]), values, CORNER, SIZE)
    assert (found.positive, found.negative) == (3, 2)


def test_the_axes_are_the_centres_of_the_cells_and_rows_go_upwards() -> None:
    x_axis, y_axis = grid_axes((-2.0, 1.0), 4.0, cells=4)
    assert x_axis.tolist() == [-1.5, -0.5, 0.5, 1.5]
    assert y_axis.tolist() == [1.5, 2.5, 3.5, 4.5]


@pytest.mark.parametrize("kernel", [Linear(), Gaussian(3.0), Polynomial(3), TaylorGaussian(0.5, 3)], ids=str)
def test_the_field_is_the_decision_value_of_each_cell(kernel: Kernel) -> None:
    problem = c_svc(*moons(30), kernel, 10.0)
    alpha = finish(problem).alpha
    x_axis, y_axis = grid_axes((-2.0, -1.5), 4.0, cells=9)
    values = field(problem, alpha, 0.25, x_axis, y_axis[:5])
    assert values.shape == (5, 9)
    for row, column in ((0, 0), (4, 8), (2, 3)):
        point = np.array([[x_axis[column], y_axis[row]]])
        assert values[row, column] == pytest.approx(decision_values(problem, alpha, 0.25, point)[0], abs=1e-10)


def test_a_field_without_support_vectors_is_the_offset() -> None:
    problem = c_svc(*moons(10), Gaussian(1.0), 1.0)
    assert (field(problem, np.zeros(10), -0.5, *grid_axes(CORNER, SIZE, 4)) == -0.5).all()


@settings(max_examples=30)
@given(corner=st.tuples(st.floats(-1e6, 1e6), st.floats(-1e6, 1e6)), size=st.floats(1e-3, 1e6))
def test_points_outside_the_window_never_break_the_count(corner: tuple[float, float], size: float) -> None:
    problem = c_svc([(0.0, 0.0), (1e99, -1e99), (-1e99, 3.0)], [1, -1, 1], Gaussian(1.0), 1.0)
    found = regions(problem, _drawn(*["++++----"] * 8), corner, size)
    assert (found.positive, found.negative) == (1, 1)


def test_points_outside_the_window_live_in_no_region() -> None:
    values = _drawn(*["++++----"] * 8)
    found = regions(_points([(-50.0, 4.0), (1.5, 1.5), (60.0, 4.0)], [1, 1, -1]), values, CORNER, SIZE)
    assert (found.lonely, found.inhabited) == (1, 1)


def test_the_smallest_and_the_mean_similarity_leave_the_diagonal_out() -> None:
    K = np.array([[1.0, 0.2, 0.4], [0.2, 1.0, 0.9], [0.4, 0.9, 1.0]])
    assert off_diagonal(K) == (0.2, pytest.approx(0.5))


def test_the_strip_names_islands_one_and_balance_from_counted_numbers() -> None:
    X, y = cloud(24, seed=1)
    window = (-4.0, -4.0, 8.0)
    shapes = {gamma: panel(X, y, gamma, 10.0, window, tolerance=1e-5, limit=100_000) for gamma in (1e-4, 0.5, 500.0)}
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
