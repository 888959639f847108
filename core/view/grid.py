"""f on a grid of the plane, and the cells near the points."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray
from scipy.spatial import cKDTree

from ..problem import FourierMap, Gaussian, Kernel, NystroemMap, Problem, decision_values
from ..problem.arrays import Matrix, Vector

CELLS = 160
Square = tuple[float, float, float]  # of the plane: x0, y0, side
NEAR = 1 / 16  # of the window: the distance from a point within which a cell counts as near


def grid_axes(corner: tuple[float, float], size: float, cells: int = CELLS) -> tuple[Vector, Vector]:
    """Return the centres of the cells of a square window along both axes, each (cells,)."""
    middle = np.asarray((np.arange(cells) + 0.5) * (size / cells), dtype=np.float64)
    return np.asarray(corner[0] + middle), np.asarray(corner[1] + middle)


def grid_points(window: Square, cells: int = CELLS) -> Matrix:
    """Return the centres of the cells of a window (x0, y0, side), row after row, shape (cells^2, 2)."""
    columns, rows = np.meshgrid(*grid_axes(window[:2], window[2], cells))
    return np.column_stack([columns.ravel(), rows.ravel()])


def field(problem: Problem, alpha: Vector, b: float, x_axis: Vector, y_axis: Vector) -> Matrix:
    """Return f on a grid given by its axes, shape (len(y_axis), len(x_axis)).

    A Gaussian in the plane is a product of one Gaussian per axis, so its field is one small matrix product; so is that
    of waves. With landmarks it is a sum over the landmarks instead of the points.
    """
    support = alpha > 0
    weighted = _on_axes(problem.kernel, problem.X[support], (alpha * problem.y)[support], x_axis, y_axis)
    if weighted is not None:
        return weighted + b
    columns, rows = np.meshgrid(x_axis, y_axis)
    points = np.column_stack([columns.ravel(), rows.ravel()])
    return decision_values(problem, alpha, b, points).reshape(rows.shape)


def _on_axes(kernel: Kernel, X: Matrix, coef: Vector, x_axis: Vector, y_axis: Vector) -> Matrix | None:
    """Return sum_i coef_i K(x_i, z) on a grid, the rows of X (k, 2); None for a kernel that needs every cell."""
    if isinstance(kernel, FourierMap):
        return _of_waves(kernel, X, coef, x_axis, y_axis)
    if isinstance(kernel, NystroemMap):
        coef, X = kernel.counts(np.asarray(coef @ kernel.features(X))), kernel.landmarks
        kernel = kernel.kernel
    if not isinstance(kernel, Gaussian):
        return None
    along_x = np.exp(-kernel.gamma * (X[:, :1] - x_axis) ** 2)
    along_y = np.exp(-kernel.gamma * (X[:, 1:] - y_axis) ** 2)
    return np.asarray(along_y.T @ (coef[:, None] * along_x))


def _of_waves(phi: FourierMap, X: Matrix, coef: Vector, x_axis: Vector, y_axis: Vector) -> Matrix:
    """Return the same for random features.

    It is sum_k (p_k cos w_k.z + q_k sin w_k.z), and cosine and sine of a sum are products of those along either axis:
    two small tables and two matrix products, where all features of all cells would be cells^2 D cosines.
    """
    W, phases = phi.frequencies(2)
    angle = X @ W.T
    if phases is None:
        p, q = coef @ np.cos(angle) / len(W), coef @ np.sin(angle) / len(W)
    else:
        weight = coef @ np.cos(angle + phases) * (2.0 / len(W))
        p, q = weight * np.cos(phases), -weight * np.sin(phases)
    across, up = np.outer(x_axis, W[:, 0]), np.outer(y_axis, W[:, 1])
    cos_up, sin_up = np.cos(up), np.sin(up)
    with_cosine = p * cos_up + q * sin_up
    with_sine = q * cos_up - p * sin_up
    return np.asarray(with_cosine @ np.cos(across).T + with_sine @ np.sin(across).T)


def near_points(X: Matrix, window: Square, cells: int) -> NDArray[np.bool_]:
    """Return which cells of a window (x0, y0, side) lie near a point of X (n, 2), shape (cells, cells).

    Far from all points f is almost equal to its offset.
    """
    distance, _ = cKDTree(X).query(grid_points(window, cells))
    return np.asarray(distance <= NEAR * window[2]).reshape(cells, cells)
