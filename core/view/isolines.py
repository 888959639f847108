"""The line f = 0 of a field on a grid, as polylines: each square of four values is cut, and the cuts are joined."""

from __future__ import annotations

import numpy as np

from core.compiled import compiled
from core.problem.arrays import Indices, Matrix, Vector


def isolines(values: Matrix, x_axis: Vector, y_axis: Vector) -> Matrix:
    """Return the polylines of values (len(y_axis), len(x_axis)) = 0, shape (k, 2), a row of nan after each.

    A value of 0 counts as positive. Where a square has two cuts, the sign of its mean says which corners they part.
    """
    values = np.ascontiguousarray(values, dtype=np.float64)
    links = _links(values)
    return _walked(values, links, np.ascontiguousarray(x_axis), np.ascontiguousarray(y_axis))


@compiled
def _links(values: Matrix) -> Indices:
    """Return for every edge of the grid the one or two edges that the line goes to from it, -1 for none.

    Edge r * columns + c joins (r, c) and (r, c + 1); rows * columns further on it joins (r, c) and (r + 1, c).
    """
    rows, columns = values.shape
    upright = rows * columns
    links = np.full((2 * upright, 2), -1)
    for r in range(rows - 1):
        for c in range(columns - 1):
            a, b = values[r, c] >= 0, values[r, c + 1] >= 0
            far, d = values[r + 1, c + 1] >= 0, values[r + 1, c] >= 0
            if a == b and b == far and far == d:
                continue
            low, high = r * columns + c, (r + 1) * columns + c
            left, right = upright + low, upright + low + 1
            if a == far and b == d:
                mean = values[r, c] + values[r, c + 1] + values[r + 1, c + 1] + values[r + 1, c]
                if (mean >= 0) == a:  # a and its opposite corner hang together: the other two are cut off
                    _join(links, low, right)
                    _join(links, left, high)
                else:
                    _join(links, low, left)
                    _join(links, right, high)
                continue
            first, second = -1, -1
            for cut, edge in ((a != b, low), (b != far, right), (far != d, high), (a != d, left)):
                if cut:
                    first, second = edge, first
            _join(links, first, second)
    return links


@compiled
def _join(links: Indices, one: int, other: int) -> None:
    links[one, 0 if links[one, 0] < 0 else 1] = other
    links[other, 0 if links[other, 0] < 0 else 1] = one


@compiled
def _walked(values: Matrix, links: Indices, x_axis: Vector, y_axis: Vector) -> Matrix:
    """Return the lines that the links make: those with two ends first, then the closed ones."""
    cuts = 0
    for edge in range(len(links)):
        cuts += links[edge, 0] >= 0
    found = np.empty((3 * cuts + 1, 2))
    used = np.zeros(len(links), dtype=np.bool_)
    size = 0
    for closed in (False, True):
        for start in range(len(links)):
            if used[start] or links[start, 0] < 0 or (links[start, 1] >= 0) != closed:
                continue
            edge, last = start, -1
            while edge >= 0 and not used[edge]:
                used[edge] = True
                _cut(values, edge, x_axis, y_axis, found[size])
                size += 1
                onward = links[edge, 0] if links[edge, 0] != last else links[edge, 1]
                last, edge = edge, onward
            if closed:
                _cut(values, start, x_axis, y_axis, found[size])
                size += 1
            found[size] = np.nan
            size += 1
    return found[:size]


@compiled
def _cut(values: Matrix, edge: int, x_axis: Vector, y_axis: Vector, at: Vector) -> None:
    """Write into `at` where an edge of the grid is cut, between its two ends in proportion to their values."""
    rows, columns = values.shape
    upright = edge >= rows * columns
    place = edge - rows * columns if upright else edge
    r, c = place // columns, place % columns
    value = values[r, c]
    other = values[r + 1, c] if upright else values[r, c + 1]
    part = value / (value - other)
    at[0] = x_axis[c] if upright else x_axis[c] + part * (x_axis[c + 1] - x_axis[c])
    at[1] = y_axis[r] + part * (y_axis[r + 1] - y_axis[r]) if upright else y_axis[r]


def thinned(lines: Matrix, tolerance: float, passes: int = 4) -> Matrix:
    """Return polylines as `isolines` makes them without corners that lie nearer than that to the chord across them.

    A pass looks at every second corner only, so that no two neighbours go at once; ends and gaps stay.
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
