"""Points, targets and folds: the data of every machine of a search, checked once."""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum
from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike

from ..problem import validation
from ..problem.arrays import Indices, Matrix, Vector
from ..problem.input_error import InputError
from .folds import folds

Splits = Iterable[tuple[ArrayLike, ArrayLike]]


class Learner(StrEnum):
    """The type of machine that is trained."""

    SVM = "svm"  # labels by the hinge loss, one machine for each pair of classes
    RIDGE = "ridge"  # labels as numbers, by least squares: +1 for a class and -1 for the others
    REGRESSION = "regression"  # numbers, by least squares


class Split(NamedTuple):
    """One fold: training and validation points."""

    train: Indices
    test: Indices


@dataclass(frozen=True, eq=False)
class Folded:
    """Points, their targets and their folds; build it with `folded` or `folded_by`."""

    X: Matrix  # (n, d)
    target: Vector  # (n,) the index of the class 0, 1, ...; for regression the numbers
    classes: int  # 0 for regression
    splits: tuple[Split, ...]
    learner: Learner

    def __sizeof__(self) -> int:
        """Return the bytes including the arrays: only then does Dask send a large argument just once to each worker."""
        rows = sum(part.nbytes for split in self.splits for part in split)
        return object.__sizeof__(self) + self.X.nbytes + self.target.nbytes + rows

    def outputs(self, rows: Indices) -> Matrix:
        """Return the targets of ridge regression for some points, (rows, outputs): +1 or -1, or the numbers."""
        own = self.target[rows]
        if self.learner is Learner.REGRESSION:
            return own[:, None]
        named = np.array([1.0]) if self.classes == 2 else np.arange(float(self.classes))
        return np.where(own[:, None] == named, 1.0, -1.0)

    def errors(self, rows: Indices, called: Vector) -> float:
        """Return the error of classes or numbers (rows,): misclassified points, or the sum of squared errors."""
        own = self.target[rows]
        if self.learner is Learner.REGRESSION:
            return float(np.square(called - own).sum())
        return float(np.count_nonzero(called != own))


def folded(X: ArrayLike, y: ArrayLike, count: int = 5, seed: int = 0, learner: Learner | str = Learner.SVM) -> Folded:
    """Return points X (n, d) with targets y (n,) in stratified folds; `InputError` for invalid ones.

    Labels are of any sortable type, with at least two classes; a regression takes numbers.
    """
    points, target, classes = _checked(X, y, Learner(learner))
    if not (isinstance(count, int | np.integer) and 2 <= count <= len(points)):
        raise InputError(
            "folds.count",
            "There are {count} folds for {points} points; give a whole number from 2 to {points}.",
            count=str(count)[:20],
            points=len(points),
        )
    part = folds(target if classes else np.zeros(len(points)), int(count), seed)
    splits = (Split(np.flatnonzero(part != k), np.flatnonzero(part == k)) for k in range(int(count)))
    return Folded(points, target, classes, tuple(splits), Learner(learner))


def folded_by(X: ArrayLike, y: ArrayLike, splits: Splits, learner: Learner | str = Learner.SVM) -> Folded:
    """Return the same for given folds, pairs of the indices of training and validation points."""
    points, target, classes = _checked(X, y, Learner(learner))
    own = tuple(Split(*(np.array(part, dtype=np.int64) for part in pair)) for pair in splits)
    if not own or any(len(part) == 0 for split in own for part in split):
        raise InputError("folds.empty", "A fold has no points to train on, or none to judge; give others.")
    if any(part.min() < 0 or part.max() >= len(points) for split in own for part in split):
        raise InputError("folds.range", "A fold names a point that does not exist; there are {n}.", n=len(points))
    return Folded(points, target, classes, own, Learner(learner))


def _checked(X: ArrayLike, y: ArrayLike, learner: Learner) -> tuple[Matrix, Vector, int]:
    points, given = validation.features(X), np.asarray(y)
    if given.shape != (len(points),):
        raise InputError(
            "labels.length", "There are {labels} labels for {count} points.", labels=given.size, count=len(points)
        )
    if learner is Learner.REGRESSION:
        numbers = validation.floats(given)
        if numbers is None or not np.isfinite(numbers).all():
            raise InputError("targets.not_numbers", "A target is not a finite number; every target must be one.")
        numbers.flags.writeable = False
        return points, numbers, 0
    classes, codes = np.unique(given, return_inverse=True)
    if len(classes) < 2:
        raise InputError(
            "folds.one_class", "All {count} points are of one class; add one of another.", count=len(points)
        )
    target = codes.astype(np.float64)
    target.flags.writeable = False
    return points, target, len(classes)


def spread(count: int) -> tuple[int, ...]:
    """Return 0, ..., count - 1, first far apart and then in between, so that an early stop covers the whole range."""
    step, order = 1 << max(0, math.ceil(math.log2(max(count, 1))) - 1), list[int]()
    while step >= 1:
        order += [k for k in range(0, count, step) if k not in order]
        step //= 2
    return tuple(order)
