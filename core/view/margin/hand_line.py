"""A line that somebody laid by hand over the points: its functional and geometric margins (mathematics 2)."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from core.problem import InputError
from core.problem.arrays import Matrix, Vector


@dataclass(frozen=True)
class HandLine:
    """A line w.x + b = 0 with the margin of every point."""

    w: Vector  # (2,)
    b: float
    functional: Vector  # (n,) y (w.x + b)
    geometric: Vector  # (n,) the same over |w|: distances, negative on the wrong side

    @property
    def smallest(self) -> float:
        """The geometric margin of the line: that of its worst point; inf without points."""
        return float(self.geometric.min(initial=np.inf))

    @property
    def errors(self) -> int:
        """How many points lie on the line or on its wrong side."""
        return int(np.count_nonzero(self.functional <= 0.0))

    @property
    def direction(self) -> float:
        """The angle of w, in degrees from the first axis, in (-180, 180]."""
        return float(np.degrees(np.arctan2(self.w[1], self.w[0])))


def line_through(first: Vector, second: Vector, scale: float = 1.0) -> tuple[Vector, float]:
    """Return (w, b) of the line through two places, |w| = scale, with class +1 on the left of the way from the first.

    `InputError` where both are one place: no line is given by it, and w would be 0.
    """
    along = np.subtract(second, first)
    length = float(np.hypot(*along))
    if not length > 0.0:
        raise InputError("handles.one_place", "Both handles of the line are at one place; move one of them away.")
    w = scale / length * np.array([-along[1], along[0]])
    return w, -float(w @ first)


def hand_line(w: Vector, b: float, X: Matrix, y: Vector) -> HandLine:
    """Return the margins of points X (n, 2) with labels y (n,) under w.x + b = 0."""
    functional = np.asarray(y * (np.asarray(X) @ w + b), dtype=np.float64)
    return HandLine(np.asarray(w), b, functional, functional / float(np.hypot(*w)))
