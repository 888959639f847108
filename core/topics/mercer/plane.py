"""The plane of the sigmoid's parameters: the least eigenvalue of tanh(gamma x.z + r) on the points for each pair."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

import numpy as np

from ...lowlevel.blas_threads import one_blas_thread
from ...problem import Sigmoid
from ...problem.arrays import Matrix, Vector
from ...problem.proof.kernel_rounding import EPS


class SigmoidPlane(NamedTuple):
    """Least eigenvalues over gamma and r."""

    gamma: Vector  # (k,) ascending, evenly spaced in log(gamma)
    r: Vector  # (m,) ascending
    least: Matrix  # (rows, k), the first rows of r that are known
    points: int  # how many

    @property
    def noise(self) -> float:
        """The size up to which an eigenvalue is 0 by rounding: no |entry| is above 1, so no |eigenvalue| above n."""
        return self.points**2 * EPS

    @property
    def share(self) -> float:
        """The share of the cells without a negative eigenvalue, 0 to 1."""
        return float(np.mean(self.least >= -self.noise)) if self.least.size else 0.0


def axes(gamma: tuple[float, float], r: tuple[float, float], cells: int) -> tuple[Vector, Vector]:
    """Return the centres of the cells of both ranges, gamma evenly in its logarithm, each (cells,)."""
    middle = (np.arange(cells) + 0.5) / cells
    low, high = np.log(gamma)
    return np.exp(low + (high - low) * middle), np.asarray(r[0] + (r[1] - r[0]) * middle)


def least_rows(X: Matrix, gamma: Vector, r: Vector) -> Iterator[Vector]:
    """Yield the least eigenvalues (len(gamma),) for one r after the other, on points (n, d)."""
    for each in r:
        stack = np.stack([Sigmoid(float(scale), float(each)).gram(X, X) for scale in gamma])
        with one_blas_thread():
            least = np.linalg.eigvalsh(stack)[:, 0]
        yield np.asarray(least, dtype=np.float64)
