"""Sums of kernel values, sum_i c_i K(x_i, x) for many x and several c at once, in blocks of bounded memory."""

from __future__ import annotations

import numpy as np
from scipy import sparse

from ...problem import Kernel, Linear, Precomputed
from ...problem.arrays import Matrix, Vector
from ...problem.fast_decision import gaussian_at
from ...problem.maps import Rows
from ...solver.trainer.rows.formula import GAUSSIAN, Formula, formula, tabulate
from ...solver.trainer.rows.working_rows import CANCELS

NUMBERS = 1 << 20  # kernel values, or coordinates, in memory at once
FEW = 8  # up to so many coordinates, a Gaussian needs no matrix product
FEW_SUMS = 3
NO_NUMBER = (
    "f is not a finite number at point {}: a coordinate or a kernel value is NaN or infinite there, or its power "
    "overflows. Scale the points, or correct the kernel."
)


def sums(kernel: Kernel, centres: Rows, coef: Matrix, points: Rows) -> Matrix:
    """Return sum_i coef_ri K(x_i, z), shape (len(points), r), as fast as float64 allows.

    Parameters
    ----------
    kernel
        For `Precomputed` the points are their rows of kernel values K(z, x_i), (k, s), and the centres are ignored.
    centres
        The x_i, (s, d), dense or CSR.
    coef
        Shape (r, s).
    points
        The z, (k, d), dense or CSR.
    """
    if isinstance(kernel, Precomputed):
        return np.asarray(points @ coef.T)
    if isinstance(kernel, Linear):
        return _dense(points @ _dense(coef @ centres).T)
    known = formula(kernel)
    if known is None:
        return exact_sums(kernel, centres, coef, points)
    thin = sparse.issparse(points) or sparse.issparse(centres)
    if not thin and known.kind == GAUSSIAN:
        if points.shape[1] <= FEW and len(coef) <= FEW_SUMS:
            return np.stack([gaussian_at(centres, c, known.gamma, points, 0.0) for c in coef], axis=1)
        middle = centres.mean(axis=0) if len(centres) else 0.0
        centres, points = centres - middle, points - middle
    left, right = squares(points), squares(centres)
    if known.kind == GAUSSIAN and known.gamma * max(left.max(initial=0.0), right.max(initial=0.0)) > CANCELS:
        return exact_sums(kernel, centres, coef, points)
    return _by_formula(known, centres, coef, points, left, right)


def finite(values: Matrix) -> Matrix:
    """Return values of f (k,) or (k, r) unchanged; ValueError if one is not finite, since it identifies no class."""
    known = np.isfinite(values)
    if not known.all():
        raise ValueError(NO_NUMBER.format(int(np.argwhere(~known)[0, 0])))
    return values


def _by_formula(known: Formula, centres: Rows, coef: Matrix, points: Rows, left: Vector, right: Vector) -> Matrix:
    total = np.empty((points.shape[0], len(coef)))
    step = max(1, NUMBERS // max(centres.shape[0], 1))
    for begin in range(0, len(total), step):
        rows = slice(begin, begin + step)
        inner = np.ascontiguousarray(_dense(points[rows] @ centres.T))
        tabulate(known, inner, left[rows], right)
        total[rows] = inner @ coef.T
    return total


def exact_sums(kernel: Kernel, centres: Rows, coef: Matrix, points: Rows) -> Matrix:
    """Return the same sums by the kernel's own `gram`: slower, and independent of the trainer's code."""
    if isinstance(kernel, Precomputed):
        return np.asarray(points @ coef.T)
    if isinstance(kernel, Linear):
        return _dense(points @ _dense(coef @ centres).T)
    total = np.zeros((points.shape[0], len(coef)))
    for columns in _blocks(centres, NUMBERS):
        z = _dense(centres[columns])
        for rows in _blocks(points, NUMBERS // len(z)):
            total[rows] += kernel.gram(_dense(points[rows]), z) @ coef[:, columns].T
    return total


def _blocks(points: Rows, numbers: int) -> list[slice]:
    """Split the rows into blocks of at most `numbers` rows and `NUMBERS` coordinates, but at least one row."""
    n, d = points.shape
    step = max(1, min(numbers, NUMBERS // max(d, 1)))
    return [slice(begin, begin + step) for begin in range(0, n, step)]


def squares(points: Rows) -> Vector:
    """Return |x|^2 of the rows, shape (n,)."""
    if sparse.issparse(points):
        return np.asarray(points.multiply(points).sum(axis=1), dtype=np.float64).ravel()
    return np.asarray(np.einsum("ij,ij->i", points, points))


def _dense(values: Rows) -> Matrix:
    return np.asarray(values.toarray() if sparse.issparse(values) else values)
