"""The linear machine with the penalty |w|_1: coordinate descent on its primal, one weight at a time (mathematics 11.1).

    minimise  sum_j |w_j| + sum_i C_i max(0, b_i)^2,   b_i = 1 - y_i x_i.w

The columns of the points, each times its label, are contiguous in memory, so a visit to weight j reads its own column
and the entries of b for it. Weights that are 0 with a slope well inside (-1, 1) are set aside; a survey of all of them,
with b recomputed, proves the end or brings back weights set aside in error (Yuan10).
"""

from __future__ import annotations

import math
from typing import NamedTuple

import numpy as np
from scipy import sparse

from ...lowlevel.borrowed import borrowed
from ...lowlevel.compiled import compiled, inlined
from ...problem.arrays import Indices, Vector, is_sparse
from ...problem.maps.feature_map import Rows
from ..outcome import CANCELLED, RUNNING, Outcome
from ..stepper import CancelFlag
from .descent import shuffle
from .ending import ending
from .sparse import SparseRows, sparse_rows

LEAST_BEND = 1e-12  # minimum curvature, so that a step stays finite
LONGEST = 10.0  # of a step: further away the curvature is not informative
HALVINGS = 20
ENOUGH = 0.01  # of the decrease predicted by the slope
EAGER = 0.1  # of the worst violation of an epoch: a zero weight this far from moving is set aside
PART = 1 << 26  # entries of columns read in one call: Ctrl-C waits for its end
POLL = 64  # weights between two polls of the cancel flag


class TrainedL1(NamedTuple):
    """The end of the descent.

    Attributes
    ----------
    w
        (d,) weights of the given features.
    b
        The weight of the constant feature times it; 0 without one.
    violation
        The largest distance of -slope from the subdifferential of |w_j|.
    """

    w: Vector
    b: float
    violation: float
    epochs: int
    outcome: Outcome


def signed_columns(X: Rows, y: Vector, bias: float | None) -> SparseRows:
    """Return the columns of y_i x_i of rows X (n, d), with the constant feature last if there is one, in float64."""
    n, d = X.shape
    last = [] if bias is None else [bias * y]
    if is_sparse(X):
        rows = sparse.csr_array(X, dtype=np.float64).multiply(y[:, None]).tocsc()
        parts = [rows.data, *last], [rows.indices, *(np.arange(n) for _ in last)], rows.indptr
    else:
        table = np.ascontiguousarray((X * y[:, None]).T, dtype=np.float64)
        parts = [table.ravel(), *last], [np.tile(np.arange(n, dtype=np.int32), d + len(last))], np.arange(d + 1) * n
    data, places, begins = np.concatenate(parts[0]), np.concatenate(parts[1]).astype(np.int32), parts[2]
    ends = np.append(begins, len(data)) if last else begins
    return sparse_rows(sparse.csr_array((data, places, ends), shape=(len(ends) - 1, n)))


