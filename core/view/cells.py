"""Squares of the plane on which the sign of a Gaussian machine's f is certain, or simple (mathematics 22.7)."""

from __future__ import annotations

import math
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from core.lowlevel.compiled import compiled
from core.problem.arrays import Indices, Matrix, Vector

ORDER = 8  # terms of f around the middle of a square, along one axis
FAR = 11.0  # widths of a bump, beyond which all bumps together are no more than `FAINT` times their weights
FAINT = 2e-25
CRAMER = 1.09  # |He_p(t)| exp(-t^2 / 4) is at most this times sqrt(p!)
WIDEST = 1.5  # half a diagonal, in widths of a bump, up to which a sum of so few terms says anything
EPS = 2.0**-52
ROUNDED = 300.0  # roundings of a term: its exponent is at most 60, and known to a few units of the last place


class Bumps(NamedTuple):
    """f(z) = b + sum_i coef_i exp(-|z - X_i|^2 / 2): a Gaussian machine, with the width of its bumps as the unit."""

    X: Matrix  # (n, 2), rising along the first axis
    coef: Vector  # (n,), none of them 0
    b: float


@compiled
def values_at(bumps: Bumps, places: Matrix, cancel: Indices) -> tuple[Vector, Vector]:
    """Return f at places (m, 2), and what rounding may have added to it; once cancelled, nothing is known of f."""
    X, coef = bumps.X, bumps.coef
    f, lost = np.zeros(len(places)), np.full(len(places), np.inf)
    faint = np.abs(coef).sum() * FAINT
    for k in range(len(places)):
        if cancel[0] != 0:
            break
        value, size = bumps.b, abs(bumps.b)
        for i in range(len(X)):
            squared = (places[k, 0] - X[i, 0]) ** 2 + (places[k, 1] - X[i, 1]) ** 2
            if squared <= FAR * FAR:
                term = coef[i] * math.exp(-0.5 * squared)
                value += term
                size += abs(term)
        f[k], lost[k] = value, EPS * (len(X) + ROUNDED) * size + faint
    return f, lost


@compiled
def are_simple(
    bumps: Bumps, middles: Matrix, half: float, first: Indices, last: Indices, cancel: Indices
) -> NDArray[np.bool_]:
    """Tell of squares whether f has one sign in each, or is monotone in it and changes sign at most once on an edge.

    Parameters
    ----------
    middles, half
        Of the squares, (m, 2), and half their side.
    first, last
        The bumps first, ..., last - 1 are all that are within `FAR` of a square along the first axis, each (m,).
    cancel
        Polled: once it is set, no further square is found to be simple.
    """
    found = np.zeros(len(middles), dtype=np.bool_)
    reach = half * math.sqrt(2.0)
    faint, scale = np.abs(bumps.coef).sum() * FAINT, math.sqrt(math.gamma(ORDER + 1.0))
    c = np.empty((ORDER, ORDER))
    for k in range(len(middles)):
        if cancel[0] != 0:
            break
        fine = reach < WIDEST
        around, steep, wide = _expanded(c, bumps, middles[k], reach, first[k], last[k], fine)
        lost = EPS * (last[k] - first[k] + ROUNDED)
        if abs(bumps.b) > around * (1.0 + lost) + faint:
            found[k] = True
        elif fine:
            lost *= math.exp(reach * reach)
            off = CRAMER * wide * reach**ORDER / scale + lost * (around + abs(bumps.b)) + faint
            off_slope = CRAMER * wide * ORDER * reach ** (ORDER - 1) / scale + lost * (steep + around) + faint
            found[k] = _has_one_sign(c, half, off) or (
                _is_monotone(c, half, off_slope) and _edges_are_simple(c, half, off, off_slope)
            )
    return found


@compiled
def _expanded(
    c: Matrix, bumps: Bumps, middle: Vector, reach: float, first: int, last: int, fine: bool
) -> tuple[float, float, float]:
    """Set c[a, b] to the coefficient of x^a y^b in f around the middle, unless it is not fine enough for that.

    Returns bounds of sum |coef| k over all places within reach, of the same with |z - X_i| k, and with sqrt(k).
    """
    c[:] = 0.0
    c[0, 0] = bumps.b
    along, across = np.empty(ORDER), np.empty(ORDER)
    around = steep = wide = 0.0
    for i in range(first, last):
        x, y = middle[0] - bumps.X[i, 0], middle[1] - bumps.X[i, 1]
        r = math.sqrt(x * x + y * y)
        near = max(r - reach, 0.0)
        if near > FAR:
            continue
        root = math.exp(-0.25 * near * near)
        weight = abs(bumps.coef[i]) * root
        wide += weight
        around += weight * root
        if fine:
            steep += weight * root * (r + reach)
            _hermite(along, x)
            _hermite(across, y)
            term = bumps.coef[i] * math.exp(-0.5 * r * r)
            for a in range(ORDER):
                part = term * along[a]
                for b in range(ORDER - a):
                    c[a, b] += part * across[b]
    return around, steep, wide


@compiled
def _hermite(q: Vector, t: float) -> None:
    """Set q[a] so that exp(-(t + s)^2 / 2) = exp(-t^2 / 2) sum_a q[a] s^a."""
    q[0], q[1] = 1.0, -t
    for a in range(1, ORDER - 1):
        q[a + 1] = -(t * q[a] + q[a - 1]) / (a + 1)


@compiled
def _has_one_sign(c: Matrix, half: float, off: float) -> bool:
    others = off - abs(c[0, 0])
    for a in range(ORDER):
        for b in range(ORDER - a):
            others += abs(c[a, b]) * half ** (a + b)
    return bool(others < abs(c[0, 0]))


@compiled
def _is_monotone(c: Matrix, half: float, off: float) -> bool:
    """Tell whether f rises or falls all over the square along one of the axes."""
    by_x, by_y = off - abs(c[1, 0]), off - abs(c[0, 1])
    for a in range(ORDER):
        for b in range(ORDER - a):
            size = abs(c[a, b]) * half ** max(a + b - 1, 0)
            by_x += a * size
            by_y += b * size
    return bool(by_x < abs(c[1, 0]) or by_y < abs(c[0, 1]))


@compiled
def _edges_are_simple(c: Matrix, half: float, off: float, off_slope: float) -> bool:
    for side in (-half, half):
        if not (_edge_is_simple(c, side, half, off, off_slope) and _edge_is_simple(c.T, side, half, off, off_slope)):
            return False
    return True


@compiled
def _edge_is_simple(c: Matrix, side: float, half: float, off: float, off_slope: float) -> bool:
    """Tell whether f has one sign on the edge y = side, or is monotone there."""
    value, slope = off, off_slope
    for a in range(ORDER):
        size = 0.0
        for b in range(ORDER - a - 1, -1, -1):
            size = size * side + c[a, b]
        size = abs(size)
        value += -size if a == 0 else size * half**a
        slope += 0.0 if a == 0 else -size if a == 1 else a * size * half ** (a - 1)
    return bool(value < 0 or slope < 0)
