"""Why f says so at one place: its terms, and how far each feature must move alone to change the class."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from ...problem import Problem, cross_gram
from ...problem.arrays import Matrix, Vector

PLACES = 400  # between the place and either end of the window, at which the sign of f is read
HALVINGS = 60  # of the interval of a root


@dataclass(frozen=True)
class FeatureMove:
    """The nearest value of one feature at which f changes its sign; the others stay."""

    feature: int
    to: float | None  # None: f has one sign at all `PLACES` to both ends
    by: float  # with its sign; nan if there is none


def terms(problem: Problem, alpha: Vector, x: Vector) -> Vector:
    """Return alpha_i y_i K(x_i, x), (n,), for a place x (d,): with b they add up to f(x)."""
    return np.asarray(alpha * problem.y * cross_gram(problem, x[None, :])[0])


def moves(
    f: Callable[[Matrix], Vector], x: Vector, window: tuple[tuple[float, float], ...], places: int = PLACES
) -> tuple[FeatureMove, ...]:
    """Return the nearest move of each feature that changes the sign of f.

    Parameters
    ----------
    f
        From points (k, d) to decision values (k,); 0 counts as the class +1.
    x
        The place, (d,).
    window
        The lowest and the highest value of each feature.
    places
        How many values are read towards each end: a pair of roots between two of them is not seen.
    """
    return tuple(_nearest(f, x, k, ends, places) for k, ends in enumerate(window))


def _nearest(
    f: Callable[[Matrix], Vector], x: Vector, feature: int, ends: tuple[float, float], places: int
) -> FeatureMove:
    best = FeatureMove(feature, None, float("nan"))
    plus = bool(f(x[None, :])[0] >= 0.0)
    for end in ends:
        values = np.linspace(x[feature], end, places + 1)
        other = np.flatnonzero((f(_along(x, feature, values)) >= 0.0) != plus)
        if not other.size:
            continue
        near, far = float(values[other[0] - 1]), float(values[other[0]])
        for _ in range(HALVINGS):
            middle = 0.5 * (near + far)
            if bool(f(_along(x, feature, np.array([middle])))[0] >= 0.0) == plus:
                near = middle
            else:
                far = middle
        by = far - float(x[feature])
        if best.to is None or abs(by) < abs(best.by):
            best = FeatureMove(feature, far, by)
    return best


def _along(x: Vector, feature: int, values: Vector) -> Matrix:
    """Return x (d,) once for each value of a feature."""
    rows = np.repeat(x[None, :], len(values), axis=0)
    rows[:, feature] = values
    return rows
