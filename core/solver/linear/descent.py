"""Dual coordinate descent without records: epochs over the active points, and a survey of all points at their end.

The rule is that of `dual_cd.epoch`, in loops that allocate nothing. Two things are faster. Points at a bound are set
aside eagerly; and instead of visiting all of them once more in random order, `survey` reads the slopes of all points in
memory order, in float64, finds the points set aside in error, and proves the end.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from ...lowlevel.borrowed import borrowed
from ...lowlevel.cache_lines import prefetch
from ...lowlevel.compiled import compiled, inlined
from ...lowlevel.simd import AnyFloats
from ...problem.arrays import Indices, Vector
from ..chance import STRIDE, mixed
from ..dual_cd.coordinate import project
from ..dual_cd.coordinate_step import NO_SLOPE
from ..outcome import CANCELLED, INFEASIBLE, RUNNING
from .rows import StoredRows, add, expect, inner, lent, squared, write

AHEAD = 3  # visits between prefetching a row and reading it
POLL = 64  # rows between two polls of the cancel flag
BIG, SMALL, SPREAD, EPOCHS, VISITS, MOVED, HIGH, LOW, STEEPEST = range(9)


class RowDual(NamedTuple):
    """The problem, except for its features, for n points."""

    y: Vector  # signs
    upper: Vector  # may be infinite
    diagonal: Vector  # D_ii
    curvature: Vector  # |x_i|^2 + bias^2 + D_ii
    bias: float  # the constant feature, 0 without one


class Visited(NamedTuple):
    """The rows of the epochs, and their points; alpha and the order change in place."""

    rows: StoredRows
    box: RowDual
    alpha: Vector  # (n,)
    order: Indices  # (n,) the active points first, then those set aside


class Schedule(NamedTuple):
    """When epochs end, and which points they set aside."""

    aim: float  # a spread of the projected gradients
    until: float  # visits, all epochs together
    eager: float  # times the steepest slope of the last epoch: beyond it a point at its bound is set aside
    seed: int  # of the orders
    cancel: Indices  # polled; [0] != 0 ends them
    progress: Vector  # written: spread, epochs, active points


def new_pace() -> Vector:
    """Return the values that a run carries from epoch to epoch.

    They are the thresholds beyond which points are set aside; the spread of the projected gradients in the last epoch;
    epochs and visits so far; whether the last epoch moved anything, and its largest and smallest projected gradient;
    and the widest spread so far.
    """
    return np.array([np.inf, -np.inf, np.inf, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0])


@compiled
def shuffle(order: Indices, count: int, seed: int, draw: int) -> None:
    """Permute the first `count` entries in place, as `core.solver.chance` does, but without its division."""
    base = mixed(np.uint64(seed)) + STRIDE * np.uint64(draw)
    for k in range(count - 1):
        base += STRIDE
        other = k + np.int64(((mixed(base) >> np.uint64(32)) * np.uint64(count - k)) >> np.uint64(32))
        order[k], order[other] = order[other], order[k]


@inlined
def expect_visit(rows: StoredRows, box: RowDual, alpha: Vector, i: int) -> None:
    """Prefetch the row of point i and its data."""
    expect(rows, i)
    prefetch(alpha, i)
    prefetch(box.y, i)
    prefetch(box.upper, i)
    prefetch(box.diagonal, i)
    prefetch(box.curvature, i)


@inlined
def slope(rows: StoredRows, box: RowDual, alpha_i: float, w: AnyFloats, i: int) -> float:
    """Return G = y_i (x_i.w + bias v) - 1 + D_ii alpha_i."""
    value = inner(rows, i, w) + box.bias * float(w[w.size - 1])
    return float(box.y[i] * value - 1.0 + box.diagonal[i] * alpha_i)


@inlined
def is_hopeless(alpha_i: float, upper: float, G: float, big: float, small: float) -> bool:
    """Return whether alpha_i is at a bound with a slope beyond the thresholds."""
    return (alpha_i <= 0.0 and big < G) or (alpha_i >= upper and small > G)


@inlined
def move(rows: StoredRows, box: RowDual, w: AnyFloats, i: int, change: float) -> None:
    """Update w for a change of alpha_i."""
    step, last = change * box.y[i], w.size - 1
    add(rows, i, step, w)
    w[last] += step * box.bias


@inlined
def lent_box(box: RowDual) -> RowDual:
    """Return the box in the form for a loop; see `borrowed`."""
    return RowDual(borrowed(box.y), borrowed(box.upper), borrowed(box.diagonal), borrowed(box.curvature), box.bias)


@compiled
def visit_all(visited: Visited, w: AnyFloats, active: int, pace: Vector, cancel: Indices) -> tuple[int, int]:
    """Visit order[:active] once: one epoch; see `epochs`. Write its extremes into the pace."""
    rows, box = lent(visited.rows), lent_box(visited.box)
    alpha, order, w, pace = borrowed(visited.alpha), borrowed(visited.order), borrowed(w), borrowed(pace)
    high, low, moved, s, visits = 0.0, 0.0, 0.0, 0, 0
    big, small = pace[BIG], pace[SMALL]
    while s < active:
        if cancel[0] != 0:
            return active, CANCELLED
        if s + AHEAD < active:
            expect_visit(rows, box, alpha, order[s + AHEAD])
        i = order[s]
        visits += 1
        old, upper = alpha[i], box.upper[i]
        G = slope(rows, box, old, w, i)
        if is_hopeless(old, upper, G, big, small):
            active -= 1
            order[s], order[active] = order[active], i
            continue
        s += 1
        PG = project(G, old, upper)
        high, low = max(high, PG), min(low, PG)
        if abs(PG) <= NO_SLOPE:
            continue
        curvature = box.curvature[i]
        new = min(max(old - G / curvature, 0.0), upper) if curvature > 0.0 else upper
        if np.isinf(new):  # a row of zeros without an upper bound: the dual is unbounded
            return active, INFEASIBLE
        if new != old:
            alpha[i], moved = new, 1.0
            move(rows, box, w, i, new - old)
    pace[VISITS] += visits
    pace[SPREAD], pace[MOVED], pace[HIGH], pace[LOW] = high - low, moved, high, low
    return active, RUNNING


@compiled
def epochs(visited: Visited, w: AnyFloats, active: int, most: int, pace: Vector, schedule: Schedule) -> tuple[int, int]:
    """Run at most `most` epochs over order[:active], as scheduled; return (active, outcome or RUNNING).

    w (d + 1,) follows alpha in place.
    """
    aim, until, eager, seed, cancel, progress = schedule
    for _ in range(most):
        shuffle(visited.order, active, seed, int(pace[VISITS]))
        active, ended = visit_all(visited, w, active, pace, cancel)
        if ended != RUNNING:
            return active, ended
        high, low, spread = pace[HIGH], pace[LOW], pace[SPREAD]
        pace[EPOCHS] += 1.0
        pace[STEEPEST] = max(pace[STEEPEST], spread)
        pace[BIG] = eager * high if high > 0.0 else np.inf
        pace[SMALL] = eager * low if low < 0.0 else -np.inf
        progress[0], progress[1], progress[2] = spread, pace[EPOCHS], active
        if spread <= aim or pace[MOVED] == 0.0 or pace[VISITS] >= until:
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
def spell_out(rows: StoredRows, points: Indices, bias: float, out: AnyFloats) -> None:
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
    """Put the points first in the order (n,) that are free, violate, or are within `width` of it; return how many."""
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
