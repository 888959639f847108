"""The input of a machine: parameters, points, targets and weights, checked as in scikit-learn, but only once.

scikit-learn's own checks take longer than training on two hundred points, so obviously valid input is accepted quickly,
and everything else goes through them.
"""

from __future__ import annotations

import math
from contextlib import AbstractContextManager, nullcontext
from functools import lru_cache
from typing import Any

import numpy as np
from numpy.typing import ArrayLike
from scipy import sparse
from sklearn.base import BaseEstimator
from sklearn.utils import column_or_1d
from sklearn.utils._param_validation import HasMethods, StrOptions, validate_parameter_constraints
from sklearn.utils.validation import check_consistent_length, validate_data

from ...lowlevel.blas_threads import one_blas_thread
from ...problem.arrays import Vector, is_sparse
from ...problem.maps import Rows
from ...problem.strings import words_of
from .kernel_choice import is_called, takes_words

HOW = {"accept_sparse": "csr", "dtype": np.float64, "order": "C", "accept_large_sparse": False}
KERNEL_NAMES = {"linear", "poly", "rbf", "sigmoid", "precomputed"}
KERNEL_CONSTRAINT = [StrOptions(KERNEL_NAMES), callable, HasMethods("gram")]
REMEMBERED = {str, float, int, bool, type(None), np.float64, np.int64, np.bool}  # types with cached acceptance
FEW_NUMBERS = 10_000  # up to so many numbers, BLAS computes a sum in one thread by itself
MOST_INDEX = int(np.iinfo(np.int32).max)
PLAIN_KINDS = "biufU"  # of numbers and strings; objects are checked one by one


def check_parameters(estimator: BaseEstimator) -> None:
    """Refuse parameters out of their range, with scikit-learn's message."""
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
    plain = (value.item() if isinstance(value, np.generic) else value for value in values)  # as a message shows it
    given = dict(zip(constraints, plain, strict=True))
    validate_parameter_constraints(constraints, given, caller_name=estimator.__name__)


def threads_of(kernel: object, X: Any) -> AbstractContextManager[None]:  # noqa: ANN401
    """Return the context of a fit: one BLAS thread, unless BLAS has one anyway or the kernel is a user's function."""
    small = getattr(X, "size", 0) <= FEW_NUMBERS
    return nullcontext() if small or is_called(kernel) else one_blas_thread()


def training_input(estimator: BaseEstimator, X: Any, y: Any) -> tuple[Rows, Any]:  # noqa: ANN401 - scikit-learn's own
    """Return X as float64 in C order or CSR, with y of equal length; None for y if there are no targets."""
    if is_sparse(X) and isinstance(estimator.kernel, str) and estimator.kernel == "precomputed":
        raise TypeError("Sparse precomputed kernels are not supported.")
    if is_called(estimator.kernel):  # the function may take points of any kind
        vars(estimator).pop("n_features_in_", None)
        check_consistent_length(X, y)
        return X, y
    if takes_words(estimator.kernel):
        vars(estimator).pop("n_features_in_", None)
        X = word_array(X)
        check_consistent_length(X, y)
        return X, y
    wanted = estimator._needs_targets
    if _is_plain(X) and (_is_plain_target(y, len(X)) if wanted else y is None):
        vars(estimator).pop("feature_names_in_", None)
        estimator.n_features_in_ = X.shape[1]
        return X, y
    X = short_indices(X)
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
    if takes_words(estimator.kernel):
        return word_array(X)
    known = estimator.n_features_in_
    if not (_is_plain(X) and X.shape[1] == known and "feature_names_in_" not in vars(estimator)):
        X = validate_data(estimator, short_indices(X), reset=False, **HOW)
    if estimator._sparse and not is_sparse(X):
        X = sparse.csr_array(X)
    if is_sparse(X) and not estimator._sparse:
        raise ValueError(f"cannot use sparse input in {type(estimator).__name__!r} trained on dense data")
    return X


def word_array(X: Any) -> Any:  # noqa: ANN401 - an array of objects
    """Return words as an array (n,) of str; `InputError`, which is a ValueError, unless X is a list of words."""
    words = words_of(X)
    array = np.empty(len(words), dtype=object)
    array[:] = words
    return array


def short_indices(X: Any) -> Any:  # noqa: ANN401
    """Return sparse points as CSR with 32-bit indices, as compiled code requires; anything else unchanged."""
    if not is_sparse(X) or (X.format == "csr" and X.indices.dtype == X.indptr.dtype == np.int32):
        return X
    rows = X.tocsr()
    if max(rows.nnz, *rows.shape) > MOST_INDEX:
        raise ValueError(
            f"X has {rows.nnz} entries in shape {rows.shape}; a sparse matrix may have up to {MOST_INDEX} entries, "
            "rows and columns. Give fewer."
        )
    indices, indptr = (part.astype(np.int32, copy=False) for part in (rows.indices, rows.indptr))
    return type(rows)((rows.data, indices, indptr), shape=rows.shape)


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


def numbers_of(y: Any) -> Vector:  # noqa: ANN401
    """Return the values to predict, shape (n,)."""
    return np.asarray(column_or_1d(y, warn=True), dtype=np.float64)


def sample_weights(weight: ArrayLike | None, X: Rows) -> Vector | None:
    """Return the weight of each point, finite; None if there are none. Points with a weight <= 0 are left out."""
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
    """Return the number of points."""
    return int(X.shape[0]) if hasattr(X, "shape") else len(X)
