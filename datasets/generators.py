"""Clouds of points made by chance, always the same: blobs, moons, rings, spirals, a checkerboard, a wave.

Every shape is scaled to a few units around the origin, so that it fills its window and one gamma suits them all.
"""

from __future__ import annotations

from functools import cache

import numpy as np
from numpy.typing import NDArray

from datasets.points import LABELS, Points, make_points

EXTENT = 6.2  # of 8 units, the side of a window: as much air as points can have without a window twice as large


@cache
def gap() -> Points:
    """Return two blobs of 30 with a clear gap between them."""
    return make_points(*_blobs([(-1.6, -1.1), (1.6, 1.1)], [30, 30], spread=0.75, seed=1))


@cache
def overlap() -> Points:
    """Return two blobs of 50 that run into each other."""
    return make_points(*_blobs([(-1.0, -0.6), (1.0, 0.6)], [50, 50], spread=1.0, seed=4))


@cache
def noisy() -> Points:
    """Return two blobs of 50 and 70 that overlap widely: a machine that separates them has learnt noise."""
    return make_points(*_blobs([(-1.0, -0.6), (1.0, 0.6)], [50, 70], spread=1.2, seed=11))


@cache
def moons() -> Points:
    """Return two interleaved half circles, 90 points: those of `sklearn.datasets.make_moons`, to the last bit.

    The app opens with them, and importing scikit-learn for them takes a third of a start.
    """
    angle, chance = np.linspace(0.0, np.pi, 45), np.random.RandomState(0)
    outer = np.column_stack([np.cos(angle), np.sin(angle)])
    inner = np.column_stack([1.0 - np.cos(angle), 1.0 - np.sin(angle) - 0.5])
    order = np.arange(90)
    chance.shuffle(order)
    X = np.vstack([outer, inner])[order] + chance.normal(scale=0.2, size=(90, 2))
    return make_points(_spread_out(X, EXTENT), np.where(order < 45, -1, 1))


@cache
def rings() -> Points:
    """Return a ring around a disc, 100 points."""
    from sklearn.datasets import make_circles

    X, labels = make_circles(n_samples=100, noise=0.1, factor=0.42, random_state=5)
    return make_points(_spread_out(X, EXTENT), _signs(labels))


@cache
def spirals() -> Points:
    """Return two spirals of 60 points that turn around each other one and a half times."""
    turn = np.linspace(0.12, 1.0, 60)
    angle, radius = 3.0 * np.pi * turn, 3.1 * turn
    arm = np.column_stack([radius * np.cos(angle), radius * np.sin(angle)])
    noise = np.random.default_rng(6).normal(scale=0.07, size=(120, 2))
    return make_points(np.vstack([arm, -arm]) + noise, np.repeat([1, -1], 60))


@cache
def checkerboard() -> Points:
    """Return 160 points on a board of 4 by 4 squares, 10 in each, away from its edges."""
    rng = np.random.default_rng(7)
    column, row = (axis.ravel() for axis in np.meshgrid(np.arange(4), np.arange(4)))
    squares = np.repeat(np.column_stack([column, row]), 10, axis=0)
    X = (squares + rng.uniform(0.08, 0.92, size=squares.shape)) * 1.6 - 3.2
    return make_points(X, np.where(squares.sum(axis=1) % 2 == 0, 1, -1))


@cache
def line() -> Points:
    """Return 30 points on a line in five groups of alternating class: one coordinate, and no threshold on it."""
    middles, within = 0.9 * np.arange(-2, 3), np.linspace(-0.25, 0.25, 6)
    x = np.add.outer(middles, within)
    y = np.repeat([1, -1, 1, -1, 1], len(within))
    return make_points(np.column_stack([x.ravel(), np.zeros(x.size)]), y)


@cache
def wave() -> Points:
    """Return 60 points around a sine, the upper coordinate with noise: class +1 above the sine, class -1 below it."""
    x = np.linspace(-3.1, 3.1, 60)
    noise = np.random.default_rng(12).normal(scale=0.35, size=60)
    return make_points(np.column_stack([x, 1.3 * np.sin(1.6 * x) + noise]), np.where(noise > 0.0, 1, -1))


@cache
def outlier() -> Points:
    """Return two blobs of 25 with a wide gap, and one point of class -1 close to the blob of class +1."""
    X, y = _blobs([(-1.6, -1.2), (1.6, 1.2)], [25, 25], spread=0.6, seed=1)
    near = X[y == 1][np.argmin(X[y == 1].sum(axis=1))] - 0.25
    return make_points(np.vstack([X, near]), np.append(y, -1))


@cache
def unbalanced() -> Points:
    """Return a blob of 110 points of class -1 and 10 of class +1 at its edge."""
    return make_points(*_blobs([(-0.7, -0.5), (1.3, 1.1)], [110, 10], spread=[1.0, 0.6], seed=5))


@cache
def pinwheel() -> Points:
    """Return three arms of 30 points that turn around an empty middle, one class each.

    Around the middle each class wins against one of the others, so that a vote of the three pairs is a tie.
    """
    chance = np.random.default_rng(3)
    along, across = chance.normal(0.0, 0.7, 90), chance.normal(0.0, 0.25, 90)
    turn = np.repeat(2.0 * np.pi * np.arange(3) / 3.0, 30)
    x, y = 1.9 + across, 1.2 + along
    X = np.column_stack([x * np.cos(turn) - y * np.sin(turn), x * np.sin(turn) + y * np.cos(turn)])
    return make_points(_spread_out(X, EXTENT), np.repeat([1, -1, 2], 30))


@cache
def six() -> Points:
    """Return six blobs of 20 points around a middle, one class each; neighbours run into each other."""
    chance = np.random.default_rng(8)
    turn = np.repeat(2.0 * np.pi * np.arange(6) / 6.0, 20)
    X = 2.4 * np.column_stack([np.cos(turn), np.sin(turn)]) + chance.normal(0.0, 0.62, (120, 2))
    return make_points(_spread_out(X, EXTENT), np.repeat(LABELS, 20))


def _blobs(
    centres: list[tuple[float, float]], counts: list[int], spread: float | list[float], seed: int
) -> tuple[NDArray[np.float64], NDArray[np.int64]]:
    """Return X (n, 2) and y (n,) of two Gaussian blobs, the second of class +1."""
    from sklearn.datasets import make_blobs

    X, labels = make_blobs(n_samples=counts, centers=np.asarray(centres), cluster_std=spread, random_state=seed)
    return _spread_out(X, EXTENT), _signs(labels)


def _spread_out(X: NDArray[np.float64], extent: float) -> NDArray[np.float64]:
    """Return X (n, 2) centred, its larger extent scaled to `extent`."""
    low, high = X.min(axis=0), X.max(axis=0)
    scaled: NDArray[np.float64] = (X - (low + high) / 2.0) * (extent / (high - low).max())
    return scaled


def _signs(labels: NDArray[np.int64]) -> NDArray[np.int64]:
    """Return the labels 0 and 1 of scikit-learn as -1 and +1."""
    return 2 * labels - 1
