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


# ---- which margin each direction allows ----


def margin_of_directions(angles: Vector, X: Matrix, y: Vector) -> Vector:
    """Return, for each angle of w in degrees, the largest geometric margin of any line in that direction, (k,).

    It is half of the gap between the classes along w, where the line stands in the middle; negative where they overlap.
    """
    turned = np.radians(np.asarray(angles))
    along = np.asarray(X) @ np.array([np.cos(turned), np.sin(turned)])
    return np.asarray(0.5 * (along[y > 0].min(axis=0) - along[y < 0].max(axis=0)))


@dataclass(frozen=True)
class Directions:
    """The largest margin in every direction: one hump, whose top is the widest street (theorem 7.1)."""

    angles: Vector  # (k,) degrees, rising, around `top`
    margins: Vector  # (k,)
    top: float  # degrees, of w of the widest street
    best: float  # the margin there

    def margin_at(self, angle: float) -> float:
        """Return the margin drawn at an angle, by the nearest of the turns that lies among the angles."""
        turned = self.top + (angle - self.top + 180.0) % 360.0 - 180.0
        return float(np.interp(turned, self.angles, self.margins))


def directions(X: Matrix, y: Vector, top: float, count: int = 721) -> Directions:
    """Return the margins of `count` directions all around, with the given one, in degrees, in the middle."""
    angles = top + np.linspace(-180.0, 180.0, count)
    margins = margin_of_directions(angles, X, y)
    return Directions(angles, margins, top, float(margins[count // 2]))


def separating_directions(X: Matrix, y: Vector, top: float, turns: int = 60) -> tuple[float, float] | None:
    """Return the two angles of w, in degrees, between which a line separates the classes; None where none does.

    The margin of a direction is a concave function of w, so the directions with a positive one form a single arc
    around `top`; both ends are found by bisection.
    """

    def margin(angle: float) -> float:
        return float(margin_of_directions(np.array([angle]), X, y)[0])

    if not margin(top) > 0.0:
        return None
    ends = []
    for way in (-1.0, 1.0):
        inside, outside = 0.0, 180.0  # opposite to a separating direction nothing separates
        for _ in range(turns):
            middle = 0.5 * (inside + outside)
            inside, outside = (middle, outside) if margin(top + way * middle) > 0.0 else (inside, middle)
        ends.append(top + way * inside)
    return ends[0], ends[1]
