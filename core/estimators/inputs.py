"""What comes into a machine: parameters, points, targets and weights, checked as scikit-learn checks them, but once.

scikit-learn's own checks take longer than the training of two hundred points, so what is plainly in order passes
quickly, and everything else goes through them.
"""

from __future__ import annotations

import math
from functools import lru_cache
from typing import Any

import numpy as np
from numpy.typing import ArrayLike
from scipy import sparse
from sklearn.base import BaseEstimator
from sklearn.utils import column_or_1d, compute_class_weight
from sklearn.utils._param_validation import HasMethods, StrOptions, validate_parameter_constraints
from sklearn.utils.multiclass import check_classification_targets
from sklearn.utils.validation import check_consistent_length, validate_data

from core.estimators.kernel_choice import is_called
from core.problem.arrays import Indices, Vector, is_sparse, uniform
from core.problem.maps import Rows

HOW = {"accept_sparse": "csr", "dtype": np.float64, "order": "C", "accept_large_sparse": False}
KERNEL_NAMES = {"linear", "poly", "rbf", "sigmoid", "precomputed"}
KERNEL_CONSTRAINT = [StrOptions(KERNEL_NAMES), callable, HasMethods("gram")]
REMEMBERED = {str, float, int, bool, type(None), np.float64, np.int64, np.bool}  # types of what was accepted before
LARGEST_LABEL = 2.0**53  # of floats: beyond, whole numbers are not told apart
PLAIN_KINDS = "biufU"  # of numbers and strings; objects are looked at one by one


def check_parameters(estimator: BaseEstimator) -> None:
    """Refuse parameters out of their range, with scikit-learn's sentence."""
    constraints = type(estimator)._parameter_constraints
    values = tuple(map(vars(estimator).__getitem__, constraints))
    if REMEMBERED.issuperset(map(type, values)):
        kind: Any = type(estimator)
        _accepted(kind, *values)
    else:
        _check(type(estimator), values)


@lru_cache(maxsize=256, typed=True)
def _accepted(estimator: type[BaseEstimator], *values: Any) -> None:  # noqa: ANN401 - parameters of any type
    _check(estimator, values)


def _check(estimator: type[BaseEstimator], values: tuple[Any, ...]) -> None:
    constraints = estimator._parameter_constraints
    given = dict(zip(constraints, values, strict=True))
    validate_parameter_constraints(constraints, given, caller_name=estimator.__name__)


def training_input(estimator: BaseEstimator, X: Any, y: Any) -> tuple[Rows, Any]:  # noqa: ANN401 - scikit-learn's own
    """Return X as float64 in C order or CSR, with as many y; None for y where there are no targets."""
    if is_sparse(X) and isinstance(estimator.kernel, str) and estimator.kernel == "precomputed":
        raise TypeError("Sparse precomputed kernels are not supported.")
    if is_called(estimator.kernel):  # the points are what the function takes, and nothing is known of them
        vars(estimator).pop("n_features_in_", None)
        check_consistent_length(X, y)
        return X, y
    wanted = estimator._needs_targets
    if _is_plain(X) and (_is_plain_target(y, len(X)) if wanted else y is None):
        vars(estimator).pop("feature_names_in_", None)
        estimator.n_features_in_ = X.shape[1]
        return X, y
    if wanted:
        X, y = validate_data(estimator, X, y, **HOW)
    else:
        X = validate_data(estimator, X, **HOW)
    if is_sparse(X):
        X.sort_indices()
    return X, y


def prediction_input(estimator: BaseEstimator, X: Any) -> Rows:  # noqa: ANN401
    """Return points to predict, with the features of the training; sparse points only after sparse training."""
    if is_called(estimator.kernel):
        return X
    known = estimator.n_features_in_
    if not (_is_plain(X) and X.shape[1] == known and "feature_names_in_" not in vars(estimator)):
        X = validate_data(estimator, X, reset=False, **HOW)
    if estimator._sparse and not is_sparse(X):
        X = sparse.csr_array(X)
    if is_sparse(X) and not estimator._sparse:
        raise ValueError(f"cannot use sparse input in {type(estimator).__name__!r} trained on dense data")
    return X


