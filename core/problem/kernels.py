"""Kernels as frozen values: each has its parameters and its Gram matrix, and nothing else.

Notation of the reference: gamma = 1 / (2 sigma_0); the polynomial kernel is (zeta + gamma x.z)^Q.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from itertools import accumulate
from operator import mul, truediv
from typing import Protocol

import numpy as np

from .arrays import Matrix
from .gram import dampened_series, gaussian_gram, inner_gram, powers, squared_lengths, tangents
from .input_error import InputError, as_float


class Kernel(Protocol):
    """A kernel K(x, z)."""

    @property
    def always_psd(self) -> bool:
        """Whether every Gram matrix of this kernel is positive semidefinite, by theorem."""

    def gram(self, A: Matrix, B: Matrix) -> Matrix:
        """Return K(a, b) for all rows a of A (len(A), d) and b of B (len(B), d), a new array (len(A), len(B))."""


def require(holds: bool, name: str, value: object, allowed: str) -> None:
    """Refuse a parameter for which a condition does not hold; `allowed` says what would."""
    if not holds:
        raise InputError(
            "kernel.parameter",
            "The kernel's {name} is {value}; it must be {allowed}.",
            name=name,
            value=value,
            allowed=allowed,
        )


def _require_positive(name: str, value: object) -> None:
    number = as_float(value)
    require(math.isfinite(number) and number > 0, name, value, "> 0")


def _require_finite(name: str, value: object) -> None:
    require(math.isfinite(as_float(value)), name, value, "finite")


def require_count(name: str, value: object, least: int, most: int) -> None:
    """Refuse a parameter that is not an integer from `least` to `most`."""
    holds = isinstance(value, int | np.integer) and bool(least <= value <= most)
    require(holds, name, value, f"{least}, {least + 1}, ..., {most}")


@dataclass(frozen=True)
class Linear:
    """K(x, z) = x.z."""

    always_psd = True

    def gram(self, A: Matrix, B: Matrix) -> Matrix:
        """See `Kernel.gram`."""
        return inner_gram(A, B)


@dataclass(frozen=True)
class Polynomial:
    """K(x, z) = (zeta + gamma x.z)^degree; gamma > 0. Positive semidefinite for zeta >= 0 (mathematics 4)."""

    degree: int
    gamma: float = 1.0
    zeta: float = 1.0

    def __post_init__(self) -> None:
        require_count("degree", self.degree, 1, 64)
        _require_positive("gamma", self.gamma)
        _require_finite("zeta", self.zeta)

    @property
    def always_psd(self) -> bool:
        """Whether zeta >= 0: the kernel is then a sum of products of kernels."""
        return self.zeta >= 0

    def gram(self, A: Matrix, B: Matrix) -> Matrix:
        """See `Kernel.gram`."""
        degree, gamma, zeta = int(self.degree), float(self.gamma), float(self.zeta)
        return inner_gram(A, B, lambda K, *part: powers(K, degree, gamma, zeta, *part))


@dataclass(frozen=True)
class Gaussian:
    """K(x, z) = exp(-gamma |x - z|^2), gamma > 0; gamma = 1 / (2 sigma^2) in other notations (mathematics 0)."""

    gamma: float
    always_psd = True

    def __post_init__(self) -> None:
        _require_positive("gamma", self.gamma)

    def gram(self, A: Matrix, B: Matrix) -> Matrix:
        """See `Kernel.gram`."""
        return gaussian_gram(A, B, self.gamma)


@dataclass(frozen=True)
class Sigmoid:
    """K(x, z) = tanh(gamma x.z + r). Not positive semidefinite in general (mathematics 4)."""

    gamma: float
    r: float
    always_psd = False

    def __post_init__(self) -> None:
        _require_positive("gamma", self.gamma)
        _require_finite("r", self.r)

    def gram(self, A: Matrix, B: Matrix) -> Matrix:
        """See `Kernel.gram`."""
        gamma, r = float(self.gamma), float(self.r)
        return inner_gram(A, B, lambda K, *part: tangents(K, gamma, r, *part))


@dataclass(frozen=True)
class TaylorGaussian:
    """The approximate Gaussian kernel of order m (mathematics, equation 13.1).

    K(x, z) = exp(-(|x|^2 + |z|^2) / (2 sigma_0)) sum_{k=0}^{m} (x.z)^k / (k! rho_k), with sigma_0 = 1 / (2 gamma) and
    rho_k = sigma_0^k unless given. Positive semidefinite for every order and every positive rho.
    """

    gamma: float
    order: int
    rho: tuple[float, ...] | None = None
    always_psd = True

    def __post_init__(self) -> None:
        _require_positive("gamma", self.gamma)
        require_count("order", self.order, 0, 150)
        if self.rho is not None:
            require(len(self.rho) == self.order + 1, "rho", len(self.rho), f"{self.order + 1} numbers")
            for value in self.rho:
                _require_positive("rho", value)

    @classmethod
    def scaled(cls, gamma: float, order: int, factors: tuple[float, ...] = ()) -> TaylorGaussian:
        """Return the kernel with rho_k = factor_k sigma_0^k; a missing factor is 1, as in Liu14's theorem 1."""
        known = (*factors, *[1.0] * (order + 1))[: order + 1]
        if all(factor == 1.0 for factor in known):
            return cls(gamma, order)
        power = accumulate(range(order), lambda power, _: power / (2.0 * gamma), initial=1.0)
        return cls(gamma, order, tuple(map(mul, known, power)))

    def up_to(self, order: int) -> TaylorGaussian:
        """Return the kernel of a lower order: the first terms of this one."""
        return TaylorGaussian(self.gamma, order, None if self.rho is None else self.rho[: order + 1])

    def coefficients(self) -> tuple[float, ...]:
        """Return 1 / (k! rho_k) for k = 0, ..., m; with rho_k = sigma_0^k that is (2 gamma)^k / k!."""
        if self.rho is None:  # each from the previous one: the powers alone overflow, and raise, long before the ratio
            return tuple(accumulate(range(1, self.order + 1), lambda c, k: c * (2.0 * self.gamma) / k, initial=1.0))
        return tuple(1.0 / (math.factorial(k) * rho) for k, rho in enumerate(self.rho))

    def series(self) -> tuple[float, tuple[float, ...]]:
        """Return (u, a) such that sum_k a_k (u x.z)^k is the same sum, with a_k of moderate size.

        The coefficients of x.z itself underflow at a small gamma, and the powers overflow at a large x.z: at
        gamma = 5e-12 and order 28 the last coefficients are denormal, which leaves six digits of the sum.
        """
        if self.rho is None:
            return 2.0 * self.gamma, tuple(accumulate(range(1, self.order + 1), truediv, initial=1.0))
        shift = round((1 - math.frexp(self.rho[-1])[1]) / self.order) if self.order else 0
        parts = [math.frexp(rho) for rho in self.rho]  # a power of two is exact
        with np.errstate(over="ignore", under="ignore"):
            scaled = [np.ldexp(1.0 / (math.factorial(k) * m), -e - k * shift) for k, (m, e) in enumerate(parts)]
        return float(np.ldexp(1.0, shift)), tuple(map(float, scaled))

    def gram(self, A: Matrix, B: Matrix) -> Matrix:
        """See `Kernel.gram`."""
        unit, terms = self.series()
        gamma, coefficients = float(self.gamma), np.array(terms)
        lengths = squared_lengths(A), squared_lengths(B)  # the caller refuses overflow
        return inner_gram(A, B, lambda K, *part: dampened_series(K, unit, coefficients, gamma, *lengths, *part))


@dataclass(frozen=True)
class Precomputed:
    """The Gram matrix itself is given in place of the points: `c_svc(K, y, Precomputed(), C)`."""

    always_psd = False

    def gram(self, A: Matrix, B: Matrix) -> Matrix:
        """Return A itself: its rows already hold K(a, x_j) for all training points x_j; B is ignored."""
        return A
