"""The linear system of the free variables, and its inverse while single variables enter and leave.

For the free set F the matrix is M = [[0, y_F'], [y_F, Q_FF]] (mathematics 22.8). Its inverse is updated by bordering,
and each solution is refined against M itself, so that the accumulated error of the inverse does not matter.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ...lowlevel.compiled import compiled
from ...lowlevel.copying import put
from ...problem.arrays import Indices, Matrix, Vector

ZERO, FREE, BOUNDED = 0, 1, 2  # alpha = 0, a row of M, alpha = C
FLAT = 1e-12  # of the terms of a pivot: below it the new point lies in the affine hull of the free ones
UNSEEN = 1e-13  # of the 1 in u: a condition that changes by less over the whole path changes by rounding
REFINED = 1e-11  # of the right side: with a larger remainder the inverse is computed anew
TURNS = 3


class Active(NamedTuple):
    """The current state of a path. All arrays are updated in place."""

    alpha: Vector  # (n,)
    place: NDArray[np.uint8]  # (n,) ZERO, FREE or BOUNDED
    free: Indices  # (n,) the free variables in the order of M; the first `number` entries
    inverse: Matrix  # (n + 1, n + 1) of M in its first 1 + number rows and columns
    number: Indices  # (1,) how many are free
    level: Vector  # (2,) the parameter t, and b; b is nan while none is free


def standing(n: int) -> Active:
    """Return a state for n variables: all at 0, none free."""
    places = np.zeros(n, dtype=np.uint8)
    room = np.zeros((n + 1, n + 1))
    empty = np.zeros(n, dtype=np.int64)
    return Active(np.zeros(n), places, empty, room, np.zeros(1, dtype=np.int64), np.array([0.0, np.nan]))


@compiled
def image(Q: Matrix, y: Vector, at: Active, x: Vector) -> Vector:
    """Return M x, shape (1 + count,)."""
    count = at.number[0]
    out = np.zeros(count + 1)
    for k in range(count):
        row, total = Q[at.free[k]], y[at.free[k]] * x[0]
        for s in range(count):
            total += row[at.free[s]] * x[s + 1]
        out[k + 1] = total
        out[0] += y[at.free[k]] * x[k + 1]
    return out


@compiled
def times_inverse(at: Active, right: Vector) -> Vector:
    """Return the stored inverse times a right side (1 + count,)."""
    size = at.number[0] + 1
    out = np.zeros(size)
    for k in range(size):
        row, total = at.inverse[k], 0.0
        for s in range(size):
            total += row[s] * right[s]
        out[k] = total
    return out


@compiled
def invert(Q: Matrix, y: Vector, at: Active) -> bool:
    """Recompute the inverse; return whether that was possible."""
    count = at.number[0]
    M = np.zeros((count + 1, count + 1))
    for k in range(count):
        M[0, k + 1] = M[k + 1, 0] = y[at.free[k]]
        for s in range(count):
            M[k + 1, s + 1] = Q[at.free[k], at.free[s]]
    found = np.eye(count + 1)
    if not _eliminated(M, found):
        return False
    for k in range(count + 1):
        put(at.inverse[k], found[k])
    return True


@compiled
def _eliminated(M: Matrix, into: Matrix) -> bool:
    """Turn the unit matrix `into` into the inverse of M, which is overwritten; return whether no pivot was zero.

    It uses Gauss-Jordan elimination with partial pivoting: LAPACK's inverse, and so the path, would have different last
    bits on different processors.
    """
    size = M.shape[0]
    for k in range(size):
        best = k
        for r in range(k + 1, size):
            if abs(M[r, k]) > abs(M[best, k]):
                best = r
        if M[best, k] == 0.0:
            return False
        for s in range(size if best != k else 0):
            M[k, s], M[best, s] = M[best, s], M[k, s]
            into[k, s], into[best, s] = into[best, s], into[k, s]
        pivot = M[k, k]
        for s in range(size):
            M[k, s] /= pivot
            into[k, s] /= pivot
        for r in range(size):
            part = M[r, k]
            if r != k and part != 0.0:
                for s in range(size):
                    M[r, s] -= part * M[k, s]
                    into[r, s] -= part * into[k, s]
    return True


@compiled
def solved(Q: Matrix, y: Vector, at: Active, right: Vector) -> Vector:
    """Return x with M x = right (1 + count,), refined; the inverse is recomputed if refinement does not help."""
    most = 0.0
    for value in right:
        most = max(most, abs(value))
    x = times_inverse(at, right)
    for turn in range(2 * TURNS):
        rest, size = right - image(Q, y, at, x), 0.0
        for value in rest:
            size = max(size, abs(value))
        if size <= 1e-15 * most:
            return x
        if turn == TURNS:
            if size <= REFINED * most or not invert(Q, y, at):
                return x
            x = times_inverse(at, right)
        else:
            x += times_inverse(at, rest)
    return x


@compiled
def column_of(Q: Matrix, y: Vector, at: Active, j: int) -> Vector:
    """Return (y_j, Q_Fj), the column of M for j, shape (1 + count,)."""
    column = np.empty(at.number[0] + 1)
    column[0] = y[j]
    for k in range(at.number[0]):
        column[k + 1] = Q[at.free[k], j]
    return column


@compiled
def add(Q: Matrix, y: Vector, at: Active, j: int, longest: float) -> tuple[bool, Vector]:
    """Make j free if M stays regular; return whether it does, and v with M v = (y_j, Q_Fj).

    The pivot is the rate of u_j in alpha_j while the free points keep their conditions, and alpha_j moves by at most
    `longest`, the largest C. A smaller pivot, as from kernel values near underflow, would make the path cycle among
    nearly coinciding points.
    """
    count = at.number[0]
    if count == 0:
        at.inverse[0, 0], at.inverse[0, 1], at.inverse[1, 0], at.inverse[1, 1] = -Q[j, j], y[j], y[j], 0.0
        _append(at, j)
        return True, np.zeros(1)
    column = column_of(Q, y, at, j)
    v = solved(Q, y, at, column)
    pivot, terms = Q[j, j], abs(Q[j, j])
    for k in range(count + 1):
        pivot -= column[k] * v[k]
        terms = max(terms, abs(column[k] * v[k]))
    if pivot <= max(FLAT * terms, UNSEEN / longest):
        return False, v
    for k in range(count + 1):
        for s in range(count + 1):
            at.inverse[k, s] += v[k] * v[s] / pivot
        at.inverse[k, count + 1] = at.inverse[count + 1, k] = -v[k] / pivot
    at.inverse[count + 1, count + 1] = 1.0 / pivot
    _append(at, j)
    return True, v


@compiled
def _append(at: Active, j: int) -> None:
    at.free[at.number[0]] = j
    at.place[j] = FREE
    at.number[0] += 1


@compiled
def remove(at: Active, k: int, place: int) -> None:
    """Remove the k-th free variable from M and give it another status."""
    last = at.number[0]
    at.place[at.free[k]] = place
    if k + 1 != last:
        at.free[k] = at.free[last - 1]
        for s in range(last + 1):
            at.inverse[k + 1, s], at.inverse[last, s] = at.inverse[last, s], at.inverse[k + 1, s]
        for s in range(last + 1):
            at.inverse[s, k + 1], at.inverse[s, last] = at.inverse[s, last], at.inverse[s, k + 1]
    at.number[0] -= 1
    pivot = at.inverse[last, last]
    if at.number[0] == 0 or pivot == 0.0:
        return
    for r in range(last):
        part = at.inverse[r, last] / pivot
        for s in range(last):
            at.inverse[r, s] -= part * at.inverse[last, s]
