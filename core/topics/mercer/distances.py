"""Kernels made of distances, exp(-gamma d(x, z)^p) in the plane: for which d and p they are kernels.

By Schoenberg's theorem (Schoenberg38) exp(-gamma d^p) is positive semidefinite for every gamma > 0 where d^p is
conditionally negative definite: the Euclidean distance for 0 < p <= 2, the Manhattan distance for 0 < p <= 1. In the
plane, but in no space of more dimensions, so is the Chebyshev distance: max(|s|, |t|) = (|s + t| + |s - t|) / 2.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, NamedTuple

import numpy as np

from ...lowlevel.blas_threads import one_blas_thread
from ...problem.arrays import Indices, Matrix, Vector
from ...problem.kernels import require
from ...problem.proof.kernel_rounding import EPS

EUCLID, MANHATTAN, CHEBYSHEV = METRICS = ("euclid", "manhattan", "chebyshev")
LARGEST_EXPONENT: Final = {EUCLID: 2.0, MANHATTAN: 1.0, CHEBYSHEV: 1.0}  # up to which it is a kernel in the plane
FEW = 60  # points whose matrices are decomposed again and again


@dataclass(frozen=True)
class DistanceKernel:
    """K(x, z) = exp(-gamma d(x, z)^exponent) of points of the plane."""

    metric: str
    gamma: float
    exponent: float

    def __post_init__(self) -> None:
        require(self.metric in METRICS, "metric", self.metric, ", ".join(METRICS))
        require(self.gamma > 0.0, "gamma", self.gamma, "> 0")
        require(self.exponent > 0.0, "p", self.exponent, "> 0")

    @property
    def always_psd(self) -> bool:
        """Whether the exponent is small enough for this distance."""
        return self.exponent <= LARGEST_EXPONENT[self.metric]

    def gram(self, A: Matrix, B: Matrix) -> Matrix:
        """See `core.problem.Kernel.gram`."""
        return np.asarray(np.exp(-self.gamma * distances(A, B, self.metric) ** self.exponent))


def distances(A: Matrix, B: Matrix, metric: str) -> Matrix:
    """Return d(a, b) for all rows a of A (m, 2) and b of B (n, 2), shape (m, n)."""
    apart = np.abs(A[:, None] - B)
    if metric == EUCLID:
        return np.asarray(np.hypot(apart[..., 0], apart[..., 1]))
    return np.asarray(apart.sum(axis=2) if metric == MANHATTAN else apart.max(axis=2))


class LeastOverExponents(NamedTuple):
    """The least eigenvalues of exp(-gamma d^p) over p."""

    exponents: Vector  # (k,) ascending
    least: dict[str, Vector]  # (k,) by the distance
    noise: float  # of an eigenvalue: below -noise it is negative


@one_blas_thread()
def least_over_exponents(X: Matrix, gamma: float, exponents: Sequence[float]) -> LeastOverExponents:
    """Return the least eigenvalues on points (n, 2), of `few` of which at most are used."""
    chosen = X[few(len(X))]
    grid = np.asarray(exponents, dtype=np.float64)
    least = {}
    for metric in METRICS:
        apart = distances(chosen, chosen, metric)
        stack = np.exp(-gamma * apart ** grid[:, None, None])
        least[metric] = np.linalg.eigvalsh(stack)[:, 0]
    return LeastOverExponents(grid, least, len(chosen) ** 2 * EPS)  # no entry is above 1, so no eigenvalue above n


def few(count: int, most: int = FEW) -> Indices:
    """Return evenly spaced indices of at most `most` points; what they prove is proved on all."""
    return np.unique(np.linspace(0, count - 1, min(count, most)).round().astype(np.int64))
