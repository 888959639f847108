"""The feature map of the polynomial kernel of any degree; degree 2 is POLY-2 (mathematics 13)."""

from __future__ import annotations

import math
from dataclasses import dataclass
from itertools import accumulate, combinations

import numpy as np
from numpy.typing import NDArray
from scipy import sparse

from ...lowlevel.compiled import compiled
from ..arrays import Indices, Matrix, Vector
from ..input_error import InputError
from ..kernels import Polynomial
from ..validation import MOST_FEATURE_BYTES
from . import monomials
from .feature_map import Dense, Features, Rows, dense_rows, no_room, room, sparse_rows
from .size import MapSize, admit, refuse
from .sparse_monomials import sparse_monomials


@dataclass(frozen=True)
class PolynomialMap:
    """Phi with Phi(x).Phi(z) = (zeta + gamma x.z)^Q; zeta >= 0, else no real map exists.

    Degree Q = 2, the fastest: Phi(x) = [zeta, sqrt(2 gamma zeta) x_i, gamma x_i^2, sqrt(2) gamma x_i x_j for
    i < j] (mathematics, equation 13.10). Of any other degree the feature of x^a, of degree k, is x^a sqrt(Q! gamma^k
    zeta^(Q - k) / ((Q - k)! prod a_j!)) (mathematics, equation 13.11), in the order of `monomials`.
    """

    degree: int = 2
    gamma: float = 1.0
    zeta: float = 1.0
    always_psd = True

    def __post_init__(self) -> None:
        kernel = self.kernel  # refuses invalid parameters
        if kernel.zeta < 0:
            raise InputError(
                "kernel.parameter",
                "The kernel's {name} is {value}; it must be {allowed}.",
                name="zeta",
                value=kernel.zeta,
                allowed=">= 0",
            )

    @property
    def kernel(self) -> Polynomial:
        """The kernel given by the inner product of this map."""
        return Polynomial(self.degree, self.gamma, self.zeta)

    def dimension(self, d: int) -> int:
        """Return the number of features of a point with d coordinates, C(d + Q, Q)."""
        return monomials.count(d, self.degree)

    def operations(self, n: int, d: int) -> int:
        """See `FeatureMap.operations`: two multiplications per feature."""
        return 2 * n * self.dimension(d)

    def largest(self, n: int, d: int, numbers: int) -> tuple[str, int]:
        """Return the number of points whose features fit, since the degree defines the kernel."""
        return "n", min(n, numbers // self.dimension(d))

    def exponents(self, d: int) -> Indices:
        """Return the exponents of every feature in their order, shape (dimension, d)."""
        admit(self, d, d)
        if self.degree != 2:
            return monomials.exponents(d, self.degree)
        one = np.eye(d, dtype=np.int64)
        cross = [one[i] + one[j] for i, j in combinations(range(d), 2)]
        return np.vstack([np.zeros((1, d), dtype=np.int64), one, 2 * one, *cross])

    def features(self, X: Rows, out: Dense | None = None) -> Features:
        """Return Phi of the rows of X (n, d), dense or sparse, shape (n, dimension(d)); see `TaylorMap.features`."""
        if sparse.issparse(X):
            no_room(out)
            if self.degree == 2:
                return self._sparse(X)
            held = sparse_rows(X)
            norms = np.asarray(held.multiply(held).sum(axis=1), dtype=np.float64).ravel()
            power = np.sqrt(self.gamma * norms)[:, None] ** np.arange(self.degree + 1)
            return sparse_monomials(self, held, self.degree, power * self._scales())
        rows = dense_rows(X)
        n, d = rows.shape
        admit(self, n, d, rows.itemsize)
        out = room(out, (n, self.dimension(d)), rows.dtype)
        if self.degree != 2:
            return self._graded(rows, out)
        _fill(rows, np.array(self._factors(), rows.dtype), out)
        return out

    def gram(self, A: Matrix, B: Matrix) -> Matrix:
        """See `Kernel.gram`; computed by the kernel, without the features."""
        return self.kernel.gram(A, B)

    def _factors(self) -> tuple[float, float, float, float]:
        """Return the factors of 1, x_i, x_i^2 and x_i x_j."""
        return self.zeta, math.sqrt(2.0 * self.gamma * self.zeta), self.gamma, math.sqrt(2.0) * self.gamma

    def _graded(self, rows: Dense, out: Dense) -> Dense:
        """Write the features of any degree: monomials of sqrt(gamma) x, each times the scale of its degree."""
        run = monomials.runs(rows.shape[1], self.degree)
        scaled = np.ascontiguousarray(rows * rows.dtype.type(math.sqrt(self.gamma)))
        factors = monomials.root_factors(run).astype(rows.dtype)
        monomials.fill(scaled, np.ones(len(rows), rows.dtype), factors, run, False, out)
        out *= np.repeat(self._scales(), run[:, -1]).astype(rows.dtype)
        return out

    def _scales(self) -> Vector:
        """Return sqrt(Q! zeta^(Q - k) / (Q - k)!) for k = 0, ..., Q."""
        power = [*accumulate(range(self.degree), lambda power, _: power * self.zeta, initial=1.0)]
        return np.array([math.sqrt(math.perm(self.degree, k) * power[self.degree - k]) for k in range(self.degree + 1)])

    def _sparse(self, X: Rows) -> Features:
        rows = sparse_rows(X)
        n, d = rows.shape
        held = np.diff(rows.indptr).astype(np.int64)
        total = sum((w + 1) * (w + 2) // 2 * count for w, count in enumerate(np.bincount(held).tolist()))
        if total * (rows.dtype.itemsize + 8) > MOST_FEATURE_BYTES:
            size = MapSize(self.dimension(d), total * (rows.dtype.itemsize + 8), 2 * total)
            refuse(size, n, "n", n * MOST_FEATURE_BYTES // size.bytes)
        indptr = np.concatenate([[0], np.cumsum((held + 1) * (held + 2) // 2)])
        large = max(total, self.dimension(d)) > np.iinfo(np.int32).max
        indices, data = np.empty(total, np.int64 if large else np.int32), np.empty(total, rows.dtype)
        _fill_sparse(rows.indptr.astype(np.int64), rows.indices, rows.data, d, self._factors(), indptr, indices, data)
        return type(rows)((data, indices, indptr.astype(indices.dtype)), shape=(n, self.dimension(d)))


@compiled
def _fill(X: Dense, factors: Dense, out: Dense) -> None:
    """Write Phi of the rows of X (n, d) into out (n, p); indices are unsigned, since signed ones may wrap around."""
    n, d = np.uint64(X.shape[0]), np.uint64(X.shape[1])
    points, flat = X.reshape(X.size), out.reshape(out.size)
    constant, linear, square, cross = factors[0], factors[1], factors[2], factors[3]
    one = np.uint64(1)
    for r in range(n):
        row, x = r * np.uint64(out.shape[1]), r * d
        flat[row] = constant
        for j in range(d):
            flat[row + one + j] = linear * points[x + j]
            flat[row + one + d + j] = square * points[x + j] * points[x + j]
        to = row + one + d + d
        for i in range(d):
            scaled = cross * points[x + i]
            for t in range(d - i - one):
                flat[to + t] = scaled * points[x + i + one + t]
            to += d - i - one


@compiled
def _fill_sparse(
    indptr: Indices,
    indices: NDArray[np.integer],
    data: Dense,
    d: int,
    factors: tuple[float, float, float, float],
    to_indptr: Indices,
    to_indices: NDArray[np.integer],
    to_data: Dense,
) -> None:
    """Write the features of sparse rows as CSR: only those of the coordinates in a row."""
    constant, linear, square, cross = factors
    for r in range(indptr.size - 1):
        column, x = indices[indptr[r] : indptr[r + 1]], data[indptr[r] : indptr[r + 1]]
        w, to = column.size, to_indptr[r]
        to_indices[to], to_data[to] = 0, constant
        for j in range(w):
            to_indices[to + 1 + j], to_data[to + 1 + j] = 1 + column[j], linear * x[j]
            to_indices[to + 1 + w + j], to_data[to + 1 + w + j] = 1 + d + column[j], square * x[j] * x[j]
        to += 1 + 2 * w
        for i in range(w):
            c = np.int64(column[i])
            before = 1 + 2 * d + c * d - c * (c + 1) // 2 - c - 1  # the column of x_c x_j is this plus j
            for j in range(i + 1, w):
                to_indices[to], to_data[to] = before + column[j], cross * x[i] * x[j]
                to += 1
