"""How much noise a separating line tolerates, and how it decides new points, beside the widest street.

The places of new points are those of the given points plus noise from N(0, sigma^2 I), so the probability of an error
is known for every line (mathematics 22.9), and nothing about it has to be estimated.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from scipy.special import ndtr
from scipy.stats import binomtest

from ...problem import Linear, c_svc, normal, offset
from ...problem.arrays import Matrix, Vector
from ...solver import Outcome, answer
from .view import separating_directions

LineWithOffset = tuple[Vector, float]  # (w, b)

CONFIDENCE = 0.95
STEPS = 20_000  # of one training set: more are needed only if no line separates it, or hardly
TOLERANCE = 1e-6


def trials_kept(lines: Sequence[LineWithOffset], X: Matrix, y: Vector, radius: float, trials: int, seed: int) -> Vector:
    """Return in how many trials each line (w, b) still separates the points (n, 2), all moved by `radius`.

    Each point moves in a direction of its own, uniform on the circle; the directions are the same for all lines.
    """
    turns = 2.0 * np.pi * np.random.default_rng(seed).random((trials, len(y)))
    moves = radius * np.stack([np.cos(turns), np.sin(turns)], axis=-1)  # (trials, n, 2)
    sides = [(y * ((X + moves) @ w + b) > 0.0).all(axis=1) for w, b in lines]
    return np.array([int(np.count_nonzero(side)) for side in sides], dtype=np.float64)


def error_of(line: LineWithOffset, X: Matrix, y: Vector, sigma: float) -> float:
    """Return the probability that a line errs at a new point: one of the points (n, 2) plus noise N(0, sigma^2 I)."""
    w, b = line
    return float(ndtr(-y * (X @ w + b) / (sigma * float(np.hypot(*w)))).mean())


@dataclass(frozen=True)
class OnNewPoints:
    """The errors of three separating lines of many training sets, each set drawn from the same distribution."""

    sigma: float
    drawn: int  # training sets
    errors: Matrix  # (k, 3) of the k sets that a line separates: the widest street, a line halfway, any line

    @property
    def separable(self) -> int:
        """How many of the training sets a line separates."""
        return len(self.errors)

    def wins(self, other: int) -> int:
        """Return on how many sets the widest street errs less than the `other` line, 1 or 2."""
        return int(np.count_nonzero(self.errors[:, 0] < self.errors[:, other]))


def on_new_points(X: Matrix, y: Vector, sigma: float, sets: int, seed: int) -> OnNewPoints:
    """Draw training sets as large as the given one, separate each by three lines, and return their errors.

    The points of a set are drawn with replacement from those of their class, (n, 2), and moved by noise
    N(0, sigma^2 I). The first line is the widest street by SMO; the second has a direction drawn uniformly from all
    that separate, and is halfway between the classes; the third has the same direction, and its place is drawn
    uniformly between the classes.
    """
    rng, errors = np.random.default_rng(seed), []
    own = [np.flatnonzero(y > 0), np.flatnonzero(y < 0)]
    labels = np.concatenate([np.ones(len(own[0])), -np.ones(len(own[1]))])
    for _ in range(sets):
        chosen = np.concatenate([rng.choice(rows, len(rows)) for rows in own])
        places = X[chosen] + sigma * rng.standard_normal((len(chosen), 2))
        turn, shift = rng.random(2)
        lines = _three_lines(places, labels, float(turn), float(shift))
        if lines is not None:
            errors.append([error_of(line, X, y, sigma) for line in lines])
    return OnNewPoints(sigma, sets, np.array(errors, dtype=np.float64).reshape(-1, 3))


def _three_lines(
    X: Matrix, y: Vector, turn: float, shift: float
) -> tuple[LineWithOffset, LineWithOffset, LineWithOffset] | None:
    """Return the widest street and two other separating lines; None if no line separates the points."""
    problem = c_svc(X, y, Linear(), math.inf)
    found = answer(problem, tolerance=TOLERANCE, limit=STEPS)
    w = normal(problem, found.alpha)
    if found.outcome is not Outcome.OPTIMAL or w is None:
        return None
    arc = separating_directions(X, y, math.degrees(math.atan2(w[1], w[0])))
    if arc is None:
        return None
    angle = math.radians(arc[0] + turn * (arc[1] - arc[0]))
    direction = np.array([math.cos(angle), math.sin(angle)])
    along = X @ direction
    low, high = float(along[y < 0].max()), float(along[y > 0].min())
    halfway, anywhere = -0.5 * (low + high), -(low + shift * (high - low))
    return (w, offset(problem, found.alpha)), (direction, halfway), (direction, anywhere)


def share_interval(won: int, of: int) -> tuple[float, float]:
    """Return Wilson's interval for a probability, of confidence `CONFIDENCE`, from `won` successes of `of` > 0."""
    interval = binomtest(won, of).proportion_ci(CONFIDENCE, method="wilson")
    return float(interval.low), float(interval.high)


def mean_interval(values: Vector) -> tuple[float, float]:
    """Return mean and half the length of its normal interval, of confidence `CONFIDENCE`; nan for fewer than two."""
    if len(values) < 2:
        return float(values.mean()) if len(values) else math.nan, math.nan
    return float(values.mean()), 1.959964 * float(values.std(ddof=1)) / math.sqrt(len(values))


# ---- the offset of the widest street ----


@dataclass(frozen=True)
class OffsetBounds:
    """The offsets that the constraints y (w.x + b) >= 1 allow for one w (Li, theorem 7.1, second half of its proof)."""

    low: float  # from class +1: b >= 1 - min w.x
    high: float  # from class -1: b <= -1 - max w.x
    plus: int  # the point of class +1 that decides
    minus: int


def offset_bounds(w: Vector, X: Matrix, y: Vector) -> OffsetBounds:
    """Return what the nearest points (n, 2) of both classes allow for the offset; for the shortest w, low = high."""
    along = X @ w
    plus = int(np.argmin(np.where(y > 0, along, np.inf)))
    minus = int(np.argmax(np.where(y < 0, along, -np.inf)))
    return OffsetBounds(1.0 - float(along[plus]), -1.0 - float(along[minus]), plus, minus)
