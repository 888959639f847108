"""Whether a plane through the origin has all given points on one side, decided in integer arithmetic.

Either some d >= 0 that sums to 1 has sum_i d_i s_i = 0, or some w has w.s_i > 0 for all i, never both (Gordan). Phase 1
of the revised simplex method finds one or the other. The inverse of its basis is stored as integers over their
determinant, so nothing is rounded, and Bland's rule prevents cycling.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

import numpy as np

from ..arrays import Vector

WholeNumbers = list[list[int]]


class CancellingWeights(NamedTuple):
    """The result of a proof: weights that cancel, or None if a plane exists."""

    weights: Vector | None  # (n,) d, rounded; None: there is a w


class _Basis(NamedTuple):
    """A basis of k columns: column j >= k is point j - k, the earlier columns are those of the identity."""

    columns: list[int]
    inverse: WholeNumbers  # (k, k) times the determinant
    determinant: int  # > 0


def cancelling_weights(points: WholeNumbers, work: float, stopped: Callable[[], bool]) -> CancellingWeights | None:
    """Return the certificate of s (n, m); None if stopped, or if it takes too long.

    Parameters
    ----------
    points
        The signed points s as integers.
    work
        The work limit, in products of 64-bit numbers.
    stopped
        Polled before each pivot.
    """
    rows = [[*point, 1] for point in points]
    k = len(rows[0])
    if len(rows) * k * k > work:  # it takes at least k pivots, and each prices every point
        return None
    basis = _Basis(list(range(k)), [[int(i == j) for j in range(k)] for i in range(k)], 1)
    long = max(abs(number).bit_length() for row in rows for number in row) / 64 + 1
    while work > 0 and not stopped():
        artificial = [row for column, row in zip(basis.columns, basis.inverse, strict=True) if column < k]
        price = [sum(column) for column in zip(*artificial, strict=True)] or [0] * k
        if price[-1] == 0:
            return CancellingWeights(_weights(basis, len(points)))
        entering = next((j for j, row in enumerate(rows) if _dot(price, row) > 0), None)
        if entering is None:
            return CancellingWeights(None)
        size = max(map(abs, price)).bit_length() / 64 + 1
        work -= len(rows) * k * size * long + 2 * k * k * size**2
        basis = _pivoted(basis, entering + k, rows[entering])
    return None


def _dot(one: list[int], other: list[int]) -> int:
    return sum(a * b for a, b in zip(one, other, strict=True))


def _pivoted(basis: _Basis, column: int, entries: list[int]) -> _Basis:
    """Return the basis with a column replacing the first one to reach 0; ties: the lowest."""
    rises = [_dot(row, entries) for row in basis.inverse]
    leaving = -1
    for i, rise in enumerate(rises):
        if rise > 0 and (leaving < 0 or _sooner(basis, rises, i, leaving)):
            leaving = i
    pivot, kept = rises[leaving], basis.inverse[leaving]
    inverse = [
        [(pivot * a - rise * b) // basis.determinant for a, b in zip(row, kept, strict=True)]
        for rise, row in zip(rises, basis.inverse, strict=True)
    ]
    columns = basis.columns.copy()
    inverse[leaving], columns[leaving] = kept, column
    return _Basis(columns, inverse, pivot)


def _sooner(basis: _Basis, rises: list[int], i: int, other: int) -> bool:
    """Tell whether basic variable i reaches 0 before another one; its value is the last entry of its row."""
    mine, theirs = basis.inverse[i][-1] * rises[other], basis.inverse[other][-1] * rises[i]
    return mine < theirs or (mine == theirs and basis.columns[i] < basis.columns[other])


def _weights(basis: _Basis, n: int) -> Vector:
    weights, k = np.zeros(n), len(basis.columns)
    for column, row in zip(basis.columns, basis.inverse, strict=True):
        if column >= k:
            weights[column - k] = row[-1] / basis.determinant
    return weights
