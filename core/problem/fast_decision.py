"""The decision function of a Gaussian at many points at once, for pictures.

On a grid the kernel factorises, exp(-gamma |x - z|^2) = exp(-gamma (x_1 - z_1)^2) exp(-gamma (x_2 - z_2)^2): two tables
of exponentials, one for each axis, and one matrix product. Elsewhere the exponentials are computed point by point, by
vector code. Both use single precision where that provably keeps the error below the allowed one.
"""

from __future__ import annotations

import math

import numpy as np

from ..lowlevel.borrowed import borrowed
from ..lowlevel.compiled import compiled
from ..lowlevel.simd import LOG2E, AnyFloats, Number, fused, like, two_to
from .arrays import Indices, Matrix, Vector

TILE = 1024  # points at a time: their sums stay in the first-level cache
SINGLE_ERROR = 1e-6  # of one kernel value in float32: rounded coordinates, the exponential, the product, the sum
MOST_ERROR = 1e-3  # of f: a twentieth of a pixel, where f = -1 and f = 1 are a hundred pixels apart
NEVER = np.zeros(1, dtype=np.int64)


def gaussian_at(X: Matrix, coef: Vector, gamma: float, points: Matrix, error: float = MOST_ERROR) -> Vector:
    """Return sum_i coef_i exp(-gamma |x_i - z|^2) for the rows z of points (k, d), shape (k,).

    Points whose coefficient is 0 cost nothing; `error` is allowed in each value.
    """
    centres, weights, kind = _prepared(X, coef, gamma, error)
    middle, unit = _middle(centres), unit_of(gamma)
    total = np.zeros(len(points))
    columns: list[AnyFloats] = [
        np.ascontiguousarray(unit * (some - middle).T, dtype=kind) for some in (points, centres)
    ]
    add_gaussians(columns[0], columns[1], weights, total, NEVER)
    return total


def gaussian_on_grid(
    X: Matrix, coef: Vector, gamma: float, across: Vector, up: Vector, error: float = MOST_ERROR
) -> Matrix:
    """Return the sum of `gaussian_at` at all (across_c, up_r) of a grid, shape (len(up), len(across))."""
    centres, weights, kind = _prepared(X, coef, gamma, error)
    unit = unit_of(gamma)
    tables: list[AnyFloats] = []
    for axis, values in enumerate((across, up)):
        table: AnyFloats = np.empty((len(centres), len(values)), dtype=kind)
        place = _middle(centres)[axis]
        fill_table((unit * (values - place)).astype(kind), (unit * (centres[:, axis] - place)).astype(kind), table)
        tables.append(table)
    tables[0] *= weights[:, None].astype(kind)
    return np.asarray(tables[1].T @ tables[0], dtype=np.float64)


def _prepared(X: Matrix, coef: Vector, gamma: float, error: float) -> tuple[Matrix, Vector, type]:
    """Return the support vectors, their coefficients, and the precision allowed by the error."""
    support = np.flatnonzero(coef)
    centres, weights = X[support], coef[support]
    # A rounded coordinate moves the exponent by gamma |x - z| 2^-23 |x|, and r exp(-gamma r^2) <= 0.43 / sqrt(gamma).
    size = float(np.abs(centres - _middle(centres)).max(initial=0.0))
    each = SINGLE_ERROR + 2e-7 * size * float(np.sqrt(gamma))
    return centres, weights, np.float32 if each * float(np.abs(weights).sum()) <= error else np.float64


def _middle(centres: Matrix) -> Vector:
    return np.asarray(centres.mean(axis=0)) if len(centres) else np.zeros(centres.shape[1])


def unit_of(gamma: float) -> float:
    """Return the factor for coordinates that turns exp(-gamma |x - z|^2) into 2^(-|x - z|^2)."""
    return math.sqrt(gamma * LOG2E)


@compiled
def fill_table(values: AnyFloats, centres: AnyFloats, table: AnyFloats) -> None:
    """Write 2^(-(v - c)^2) into table (len(centres), len(values))."""
    for k in range(centres.size):
        row, here = table[k], centres[k]
        for t in range(values.size):
            apart = values[t] - here
            row[t] = two_to(-apart * apart)


@compiled
def add_gaussians(X: AnyFloats, centres: AnyFloats, weights: Vector, total: Vector, cancel: Indices) -> None:
    """Add sum_k weights_k 2^(-|x_t - z_k|^2) to total (n,), in float64 for coordinates of any type.

    X (d, n) and centres (d, q) have one coordinate per row, so that neighbours in memory are neighbouring points. Four
    values at a time are added in the type of the coordinates, whose rounding is below that of the values.
    """
    X, centres, weights, total = borrowed(X), borrowed(centres), borrowed(weights), borrowed(total)
    fours = weights.size // 4 * 4 if X.shape[0] == 2 else 0
    scratch = np.empty_like(X[0, : min(TILE, X.shape[1])])
    for begin in range(0, total.size, TILE):
        if cancel[0] != 0:
            return
        here = total[begin : begin + TILE]
        for k in range(0, fours, 4):
            a, b = centres[0, k : k + 4], centres[1, k : k + 4]
            add_four_in_the_plane(X[0, begin:], X[1, begin:], a, b, weights[k : k + 4], scratch, here)
        for k in range(fours, weights.size):
            add_one(X[:, begin : begin + TILE], centres[:, k], weights[k], scratch[: here.size], here)


@compiled
def add_four_in_the_plane(
    x: AnyFloats, y: AnyFloats, a: AnyFloats, b: AnyFloats, weights: Vector, four: AnyFloats, total: Vector
) -> None:
    """Add the sum over the four centres (a_k, b_k) to total (n,); x and y may be longer, `four` is a buffer.

    There are two loops, because the widest type in a loop determines how many numbers fit in a vector: with a float64
    in it the exponentials would take twice as long.
    """
    a_0, a_1, a_2, a_3 = a[0], a[1], a[2], a[3]
    b_0, b_1, b_2, b_3 = b[0], b[1], b[2], b[3]
    s, t, u, v = like(weights[0], a_0), like(weights[1], a_0), like(weights[2], a_0), like(weights[3], a_0)
    for k in range(total.size):
        first = s * near(x[k] - a_0, y[k] - b_0) + t * near(x[k] - a_1, y[k] - b_1)
        second = u * near(x[k] - a_2, y[k] - b_2) + v * near(x[k] - a_3, y[k] - b_3)
        four[k] = first + second
    for k in range(total.size):
        total[k] += np.float64(four[k])


@compiled
def near(u: Number, v: Number) -> Number:
    """Return 2^(-u^2 - v^2)."""
    return two_to(fused(-u, u, -v * v))


@compiled
def add_one(X: AnyFloats, centre: AnyFloats, weight: float, minus: AnyFloats, total: Vector) -> None:
    """Add weight 2^(-|x_t - z|^2) of one centre (d,) to total (n,); X is (d, n), and `minus` (n,) is a buffer."""
    minus[:] = 0
    for c in range(X.shape[0]):
        x, here = X[c], centre[c]
        for t in range(total.size):
            u = x[t] - here
            minus[t] = fused(-u, u, minus[t])
    for t in range(total.size):
        total[t] += weight * np.float64(two_to(minus[t]))
