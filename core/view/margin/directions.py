"""The largest margin that a line of each direction can have: one hump, with the widest street at its top."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from core.problem.arrays import Matrix, Vector


def margin_of_directions(angles: Vector, X: Matrix, y: Vector) -> Vector:
    """Return, for each angle of w in degrees, the largest geometric margin of any line in that direction, (k,).

    It is half of the gap between the classes along w, where the line stands in the middle; negative where they overlap.
    """
    turned = np.radians(np.asarray(angles))
    along = np.asarray(X) @ np.array([np.cos(turned), np.sin(turned)])
    return np.asarray(0.5 * (along[y > 0].min(axis=0) - along[y < 0].max(axis=0)))


@dataclass(frozen=True)
class Directions:
    """The largest margin in every direction: one hump, whose top is the widest street (Li's theorem 7.1)."""

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
