"""The approximate Gaussian kernel of order m: its error, the bounds of Liu14 as printed and as corrected, its space.

The formulas and the errata of the paper are in mathematics 13.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike
from scipy.special import gammainc, gammaln

from ...problem import TaylorGaussian, TaylorMap
from ...problem.arrays import Indices, Matrix, Vector

# ---- The approximate Gaussian kernel of order m ----
# With t = x.z / sigma_0 and sigma_0 = 1 / (2 gamma) the two kernels differ by exp(-(|x|^2 + |z|^2) / (2 sigma_0)) times
# R_m(t), where R_m is the remainder of the exponential series, t^(m+1) / (m+1)! e^xi (Liu14 theorem 2, mathematics 13).
# Everything here uses that formula in logarithms: subtracting the two kernels would lose every error below 1e-16, and
# the powers of t overflow long before the error does.


MOST_TERMS = 400  # of the series for |t| <= m + 2; at m = 150 it needs 130
HIGHEST_ORDER = 150  # of the kernel
FARTHEST_FRONT = -600.0  # exponent of the factor in front from which on it is a normal number, with room to spare


class LogErrors(NamedTuple):
    """Natural logarithms of |K - K_gauss| and of its bounds, one for each pair; -inf where x.z = 0: all are 0."""

    measured: Vector
    tight: Vector  # with the factor in front, and xi = max(t, 0)
    without_exponential: Vector  # neither the factor nor e^xi: valid, because their product is at most 1
    printed: Vector  # Liu14 theorem 2: no factor in front, but e^xi; here with the largest xi that can occur


class Interval(NamedTuple):
    """A stated interval for a number; empty if low > high."""

    low: float
    high: float

    def holds(self, value: float) -> bool:
        """Tell whether a number lies in it."""
        return self.low <= value <= self.high


def needed_xi(t: ArrayLike, order: int) -> Vector:
    """Return the xi with R_m(t) = t^(m+1) / (m+1)! e^xi, for all t; 0 at t = 0.

    e^xi is Kummer's M(1, m + 2, t) = 1 + t / (m+2) + t^2 / ((m+2)(m+3)) + ..., which is summed where its terms decrease
    from the start. Elsewhere the remainder is e^t minus a partial sum that is not close to it.
    """
    t = np.atleast_1d(np.asarray(t, dtype=np.float64))
    xi = np.zeros_like(t)
    near, left = np.abs(t) <= order + 2, t < -(order + 2)
    right = ~near & ~left
    xi[near] = np.log1p(_series(t[near], order))
    xi[left] = _far_left(t[left], order)
    beyond = t[right]  # R_m(t) = e^t P(m + 1, t), with the regularised incomplete gamma function
    xi[right] = beyond + np.log(gammainc(order + 1, beyond)) + gammaln(order + 2) - (order + 1) * np.log(beyond)
    return xi


def _series(t: Vector, order: int) -> Vector:
    """Return M(1, m + 2, t) - 1 where |t| <= m + 2."""
    total, term = np.zeros_like(t), np.ones_like(t)
    for k in range(1, MOST_TERMS):
        term = term * t / (order + 1 + k)
        total += term
        if np.abs(term).max(initial=0.0) < 1e-18:
            break
    return total


def _far_left(t: Vector, order: int) -> Vector:
    """Return xi where t < -(m + 2), from the partial sums: each in units of its last and largest term."""
    ratio = np.ones_like(t)
    for k in range(1, order + 1):
        ratio = 1.0 + k / t * ratio
    sign = -1.0 if order % 2 else 1.0
    exponential = sign * np.exp(t + gammaln(order + 1) - order * np.log(-t))
    return np.asarray(np.log((ratio - exponential) * (order + 1) / -t))


def log_errors(squares: ArrayLike, inner: ArrayLike, gamma: float, order: int) -> LogErrors:
    """Return the error of each pair and its three bounds, for rho_k = sigma_0^k.

    Parameters
    ----------
    squares
        |x|^2 + |z|^2 of each pair, shape (k,).
    inner
        x.z of each pair, shape (k,), of any sign.
    gamma
        1 / (2 sigma_0) > 0.
    order
        m, 0 to 150.
    """
    front = -gamma * np.atleast_1d(np.asarray(squares, dtype=np.float64))
    t = 2.0 * gamma * np.atleast_1d(np.asarray(inner, dtype=np.float64))
    with np.errstate(divide="ignore"):
        power = (order + 1) * np.log(np.abs(t)) - gammaln(order + 2)
    most = np.maximum(t, 0.0)
    return LogErrors(front + power + needed_xi(t, order), front + power + most, power, power + most)


def printed_interval(inner: float, gamma: float) -> Interval:
    """Return Liu14's interval for xi, [0, x.z / sigma_0^2]; empty if x.z < 0 (mathematics 20.1.1)."""
    return Interval(0.0, inner * (2.0 * gamma) ** 2)


