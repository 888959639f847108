"""The feature map of the approximate Gaussian kernel (mathematics 13)."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
from scipy import sparse

from ...lowlevel.elementary import write_exponentials, write_logarithms
from ..arrays import Indices, Matrix, Vector
from ..gram import squared_lengths
from ..kernels import TaylorGaussian
from . import monomials
from .feature_map import (
    Dense,
    Features,
    Rows,
    dense_rows,
    no_room,
    passes_caches,
    room,
    sparse_rows,
)
from .size import admit
from .sparse_monomials import sparse_monomials

NEAR = {np.dtype(np.float64): 600.0, np.dtype(np.float32): 60.0}  # exp(-x) is a normal number, with a margin


@dataclass(frozen=True)
class TaylorMap:
    """Phi with Phi(x).Phi(z) = K_m(x, z), the kernel `TaylorGaussian` of the same parameters.

    The feature of x^a, of degree i, is exp(-gamma |x|^2) x^a / sqrt(rho_i prod a_j!), with rho_i = sigma_0^i =
    (2 gamma)^-i unless given. A zero coordinate gives zero features, which sparse rows omit: with z of them a point
    has C(d - z + m, m) non-zero features (mathematics 20.1.5).
    """

    gamma: float
    order: int
    rho: tuple[float, ...] | None = None
    always_psd = True

    def __post_init__(self) -> None:
        _ = self.kernel  # refuses invalid parameters

    @property
    def kernel(self) -> TaylorGaussian:
        """The kernel given by the inner product of this map."""
        return TaylorGaussian(self.gamma, self.order, self.rho)

    def dimension(self, d: int) -> int:
        """Return the number of features of a point with d coordinates, C(d + m, m)."""
        return monomials.count(d, self.order)

    def operations(self, n: int, d: int) -> int:
        """See `FeatureMap.operations`: two multiplications per feature, and |x|^2."""
        return n * (2 * self.dimension(d) + 2 * d + 1)

    def largest(self, n: int, d: int, numbers: int) -> tuple[str, int]:
        """Return the largest order whose features fit, or the number of points if not even one feature each does."""
        if n > numbers:
            return "n", numbers
        order = 0
        while order < self.order and n * monomials.count(d, order + 1) <= numbers:
            order += 1
        return "m", order

    def exponents(self, d: int) -> Indices:
        """Return the exponents of every feature in their order, shape (dimension, d): (2, 0), (1, 1), (0, 2)."""
        admit(self, d, d)  # the table has as many numbers as the features of d points
        return monomials.exponents(d, self.order)

    def features(self, X: Rows, out: Dense | None = None) -> Features:
        """Return Phi of the rows of X.

        Parameters
        ----------
        X
            Points (n, d), dense or sparse; float32 gives float32, everything else float64.
        out
            Where to write the features of dense points: C order, of their type, shape (n, dimension(d)).

        Returns
        -------
        The features (n, dimension(d)), in C order; CSR of the rows' kind, without the zeros, for sparse rows.

        Raises
        ------
        InputError
            If the features would not fit into memory: "map.size".
        """
        if sparse.issparse(X):
            no_room(out)
            held = sparse_rows(X)
            squared_norms = np.asarray(held.multiply(held).sum(axis=1), dtype=np.float64).ravel()
            return sparse_monomials(self, held, self.order, self._scales(squared_norms))
        rows = dense_rows(X)
        n, d = rows.shape
        admit(self, n, d, rows.itemsize)
        past = passes_caches(out)
        out = room(out, (n, self.dimension(d)), rows.dtype)
        norms = squared_lengths(rows)
        run = monomials.runs(d, self.order)
        factor = monomials.root_factors(run)
        ordinary = self.rho is None and 1e-30 < self.gamma < 1e30  # their powers are floats in either precision
        near = norms * self.gamma <= (NEAR[rows.dtype] if ordinary else -1.0)
        if near.any():
            base = np.where(near, -self.gamma * norms, 0.0)
            write_exponentials(base, base)
            base = base.astype(rows.dtype)
            step = np.repeat(np.where(np.arange(self.order + 1) > 0, math.sqrt(2.0 * self.gamma), 1.0), run[:, d])
            monomials.fill(rows, base, (factor * step).astype(rows.dtype), run, past, out)
        far = np.flatnonzero(~near)
        if len(far):
            exact = np.asarray(rows[far], dtype=np.float64)
            monomials.fill_scaled(rows, far, self._scales(squared_lengths(exact)), factor, run, out)
        return out

    def gram(self, A: Matrix, B: Matrix) -> Matrix:
        """See `Kernel.gram`; computed by the kernel, without the features."""
        return self.kernel.gram(A, B)

    def _scales(self, norms: Vector) -> Matrix:
        """Return exp(-gamma |x|^2) |x|^k / sqrt(rho_k) for k = 0, ..., m, shape (n, m + 1); by logarithms.

        The exponential may underflow and the power overflow although their product does neither.
        """
        degrees, of_rho = np.arange(self.order + 1), np.array(self.rho or [2.0 * self.gamma])
        length = np.empty(len(norms))
        write_logarithms(norms, length)
        write_logarithms(of_rho, of_rho)
        power = np.where(degrees > 0, degrees * np.where(degrees > 0, 0.5 * length[:, None], 0.0), 0.0)
        root = 0.5 * degrees * of_rho if self.rho is None else -0.5 * of_rho
        scales = np.asarray(power + (root - self.gamma * norms[:, None]))
        write_exponentials(scales.reshape(-1), scales.reshape(-1))
        return scales
