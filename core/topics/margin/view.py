"""The margins of a line set by hand and of each direction, and the cost of a margin under five losses."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import NamedTuple

import numpy as np

from ...problem import InputError
from ...problem.arrays import Matrix, Vector
from ...solver import RegularisationPath

# ---- A line laid over the points by hand ----


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
        """The number of points on the line or on its wrong side."""
        return int(np.count_nonzero(self.functional <= 0.0))

    @property
    def direction(self) -> float:
        """The angle of w, in degrees from the first axis, in (-180, 180]."""
        return float(np.degrees(np.arctan2(self.w[1], self.w[0])))


def line_through(first: Vector, second: Vector, scale: float = 1.0) -> tuple[Vector, float]:
    """Return (w, b) of the line through two points, |w| = scale, with class +1 on the left, seen from the first.

    `InputError` if both points coincide: they define no line, and w would be 0.
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


# ---- The largest margin that a line of each direction can have ----


def margin_of_directions(angles: Vector, X: Matrix, y: Vector) -> Vector:
    """Return, for each angle of w in degrees, the largest geometric margin of any line in that direction, (k,).

    It is half of the gap between the classes along w, with the line in the middle; negative if they overlap.
    """
    turned = np.radians(np.asarray(angles))
    along = np.asarray(X) @ np.array([np.cos(turned), np.sin(turned)])
    return np.asarray(0.5 * (along[y > 0].min(axis=0) - along[y < 0].max(axis=0)))


@dataclass(frozen=True)
class Directions:
    """The largest margin in every direction: a single maximum, which is the widest street (Li's theorem 7.1)."""

    angles: Vector  # (k,) degrees, rising, around `top`
    margins: Vector  # (k,)
    top: float  # degrees, of w of the widest street
    best: float  # the margin there

    def margin_at(self, angle: float) -> float:
        """Return the margin at an angle, shifted by full turns into the range of the angles."""
        turned = self.top + (angle - self.top + 180.0) % 360.0 - 180.0
        return float(np.interp(turned, self.angles, self.margins))


def directions(X: Matrix, y: Vector, top: float, count: int = 721) -> Directions:
    """Return the margins of `count` directions over a full turn, centred at `top` in degrees."""
    angles = top + np.linspace(-180.0, 180.0, count)
    margins = margin_of_directions(angles, X, y)
    return Directions(angles, margins, top, float(margins[count // 2]))


def separating_directions(X: Matrix, y: Vector, top: float, turns: int = 60) -> tuple[float, float] | None:
    """Return the two angles of w, in degrees, between which a line separates the classes; None if none does.

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


# ---- The cost of a margin m = y f(x) under five losses ----


EPS = float(np.finfo(np.float64).eps)
NEAR = 1e-9  # a margin this close to 1 equals 1 up to rounding


def hinge(m: Vector) -> Vector:
    """Return max(0, 1 - m): the slack of a soft margin (mathematics 3)."""
    return np.maximum(0.0, 1.0 - m)


def zero_one(m: Vector) -> Vector:
    """Return 1 where m <= 0, else 0: on the boundary a point counts as wrong."""
    return np.where(m <= 0.0, 1.0, 0.0)


def perceptron(m: Vector) -> Vector:
    """Return max(0, -m)."""
    return np.maximum(0.0, -m)


def logistic(m: Vector) -> Vector:
    """Return log2(1 + exp(-m)), which is 1 at m = 0."""
    return np.asarray(np.logaddexp(0.0, -m) / np.log(2.0))


def squared_hinge(m: Vector) -> Vector:
    """Return max(0, 1 - m)^2."""
    return np.asarray(np.maximum(0.0, 1.0 - m) ** 2)


LOSSES_OF_A_MARGIN: Mapping[str, Callable[[Vector], Vector]] = MappingProxyType(
    {
        "hinge": hinge,
        "zero_one": zero_one,
        "perceptron": perceptron,
        "logistic": logistic,
        "squared_hinge": squared_hinge,
    }
)


def sampled(path: RegularisationPath, count: int, low: float, high: float) -> Vector:
    """Return ascending values of C for drawing a path on a log axis: even steps, and breakpoints in between.

    If there are more than `count` breakpoints, evenly spaced ones are used.
    """
    low, high = max(low, path.low), min(high, path.high)
    even = np.geomspace(low, high, count)
    bends = path.bends[(path.bends > low) & (path.bends < high)]
    if len(bends) > count:
        bends = bends[np.linspace(0, len(bends) - 1, count).round().astype(int)]
    return np.asarray(np.clip(np.unique(np.concatenate([even, bends])), low, high))


def alphas_at(path: RegularisationPath, at: Vector) -> Matrix:
    """Return alpha at values of C (k,), shape (k, n)."""
    return np.asarray([path.alpha(float(C)) for C in at]).reshape(len(at), len(path.y))


class Terms(NamedTuple):
    """The two terms balanced by C, along a path: |w| never decreases and sum xi never increases."""

    at: Vector  # (k,) values of C
    slack: Vector  # (k,) the sum of all xi
    norm: Vector  # (k,) |w|


def terms(path: RegularisationPath, at: Vector) -> Terms:
    """Return the sum of all slack and |w| at values of C (k,).

    Slack within the path's own violation counts as 0, and so does a |w| that is rounding.
    """
    coefficients = alphas_at(path, at) * path.y
    scores = coefficients @ path.gram
    offsets = np.array([path.b(float(C)) for C in at])
    xi = hinge(path.y * (scores + offsets[:, None]))
    xi[xi <= max(NEAR, 2.0 * path.violation)] = 0.0
    squared = np.einsum("kn,kn->k", coefficients, scores)
    size = np.abs(coefficients)
    rounding = (len(path.y) + 4) * EPS * np.einsum("kn,kn->k", size, size @ np.abs(path.gram))
    return Terms(at, xi.sum(axis=1), np.sqrt(np.where(squared > rounding, squared, 0.0)))


class Band(NamedTuple):
    """The valid offsets over C."""

    at: Vector  # (k,) values of C
    ends: Matrix  # (k, 2) the lowest and the highest valid b there; an unbounded end is replaced by the other one

    @property
    def longest(self) -> tuple[float, float]:
        """The largest length of the interval among these, and the C where it is."""
        length = self.ends[:, 1] - self.ends[:, 0]
        k = int(np.argmax(length))
        return float(length[k]), float(self.at[k])


def band(path: RegularisationPath, count: int = 200) -> Band:
    """Return the interval of offsets at values of C, even ones and breakpoints, up to `count` of each."""
    at = sampled(path, count, path.low, path.high)
    ends = np.array([path.b_interval(float(C)) for C in at]).reshape(len(at), 2)
    open_low, open_high = np.isinf(ends[:, 0]), np.isinf(ends[:, 1])
    ends[open_low, 0], ends[open_high, 1] = ends[open_low, 1], ends[open_high, 0]
    return Band(at, ends)