def _is_plain(X: Any) -> bool:  # noqa: ANN401
    return (
        type(X) is np.ndarray
        and X.dtype == np.float64
        and X.ndim == 2
        and X.flags.c_contiguous
        and X.size > 0
        and math.isfinite(np.vdot(X, X))
    )


def _is_plain_target(y: Any, count: int) -> bool:  # noqa: ANN401
    if type(y) is not np.ndarray or y.shape != (count,) or y.dtype.kind not in PLAIN_KINDS:
        return False
    return y.dtype.kind != "f" or math.isfinite(np.vdot(y, y))


def classes_of(y: Any) -> tuple[Any, Indices]:  # noqa: ANN401 - labels of any type
    """Return the classes in order, and the number of its class for each point."""
    if type(y) is np.ndarray and y.ndim == 1 and y.size > 0 and y.dtype.kind in "biuf":
        pair = _two_labels(y)
        if pair is not None:
            return pair
    labels = column_or_1d(y, warn=True)
    check_classification_targets(labels)
    classes, codes = np.unique(labels, return_inverse=True)
    if len(classes) < 2:
        raise ValueError(f"The number of classes has to be greater than one; got {len(classes)} class")
    return classes, codes.astype(np.int64, copy=False)


def _two_labels(y: Any) -> tuple[Any, Indices] | None:  # noqa: ANN401 - numbers of any type
    """Return what `classes_of` does where there are two labels that are whole numbers, else None."""
    one = y.item(0)
    is_one = y == one
    other = y.item(is_one.argmin())
    is_other = y == other
    if one == other or np.count_nonzero(is_one) + np.count_nonzero(is_other) != len(y):
        return None
    if y.dtype.kind == "f" and not (_is_whole(one) and _is_whole(other)):
        return None
    low, high, upper = (one, other, is_other) if one < other else (other, one, is_one)
    return np.array([low, high], dtype=y.dtype), upper.astype(np.int64)


def _is_whole(label: float) -> bool:
    """Tell whether a number is a label, and not one of those that a regression predicts."""
    return abs(label) <= LARGEST_LABEL and label.is_integer()


def class_weights(weight: Any, classes: Any, y: Any) -> Vector:  # noqa: ANN401
    """Return the factor of C of each class: a dict, "balanced" or None."""
    if weight is None:
        return uniform(1.0, len(classes))
    factors: Vector = compute_class_weight(weight, classes=classes, y=column_or_1d(y))
    return factors


def numbers_of(y: Any) -> Vector:  # noqa: ANN401
    """Return the values to predict, shape (n,)."""
    return np.asarray(column_or_1d(y, warn=True), dtype=np.float64)


def sample_weights(weight: ArrayLike | None, X: Rows) -> Vector | None:
    """Return the weight of each point, finite; None where all are 1. It may be 0 or less: the point is left out."""
    if weight is None:
        return None
    factors = np.asarray(weight, dtype=np.float64)
    if factors.size == 0:
        return None
    count = count_of(X)
    if factors.shape != (count,):
        raise ValueError(
            f"sample_weight and X have incompatible shapes: {factors.shape!r} vs {getattr(X, 'shape', (count,))!r}\n"
            "Note: Sparse matrices cannot be indexed w/boolean masks (use `indices=True` in CV)."
        )
    if not np.isfinite(factors).all():
        raise ValueError("Input sample_weight contains NaN or infinity.")
    if not (factors > 0).any():
        raise ValueError("Invalid input - all samples have zero or negative weights.")
    return factors


def count_of(X: Any) -> int:  # noqa: ANN401
    """Return how many points there are."""
    return int(X.shape[0]) if hasattr(X, "shape") else len(X)
