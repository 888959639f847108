"""The array types of the core, and faster versions of library functions that are too slow for a small training."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray
from scipy import sparse

Matrix = NDArray[np.float64]  # two dimensions
Vector = NDArray[np.float64]  # one dimension
Indices = NDArray[np.int64]  # one dimension


def is_sparse(X: object) -> bool:
    """Tell whether X is a sparse matrix, without calling SciPy for a plain array, which takes it 2 us."""
    return type(X) is not np.ndarray and bool(sparse.issparse(X))


def single(values: Matrix) -> NDArray[np.float32]:
    """Return values in single precision; values out of its range become its largest number of the same sign."""
    most = float(np.finfo(np.float32).max)
    return np.clip(values, -most, most).astype(np.float32)


def rows_at(X: Matrix, places: Indices) -> Matrix:
    """Return some rows of X, dense or sparse; NumPy's indexing takes twice as long for few of them."""
    return X[places] if is_sparse(X) else X.take(places, axis=0)


def uniform(value: float, count: int) -> Vector:
    """Return an array (count,) of one value; `numpy.full` takes three times as long for a few hundred."""
    array = np.empty(count)
    array.fill(value)
    return array
