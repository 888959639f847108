"""Which part of the window lies near the points: far from all of them every f is little but its offset."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray
from scipy.spatial import cKDTree

from core.problem.arrays import Matrix
from core.view.grid import grid_axes

NEAR = 1 / 16  # of the window: what is nearer to a point than this counts as near the points


def near_points(X: Matrix, window: tuple[float, float, float], cells: int) -> NDArray[np.bool_]:
    """Return which cells of a window (x0, y0, side) lie near a point of X (n, 2), shape (cells, cells)."""
    columns, rows = np.meshgrid(*grid_axes(window[:2], window[2], cells))
    distance, _ = cKDTree(X).query(np.column_stack([columns.ravel(), rows.ravel()]))
    return np.asarray(distance <= NEAR * window[2]).reshape(cells, cells)
