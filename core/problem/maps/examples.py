"""Feature maps of Li and Redstone (mathematics 4) that are small enough to draw: two, three or four coordinates."""

from __future__ import annotations

import math
from dataclasses import dataclass
from itertools import product
from typing import Any, Literal, Protocol

import numpy as np
from numpy.typing import NDArray

from ...lowlevel.elementary import write_exponentials
from ..arrays import Matrix, Vector
from ..gram import inner_gram
from ..input_error import InputError
from ..kernels import Polynomial, TaylorGaussian

ROOT_2 = math.sqrt(2.0)


class PlaneMap(Protocol):
    """Any map of points to a few numbers: these, and the polynomial and Taylor map."""

    def features(self, X: Matrix, /) -> Any:  # noqa: ANN401 - rows as dense as the given ones
        """Return Phi of the rows of X (n, d), shape (n, p)."""

    def dimension(self, d: int, /) -> int:
        """Return p for points with d coordinates."""


@dataclass(frozen=True)
class TextbookMap:
    """One of the three maps with Phi(x).Phi(z) = (x.z)^2 on the plane (mathematics, equation 4.1).

    "first": (x1^2, sqrt 2 x1 x2, x2^2); "second": (x1^2 - x2^2, 2 x1 x2, x1^2 + x2^2) / sqrt 2;
    "third": (x1^2, x1 x2, x1 x2, x2^2).
    """

    which: Literal["first", "second", "third"]
    kernel = Polynomial(2, 1.0, 0.0)

    def dimension(self, d: int) -> int:
        """Return the number of coordinates; `InputError` unless the points are in a plane."""
        if d != 2:
            raise InputError("map.plane", "Example 7.3 is about points with 2 coordinates; these have {d}.", d=d)
        return 4 if self.which == "third" else 3

    def features(self, X: Matrix) -> Matrix:
        """Return Phi of the rows of X (n, 2), shape (n, dimension(2))."""
        X = np.asarray(X, dtype=np.float64)
        self.dimension(X.shape[1])
        a, b = X[:, 0], X[:, 1]
        if self.which == "first":
            return np.column_stack([a * a, ROOT_2 * a * b, b * b])
        if self.which == "second":
            return np.asarray(np.column_stack([a * a - b * b, 2.0 * a * b, a * a + b * b]) / ROOT_2)
        return np.column_stack([a * a, a * b, a * b, b * b])


@dataclass(frozen=True)
class SquaresMap:
    """Phi(x) = (x_1^2, ..., x_d^2): an ellipse around the origin becomes a straight line (Li, figure 7.7)."""

    def dimension(self, d: int) -> int:
        """Return d: one square for each coordinate."""
        return d

    def exponents(self, d: int) -> NDArray[np.int64]:
        """Return the exponents of every feature, shape (d, d)."""
        return 2 * np.eye(d, dtype=np.int64)

    def features(self, X: Matrix) -> Matrix:
        """Return Phi of the rows of X (n, d), shape (n, d)."""
        return np.asarray(X, dtype=np.float64) ** 2


@dataclass(frozen=True)
class OrderedMap:
    """Phi(x) = (1, x_i, x_i x_j for all ordered pairs), with Phi(x).Phi(z) = 1 + x.z + (x.z)^2 (mathematics 4)."""

    def dimension(self, d: int) -> int:
        """Return 1 + d + d^2."""
        return 1 + d + d * d

    def exponents(self, d: int) -> NDArray[np.int64]:
        """Return the exponents of every feature in their order, shape (dimension, d)."""
        one = np.eye(d, dtype=np.int64)
        pairs = [one[i] + one[j] for i, j in product(range(d), repeat=2)]
        return np.vstack([np.zeros((1, d), dtype=np.int64), one, *pairs])

    def features(self, X: Matrix) -> Matrix:
        """Return Phi of the rows of X (n, d), shape (n, dimension(d))."""
        X = np.asarray(X, dtype=np.float64)
        n, d = X.shape
        pairs = (X[:, :, None] * X[:, None, :]).reshape(n, d * d)
        return np.column_stack([np.ones(n), X, pairs])


@dataclass(frozen=True)
class LineMap:
    """The Gaussian kernel's map of a number, truncated after order m (mathematics, equation 4.4).

    Phi_k(x) = exp(-gamma x^2) sqrt((2 gamma)^k / k!) x^k for k = 0, ..., m, where the number x is the first coordinate
    of a point. With gamma = 1 and m = infinity, Phi(x).Phi(z) = exp(-(x - z)^2).
    """

    gamma: float = 1.0
    order: int = 10

    def __post_init__(self) -> None:
        self.kernel  # noqa: B018 - refuses what is no Gaussian and no order

    @property
    def kernel(self) -> TaylorGaussian:
        """The kernel given by the inner product of this map, on the first coordinates."""
        return TaylorGaussian(self.gamma, self.order)

    def dimension(self, d: int) -> int:
        """Return m + 1."""
        return self.order + 1

    def exponents(self, d: int) -> NDArray[np.int64]:
        """Return the exponents of every feature in their order, shape (m + 1, d)."""
        powers = np.zeros((self.order + 1, d), dtype=np.int64)
        powers[:, 0] = np.arange(self.order + 1)
        return powers

    def features(self, X: Matrix) -> Matrix:
        """Return Phi of the first coordinates of the rows of X (n, d), shape (n, m + 1)."""
        x = np.asarray(X, dtype=np.float64)[:, 0]
        found = np.empty((len(x), self.order + 1))
        found[:, 0] = _exponentials(-self.gamma * x * x)
        for k in range(1, self.order + 1):  # each from the previous one: a power alone overflows before the product
            found[:, k] = found[:, k - 1] * np.sqrt(2.0 * self.gamma / k) * x
        return found


@dataclass(frozen=True)
class Monomials:
    """A few coordinates of a map of the plane as a kernel.

    K(x, z) = exp(-damp.(x^2 + z^2)) sum_n weights_n x^e_n z^e_n with the n-th pair of exponents e_n.
    """

    exponents: tuple[tuple[int, int], ...]
    weights: tuple[float, ...]  # >= 0
    damp: tuple[float, float]  # >= 0
    always_psd = True

    def features(self, X: Matrix) -> Matrix:
        """Return Phi of the rows of X (n, 2), shape (n, len(weights))."""
        X = np.asarray(X, dtype=np.float64)
        most = max(max(pair) for pair in self.exponents)
        power = np.cumprod(np.stack([np.ones_like(X), *[X] * most]), axis=0)  # (most + 1, n, 2)
        first, second = np.transpose(self.exponents)
        decay = _exponentials(-(self.damp[0] * X[:, 0] * X[:, 0] + self.damp[1] * X[:, 1] * X[:, 1]))
        return np.asarray(decay[:, None] * np.sqrt(self.weights) * (power[first, :, 0] * power[second, :, 1]).T)

    def gram(self, A: Matrix, B: Matrix) -> Matrix:
        """Return K(a, b) for all rows a of A (len(A), 2) and b of B (len(B), 2)."""
        Z = self.features(A)
        return inner_gram(Z, Z if A is B else self.features(B))


def _exponentials(x: Vector) -> Vector:
    """Return e^x, shape (n,)."""
    out = np.empty_like(x)
    write_exponentials(x, out)
    return out
