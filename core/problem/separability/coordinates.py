"""Coordinates of a kernel's feature space that preserve whether a plane separates the classes.

Neither an invertible linear map nor scaling a point together with its 1 changes the answer. So the feature space of a
polynomial kernel is that of all polynomials of its degree, whatever gamma is, and can be written in Chebyshev
polynomials of points moved into [-1, 1]: integers, over a common denominator in each column.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction

import numpy as np

from ..arrays import Matrix, Vector
from ..kernels import Kernel, Linear, Polynomial, Precomputed, TaylorGaussian
from ..maps.fourier import FourierMap
from ..maps.monomials import count, exponents
from .simplex import WholeNumbers

MOST_NUMBERS = 200_000  # n m: 2,000 points with degree 10 have 132,000
MOST_AXES = 100
MOST_BITS = 2_000  # of a coordinate as an integer: for 1e-300 beside 1e300
EPS = float(np.finfo(float).eps)
TINY = 1e-300  # largest error of a division that underflows


@dataclass(frozen=True)
class SpanningCoordinates:
    """The points in m coordinates, including a constant: f is linear in them, without an offset."""

    values: Matrix  # (n, m) rounded
    error: Matrix  # (n, m) bounds of their errors
    whole: WholeNumbers | None  # (n, m) exact, each column times a number > 0; None: not representable
    irrational: bool = False  # whether the integers lack a coordinate: if they are separable, the points are


def coordinates(kernel: Kernel, X: Matrix, stopped: Callable[[], bool] = lambda: False) -> SpanningCoordinates | None:
    """Return the rows of X (n, d) in coordinates; None if there are none or too many, or if stopped."""
    n, d = X.shape
    if isinstance(kernel, Precomputed):
        return _of_numbers(X) if _fits(n, n) else None
    if isinstance(kernel, FourierMap):
        return _of_waves(X, kernel) if _fits(n, kernel.n_components) else None
    degree = _degree(kernel)
    if degree is None or d > MOST_AXES or not _fits(n, count(d, degree)):
        return None
    if isinstance(kernel, TaylorGaussian):
        polynomials = _of_polynomials(X, kernel.order, stopped)
        return None if polynomials is None else _with_growth(polynomials, X, kernel)
    return _of_polynomials(X, degree, stopped, isinstance(kernel, Polynomial) and kernel.zeta == 0)


def rounded(kernel: Kernel, X: Matrix) -> SpanningCoordinates | None:
    """Return the rows of X (n, d) in floating-point coordinates, without integers; None if that is not possible.

    They are products of T_k((x - c) / h): two roundings in the argument, whatever c and h are. The integers take half
    the time of an answer during a drag at n = 200, and only hulls that nearly touch need them.
    """
    n, d = X.shape
    degree = _degree(kernel)
    if degree is None or (isinstance(kernel, Polynomial) and kernel.zeta == 0):
        return None
    if d > MOST_AXES or not _fits(n, count(d, degree)):
        return None
    polynomials = _of_scaled_points(X, degree)
    if polynomials is None or not isinstance(kernel, TaylorGaussian):
        return polynomials
    return _with_growth(polynomials, X, kernel)


def _of_scaled_points(X: Matrix, degree: int) -> SpanningCoordinates | None:
    """Return all polynomials up to a degree in floats; None if rounding moves a point out of [-1, 1].

    With u = EPS / 2, t has an error of at most 2 u |t|, so T_k of 2 k^2 u; each step of its recurrence adds 3 u, which
    the later steps multiply by at most their number: 2 k^2 u + 3 k (k + 1) u / 2 <= 2 (k + 1)^2 EPS, with 10 % to spare
    for |t| up to 1 + 1e-9. No factor of a product exceeds 1 by more, so the errors of the factors add up.
    """
    low, high = 0.5 * X.min(axis=0), 0.5 * X.max(axis=0)  # halves: their difference cannot overflow
    reach = np.where(high > low, high - low, 1.0)
    t = ((X - (low + high)) / reach).T
    if degree > 1 and np.abs(t).max(initial=0.0) > 1.0 + 1e-9:
        return None
    powers = np.ones((degree + 1, *t.shape))  # (degree + 1, d, n)
    for k in range(1, degree + 1):
        powers[k] = t if k == 1 else 2.0 * t * powers[k - 1] - powers[k - 2]
    of_power = 2.0 * EPS * np.arange(1.0, degree + 2.0) ** 2
    of_power[0] = 0.0
    table = exponents(X.shape[1], degree)
    values, error = np.ones((len(table), len(X))), np.zeros(len(table))
    for axis, power in enumerate(table.T):
        values *= powers[power, axis]
        error += of_power[power] + np.where(power > 0, EPS, 0.0)
    if degree == 1:
        return SpanningCoordinates(values.T, 2 * EPS * np.abs(values.T) + TINY, None)
    return SpanningCoordinates(values.T, np.tile(1.1 * error + TINY, (len(X), 1)), None)


def _fits(n: int, m: int) -> bool:
    return n * m <= MOST_NUMBERS


def _degree(kernel: Kernel) -> int | None:
    """Return the degree of a kernel whose functions are polynomials; None for other kernels."""
    if isinstance(kernel, Linear):
        return 1
    if isinstance(kernel, TaylorGaussian):
        return kernel.order
    return kernel.degree if isinstance(kernel, Polynomial) and kernel.zeta >= 0 else None


def _of_numbers(K: Matrix) -> SpanningCoordinates | None:
    """Return the rows of a Gram matrix and a 1: sum c_i phi_i = 0 exactly if K c = 0, for a valid Gram matrix K."""
    whole = _whole_columns(K)
    if whole is None:
        return None
    scale = np.maximum(np.abs(K).max(axis=0), 1e-300)
    values = np.column_stack([K / scale, np.ones(len(K))])
    return SpanningCoordinates(values, EPS * np.abs(values), [[*row, 1] for row in whole])


def _of_polynomials(
    X: Matrix, degree: int, stopped: Callable[[], bool], homogeneous: bool = False
) -> SpanningCoordinates | None:
    """Return all polynomials up to a degree, or the monomials of exactly that degree and a 1."""
    whole = _whole_columns(X)
    if whole is None:
        return None
    axes = [_powers(column, degree, homogeneous) for column in zip(*whole, strict=True)]
    # Each monomial as its axes and their powers, without the powers 0.
    powers = exponents(X.shape[1], degree).tolist()
    table = [[(axis, power) for axis, power in enumerate(monomial) if power > 0] for monomial in powers]
    if homogeneous:
        table = [factors for factors in table if sum(power for _, power in factors) in (0, degree)]
    tops = [_product(axes, -1, factors) for factors in table]
    exact, values = [], np.empty((len(X), len(table)))
    for i in range(len(X)):
        if stopped():
            return None
        exact.append([_product(axes, i, factors) for factors in table])
        values[i] = [number / top for number, top in zip(exact[-1], tops, strict=True)]
    return SpanningCoordinates(values, EPS * np.abs(values), exact)


def _whole_columns(X: Matrix) -> WholeNumbers | None:
    """Return the columns of X (n, d) as integers, each times a power of two; None if they are too long."""
    columns = []
    for column in X.T.tolist():
        ratios = [number.as_integer_ratio() for number in column]
        longest = max(denominator for _, denominator in ratios)
        columns.append([numerator * (longest // denominator) for numerator, denominator in ratios])
        if max(map(abs, columns[-1])).bit_length() > MOST_BITS:
            return None
    return [list(row) for row in zip(*columns, strict=True)]


def _powers(column: tuple[int, ...], degree: int, homogeneous: bool) -> list[list[int]]:
    """Return for each point of an axis the integers h^k T_k((x - c) / h), k = 0, ..., degree; last h^k.

    If the constant and the lower degrees are missing, c = 0 and the powers are x^k.
    """
    low, high = min(column), max(column)
    if homogeneous:
        reach = max(-low, high, 1)
        return [[x**k for k in range(degree + 1)] for x in (*column, reach)]
    reach = max(high - low, 1)
    points = [_chebyshev(2 * x - low - high, reach, degree) for x in column]
    return [*points, [reach**k for k in range(degree + 1)]]


def _chebyshev(x: int, reach: int, degree: int) -> list[int]:
    values = [1, x]
    for _ in range(1, degree):
        values.append(2 * x * values[-1] - reach * reach * values[-2])
    return values[: degree + 1]


def _product(axes: list[list[list[int]]], i: int, factors: list[tuple[int, int]]) -> int:
    return math.prod(axes[axis][i][power] for axis, power in factors)


def _with_growth(polynomials: SpanningCoordinates, X: Matrix, kernel: TaylorGaussian) -> SpanningCoordinates:
    """Add exp(gamma |x|^2): f times that is one of the polynomials up to the order plus b times this one.

    If all points are equally far from the origin it is a constant, which is included already.
    """
    squares = [sum(Fraction(x) ** 2 for x in row) for row in X.tolist()]
    far = max(squares)
    if all(square == far for square in squares):
        return polynomials
    below = np.array([float(Fraction(kernel.gamma) * (far - square)) for square in squares])
    grown = np.exp(-below)
    return SpanningCoordinates(
        np.column_stack([polynomials.values, grown]),
        np.column_stack([polynomials.error, 4 * EPS * (1.0 + below) * grown + 1e-300]),
        polynomials.whole,
        irrational=True,
    )


def _of_waves(X: Matrix, kernel: FourierMap) -> SpanningCoordinates:
    """Return the cosines and a 1; the error of an angle is some roundings of its largest term."""
    W, phases = kernel.frequencies(X.shape[1])
    angle = X @ W.T
    shift = np.zeros(len(W)) if phases is None else phases
    waves = np.cos(angle + shift)
    if phases is None:
        waves = np.column_stack([waves, np.sin(angle)])
    of_angle = (X.shape[1] + 4) * EPS * (np.abs(X) @ np.abs(W).T + np.abs(shift))
    error = np.tile(of_angle, (1, 1 if phases is not None else 2)) + 4 * EPS
    one: Vector = np.ones(len(X))
    return SpanningCoordinates(np.column_stack([waves, one]), np.column_stack([error, 0.0 * one]), None)
