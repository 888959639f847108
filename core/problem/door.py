"""The door of the core: everything is checked here once, and nothing is checked behind it."""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import ArrayLike, NDArray

from core.problem.kernels import Kernel, Precomputed
from core.problem.refusal import InputError

LARGEST_COORDINATE = 1e100  # squares of coordinates must stay finite
MOST_GRAM_BYTES = 2 << 30  # a full Gram matrix of 16 384 points


def points(X: ArrayLike) -> NDArray[np.float64]:
    """Return X as a read-only C-ordered float64 array (n, d), n >= 1, d >= 1, finite and not absurdly large."""
    try:
        array = np.array(X, dtype=np.float64, order="C")
    except (TypeError, ValueError) as error:
        raise InputError("points.not_numbers", "The points are not numbers; give a table of numbers.") from error
    if array.ndim != 2 or array.shape[1] == 0:
        raise InputError(
            "points.shape",
            "The points have shape {shape}; give one row a point.",
            shape="×".join(map(str, array.shape)),
        )
    count = len(array)
    if count == 0:
        raise InputError("points.none", "There are no points; add at least one of each class.")
    if 8 * count * count > MOST_GRAM_BYTES:
        most = math.isqrt(MOST_GRAM_BYTES // 8)
        raise InputError("points.too_many", "There are {count} points; at most {most} fit.", count=count, most=most)
    if not np.all(np.isfinite(array)):
        raise InputError("points.not_finite", "A coordinate is not a finite number; every coordinate must be one.")
    if np.abs(array).max() > LARGEST_COORDINATE:
        raise InputError("points.too_large", "A coordinate is beyond 1e100; scale the data to a few units.")
    array.flags.writeable = False
    return array


def labels(y: ArrayLike, count: int) -> NDArray[np.float64]:
    """Return y as a read-only float64 array of shape (count,) that holds +1 and -1, both."""
    try:
        array = np.array(y, dtype=np.float64)
    except (TypeError, ValueError) as error:
        raise InputError("labels.not_signs", "The labels must be +1 and -1.") from error
    if array.shape != (count,):
        raise InputError(
            "labels.length", "There are {labels} labels for {count} points.", labels=array.size, count=count
        )
    if not np.all(np.abs(array) == 1.0):
        raise InputError("labels.not_signs", "The labels must be +1 and -1.")
    if abs(float(array.sum())) == count:
        sign = "+1" if array[0] > 0 else "−1"
        raise InputError(
            "labels.one_class", "All {count} points are of class {sign}; add one of the other.", count=count, sign=sign
        )
    array.flags.writeable = False
    return array


def penalty(C: float) -> None:
    """Refuse a C that is not positive."""
    if not C > 0:  # catches NaN too
        raise InputError("C.not_positive", "C is {C}; it must be greater than 0.", C=C)


def weight(value: float) -> float:
    """Return a class weight that is positive and finite."""
    if not (value > 0 and math.isfinite(value)):
        raise InputError("weight.not_positive", "A class weight is {value}; it must be > 0 and finite.", value=value)
    return float(value)


def gram_matrix(kernel: Kernel, X: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return K(X, X), finite, read-only and exactly symmetric: one bit of asymmetry changes the path of pairs."""
    if isinstance(kernel, Precomputed):
        _check_precomputed(X)
    with np.errstate(over="ignore", invalid="ignore"):
        gram = kernel.gram(X, X)
    if not np.all(np.isfinite(gram)):
        raise InputError(
            "kernel.overflow", "The kernel is not finite on these points; lower the degree or gamma, or scale the data."
        )
    gram = gram + gram.T
    gram *= 0.5
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
