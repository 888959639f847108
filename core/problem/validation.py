"""Validation: all input of the core is checked here once, and nowhere else."""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import ArrayLike, NDArray

from .gram import make_symmetric
from .input_error import InputError, as_float
from .kernels import Gaussian, Kernel, Precomputed

LARGEST_COORDINATE = 1e100  # squares of coordinates must stay finite
LARGEST_KERNEL_VALUE = 1e250  # sums and differences of kernel values must stay finite too
MOST_GRAM_BYTES = 2 << 30  # a full Gram matrix of 16 384 points
MOST_FEATURE_BYTES = 2 << 30


def points(X: ArrayLike, grams: int = 1) -> NDArray[np.float64]:
    """Return X as a read-only C-ordered float64 array (n, d), n >= 1, d >= 1, finite and not absurdly large.

    The problem will hold `grams` matrices (n, n).
    """
    array = _table(X)
    count = len(array)
    if 8 * grams * count * count > MOST_GRAM_BYTES:
        most = math.isqrt(MOST_GRAM_BYTES // (8 * grams))
        raise InputError("points.too_many", "There are {count} points; at most {most} fit.", count=count, most=most)
    return _moderate(array)


def features(Phi: ArrayLike) -> NDArray[np.float64]:
    """Return explicit features as a read-only C-ordered float64 array (n, p); as `points`, without a Gram matrix."""
    array = _table(Phi)
    admit_features(array.size)
    return _moderate(array)


def admit_features(count: int) -> None:
    """Refuse a table of `count` numbers that would not fit."""
    most = MOST_FEATURE_BYTES // 8
    if count > most:
        raise InputError(
            "features.too_many",
            "There are {count} numbers in the table of features; at most {most} fit.",
            count=count,
            most=most,
        )


def _table(X: ArrayLike) -> NDArray[np.float64]:
    array = floats(X)
    if array is None:
        raise InputError("points.not_numbers", "The points are not numbers; give a table of numbers.")
    if array.ndim != 2 or array.shape[1] == 0:
        raise InputError(
            "points.shape",
            "The points have shape {shape}; give one row a point.",
            shape="×".join(map(str, array.shape)),
        )
    if len(array) == 0:
        raise InputError("points.none", "There are no points; add at least one of each class.")
    return array


def _moderate(array: NDArray[np.float64]) -> NDArray[np.float64]:
    if not np.all(np.isfinite(array)):
        raise InputError("points.not_finite", "A coordinate is not a finite number; every coordinate must be one.")
    if np.abs(array).max() > LARGEST_COORDINATE:
        raise InputError("points.too_large", "A coordinate is beyond 1e100; scale the data to a few units.")
    array.flags.writeable = False
    return array


def labels(y: ArrayLike, count: int) -> NDArray[np.float64]:
    """Return y as a read-only float64 array of shape (count,) with both +1 and -1."""
    array = floats(y)
    if array is None:
        raise InputError("labels.not_signs", "The labels must be +1 and -1.")
    if array.shape != (count,):
        raise InputError(
            "labels.length", "There are {labels} labels for {count} points.", labels=array.size, count=count
        )
    if not np.logical_and.reduce(np.abs(array) == 1.0):
        raise InputError("labels.not_signs", "The labels must be +1 and -1.")
    if abs(float(np.add.reduce(array))) == count:
        sign = "+1" if array[0] > 0 else "−1"
        raise InputError(
            "labels.one_class", "All {count} points are of class {sign}; add one of the other.", count=count, sign=sign
        )
    array.flags.writeable = False
    return array


def floats(values: ArrayLike) -> NDArray[np.float64] | None:
    """Return a new float64 array, or None if the values cannot be converted without loss."""
    try:
        return None if np.iscomplexobj(values) else np.array(values, dtype=np.float64, order="C")
    except (TypeError, ValueError, OverflowError):
        return None


def penalty(C: float) -> float:
    """Return C, refused unless it is positive; it may be infinite."""
    number = as_float(C)
    if not number > 0:  # catches NaN too
        raise InputError("C.not_positive", "C is {C}; it must be greater than 0.", C=C)
    return number


def bias(value: float) -> float:
    """Return the constant feature that replaces an offset: positive and finite."""
    number = as_float(value)
    if not 0 < number <= LARGEST_COORDINATE:
        raise InputError("bias.not_positive", "The bias feature is {value}; it must be > 0 and finite.", value=value)
    return number


def bound(C: float, weight: float) -> float:
    """Return C times a class weight; both the weight and the product must be positive, and finite unless C is not."""
    factor = as_float(weight)
    product = C * factor
    if not (factor > 0 and math.isfinite(factor) and product > 0 and math.isinf(product) == math.isinf(C)):
        raise InputError("weight.not_positive", "A class weight is {value}; it must be > 0 and finite.", value=weight)
    return product


def gram_matrix(kernel: Kernel, X: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return K(X, X), finite, read-only and exactly symmetric: one bit of asymmetry changes the path of pairs."""
    if isinstance(kernel, Precomputed):
        _check_precomputed(X)
        gram = X.copy()
    else:
        with np.errstate(over="ignore", invalid="ignore"):
            gram = np.ascontiguousarray(kernel.gram(X, X))
    # A Gaussian is symmetric as computed, and bounded: no check is needed, which saves 5 ms for 2,000 points.
    if not (isinstance(kernel, Gaussian) or make_symmetric(gram, LARGEST_KERNEL_VALUE)):
        raise InputError(
            "kernel.overflow", "The kernel is not finite on these points; lower the degree or gamma, or scale the data."
        )
    gram.flags.writeable = False
    return gram


def _check_precomputed(K: NDArray[np.float64]) -> None:
    rows, columns = K.shape
    if rows != columns:
        raise InputError(
            "precomputed.not_square",
            "The Gram matrix is {rows}×{columns}; it must be square.",
            rows=rows,
            columns=columns,
        )
    if not np.allclose(K, K.T, rtol=1e-9, atol=1e-12 * float(np.abs(K).max())):
        raise InputError("precomputed.not_symmetric", "The Gram matrix is not symmetric.")
