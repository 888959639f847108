"""The lines behind the board's own boundary: a thin one for each of many rolls, and the median of all of them."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray
from scipy.spatial import KDTree

from core.problem.arrays import Matrix
from core.topics.fourier.experiment import Cloud

REACH = 1 / 12  # distance from a point, relative to the window's side
MOST_CORNERS = 60_000  # of all thin lines: a browser draws about this many between two frames
Polylines = NDArray[np.float32]  # (k, 2), a row of nan after each


def cloud_lines(shown: Cloud, X: Matrix, side: float) -> dict[str, Polylines]:
    """Return the boundaries of as many rolls as a browser can draw, and their median near the points."""
    return {"cloud": _thin(shown), "median": _near(shown.outline, X, REACH * side)}


def _thin(shown: Cloud) -> Polylines:
    lines, corners = [np.empty((0, 2), np.float32)], 0
    for roll in shown.rolls:
        corners += len(roll.outline)
        if corners > MOST_CORNERS:
            break
        lines.append(roll.outline)
    return np.concatenate(lines)


def _near(outline: Polylines, X: Matrix, reach: float) -> Polylines:
    """Return the part of a boundary near the points: far from all of them, the median is arbitrary."""
    distance, _ = KDTree(X).query(np.nan_to_num(outline))
    return np.where((distance <= reach)[:, None], outline, np.float32(np.nan))
