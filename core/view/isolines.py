"""The line f = 0 of a field on a grid, as polylines."""

from __future__ import annotations

import numpy as np
from contourpy import LineType, contour_generator

from ..problem.arrays import Matrix, Vector

BELOW_ZERO = -5e-324  # the level: a value of exactly 0 lies above it, as f = 0 counts as positive
GAP = np.full((1, 2), np.nan)


def isolines(values: Matrix, x_axis: Vector, y_axis: Vector) -> Matrix:
    """Return the polylines of values (len(y_axis), len(x_axis)) = 0, shape (k, 2), a row of nan after each.

    A value of 0 counts as positive. If a square has two cuts, the sign of its mean decides which corners they separate.
    """
    found = contour_generator(x_axis, y_axis, values, line_type=LineType.ChunkCombinedNan).lines(BELOW_ZERO)[0][0]
    return np.empty((0, 2)) if found is None else np.concatenate([found, GAP])


def thinned(lines: Matrix, tolerance: float, passes: int = 4) -> Matrix:
    """Return polylines from `isolines` without corners closer than `tolerance` to the chord across them.

    A pass examines only every second corner, so that no two neighbours are removed at once; ends and gaps stay.
    """
    for _ in range(passes):
        before, at, after = lines[:-2], lines[1:-1], lines[2:]
        chord, arm = after - before, at - before
        length = np.hypot(chord[:, 0], chord[:, 1])
        area = np.abs(chord[:, 0] * arm[:, 1] - chord[:, 1] * arm[:, 0])
        flat = (area <= tolerance * length) & (length > 0)  # false where one of the three is a gap
        flat[1::2] = False
        lines = lines[np.concatenate([[True], ~flat, [True]])] if len(flat) else lines
    return lines
