"""Feature maps as frozen values: what a kernel does in secret, written out as numbers."""

from __future__ import annotations

import math
from dataclasses import dataclass
from itertools import combinations

import numpy as np
from numpy.typing import NDArray

from core.problem.arrays import Matrix
from core.problem.kernels import Polynomial
from core.problem.refusal import InputError


@dataclass(frozen=True)
class PolynomialMap:
    """Phi with Phi(x).Phi(z) = (zeta + gamma x.z)^2 (MATH 13, POLY-2); zeta >= 0, else no real map exists.

    Phi(x) = [zeta, sqrt(2 gamma zeta) x_i, gamma x_i^2, sqrt(2) gamma x_i x_j for i < j].
    """

    degree: int = 2
    gamma: float = 1.0
    zeta: float = 1.0

    def __post_init__(self) -> None:
        kernel = self.kernel  # refuses what is no polynomial kernel
        for name, value, good, allowed in (
            ("degree", kernel.degree, kernel.degree == 2, "2"),
            ("zeta", kernel.zeta, kernel.zeta >= 0, ">= 0"),
        ):
            if not good:
                raise InputError(
                    "kernel.parameter",
                    "The kernel's {name} is {value}; it must be {allowed}.",
                    name=name,
                    value=value,
                    allowed=allowed,
                )

    @property
    def kernel(self) -> Polynomial:
        """The kernel that is the inner product of this map."""
        return Polynomial(self.degree, self.gamma, self.zeta)

    def dimension(self, d: int) -> int:
        """Return the number of features of a point with d coordinates, (d + 1)(d + 2) / 2."""
        return (d + 1) * (d + 2) // 2

    def exponents(self, d: int) -> NDArray[np.int64]:
        """Return the exponents of every feature in their order, shape (dimension, d)."""
        one = np.eye(d, dtype=np.int64)
        cross = [one[i] + one[j] for i, j in combinations(range(d), 2)]
        return np.vstack([np.zeros((1, d), dtype=np.int64), one, 2 * one, *cross])

    def features(self, X: Matrix) -> Matrix:
        """Return Phi of the rows of X (n, d), shape (n, dimension(d))."""
        X = np.asarray(X, dtype=np.float64)
        n, d = X.shape
        pairs = list(combinations(range(d), 2))
        first, second = [i for i, _ in pairs], [j for _, j in pairs]
        return np.column_stack(
            [
                np.full(n, self.zeta),
                math.sqrt(2.0 * self.gamma * self.zeta) * X,
                self.gamma * X**2,
                math.sqrt(2.0) * self.gamma * X[:, first] * X[:, second],
            ]
        )
