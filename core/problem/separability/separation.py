"""Can a plane separate the classes in the kernel's feature space? Yes or no with a proof, or undecided.

The classes are separable exactly if their convex hulls are disjoint: if no weights d >= 0 that sum to 1 in each class
have sum_i d_i y_i phi(x_i) = 0 (mathematics 2.1). Both answers are proved for the given points, kernel and parameters,
not for a rounded Gram matrix:

1. two labels on one point: no plane, whatever the kernel;
2. a Gaussian kernel on distinct points: a plane, by theorem, because its Gram matrix is positive definite;
3. `hull_programme`: a plane, or weights near which exact ones exist, in floats with bounds of every rounding;
4. `hull_simplex`: either of them in integers, if 3 cannot decide: hulls that touch, points on a line.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum

import numpy as np

from ..arrays import Matrix, Vector
from ..dual import Problem
from ..kernels import Gaussian, Kernel, Linear
from .coordinates import SpanningCoordinates, coordinates, rounded
from .programme import common_weights
from .simplex import cancelling_weights

ROUNDED = 1e-9  # of the largest coordinate: less than this counts as 0
MOST_PRODUCTS = 3e6  # of 64-bit numbers, in the simplex method: some 0.3 s


class Separable(Enum):
    """Whether a plane in the feature space has all points of one class on one side and all others on the other."""

    YES = "yes"
    NO = "no"
    OPEN = "open"  # neither was proved


@dataclass(frozen=True)
class Separation:
    """The answer, and if it is no, a point that both hulls contain."""

    separable: Separable
    weights: Vector | None = None  # (n,) d >= 0, each class sums to 1, up to rounding; None without a common point


def separation(kernel: Kernel, X: Matrix, y: Vector, stopped: Callable[[], bool] = lambda: False) -> Separation:
    """Decide whether a hard margin exists.

    Parameters
    ----------
    kernel
        A positive semidefinite kernel.
    X, y
        The points (n, d), or the Gram matrix itself for `Precomputed`, and their labels (n,).
    stopped
        Polled regularly; once it is true the search ends as undecided.

    A problem with more than `coordinates.MOST_NUMBERS` coordinates, more work per iteration than
    `hull_programme.MOST_WORK`, or more products than `MOST_PRODUCTS` is left open.
    """
    twins = _two_labels_on_one_point(X, y)
    if twins is not None:
        return Separation(Separable.NO, twins)
    if isinstance(kernel, Gaussian):
        return Separation(Separable.YES)
    quick = _proved(rounded(kernel, X), y, stopped)
    if quick is not None:
        return quick
    seen = coordinates(kernel, X, stopped)
    if seen is None:
        return Separation(Separable.OPEN)
    proved = _proved(seen, y, stopped)
    if proved is not None:
        return proved
    if seen.whole is None:
        return Separation(Separable.OPEN)
    signed = [row if sign > 0 else [-number for number in row] for row, sign in zip(seen.whole, y, strict=True)]
    exact = cancelling_weights(signed, MOST_PRODUCTS, stopped)
    if exact is None or (exact.weights is not None and seen.irrational):
        return Separation(Separable.OPEN)
    return _told(exact.weights, y)


def _proved(seen: SpanningCoordinates | None, y: Vector, stopped: Callable[[], bool]) -> Separation | None:
    """Return the answer proved in floating point; None if there is no proof, and without coordinates."""
    proof = None if seen is None else common_weights(seen.values, seen.error, y, stopped)
    return None if proof is None else _told(proof.weights, y)


def common_point(problem: Problem, found: Separation) -> Vector | None:
    """Return the point (d,) of the input space that both hulls contain; it exists only for a linear kernel."""
    if found.weights is None or not isinstance(problem.kernel, Linear):
        return None
    point = np.where(problem.y > 0, found.weights, 0.0) @ problem.X
    noise = ROUNDED * np.abs(problem.X).max(axis=0)  # a cancelling sum of points leaves rounding errors
    return np.where(np.abs(point) > noise, point, 0.0)


def _two_labels_on_one_point(X: Matrix, y: Vector) -> Vector | None:
    """Return the weights of two equal rows of different classes; None if there are none."""
    first: dict[bytes, int] = {}
    for i, row in enumerate(X + 0.0):  # + 0.0 makes -0.0 equal to 0.0
        other = first.setdefault(row.tobytes(), i)
        if y[other] != y[i]:
            weights = np.zeros(len(X))
            weights[[other, i]] = 1.0
            return weights
    return None


def _told(weights: Vector | None, y: Vector) -> Separation:
    if weights is None:
        return Separation(Separable.YES)
    of_class = np.where(y > 0, math.fsum(weights[y > 0]), math.fsum(weights[y < 0]))
    return Separation(Separable.NO, np.asarray(weights / of_class))
