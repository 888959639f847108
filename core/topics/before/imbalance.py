"""Recall of either class over all thresholds of f: what a threshold can do about classes of unequal size."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from ...problem.arrays import Vector


@dataclass(frozen=True)
class Recall:
    """How many points of either class lie on their own side of f = t; both classes have points."""

    right_plus: int
    plus: int
    right_minus: int
    minus: int

    @property
    def of_plus(self) -> float:
        """The recall of class +1, 0..1."""
        return self.right_plus / self.plus

    @property
    def of_minus(self) -> float:
        """The recall of class -1, 0..1."""
        return self.right_minus / self.minus

    @property
    def balanced(self) -> float:
        """The balanced accuracy: the mean of both recalls."""
        return 0.5 * (self.of_plus + self.of_minus)

    @property
    def accuracy(self) -> float:
        """The share of all points."""
        return (self.right_plus + self.right_minus) / (self.plus + self.minus)


@dataclass(frozen=True)
class Thresholds:
    """Both recalls at every threshold that separates the values of f differently, ascending; all (k,)."""

    threshold: Vector  # the first and the last give all points to one class
    of_plus: Vector  # falls
    of_minus: Vector  # rises

    @property
    def best(self) -> float:
        """The threshold with the largest balanced accuracy; of several the one nearest to 0."""
        balanced = self.of_plus + self.of_minus
        top = np.flatnonzero(balanced >= balanced.max() - 1e-12)
        return float(self.threshold[top[np.argmin(np.abs(self.threshold[top]))]])


def recall(y: Vector, f: Vector, threshold: float = 0.0) -> Recall:
    """Return the recall of both classes of labels y (n,) if f >= threshold predicts +1."""
    above = f >= threshold
    plus = y > 0
    return Recall(int((above & plus).sum()), int(plus.sum()), int((~above & ~plus).sum()), int((~plus).sum()))


def thresholds(y: Vector, f: Vector) -> Thresholds:
    """Return the recalls of labels y (n,) at every threshold: between two values of f, and beyond both ends."""
    values = np.unique(f)
    ends = max(1.0, float(np.ptp(values)))
    between = 0.5 * (values[:-1] + values[1:])
    t = np.concatenate([[values[0] - 0.05 * ends], between, [values[-1] + 0.05 * ends]])
    plus, minus = np.sort(f[y > 0]), np.sort(f[y < 0])
    of_plus = 1.0 - np.searchsorted(plus, t, side="left") / len(plus)
    of_minus = np.searchsorted(minus, t, side="left") / len(minus)
    return Thresholds(t, np.asarray(of_plus), np.asarray(of_minus))
