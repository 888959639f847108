"""Squares of the plane on which the sign of a Gaussian machine's f is certain, or f is simple (mathematics 22.7)."""

from __future__ import annotations

import math
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ..lowlevel.compiled import compiled
from ..problem.arrays import Indices, Matrix, Vector

ORDER = 8  # terms of f around the middle of a square, along one axis
FAR = 11.0  # widths of a bump, beyond which all bumps together are no more than `FAINT` times their weights
FAINT = 2e-25
CRAMER = 1.09  # |He_p(t)| exp(-t^2 / 4) is at most this times sqrt(p!)
WIDEST = 1.5  # half a diagonal, in widths of a bump, up to which a sum of so few terms says anything
BROADEST = 6.0  # the same for the bounds of every bump alone; in a larger square they are wider than f is large
ASIDE = 4e-9  # of half a side: how far an edge may lie from where the widened square has it
PEAK = math.exp(-0.5)  # of t exp(-t^2 / 2), at t = 1
EPS = 2.0**-52
ROUNDED = 300.0  # roundings of a term: its exponent is at most 60, and known to a few units of the last place


class Bumps(NamedTuple):
    """f(z) = b + sum_i coef_i exp(-|z - X_i|^2 / 2): a Gaussian machine, with the width of its bumps as the unit."""

    X: Matrix  # (n, 2), rising along the first axis
    coef: Vector  # (n,), none of them 0
    b: float


