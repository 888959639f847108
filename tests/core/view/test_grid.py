from __future__ import annotations

import numpy as np
import pytest

from core.problem import Gaussian, Kernel, Linear, Polynomial, TaylorGaussian, c_svc, decision_values
from core.solver import finish
from core.view import field, grid_axes
from tests.core.small_problems import moons


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
    assert (field(problem, np.zeros(10), -0.5, *grid_axes((0.0, 0.0), 8.0, 4)) == -0.5).all()
