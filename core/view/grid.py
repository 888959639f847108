"""f on a grid of the plane, and which of its cells lie near the points."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray
from scipy.spatial import cKDTree

from core.problem import Gaussian, Problem, decision_values
from core.problem.arrays import Matrix, Vector

CELLS = 160
Square = tuple[float, float, float]  # of the plane: x0, y0, side
NEAR = 1 / 16  # of the window: what is nearer to a point than this counts as near the points


def grid_axes(corner: tuple[float, float], size: float, cells: int = CELLS) -> tuple[Vector, Vector]:
    """Return the centres of the cells of a square window along both axes, each (cells,)."""
    middle = np.asarray((np.arange(cells) + 0.5) * (size / cells), dtype=np.float64)
    return np.asarray(corner[0] + middle), np.asarray(corner[1] + middle)


def field(problem: Problem, alpha: Vector, b: float, x_axis: Vector, y_axis: Vector) -> Matrix:
    """Return f on a grid given by its axes, shape (len(y_axis), len(x_axis)).

    A Gaussian in the plane is a product of one Gaussian per axis, so its field is one small matrix product.
    """
    support = alpha > 0
    coef, X = (alpha * problem.y)[support], problem.X[support]
    kernel = problem.kernel
    if isinstance(kernel, Gaussian):
        along_x = np.exp(-kernel.gamma * (X[:, :1] - x_axis) ** 2)
        along_y = np.exp(-kernel.gamma * (X[:, 1:] - y_axis) ** 2)
        return np.asarray(along_y.T @ (coef[:, None] * along_x) + b)
    columns, rows = np.meshgrid(x_axis, y_axis)
    points = np.column_stack([columns.ravel(), rows.ravel()])
    return decision_values(problem, alpha, b, points).reshape(rows.shape)


def near_points(X: Matrix, window: Square, cells: int) -> NDArray[np.bool_]:
    """Return which cells of a window (x0, y0, side) lie near a point of X (n, 2), shape (cells, cells).

    Far from all points every f is little but its offset.
    """
    columns, rows = np.meshgrid(*grid_axes(window[:2], window[2], cells))
    distance, _ = cKDTree(X).query(np.column_stack([columns.ravel(), rows.ravel()]))
    return np.asarray(distance <= NEAR * window[2]).reshape(cells, cells)
