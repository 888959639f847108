"""What the numbers of points and of a trained machine warn of: predicates, each of one sign."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum

import numpy as np

from ...problem import InputError
from ...problem.arrays import Indices, Matrix, Vector
from ...selection import median_gamma

FAR = 30.0  # gamma over its median rule, or the reverse: K at the median distance is then below 3e-7, or above 0.98


class Sign(StrEnum):
    """What may be wrong."""

    CONSTANT = "constant"  # f predicts one class for every training point
    BOUNDED = "bounded"  # every point of a class is at its upper bound
    VECTORS = "vectors"  # every point is a support vector
    FEATURE = "feature"  # a feature is the same for all points
    LABELS = "labels"  # two points at one place have different labels
    WIDTH = "width"  # gamma is far from the median rule


@dataclass(frozen=True, eq=False)
class TrainedPoints:
    """The points, and the machine trained on them."""

    X: Matrix  # (n, d)
    y: Vector  # (n,) +1 and -1
    alpha: Vector  # (n,)
    upper: Vector  # (n,) of alpha; may be infinite
    decision: Vector  # (n,) f of the training points
    gamma: float | None  # of a kernel of distances; None: the kernel has none


def signs(trained: TrainedPoints) -> Iterator[Sign]:
    """Yield the signs that these numbers show, in the order of `Sign`."""
    shown = {
        Sign.CONSTANT: predicts_one_class(trained.decision),
        Sign.BOUNDED: bool(bounded_classes(trained)),
        Sign.VECTORS: bool((trained.alpha > 0.0).all()),
        Sign.FEATURE: bool(constant_features(trained.X)),
        Sign.LABELS: bool(len(contradicting(trained.X, trained.y))),
        Sign.WIDTH: gamma_is_far(trained.X, trained.gamma),
    }
    yield from (sign for sign in Sign if shown[sign])


def predicts_one_class(decision: Vector) -> bool:
    """Return whether f (n,) has one sign on all points; 0 counts as +1."""
    return bool((decision >= 0.0).all() or (decision < 0.0).all())


def bounded_classes(trained: TrainedPoints) -> tuple[int, ...]:
    """Return the classes, +1 or -1, of which every point has alpha at a finite upper bound."""
    at_upper = (trained.alpha >= trained.upper) & np.isfinite(trained.upper)
    return tuple(sign for sign in (1, -1) if at_upper[trained.y == sign].all())


def constant_features(X: Matrix) -> tuple[int, ...]:
    """Return the columns of X (n, d), n >= 2, whose values are all equal; none for a single point."""
    if len(X) < 2:
        return ()
    return tuple(int(k) for k in np.flatnonzero(np.ptp(X, axis=0) == 0.0))


def contradicting(X: Matrix, y: Vector) -> Indices:
    """Return the points of X (n, d) at whose place there is a point of the other class, ascending."""
    _, place = np.unique(X, axis=0, return_inverse=True)
    place = place.reshape(-1)
    plus, minus = (np.bincount(place, weights=(y == sign).astype(float)) for sign in (1, -1))
    return np.flatnonzero(((plus > 0) & (minus > 0))[place])


def without_contradictions(X: Matrix, y: Vector) -> Indices:
    """Return the points to keep so that each place has one label: that of most points there; +1 if both have as many.

    The place of the last points of a class keeps that class, so that no class disappears; with all points at one place
    only one class is left.
    """
    _, place = np.unique(X, axis=0, return_inverse=True)
    place = place.reshape(-1)
    balance = np.bincount(place, weights=y)
    keep = y == np.where(balance[place] >= 0.0, 1.0, -1.0)
    for sign in (1.0, -1.0):
        if not keep[y == sign].any():
            spot = place[np.flatnonzero(y == sign)[0]]
            keep[place == spot] = y[place == spot] == sign
    return np.flatnonzero(keep)


def gamma_ratio(X: Matrix, gamma: float | None) -> float:
    """Return gamma over 1 / (2 m^2), m the median distance of two points; nan without a gamma or a distance."""
    if gamma is None:
        return math.nan
    try:
        return gamma / median_gamma(X)
    except InputError:
        return math.nan


def gamma_is_far(X: Matrix, gamma: float | None) -> bool:
    """Return whether gamma is more than `FAR` times as large or as small as the median rule's."""
    ratio = gamma_ratio(X, gamma)
    return ratio > FAR or ratio < 1.0 / FAR  # nan is neither