@compiled
def values_at(bumps: Bumps, places: Matrix, cancel: Indices) -> tuple[Vector, Vector]:
    """Return f at points (m, 2), and bounds of its rounding error; infinite once cancelled."""
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
    """Tell for each square whether f has one sign in it, or is monotone and changes sign at most once on an edge.

    Parameters
    ----------
    middles, half
        Of the squares, (m, 2), and half their side.
    first, last
        The bumps first, ..., last - 1 are those within `FAR` of a square along the first axis, each (m,).
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
        around, steep, bent, wide = _expanded(c, bumps, middles[k], reach, first[k], last[k], fine)
        lost = EPS * (last[k] - first[k] + ROUNDED)
        if abs(bumps.b) > around * (1.0 + lost) + faint:
            found[k] = True
        elif fine:
            lost *= math.exp(reach * reach)
            off = CRAMER * wide * reach**ORDER / scale + lost * (around + abs(bumps.b)) + faint
            off_slope = CRAMER * wide * ORDER * reach ** (ORDER - 1) / scale + lost * (steep + around) + faint
            aside = ASIDE * half
            found[k] = _has_one_sign(c, half, off) or (
                _is_monotone(c, half, off_slope)
                and _edges_are_simple(c, half, off + aside * steep, off_slope + aside * bent)
            )
        if not found[k] and reach < BROADEST:
            found[k] = _is_bounded(bumps, middles[k], half, first[k], last[k], faint)
    return found


@compiled
def _expanded(
    c: Matrix, bumps: Bumps, middle: Vector, reach: float, first: int, last: int, fine: bool
) -> tuple[float, float, float, float]:
    """Set c[a, b] to the coefficient of x^a y^b in f around the middle, unless the square is too large for that.

    Returns bounds of sum |coef| k over all places within reach, of the same with r k, with (1 + r^2) k, where
    r = |z - X_i|, and with sqrt(k).
    """
    c[:] = 0.0
    c[0, 0] = bumps.b
    along, across = np.empty(ORDER), np.empty(ORDER)
    around = steep = bent = wide = 0.0
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
            bent += weight * root * (1.0 + (r + reach) ** 2)
            _hermite(along, x)
            _hermite(across, y)
            term = bumps.coef[i] * math.exp(-0.5 * r * r)
            for a in range(ORDER):
                part = term * along[a]
                for b in range(ORDER - a):
                    c[a, b] += part * across[b]
    return around, steep, bent, wide


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


# ---- bounds of each bump separately: wider than the sum of terms, but valid for large squares ----


class Extent(NamedTuple):
    """Bounds of f and its slopes in a rectangle, and of their rounding errors."""

    low: float
    high: float
    off: float
    left: float  # of the slope along the first axis, the least
    right: float
    down: float  # along the second one
    up: float
    off_slope: float


@compiled
def _is_bounded(bumps: Bumps, middle: Vector, half: float, first: int, last: int, faint: float) -> bool:
    """Tell by the bounds whether f has one sign in the square, or is monotone in it and simple on its edges."""
    inside = _bounds(bumps, middle[0], middle[1], half, half, first, last, faint)
    if _is_sure(inside.low, inside.high, inside.off):
        return True
    along = _is_sure(inside.left, inside.right, inside.off_slope)
    across = _is_sure(inside.down, inside.up, inside.off_slope)
    if not (along or across):
        return False
    for side in (-half, half):
        if not along:
            edge = _bounds(bumps, middle[0], middle[1] + side, half, ASIDE * half, first, last, faint)
            slope = _is_sure(edge.left, edge.right, edge.off_slope)
            if not (slope or _is_sure(edge.low, edge.high, edge.off)):
                return False
        if not across:
            edge = _bounds(bumps, middle[0] + side, middle[1], ASIDE * half, half, first, last, faint)
            slope = _is_sure(edge.down, edge.up, edge.off_slope)
            if not (slope or _is_sure(edge.low, edge.high, edge.off)):
                return False
    return True


@compiled
def _is_sure(low: float, high: float, off: float) -> bool:
    return low > off or high < -off


@compiled
def _bounds(
    bumps: Bumps, x: float, y: float, half_x: float, half_y: float, first: int, last: int, faint: float
) -> Extent:
    """Return the bounds in the rectangle around (x, y): the sums over the bumps."""
    low = high = bumps.b
    left = right = down = up = 0.0
    size, steep = abs(bumps.b), 0.0
    for i in range(first, last):
        dx, dy = x - bumps.X[i, 0], y - bumps.X[i, 1]
        if max(abs(dx) - half_x, 0.0) ** 2 + max(abs(dy) - half_y, 0.0) ** 2 > FAR * FAR:
            continue
        coef = bumps.coef[i]
        small_x, large_x, least_x, most_x = _along(dx, half_x)
        small_y, large_y, least_y, most_y = _along(dy, half_y)
        terms = coef * small_x * small_y, coef * large_x * large_y
        low, high = low + min(terms), high + max(terms)
        most = -coef * least_x * (large_y if least_x < 0 else small_y)
        least = -coef * most_x * (large_y if most_x > 0 else small_y)
        left, right = left + min(least, most), right + max(least, most)
        most = -coef * least_y * (large_x if least_y < 0 else small_x)
        least = -coef * most_y * (large_x if most_y > 0 else small_x)
        down, up = down + min(least, most), up + max(least, most)
        weight = abs(coef) * large_x * large_y
        size += weight
        steep += weight * (abs(dx) + half_x + abs(dy) + half_y + 1.0)
    lost = EPS * (last - first + ROUNDED)
    return Extent(low, high, lost * size + faint, left, right, down, up, lost * steep + faint)


@compiled
def _along(t: float, half: float) -> tuple[float, float, float, float]:
    """Return the least and the greatest exp(-s^2 / 2) for s in [t - half, t + half], and of s exp(-s^2 / 2)."""
    near, far = abs(t) - half, abs(t) + half
    at_near, at_far = math.exp(-0.5 * near * near), math.exp(-0.5 * far * far)
    ends = near * at_near, far * at_far
    least = -PEAK if near <= -1.0 else min(ends)
    most = PEAK if near <= 1.0 <= far else max(ends)
    large = 1.0 if near < 0.0 else at_near
    return (at_far, large, least, most) if t >= 0.0 else (at_far, large, -most, -least)
