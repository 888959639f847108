"""The source of the kernel values of few points: coordinates of a Gaussian, or a precomputed matrix.

The coordinates are stored with one coordinate per row, (d, n), so that neighbours in memory are neighbouring points;
float32 for the many rows that steer the solver, float64 for the few values that prove its result. For d = 2,
recomputing a row costs no more than loading it.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ...lowlevel.borrowed import borrowed
from ...lowlevel.compiled import compiled, inlined
from ...lowlevel.copying import put
from ...lowlevel.simd import fused, plus, two_to
from ...problem.arrays import Indices, Matrix, Vector

Floats = NDArray[np.float32]
DENSE = 8  # of a stored row this part is picked out in the time in which all of it is read


class KernelSource(NamedTuple):
    """The kernel of n points and N variables; variable t belongs to point t mod n."""

    coarse: Floats  # (d, long) as the next, and zeros: the leftover of a loop would cost as much as the loop
    fine: Matrix  # (d, n) coordinates from their mean, in the unit that makes K = 2^(-|x - z|^2)
    matrix: Matrix  # (n, n) K, or (0, 0) for a Gaussian
    points: int  # n
    extra: Vector  # (N,) D, what is added to the diagonal


@compiled
def coarse_row(source: KernelSource, t: int, row: Floats) -> None:
    """Write row t of K + D, to some 1e-7 of K, into row: twice if a point has two variables.

    Entries after it are finite but meaningless.
    """
    coarse, matrix, extra, row = borrowed(source.coarse), borrowed(source.matrix), borrowed(source.extra), borrowed(row)
    n, filled = source.points, extra.size
    i = t if t < n else t - n
    if matrix.shape[0] > 0:
        exact = matrix[i]
        for s in range(n):
            row[s] = np.float32(exact[s])
        row[n:] = 0
    else:
        _from_coordinates(coarse, i, row)
    if filled > n:
        put(row[n:filled], row[: filled - n])
        row[filled:] = 0
    row[t] += np.float32(extra[t])


@inlined
def _from_coordinates(coarse: Floats, i: int, row: Floats) -> None:
    """Write K(x_i, x_s) for all points s, and for the zeros behind them."""
    d, long = coarse.shape
    if d == 2:  # one pass instead of four
        x, y = coarse[0], coarse[1]
        x_i, y_i = x[i], y[i]
        for s in range(long):
            u, v = x[s] - x_i, y[s] - y_i
            row[s] = two_to(fused(-u, u, -v * v))
        return
    for s in range(long):
        row[s] = 0
    for k in range(d):
        x = coarse[k]
        here = x[i]
        for s in range(long):
            apart = x[s] - here
            row[s] = fused(-apart, apart, row[s])
    for s in range(long):
        row[s] = two_to(row[s])


@compiled
def gathered(source: KernelSource, where: Indices) -> Matrix:
    """Return the float64 coordinates of some points, (d, k); empty if there is a matrix."""
    fine = np.empty((source.fine.shape[0], where.size))
    for k in range(fine.shape[0]):
        x, y = source.fine[k], fine[k]
        for s in range(where.size):
            y[s] = x[where[s]]
    return fine


@compiled
def fine_row(source: KernelSource, i: int, where: Indices, columns: Matrix, row: Vector) -> None:
    """Write K(x_i, x_s) in float64 for the points s in `where`, whose gathered coordinates are the columns."""
    fine, matrix, where = borrowed(source.fine), borrowed(source.matrix), borrowed(where)
    columns, row = borrowed(columns), borrowed(row)
    if matrix.shape[0] > 0:
        exact = matrix[i]
        for s in range(row.size):
            row[s] = exact[where[s]]
        return
    if columns.shape[0] == 2:
        x, y = columns[0], columns[1]
        x_i, y_i = fine[0, i], fine[1, i]
        for s in range(row.size):
            u, v = x[s] - x_i, y[s] - y_i
            row[s] = two_to(fused(-v, v, -u * u))
        return
    row[:] = 0.0
    for k in range(columns.shape[0]):
        x, here = columns[k], fine[k, i]
        for s in range(row.size):
            apart = x[s] - here
            row[s] = fused(-apart, apart, row[s])
    for s in range(row.size):
        row[s] = two_to(row[s])


@compiled
def fine_scores(source: KernelSource, target: Vector, beta: Vector, chosen: Indices, score: Vector) -> None:
    """Write target - K beta - D beta of the chosen variables into score (len(chosen),), all in float64.

    The two variables of one point are cancelled first: the sum of both terms would lose it to rounding.
    """
    n, coefficient = source.points, np.zeros(source.points)
    for t in range(beta.size):
        coefficient[t % n] += beta[t]
    where = np.flatnonzero(coefficient)
    weight = coefficient[where]
    columns, row = gathered(source, where), np.empty(where.size)
    if source.matrix.shape[0] > 0 and DENSE * where.size > n:
        for k in range(chosen.size):
            t = chosen[k]
            score[k] = target[t] - dot(source.matrix[t % n], coefficient) - source.extra[t] * beta[t]
        return
    for k in range(chosen.size):
        t = chosen[k]
        fine_row(source, t % n, where, columns, row)
        score[k] = target[t] - dot(row, weight) - source.extra[t] * beta[t]


@compiled
def fine_block(source: KernelSource, chosen: Indices) -> Matrix:
    """Return K + D over the chosen variables, in float64."""
    where = chosen % source.points
    columns, K = gathered(source, where), np.empty((chosen.size, chosen.size))
    for k in range(chosen.size):
        fine_row(source, where[k], where, columns, K[k])
        K[k, k] += source.extra[chosen[k]]
    return K


@compiled
def dot(a: Vector, b: Vector) -> float:
    """Return a.b."""
    a, b = borrowed(a), borrowed(b)
    total = 0.0
    for k in range(a.size):
        total = plus(total, a[k] * b[k])
    return total


NO_SOURCE = KernelSource(
    np.empty((0, 0), dtype=np.float32), np.empty((0, 0)), np.empty((0, 0)), 1, np.empty(0)
)  # for blocks whose rows are all known