def proved_interval(inner: float, gamma: float) -> Interval:
    """Return the interval for xi by Taylor's theorem: between 0 and t = x.z / sigma_0."""
    t = 2.0 * gamma * inner
    return Interval(min(t, 0.0), max(t, 0.0))


def sup_over_ball(radius: float, gamma: float, orders: ArrayLike) -> Vector:
    """Return the largest |K - K_gauss| over all pairs with |x|, |z| <= radius, one for each order.

    For a given |x||z| the factor in front is largest at |x| = |z|, and |R_m| at t = |x||z| / sigma_0, since
    |R_m(-t)| <= R_m(t). So the worst pair is a point of the rim with itself, and the error there is
    e^-s R_m(s) = P(Poisson(s) > m) with s = radius^2 / sigma_0.
    """
    return np.asarray(gammainc(np.asarray(orders, dtype=np.float64) + 1.0, 2.0 * gamma * radius**2))


def log_ball_bounds(radius: float, gamma: float, orders: ArrayLike) -> tuple[Vector, Vector]:
    """Return the natural logarithms of remark 1 of Liu14, corrected and as printed, one for each order.

    s^(m+1) / (m+1)! with s = radius^2 / sigma_0, and the same times e^s.
    """
    s, m = 2.0 * gamma * radius**2, np.asarray(orders, dtype=np.float64)
    with np.errstate(divide="ignore"):
        corrected = (m + 1.0) * np.log(s) - gammaln(m + 2.0)
    return np.asarray(corrected), np.asarray(corrected + s)


def enough_order(radius: float, gamma: float, error: float) -> int | None:
    """Return the smallest order whose largest error over the ball is at most `error`; None if 150 is not enough."""
    small = np.flatnonzero(sup_over_ball(radius, gamma, np.arange(HIGHEST_ORDER + 1)) <= error)
    return int(small[0]) if small.size else None


def kernel_values(kernel: TaylorGaussian, squares: ArrayLike, inner: ArrayLike) -> Vector:
    """Return K_m (mathematics, equation 13.1) for pairs with |x|^2 + |z|^2 and x.z, shape (k,), for any rho_k."""
    return np.asarray(kernel_terms(kernel.gamma, log_weights(kernel), squares, inner).sum(axis=0))


def kernel_terms(gamma: float, log_rho: Vector, squares: ArrayLike, inner: ArrayLike) -> Matrix:
    """Return each term of the sum with the factor in front, shape (m + 1, k); `log_rho` (m + 1,) holds log rho_k.

    Each is computed from the previous one, which keeps all digits; for pairs so far from the origin that the factor in
    front underflows while its product with a power does not, by logarithms, which lose about two digits.
    """
    inner = np.atleast_1d(np.asarray(inner, dtype=np.float64))
    front = -gamma * np.atleast_1d(np.asarray(squares, dtype=np.float64))
    terms = np.empty((len(log_rho), len(inner)))
    terms[0] = np.exp(front - log_rho[0])
    for k in range(1, len(log_rho)):
        terms[k] = terms[k - 1] * (inner * (math.exp(log_rho[k - 1] - log_rho[k]) / k))
    far = np.flatnonzero(front < FARTHEST_FRONT)
    if far.size:
        with np.errstate(divide="ignore"):
            power = np.log(np.abs(inner[far]))
        for k in range(1, len(log_rho)):
            size = np.exp(k * power - math.lgamma(k + 1) - log_rho[k] + front[far])
            terms[k, far] = np.sign(inner[far]) ** k * size
    return terms