def train_l1(
    y: Vector,
    cost: Vector,
    X: Rows,
    bias: float | None,
    tolerance: float,
    limit: int,
    seed: int = 0,
    cancel: CancelFlag | None = None,
) -> TrainedL1:
    """Train on rows X (n, d) with signs y (n,) and C_i = cost (n,), finite.

    Parameters
    ----------
    bias
        The constant feature, whose weight is in the penalty; None for a plane through the origin.
    tolerance
        Of the largest violation; the slope of the penalty is 1.
    limit
        Of epochs.

    Returns
    -------
    TrainedL1
        Also where it was cancelled or ran out of epochs; the outcome says so.
    """
    flag = np.zeros(1, dtype=np.int64) if cancel is None else cancel
    columns = signed_columns(X, y, bias)
    p = len(columns.begins) - 1
    w, short, bend = np.zeros(p), np.ones(len(y)), np.empty(p)
    bends(columns, cost, bend)
    order, active, epochs, idle = np.arange(p), p, 0, 0
    slope = np.empty(p)
    while True:
        before = w.copy()
        most = max(1, min(limit - epochs, PART // max(1, len(columns.data))))
        if epochs < limit:
            taken, active, ended = descend(
                columns, cost, bend, w, short, order, active, tolerance, most, seed, epochs * p, flag
            )
            epochs += taken
            if ended != RUNNING:
                return _ended(w, bias, math.inf, epochs, Outcome(ended))
        survey(columns, cost, w, short, slope)
        wrong = violations(w, slope)
        violation = float(wrong.max(initial=0.0))
        idle = idle + 1 if np.array_equal(before, w) else 0
        outcome = ending(violation, tolerance, epochs, limit, idle)
        if outcome != Outcome.RUNNING:
            return _ended(w, bias, violation, epochs, outcome)
        matters = (w != 0.0) | (np.abs(slope) > 1.0 - EAGER * min(violation, 1.0))
        order, active = np.argsort(~matters, kind="stable"), int(matters.sum())


def _ended(w: Vector, bias: float | None, violation: float, epochs: int, outcome: Outcome) -> TrainedL1:
    if bias is None:
        return TrainedL1(w, 0.0, violation, epochs, outcome)
    return TrainedL1(w[:-1].copy(), float(w[-1]) * bias, violation, epochs, outcome)


def violations(w: Vector, slope: Vector) -> Vector:
    """Return how far -slope is from the subdifferential of |w_j|, shape (p,): zero exactly at the optimum."""
    at_zero = np.maximum(np.abs(slope) - 1.0, 0.0)
    return np.where(w > 0.0, np.abs(slope + 1.0), np.where(w < 0.0, np.abs(slope - 1.0), at_zero))


@compiled
def bends(columns: SparseRows, cost: Vector, bend: Vector) -> None:
    """Write 2 sum_i C_i z_ij^2, the largest curvature along each weight, into bend (p,)."""
    for j in range(bend.size):
        total = 0.0
        for at in range(columns.begins[j], columns.begins[j + 1]):
            total += cost[columns.columns[at]] * columns.data[at] * columns.data[at]
        bend[j] = 2.0 * total


@compiled
def survey(columns: SparseRows, cost: Vector, w: Vector, short: Vector, slope: Vector) -> None:
    """Write b of w, recomputed, into short (n,), and the slopes of the loss into slope (p,)."""
    short[:] = 1.0
    for j in range(w.size):
        if w[j] != 0.0:
            for at in range(columns.begins[j], columns.begins[j + 1]):
                short[columns.columns[at]] -= w[j] * columns.data[at]
    for j in range(w.size):
        total = 0.0
        for at in range(columns.begins[j], columns.begins[j + 1]):
            i = columns.columns[at]
            total += cost[i] * columns.data[at] * max(short[i], 0.0)
        slope[j] = -2.0 * total


@inlined
def slope_and_bend(columns: SparseRows, cost: Vector, short: Vector, j: int) -> tuple[float, float]:
    """Return the first and the second derivative of the loss along weight j."""
    slope, bend = 0.0, 0.0
    for at in range(columns.begins[j], columns.begins[j + 1]):
        i = columns.columns[at]
        if short[i] > 0.0:
            pull = cost[i] * columns.data[at]
            slope -= pull * short[i]
            bend += pull * columns.data[at]
    return 2.0 * slope, 2.0 * bend


@inlined
def loss_change(columns: SparseRows, cost: Vector, short: Vector, j: int, step: float) -> float:
    """Return the increase of the loss when weight j moves by a step."""
    total = 0.0
    for at in range(columns.begins[j], columns.begins[j + 1]):
        i = columns.columns[at]
        before, after = max(short[i], 0.0), max(short[i] - step * columns.data[at], 0.0)
        total += cost[i] * (after - before) * (after + before)
    return total


@inlined
def newton_step(w: float, slope: float, bend: float) -> float:
    """Return the step to the minimum of |w| and the parabola of the loss."""
    if slope + 1.0 < bend * w:
        step = -(slope + 1.0) / bend
    elif slope - 1.0 > bend * w:
        step = -(slope - 1.0) / bend
    else:
        step = -w
    return min(max(step, -LONGEST), LONGEST)


@inlined
def accepted(
    columns: SparseRows, cost: Vector, short: Vector, j: int, w: float, slope: float, bend: float, bound: float
) -> float:
    """Return the fraction of a Newton step with sufficient decrease, or 0; the bound is from `bends`."""
    step = newton_step(w, slope, max(bend, LEAST_BEND))
    promised = abs(w + step) - abs(w) + slope * step
    for _ in range(HALVINGS):
        rest = abs(w + step) - abs(w) - ENOUGH * promised
        if 0.5 * bound * step * step + slope * step + rest <= 0.0:  # the parabola above the loss decides already
            return step
        if loss_change(columns, cost, short, j, step) + rest <= 0.0:
            return step
        step *= 0.5
        promised *= 0.5
    return 0.0


@compiled
def descend(
    columns: SparseRows,
    cost: Vector,
    bend: Vector,
    w: Vector,
    short: Vector,
    order: Indices,
    active: int,
    aim: float,
    most: int,
    seed: int,
    draws: int,
    cancel: Indices,
) -> tuple[int, int, int]:
    """Run epochs over order[:active] until the worst violation is at most the aim, or nothing moves.

    Returns
    -------
    tuple
        (epochs, active weights, outcome or RUNNING).
    """
    columns = SparseRows(borrowed(columns.data), borrowed(columns.columns), borrowed(columns.begins))
    cost, bend, w, short = borrowed(cost), borrowed(bend), borrowed(w), borrowed(short)
    edge = np.inf
    for epoch in range(most):
        shuffle(order, active, seed, draws + epoch * w.size)
        worst, moved, s, visits = 0.0, False, 0, 0
        while s < active:
            visits += 1
            if visits % POLL == 0 and cancel[0] != 0:
                return epoch, active, CANCELLED
            j = order[s]
            slope, curved = slope_and_bend(columns, cost, short, j)
            if w[j] == 0.0:
                violation = max(abs(slope) - 1.0, 0.0)
                if abs(slope) < 1.0 - edge:
                    active -= 1
                    order[s], order[active] = order[active], j
                    continue
            else:
                violation = abs(slope + 1.0) if w[j] > 0.0 else abs(slope - 1.0)
            s += 1
            worst = max(worst, violation)
            if violation == 0.0:
                continue
            step = accepted(columns, cost, short, j, w[j], slope, curved, bend[j])
            if step != 0.0 and w[j] + step != w[j]:
                w[j] += step
                moved = True
                for at in range(columns.begins[j], columns.begins[j + 1]):
                    short[columns.columns[at]] -= step * columns.data[at]
        edge = EAGER * min(worst, 1.0)
        if worst <= aim or not moved:
            return epoch + 1, active, RUNNING
    return most, active, RUNNING
