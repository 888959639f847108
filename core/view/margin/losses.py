"""What a margin m = y f(x) costs under five losses; the terms of the objective and the offsets along a path over C."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import NamedTuple

import numpy as np

from core.problem.arrays import Matrix, Vector
from core.solver import RegularisationPath

EPS = float(np.finfo(np.float64).eps)
NEAR = 1e-9  # a margin this near to 1 is 1 up to rounding


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
    """Return values of C in which a path is drawn on a log axis, rising: even steps, and breakpoints among them.

    Of more than `count` breakpoints evenly chosen ones are taken.
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
    """The two terms that C weighs against each other, along a path: |w| never falls and sum xi never rises."""

    at: Vector  # (k,) values of C
    slack: Vector  # (k,) the sum of all xi
    norm: Vector  # (k,) |w|


def terms(path: RegularisationPath, at: Vector) -> Terms:
    """Return the sum of all slack and |w| at values of C (k,).

    Slack within the path's own violation counts as none, and so does a |w| that is rounding.
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
    ends: Matrix  # (k, 2) the lowest and the highest valid b there; one without a bound ends where the other does

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