def log_weights(kernel: TaylorGaussian) -> Vector:
    """Return log rho_k for k = 0, ..., m; sigma_0^k unless given."""
    if kernel.rho is None:
        return np.asarray(-np.arange(kernel.order + 1) * math.log(2.0 * kernel.gamma))
    return np.log(np.asarray(kernel.rho, dtype=np.float64))


# ---- The functions in the space of the approximate Gaussian kernel ----
#     f(x) = exp(-|x|^2 / (2 sigma_0)) sum_k (1 / k!) sum_{|a| = k} f_a x^a
#     <f, g> = sum_k (rho_k / k!) sum_{|a| = k} f_a g_a / C_a^k,       C_a^k = k! / prod a_j!
#
# The coefficients are unique, and the norm is one, only where the monomials are linearly independent on the set of all
# x, such as any set with an open part; on a few points they are not (mathematics 20.1.4).


@dataclass(frozen=True)
class Element:
    """A function of the space: its coefficients f_a, with the data for its norm."""

    kernel: TaylorGaussian
    exponents: Indices  # (p, d), in the order of the feature map
    coefficients: Vector  # (p,) f_a

    @property
    def degrees(self) -> Indices:
        """|a| of each monomial, shape (p,)."""
        return np.asarray(self.exponents.sum(axis=1))

    @property
    def parts(self) -> Vector:
        """The contribution of each monomial to the squared norm, rho_k f_a^2 / (k! C_a^k), shape (p,)."""
        return np.asarray(weights(self) ** 2)

    def __call__(self, X: Matrix) -> Vector:
        """Return f of the rows of X (n, d), shape (n,)."""
        front = np.exp(-self.kernel.gamma * np.einsum("ij,ij->i", X, X))
        monomials = np.prod(X[:, None, :] ** self.exponents[None], axis=2)
        return np.asarray(front * (monomials @ (self.coefficients * np.exp(-gammaln(self.degrees + 1.0)))))


def inner(f: Element, g: Element) -> float:
    """Return <f, g> by mathematics, equation 13.7."""
    return float(weights(f) @ weights(g))  # one factor at a time: a squared coefficient may leave the floats


def _log_multinomials(exponents: Indices) -> Vector:
    """Return log C_a^k, shape (p,)."""
    return np.asarray(gammaln(exponents.sum(axis=1) + 1.0) - gammaln(exponents + 1.0).sum(axis=1))


def section(kernel: TaylorGaussian, x: Vector) -> Element:
    """Return K(x, .): f_a = exp(-|x|^2 / (2 sigma_0)) C_a^k x^a / rho_k."""
    return combination(kernel, x[None], np.ones(1))


def combination(kernel: TaylorGaussian, X: Matrix, coef: Vector) -> Element:
    """Return sum_i coef_i K(x_i, .) for the rows of X (n, d) and coef (n,): the trained f without its offset."""
    exponents = TaylorMap(kernel.gamma, kernel.order, kernel.rho).exponents(X.shape[1])
    front = coef * np.exp(-kernel.gamma * np.einsum("ij,ij->i", X, X))
    sums = front @ np.prod(X[:, None, :] ** exponents[None], axis=2)
    return Element(
        kernel, exponents, sums * np.exp(_log_multinomials(exponents) - log_weights(kernel)[exponents.sum(1)])
    )


def weights(f: Element) -> Vector:
    """Return w with f(x) = w.Phi(x), shape (p,): f_a sqrt(rho_k / (k! C_a^k)), so that |w| = |f|."""
    k = f.degrees
    log_scales = log_weights(f.kernel)[k] - gammaln(k + 1.0) - _log_multinomials(f.exponents)
    return np.asarray(np.exp(0.5 * log_scales) * f.coefficients)
