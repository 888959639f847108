"""Probabilities for a classifier, from f of points not used for its training (mathematics 12)."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Protocol, Self

import numpy as np
from scipy import sparse
from sklearn.base import clone
from sklearn.utils import check_random_state

from ..problem.arrays import Indices, Matrix, Vector
from ..problem.maps import Rows
from .machine.kernel_choice import is_pairwise
from .machine.labels import class_weights, classes_of
from .machine.one_vs_one import pairs_of
from .probability import couple, fit_sigmoid, sigmoid

FOLDS = 5


class Calibrated(Protocol):
    """The settings of the machine to calibrate."""

    kernel: Any
    class_weight: Any
    random_state: Any

    def get_params(self) -> dict[str, Any]: ...  # noqa: D102
    def set_params(self, **params: object) -> Self: ...  # noqa: D102
    def fit(self, X: Any, y: Any, sample_weight: Any = None) -> Self: ...  # noqa: ANN401, D102
    def decision_function(self, X: Any) -> Matrix: ...  # noqa: ANN401, D102


@dataclass(frozen=True)
class Calibration:
    """A sigmoid for each pair of classes, in LIBSVM's signs: f is positive for the first class of the pair."""

    A: Vector  # (pairs,)
    B: Vector

    def probabilities(self, values: Matrix, classes: int) -> Matrix:
        """Return the probability of each class, shape (k, classes), from f of each pair (k, pairs)."""
        if classes == 2:
            first = np.clip(sigmoid(-values[:, 0], self.A[0], self.B[0]), 1e-7, 1.0 - 1e-7)
            return np.stack([first, 1.0 - first], axis=1)
        R = np.zeros((len(values), classes, classes))
        for (a, b), f, A, B in zip(pairs_of(classes), values.T, self.A, self.B, strict=True):
            R[:, a, b] = sigmoid(f, A, B)
            R[:, b, a] = 1.0 - R[:, a, b]
        return couple(R)


def calibrated(machine: Calibrated, X: Any, y: Any, sample_weight: Any) -> Calibration:  # noqa: ANN401
    """Return the sigmoids of a classifier, fitted to f by five-fold cross-validation with clones of it."""
    classes, codes = classes_of(np.asarray(y))
    X = X if sparse.issparse(X) or hasattr(X, "iloc") else np.asarray(X)
    weight = None if sample_weight is None else np.asarray(sample_weight, dtype=float)
    factors = class_weights(machine.class_weight, classes, np.asarray(y))
    chance, fitted = check_random_state(machine.random_state), []
    for a, b in [(0, 1)] if len(classes) == 2 else pairs_of(len(classes)):
        rows = ((codes == a) | (codes == b)).nonzero()[0]
        rows = rows if weight is None else rows[weight[rows] > 0]
        labels = np.where(codes[rows] == a, 1.0, -1.0)
        worker = clone(machine).set_params(
            probability="deprecated", class_weight={1.0: factors[a], -1.0: factors[b]}, verbose=False
        )
        f = _held_out(worker, X, rows, labels, None if weight is None else weight[rows], chance)
        fitted.append(fit_sigmoid(f, labels))
    A, B = np.array(fitted).T
    return Calibration(A, B)


def _held_out(
    worker: Calibrated, X: Rows, rows: Indices, labels: Vector, weight: Vector | None, chance: np.random.RandomState
) -> Vector:
    """Return f of each row, from a training on the four folds that do not contain it."""

    def values(kept: Indices, held: Indices) -> Vector | float:
        if (constant := value_of_one_class(labels[kept])) is not None:
            return constant
        feasible = _feasible(worker, labels[kept], None if weight is None else weight[kept])
        feasible.fit(_part(worker, X, rows[kept], rows[kept]), labels[kept], None if weight is None else weight[kept])
        return np.asarray(feasible.decision_function(_part(worker, X, rows[held], rows[kept])))

    return held_out_values(chance.permutation(len(rows)), values)


def held_out_values(order: Indices, values: Callable[[Indices, Indices], Vector | float]) -> Vector:
    """Return a value of each point, shape (n,), from a training on the folds that do not contain it.

    Parameters
    ----------
    order
        The points in random order, a permutation of 0, ..., n - 1, dealt out in `FOLDS` consecutive parts.
    values
        Trains on the points of its first argument, and returns the values of those of its second.
    """
    f = np.empty(len(order))
    for held in np.array_split(order, FOLDS):
        if len(held):
            f[held] = values(np.setdiff1d(order, held), held)
    return f


def value_of_one_class(labels: Vector) -> float | None:
    """Return f where no machine can be trained, as LIBSVM does: the only label, or 0 without a point; else None."""
    present = np.unique(labels)
    return None if len(present) > 1 else float(present[0]) if len(present) else 0.0


def _feasible(worker: Calibrated, labels: Vector, weight: Vector | None) -> Calibrated:
    """Return the worker, with nu lowered to the largest that the fold allows if it is larger."""
    if "nu" not in worker.get_params():
        return worker
    sums = [float(np.sum((labels == sign) if weight is None else weight[labels == sign])) for sign in (1.0, -1.0)]
    most = 2.0 * min(sums) / sum(sums)
    return worker if worker.get_params()["nu"] <= most else clone(worker).set_params(nu=most * (1.0 - 1e-12))


def _part(worker: Calibrated, X: Rows, rows: Indices, columns: Indices) -> Rows:
    if is_pairwise(worker.kernel):
        return X[np.ix_(rows, columns)]
    return X.iloc[rows] if hasattr(X, "iloc") else X[rows]
