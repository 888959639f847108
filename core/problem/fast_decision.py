"""The decision function of a Gaussian at many points at once, for pictures.

On a grid the kernel falls apart, exp(-gamma |x - z|^2) = exp(-gamma (x_1 - z_1)^2) exp(-gamma (x_2 - z_2)^2): two
tables of exponentials, one for each axis, and one matrix product. Elsewhere the exponentials are taken point by point,
by vector code. Both work in single precision where that provably keeps the error below what is asked for.
"""

from __future__ import annotations

import numpy as np

from core.compiled import compiled
from core.problem.arrays import Indices, Matrix, Vector
from core.vector import Numbers, exponential, fused, like

TILE = 1024  # points at a time: their sums stay in the fastest memory
SINGLE_ERROR = 1e-6  # of one kernel value in float32: rounded coordinates, the exponential, the product, the sum
MOST_ERROR = 1e-3  # of f: a twentieth of a pixel, where f = -1 and f = 1 are a hundred pixels apart
NEVER = np.zeros(1, dtype=np.int64)


def gaussian_at(X: Matrix, coef: Vector, gamma: float, points: Matrix, error: float = MOST_ERROR) -> Vector:
    """Return sum_i coef_i exp(-gamma |x_i - z|^2) for the rows z of points (k, d), shape (k,).

    Points whose coefficient is 0 cost nothing; `error` is allowed in each value.
    """
    centres, weights, kind = _prepared(X, coef, gamma, error)
    middle = _middle(centres)
    total = np.zeros(len(points))
    columns: list[Numbers] = [np.ascontiguousarray((some - middle).T, dtype=kind) for some in (points, centres)]
    add_gaussians(columns[0], columns[1], gamma, weights, total, NEVER)
    return total


def gaussian_on_grid(
    X: Matrix, coef: Vector, gamma: float, across: Vector, up: Vector, error: float = MOST_ERROR
) -> Matrix:
    """Return the same sum at all (across_c, up_r) of a grid in the plane, shape (len(up), len(across))."""
    centres, weights, kind = _prepared(X, coef, gamma, error)
    tables: list[Numbers] = []
    for axis, values in enumerate((across, up)):
        table: Numbers = np.empty((len(centres), len(values)), dtype=kind)
        place = _middle(centres)[axis]
        fill_table((values - place).astype(kind), (centres[:, axis] - place).astype(kind), gamma, table)
        tables.append(table)
    tables[0] *= weights[:, None].astype(kind)
    return np.asarray(tables[1].T @ tables[0], dtype=np.float64)


def _prepared(X: Matrix, coef: Vector, gamma: float, error: float) -> tuple[Matrix, Vector, type]:
    """Return the support vectors, their coefficients and the precision that the error allows."""
    support = np.flatnonzero(coef)
    centres, weights = X[support], coef[support]
    # A rounded coordinate moves the exponent by gamma |x - z| 2^-23 |x|, and r exp(-gamma r^2) <= 0.43 / sqrt(gamma).
    size = float(np.abs(centres - _middle(centres)).max(initial=0.0))
    each = SINGLE_ERROR + 2e-7 * size * float(np.sqrt(gamma))
    return centres, weights, np.float32 if each * float(np.abs(weights).sum()) <= error else np.float64


def _middle(centres: Matrix) -> Vector:
    return np.asarray(centres.mean(axis=0)) if len(centres) else np.zeros(centres.shape[1])


@compiled
def fill_table(values: Numbers, centres: Numbers, gamma: float, table: Numbers) -> None:
    """Write exp(-gamma (v - c)^2) into table (len(centres), len(values))."""
    for k in range(centres.size):
        row, here, minus_gamma = table[k], centres[k], like(-gamma, centres[k])
        for t in range(values.size):
            apart = values[t] - here
            row[t] = exponential(minus_gamma * (apart * apart))


@compiled
def add_gaussians(X: Numbers, centres: Numbers, gamma: float, weights: Vector, total: Vector, cancel: Indices) -> None:
    """Add sum_k weights_k exp(-gamma |x_t - z_k|^2) to total (n,), in float64 whatever the coordinates are.

    X (d, n) and centres (d, q) hold one coordinate a row, so that neighbours in memory are neighbouring points.
    """
    scratch = np.empty_like(X[0, : min(TILE, X.shape[1])])
    minus_gamma = like(-gamma, X[0, 0]) if X.size > 0 else like(-gamma, centres[0, 0])
    for begin in range(0, total.size, TILE):
        if cancel[0] != 0:
            return
        here = total[begin : begin + TILE]
        apart = scratch[: here.size]
        x, y = X[0, begin : begin + TILE], X[1 % X.shape[0], begin : begin + TILE]
        for k in range(weights.size):
            weight = weights[k]
            if X.shape[0] == 2:  # one pass instead of four
                a, b = centres[0, k], centres[1, k]
                for t in range(here.size):
                    u, v = x[t] - a, y[t] - b
                    here[t] += weight * np.float64(exponential(minus_gamma * fused(u, u, v * v)))
                continue
            apart[:] = 0
            for c in range(X.shape[0]):
                z, a = X[c, begin : begin + TILE], centres[c, k]
                for t in range(here.size):
                    u = z[t] - a
                    apart[t] = fused(u, u, apart[t])
            for t in range(here.size):
                here[t] += weight * np.float64(exponential(minus_gamma * apart[t]))
