"""Labels of any type as class indices, and class weights."""

from __future__ import annotations

from typing import Any

import numpy as np
from sklearn.utils import column_or_1d, compute_class_weight
from sklearn.utils.multiclass import check_classification_targets

from ...lowlevel.compiled import compiled
from ...problem.arrays import Indices, Vector, uniform

LARGEST_LABEL = 2.0**53  # larger integers are not distinguishable
NUMBERS = "biuf"


def classes_of(y: Any) -> tuple[Any, Indices]:  # noqa: ANN401 - labels of any type
    """Return the classes in order, and the number of its class for each point."""
    pair = two_labels(y)
    if pair is not None:
        return pair
    labels = column_or_1d(y, warn=True)
    check_classification_targets(labels)
    classes, codes = np.unique(labels, return_inverse=True)
    if len(classes) < 2:
        raise ValueError(f"The number of classes has to be greater than one; got {len(classes)} class")
    return classes, codes.astype(np.int64, copy=False)


def two_labels(y: Any) -> tuple[Any, Indices] | None:  # noqa: ANN401 - labels of any type
    """Return the result of `classes_of` if there are obviously two labels, both integers; else None."""
    if type(y) is not np.ndarray or y.ndim != 1 or y.size == 0 or y.dtype.kind not in NUMBERS:
        return None
    codes = np.empty(y.size, dtype=np.int64)
    low, high, others = _divide(y.astype(np.float64), codes)
    if others or low == high or not (_is_integer(low) and _is_integer(high)):
        return None
    return np.array([low, high], dtype=y.dtype), codes


@compiled
def _divide(labels: Vector, codes: Indices) -> tuple[float, float, int]:
    """Write 1 for the highest label, else 0, to codes (n,); return the lowest, the highest, the number of others."""
    low = high = labels[0]
    for label in labels:
        low, high = min(low, label), max(high, label)
    others = 0
    for i in range(labels.size):
        codes[i] = 1 if labels[i] == high else 0
        others += 0 if labels[i] == high or labels[i] == low else 1
    return low, high, others


def _is_integer(label: float) -> bool:
    """Whether a number is an integer that can be a label, unlike the numbers that a regression predicts."""
    return abs(label) <= LARGEST_LABEL and label.is_integer()


def require_weight(classes: Any, codes: Indices, weight: Vector | None, infeasible: str = "Invalid input - ") -> None:  # noqa: ANN401
    """Refuse weights (n,) that leave a class without a point of positive weight.

    Every classifier follows this rule, alone, one against the rest or in a bag: to leave out a class, remove its
    points. scikit-learn also refuses if only one class is left; if more are left, its SVC fails with an IndexError,
    and its LinearSVC numbers the classes wrongly.
    """
    if weight is None:
        return
    left = np.bincount(codes[weight > 0], minlength=len(classes)) > 0
    if left.all():
        return
    alone = "all samples with positive weights belong to the same class: " if left.sum() == 1 else ""
    raise ValueError(
        f"{infeasible}{alone}all samples of class {shown(classes[~left][0])} have zero or negative weights. Give one "
        "of them a positive weight, or take them away."
    )


def shown(value: Any) -> str:  # noqa: ANN401 - a label or a number
    """Return a label or a number as Python writes it: 2, not np.int64(2)."""
    return repr(value.tolist() if isinstance(value, np.generic | np.ndarray) else value)


def class_weights(weight: Any, classes: Any, y: Any) -> Vector:  # noqa: ANN401
    """Return the factor of C of each class: a dict, "balanced" or None."""
    if weight is None:
        return uniform(1.0, len(classes))
    factors: Vector = compute_class_weight(weight, classes=classes, y=column_or_1d(y))
    return factors
