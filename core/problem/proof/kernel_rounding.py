"""How far a kernel value in float64 may be from the exact one: |fl(K_ij) - K_ij| <= operations EPS length_i length_j.

The length is that of a point where nothing cancels: every term of the arithmetic by its size, |gamma x.z + r| by gamma
|x| |z| + |r|. Where the terms have one sign it is |phi(x)| itself. An inner product in any order of additions is off by
at most gamma_d |x| |z| (Higham02, section 3.1), which each outer function multiplies by its derivative; an elementary
function may be off by four units in its last place. A formula bounds its own arithmetic. The points and the parameters
are exact as they are; so are a matrix that was given, and the features of landmarks, whose eigenvectors are numbers of
their own.
"""

from __future__ import annotations

import math
from typing import NamedTuple

import numpy as np

from ..arrays import Vector, is_sparse
from ..formula import FormulaKernel
from ..kernels import Gaussian, Kernel, Linear, Polynomial, Precomputed, Sigmoid, TaylorGaussian
from ..maps.feature_map import Rows
from ..maps.fourier import FourierMap
from ..maps.nystroem import NystroemMap
from ..maps.polynomial import PolynomialMap
from ..maps.taylor import TaylorMap

EPS = float(np.finfo(float).eps)
TINY = float(np.finfo(float).tiny)  # a number that underflows is off by less
FEWEST_ROUNDINGS = 100.0  # taken for every kernel: powers, sums and exponentials of the small ones are fewer
LONGEST = 1e150  # a product of two is a float
ROWS = 32  # of points at a time, of whose kernel matrix the diagonal is taken


class KernelBound(NamedTuple):
    """|K_ij| <= length_i length_j, and its value in float64 is off by at most operations EPS length_i length_j."""

    length: Vector  # (n,)
    operations: float


def kernel_bound(kernel: Kernel, X: Rows) -> KernelBound:
    """Return the bound for the rows of X (n, d); for `Precomputed` they are the kernel matrix."""
    if isinstance(kernel, TaylorMap | PolynomialMap):
        kernel = kernel.kernel
    if isinstance(kernel, FormulaKernel):
        sizes = kernel.sizes(X.toarray() if is_sparse(X) else X, FEWEST_ROUNDINGS)
        return KernelBound(np.minimum(np.sqrt(sizes), LONGEST), FEWEST_ROUNDINGS)
    if is_sparse(X):  # |x|^2, positive but for x = 0
        sums, filled = X.multiply(X).sum(axis=1), np.diff(X.tocsr().indptr) > 0
        squares = np.asarray(sums, dtype=np.float64).ravel() + TINY * filled
    else:
        squares = np.einsum("ij,ij->i", X, X) + TINY * X.any(axis=1)
    with np.errstate(over="ignore", invalid="ignore"):
        found = _squared_length(kernel, squares)
        if found is None and isinstance(kernel, Precomputed):
            found = _of_matrix(X)
        elif found is None:
            parts = (X[begin : begin + ROWS] for begin in range(0, X.shape[0], ROWS))
            dense = (part.toarray() if is_sparse(part) else part for part in parts)
            found = np.abs(np.concatenate([kernel.gram(part, part).diagonal() for part in dense]))
        if isinstance(kernel, TaylorGaussian):  # what the exponential loses as it underflows
            unit, coefficients = kernel.series()
            series = np.polynomial.polynomial.polyval(unit * squares, coefficients)
            found = found + TINY / EPS * np.nan_to_num(series, nan=math.inf)
        length = np.minimum(np.sqrt(found), LONGEST)
    return KernelBound(length, _roundings(kernel, X.shape[1], float(squares.max())))


def _roundings(kernel: Kernel, d: int, square: float) -> float:
    """Return how many roundings of the size EPS length_i length_j a kernel value may hold; `square`: largest |x|^2.

    An inner product has d of them. A power multiplies them by its degree, and so does Horner's rule. What is rounded
    in the exponent of an exponential, or in the angle of a cosine, is multiplied by that exponent or angle.
    """
    count: float = d + 6.0
    if isinstance(kernel, Polynomial):
        count *= kernel.degree
    elif isinstance(kernel, NystroemMap):
        count = kernel.dimension(d) + 6.0
    elif isinstance(kernel, TaylorGaussian):
        count *= kernel.order + 1.0 + 2.0 * kernel.gamma * square
    elif isinstance(kernel, FourierMap):
        frequency = float(np.linalg.norm(kernel.frequencies(d)[0], axis=1).max())
        count = kernel.n_components + 100.0 + 4.0 * count * (math.pi + math.sqrt(square) * frequency)
    return float(max(FEWEST_ROUNDINGS, count))


def _squared_length(kernel: Kernel, square: Vector) -> Vector | None:
    """Return the squares of the lengths of points by their |x|^2 (n,), or None if no formula tells them."""
    match kernel:
        case Gaussian():
            return np.ones_like(square)
        case Linear():
            return square
        case Polynomial(degree, gamma, zeta):
            terms = abs(zeta) + gamma * square
            return np.asarray(terms**degree + TINY * (terms > 0.0))
        case Sigmoid(gamma, r):
            return np.asarray(abs(r) + gamma * square)
        case FourierMap(paired=paired):
            return np.full_like(square, 1.0 if paired else 2.0)
        case _:
            return None


def _of_matrix(K: Rows) -> Vector:
    """Return squares of lengths for a matrix (n, n) that need not be definite: |K_ij| <= length_i length_j."""
    size = np.abs(K.toarray() if is_sparse(K) else K)
    own = np.sqrt(size.diagonal())
    with np.errstate(divide="ignore", invalid="ignore"):
        apart = float(np.nan_to_num(size / own[:, None] / own, nan=0.0, posinf=math.inf).max())
    return np.asarray(own**2 * max(1.0, apart) if math.isfinite(apart) else size.max(axis=1))
