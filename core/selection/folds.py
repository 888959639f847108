"""Folds: every point is tested once, by a machine trained without it."""

from __future__ import annotations

import numpy as np

from ..problem.arrays import Indices, Vector


def folds(y: Vector, count: int, seed: int = 0) -> Indices:
    """Return the fold 0, ..., count - 1 of every point, shape (n,), each class distributed evenly in a random order."""
    rng, chosen = np.random.default_rng(seed), np.empty(len(y), dtype=np.int64)
    dealt = 0  # each class continues where the last one ended: the folds differ by at most one point
    for label in np.unique(y):
        members = rng.permutation(np.flatnonzero(y == label))
        chosen[members] = (dealt + np.arange(len(members))) % count
        dealt += len(members)
    return chosen
