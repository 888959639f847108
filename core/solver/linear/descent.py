"""Dual coordinate descent without its records: epochs over the active points, and what all points make of their end.

The rule is that of `core.solver.epoch`, in loops that allocate nothing. Two things are quicker. Points at a bound are
set aside eagerly; and instead of visiting all of them once more in random order, `survey` reads the slopes of all
points in the order of memory, in float64, finds who was set aside in error, and proves the end.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from core.compiled import compiled, inlined
from core.lines import borrowed, prefetch
from core.problem.arrays import Indices, Vector
from core.solver.chance import STRIDE, mixed
from core.solver.coordinate import project
from core.solver.dual_cd import NO_SLOPE
from core.solver.linear.rows import StoredRows, add, expect, inner, lent, squared, write
from core.solver.outcome import CANCELLED, INFEASIBLE, RUNNING
from core.vector import Numbers

AHEAD = 3  # visits between asking for a row and reading it
POLL = 64  # rows between two looks at the cancel flag
BIG, SMALL, SPREAD, EPOCHS, VISITS, MOVED, HIGH, LOW, STEEPEST = range(9)


class Box(NamedTuple):
    """What is solved, beside the features, for n points."""

    y: Vector  # signs
    upper: Vector  # may be infinite
    diagonal: Vector  # D_ii
    curvature: Vector  # |x_i|^2 + bias^2 + D_ii
    bias: float  # the constant feature, 0 without one


def new_pace() -> Vector:
    """Return what a run carries from epoch to epoch.

    The thresholds beyond which points are set aside; of the last epoch the spread of the projected gradients; epochs
    and visits so far; and of the last epoch whether it moved anything, and the largest and smallest of them;
    and the widest spread of all.
    """
    return np.array([np.inf, -np.inf, np.inf, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0])


@compiled
def shuffle(order: Indices, count: int, seed: int, draw: int) -> None:
    """Permute the first `count` entries in place; as `core.solver.chance`, without its division."""
    base = mixed(np.uint64(seed)) + STRIDE * np.uint64(draw)
    for k in range(count - 1):
        base += STRIDE
        other = k + np.int64(((mixed(base) >> np.uint64(32)) * np.uint64(count - k)) >> np.uint64(32))
        order[k], order[other] = order[other], order[k]


@inlined
def expect_numbers(alpha: Vector, y: Vector, upper: Vector, diagonal: Vector, curvature: Vector, i: int) -> None:
    """Ask for what is known of point i ahead of time."""
    prefetch(alpha, i)
    prefetch(y, i)
    prefetch(upper, i)
    prefetch(diagonal, i)
    prefetch(curvature, i)


@compiled
def epochs(
    rows: StoredRows,
    box: Box,
    alpha: Vector,
    w: Numbers,
    order: Indices,
    active: int,
    aim: float,
    most: int,
    until: float,
    eager: float,
    seed: int,
    pace: Vector,
    cancel: Indices,
    progress: Vector,
) -> tuple[int, int]:
    """Run epochs over order[:active] until their spread is at most the aim; return (active, outcome or RUNNING).

    At most so many, and no more once there were `until` visits. A point at its bound is set aside beyond `eager` times
    the steepest slope of the last epoch; inf sets nobody aside. alpha (n,), w (d + 1,) and the order change in place;
    who is set aside stands behind the active ones.
    """
    rows, alpha, w, order = lent(rows), borrowed(alpha), borrowed(w), borrowed(order)
    y, upper, diagonal, curvature = (
        borrowed(box.y),
        borrowed(box.upper),
        borrowed(box.diagonal),
        borrowed(box.curvature),
    )
    bias, last = box.bias, w.size - 1
    for _ in range(most):
        shuffle(order, active, seed, int(pace[VISITS]))
        high, low, moved, s, visits = 0.0, 0.0, 0.0, 0, 0
        big, small = pace[BIG], pace[SMALL]
        while s < active:
            if cancel[0] != 0:
                return active, CANCELLED
            if s + AHEAD < active:
                expect(rows, order[s + AHEAD])
                expect_numbers(alpha, y, upper, diagonal, curvature, order[s + AHEAD])
            i = order[s]
            visits += 1
            old = alpha[i]
            G = y[i] * (inner(rows, i, w) + bias * float(w[last])) - 1.0 + diagonal[i] * old
            if (old <= 0.0 and big < G) or (old >= upper[i] and small > G):
                active -= 1
                order[s], order[active] = order[active], i
                continue
            s += 1
            PG = project(G, old, upper[i])
            high, low = max(high, PG), min(low, PG)
            if abs(PG) <= NO_SLOPE:
                continue
            new = min(max(old - G / curvature[i], 0.0), upper[i]) if curvature[i] > 0.0 else upper[i]
            if np.isinf(new):  # a row of zeros without an upper bound: the dual falls for ever
                return active, INFEASIBLE
            if new != old:
                alpha[i] = new
                moved = 1.0
                step = (new - old) * y[i]
                add(rows, i, step, w)
                w[last] += step * bias
        pace[EPOCHS] += 1.0
        pace[VISITS] += visits
        pace[SPREAD], pace[MOVED], pace[HIGH], pace[LOW] = high - low, moved, high, low
        pace[STEEPEST] = max(pace[STEEPEST], high - low)
        pace[BIG] = eager * high if high > 0.0 else np.inf
        pace[SMALL] = eager * low if low < 0.0 else -np.inf
        progress[0], progress[1], progress[2] = high - low, pace[EPOCHS], active
        if high - low <= aim or moved == 0.0 or pace[VISITS] >= until:
            break
    return active, RUNNING


@compiled
def combine(rows: StoredRows, points: Indices, factors: Vector, bias: float, w: Vector, cancel: Indices) -> None:
    """Add sum_k factors_k x_k over the points to w (d + 1,) in float64."""
    rows, points, factors, w, last = lent(rows), borrowed(points), borrowed(factors), borrowed(w), w.size - 1
    for k in range(points.size):
        if k % POLL == 0 and cancel[0] != 0:
            return
        if factors[k] != 0.0:
            add(rows, points[k], factors[k], w)
            w[last] += factors[k] * bias


@compiled
def products(rows: StoredRows, points: Indices, bias: float, w: Vector, out: Vector, cancel: Indices) -> None:
    """Write x_k.w, with the constant feature, of the points into out, in float64."""
    rows, points, w, out, last = lent(rows), borrowed(points), borrowed(w), borrowed(out), w.size - 1
    for k in range(points.size):
        if k % POLL == 0 and cancel[0] != 0:
            return
        out[k] = inner(rows, points[k], w) + bias * w[last]


@compiled
def squared_lengths(rows: StoredRows, out: Vector, cancel: Indices) -> None:
    """Write |x_i|^2 of all rows into out (n,)."""
    rows, out = lent(rows), borrowed(out)
    for i in range(out.size):
        if i % POLL == 0 and cancel[0] != 0:
            return
        out[i] = squared(rows, i)


@compiled
def spell_out(rows: StoredRows, points: Indices, bias: float, out: Numbers) -> None:
    """Write the rows of the points into out (points, d + 1), the constant feature last."""
    for k in range(points.size):
        write(rows, points[k], out[k, : out.shape[1] - 1])
        out[k, out.shape[1] - 1] = bias


@compiled
def survey(alpha: Vector, upper: Vector, G: Vector) -> tuple[float, float]:
    """Return the largest and the smallest projected gradient, zero among them; G is (n,)."""
    high, low = 0.0, 0.0
    for i in range(alpha.size):
        if upper[i] > 0.0:
            PG = project(G[i], alpha[i], upper[i])
            high, low = max(high, PG), min(low, PG)
    return high, low


@compiled
def divide(alpha: Vector, upper: Vector, G: Vector, width: float, order: Indices) -> int:
    """Put those first into the order (n,) that are free, violate, or are within the width of it; return how many."""
    active, end = 0, alpha.size
    for i in range(alpha.size):
        near = G[i] <= width if alpha[i] <= 0.0 else alpha[i] < upper[i] or G[i] >= -width
        if upper[i] > 0.0 and near:
            order[active] = i
            active += 1
        else:
            end -= 1
            order[end] = i
    return active
