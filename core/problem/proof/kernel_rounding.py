"""How far a kernel value in float64 may be from the exact one, in units of EPS |phi(x)| |phi(z)|."""

from __future__ import annotations

import math

import numpy as np

from core.problem.arrays import is_sparse
from core.problem.kernels import Gaussian, Kernel, Linear, Polynomial, Sigmoid, TaylorGaussian
from core.problem.maps.feature_map import Rows
from core.problem.maps.fourier import FourierMap

FEWEST_ROUNDINGS = 100.0  # taken for every kernel: powers, sums and exponentials of the small ones are fewer


def roundings(kernel: Kernel, X: Rows) -> float:
    """Return how many roundings of the size EPS |phi(x)| |phi(z)| a value of the kernel on rows of X (n, d) may hold.

    An inner product has d of them. A power multiplies them by its degree, and so does Horner's rule. What is rounded
    in the exponent of an exponential, or in the angle of a wave, counts as often as the exponent or angle is large.
    """
    d = X.shape[1]
    count: float = d + 4.0
    if isinstance(kernel, Polynomial):
        count *= kernel.degree
    elif isinstance(kernel, TaylorGaussian):
        count *= kernel.order + 1.0 + 2.0 * kernel.gamma * _longest(X) ** 2
    elif isinstance(kernel, FourierMap):
        angle = math.pi + _longest(X) * float(np.linalg.norm(kernel.frequencies(d)[0], axis=1).max())
        count = kernel.n_components + 4.0 * count * angle
    return float(max(FEWEST_ROUNDINGS, count))


def _longest(X: Rows) -> float:
    squares = X.multiply(X).sum(axis=1) if is_sparse(X) else np.einsum("ij,ij->i", X, X)
    return math.sqrt(float(squares.max()))


def longest(kernel: Kernel, square: float) -> float | None:
    """Return a bound of |K(x, z)| where |x|^2 and |z|^2 are at most `square`, or None where no formula tells it."""
    match kernel:
        case Gaussian() | Sigmoid() | TaylorGaussian(rho=None):
            return 1.0
        case Linear():
            return square
        case Polynomial(degree, gamma, zeta):
            return float((abs(zeta) + gamma * square) ** degree)
        case _:
            return None
