"""The functions that the approximate Gaussian kernel can make, written out (Liu14 theorem 3, mathematics 13).

    f(x) = exp(-|x|^2 / (2 sigma_0)) sum_k (1 / k!) sum_{|a| = k} f_a x^a
    <f, g> = sum_k (rho_k / k!) sum_{|a| = k} f_a g_a / C_a^k,       C_a^k = k! / prod a_j!

The coefficients are unique, and the norm is one, only where the monomials are linearly independent on the set of all
x, such as any set with an open part; on a few points they are not (mathematics 20.1.4).
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from scipy.special import gammaln

from core.problem import TaylorGaussian, TaylorMap
from core.problem.arrays import Indices, Matrix, Vector
from core.theory.taylor import log_weights


@dataclass(frozen=True)
class Element:
    """A function of the space: its coefficients f_a, with everything that its norm asks for."""

    kernel: TaylorGaussian
    exponents: Indices  # (p, d), in the order of the feature map
    coefficients: Vector  # (p,) f_a

    @property
    def degrees(self) -> Indices:
        """|a| of each monomial, shape (p,)."""
        return np.asarray(self.exponents.sum(axis=1))

    @property
    def parts(self) -> Vector:
        """What each monomial adds to the squared norm, rho_k f_a^2 / (k! C_a^k), shape (p,)."""
        return np.asarray(weights(self) ** 2)

    def __call__(self, X: Matrix) -> Vector:
        """Return f of the rows of X (n, d), shape (n,)."""
        front = np.exp(-self.kernel.gamma * np.einsum("ij,ij->i", X, X))
        monomials = np.prod(X[:, None, :] ** self.exponents[None], axis=2)
        return np.asarray(front * (monomials @ (self.coefficients * np.exp(-gammaln(self.degrees + 1.0)))))


def inner(f: Element, g: Element) -> float:
    """Return <f, g> by mathematics, equation 13.7."""
    return float(weights(f) @ weights(g))  # one factor at a time: a squared coefficient may leave the floats


def _log_scales(f: Element) -> Vector:
    """Return log(rho_k / (k! C_a^k)), shape (p,)."""
    k = f.degrees
    return np.asarray(log_weights(f.kernel)[k] - gammaln(k + 1.0) - _log_multinomials(f.exponents))


def _log_multinomials(exponents: Indices) -> Vector:
    """Return log C_a^k, shape (p,)."""
    return np.asarray(gammaln(exponents.sum(axis=1) + 1.0) - gammaln(exponents + 1.0).sum(axis=1))


def section(kernel: TaylorGaussian, x: Vector) -> Element:
    """Return K(x, .): f_a = exp(-|x|^2 / (2 sigma_0)) C_a^k x^a / rho_k."""
    return combination(kernel, x[None], np.ones(1))


def combination(kernel: TaylorGaussian, X: Matrix, coef: Vector) -> Element:
    """Return sum_i coef_i K(x_i, .) for the rows of X (n, d) and coef (n,): the trained f less its offset."""
    exponents = TaylorMap(kernel.gamma, kernel.order, kernel.rho).exponents(X.shape[1])
    front = coef * np.exp(-kernel.gamma * np.einsum("ij,ij->i", X, X))
    sums = front @ np.prod(X[:, None, :] ** exponents[None], axis=2)
    return Element(
        kernel, exponents, sums * np.exp(_log_multinomials(exponents) - log_weights(kernel)[exponents.sum(1)])
    )


def weights(f: Element) -> Vector:
    """Return w with f(x) = w.Phi(x), shape (p,): f_a sqrt(rho_k / (k! C_a^k)), so that |w| = |f|."""
    return np.asarray(np.exp(0.5 * _log_scales(f)) * f.coefficients)
