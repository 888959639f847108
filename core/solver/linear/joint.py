"""All classes in one problem: the dual of Crammer and Singer's machine, one point at a time (mathematics 11.2).

    minimise  1/2 sum_m |w_m|^2 + C_i sum_i max_m (w_m.x_i - w_{y_i}.x_i + [m != y_i])

The dual has k variables per point, which sum to 0, and w_m = sum_i alpha_im x_i. A visit minimises it exactly over all
k of them: a single number determines them, found by sorting (Keerthi08). Points whose alpha is 0 and whose margin is
satisfied are set aside; a survey of all, with w recomputed, proves the end or brings back points set aside in error.

Where that is slow, as it is for a large C, an interior point method does most of the work (`joint_interior`). The
violation alone does not prove the end: times the sum of all C_i it can exceed the objective, so the gap must be small
too.
"""

from __future__ import annotations

import math
from typing import NamedTuple

import numpy as np
from scipy import sparse

from ...lowlevel.borrowed import borrowed
from ...lowlevel.compiled import compiled, inlined
from ...problem.arrays import Indices, Matrix, Vector, is_sparse
from ...problem.maps.feature_map import Rows
from ..outcome import CANCELLED, RUNNING, Outcome
from ..stepper import CancelFlag
from .descent import shuffle
from .ending import ending
from .joint_interior import joint_interior, suits
from .sparse import SparseRows, sparse_rows

PART = 1 << 26  # entries of rows, times classes, read in one call: Ctrl-C waits for its end
POLL = 64  # points between two polls of the cancel flag
CRAWL = 100  # epochs after which the interior point method is tried
ROUNDED = 8.0 * float(np.finfo(float).eps)  # of the terms of the gap: a smaller gap is rounding
NEVER = -1.0  # a tolerance that is never reached
NOTHING = 1e-14  # a step up to this counts as 0


class TrainedJoint(NamedTuple):
    """The end of the descent.

    Attributes
    ----------
    alpha
        (n, k): alpha_im <= C_i for m = y_i, else <= 0; each row sums to 0.
    W
        (k, d) weights of the given features: alpha' X, recomputed.
    b
        (k,) weights of the constant feature times it; 0 without one.
    violation
        The largest violation of a point: how far a slope whose alpha can fall exceeds one whose alpha can rise.
    """

    alpha: Matrix
    W: Matrix
    b: Vector
    violation: float
    epochs: int
    outcome: Outcome


class JointDual(NamedTuple):
    """The problem, except for its features, for n points."""

    codes: Indices  # (n,) the class of each
    cost: Vector  # (n,) C_i
    square: Vector  # (n,) |x_i|^2 with the constant feature
    bias: float  # the constant feature, 0 without one


def train_joint(
    codes: Indices,
    classes: int,
    cost: Vector,
    X: Rows,
    bias: float | None,
    tolerance: float,
    limit: int,
    seed: int = 0,
    cancel: CancelFlag | None = None,
) -> TrainedJoint:
    """Train on rows X (n, d) of classes codes (n,), with C_i = cost (n,), finite.

    Parameters
    ----------
    bias
        The constant feature, whose weights are in the penalty; None for planes through the origin.
    tolerance
        Of the largest violation, and of the relative gap.
    limit
        Of epochs.

    Returns
    -------
    TrainedJoint
        Also where it was cancelled or ran out of epochs; the outcome says so.
    """
    flag = np.zeros(1, dtype=np.int64) if cancel is None else cancel
    rows, (n, d), constant = _rows(X), X.shape, 0.0 if bias is None else float(bias)
    square = np.add.reduceat(np.append(rows.data**2, 0.0), rows.begins[:-1]) if len(rows.data) else np.zeros(n)
    square = np.where(np.diff(rows.begins) > 0, square, 0.0) + constant**2
    dual = JointDual(np.asarray(codes, dtype=np.int64), np.array(cost), square, constant)
    alpha, W, violation, gap = _start(dual, classes), np.zeros((d + 1, classes)), np.empty(n), np.empty(n)
    order, active, epochs, idle, aim = np.arange(n), n, 0, 0, tolerance
    patient = not suits(n, (d + 1) * classes)
    per_epoch = max(1, (len(rows.data) + n) * classes)
    while True:
        before = alpha.copy()
        if epochs < limit:
            most = max(1, min((limit if patient else min(limit, CRAWL)) - epochs, PART // per_epoch))
            taken, ended = descend(rows, dual, alpha, W, order, active, aim, most, seed, epochs * n, flag)
            epochs += taken
            if ended != RUNNING:
                return TrainedJoint(alpha, W[:-1].T.copy(), constant * W[-1], math.inf, epochs, Outcome(ended))
        survey(rows, dual, alpha, W, violation, gap)
        worst, closed = float(violation.max()), _closed(dual, alpha, W, gap, tolerance)
        idle = idle + 1 if np.array_equal(before, alpha) else 0
        if not patient and CRAWL <= epochs < limit and not (closed and worst <= tolerance):
            patient, idle = True, 0
            epochs += _jump(dual, alpha, X, limit - epochs, float(gap.sum()), flag)
            survey(rows, dual, alpha, W, violation, gap)
            worst, closed = float(violation.max()), _closed(dual, alpha, W, gap, tolerance)
        outcome = ending(worst, tolerance if closed else NEVER, epochs, limit, idle)
        if outcome != Outcome.RUNNING:
            return TrainedJoint(alpha, W[:-1].T.copy(), constant * W[-1], worst, epochs, outcome)
        aim = aim if worst > aim else 0.1 * aim
        aside = (violation <= 0.0) & ~alpha.any(axis=1)
        order, active = np.argsort(aside, kind="stable"), int(n - aside.sum())


def _closed(dual: JointDual, alpha: Matrix, W: Matrix, gap: Vector, tolerance: float) -> bool:
    """Tell whether the gap, P + D of each point (n,), is within the tolerance of D, or only rounding."""
    value = 0.5 * float((W * W).sum()) + float(alpha.clip(max=0.0).sum())
    farthest = math.sqrt(float((W * W).sum(axis=0).max()))
    terms = float(dual.cost @ (1.0 + farthest * np.sqrt(dual.square)))
    return float(gap.sum()) <= max(tolerance * abs(value), ROUNDED * terms)


def _jump(dual: JointDual, alpha: Matrix, X: Rows, most: int, gap: float, cancel: Indices) -> int:
    """Move alpha (n, k) to the result of the interior point method if its gap is smaller; return the steps taken."""
    seen = np.flatnonzero((dual.square > 0.0) & (dual.cost > 0.0))
    if len(seen) == 0:
        return 0
    given = X[seen].toarray() if is_sparse(X) else X[seen]
    features = np.column_stack([np.asarray(given, dtype=np.float64), np.full(len(seen), dual.bias)])
    codes, cost, k = dual.codes[seen], dual.cost[seen], alpha.shape[1]
    found, steps = joint_interior(codes, k, cost, features, most, cancel)
    G = features @ (features.T @ found) + 1.0
    upper, point = np.zeros(found.shape), np.arange(len(seen))
    G[point, codes] -= 1.0
    upper[point, codes] = cost
    if float(((upper - found) * (G.max(axis=1)[:, None] - G)).sum()) < gap:
        alpha[seen] = found
    return steps


def _start(dual: JointDual, classes: int) -> Matrix:
    """Return alpha = 0 except for points of zeros, whose values no plane changes: each costs C_i."""
    alpha = np.zeros((len(dual.codes), classes))
    nowhere = np.flatnonzero(dual.square <= 0.0)
    alpha[nowhere, dual.codes[nowhere]] = dual.cost[nowhere]
    alpha[nowhere, (dual.codes[nowhere] + 1) % classes] = -dual.cost[nowhere]
    return alpha


def _rows(X: Rows) -> SparseRows:
    """Return the rows in CSR and float64; for a table with every entry."""
    n, d = X.shape
    if is_sparse(X):
        return sparse_rows(sparse.csr_array(X, dtype=np.float64))
    places = np.tile(np.arange(d, dtype=np.int32), n), np.arange(n + 1) * d
    return sparse_rows(sparse.csr_array((np.asarray(X, np.float64, order="C").ravel(), *places), shape=(n, d)))


@inlined
def values(rows: SparseRows, dual: JointDual, W: Matrix, i: int, G: Vector) -> None:
    """Write the slopes G_m = w_m.x_i + [m != y_i] into G (k,)."""
    last = W[W.shape[0] - 1]
    for m in range(G.size):
        G[m] = 1.0 + dual.bias * last[m]
    G[dual.codes[i]] -= 1.0
    for at in range(rows.begins[i], rows.begins[i + 1]):
        x, weights = rows.data[at], W[rows.columns[at]]
        for m in range(G.size):
            G[m] += x * weights[m]


@inlined
def add(rows: SparseRows, dual: JointDual, W: Matrix, i: int, step: Vector) -> None:
    """Add step_m x_i to each w_m."""
    last = W[W.shape[0] - 1]
    for m in range(step.size):
        last[m] += dual.bias * step[m]
    for at in range(rows.begins[i], rows.begins[i + 1]):
        x, weights = rows.data[at], W[rows.columns[at]]
        for m in range(step.size):
            weights[m] += x * step[m]


@inlined
def violation_of(dual: JointDual, alpha: Vector, i: int, G: Vector) -> float:
    """Return max_m G_m minus the smallest G_m whose alpha can rise; at most 0 at the optimum."""
    top, least = -np.inf, np.inf
    for m in range(G.size):
        top = max(top, G[m])
        if alpha[m] < (dual.cost[i] if m == dual.codes[i] else 0.0):
            least = min(least, G[m])
    return top - least if least < np.inf else 0.0


@inlined
def solve_point(dual: JointDual, alpha: Vector, i: int, G: Vector, sorted_: Vector, new: Vector) -> None:
    """Write into new (k,) the alphas of a point that minimise the dual over all of them.

    With B_m = G_m - A alpha_m it is alpha_m = min(U_m, (beta - B_m) / A): the beta at which they sum to 0 follows from
    the largest of A U_m + B_m, whose alphas are below their bound.
    """
    A, own, k = dual.square[i], dual.codes[i], G.size
    for m in range(k):
        sorted_[m] = G[m] - A * alpha[m] + (A * dual.cost[i] if m == own else 0.0)
    for m in range(1, k):  # there are few classes
        value, at = sorted_[m], m
        while at > 0 and sorted_[at - 1] < value:
            sorted_[at] = sorted_[at - 1]
            at -= 1
        sorted_[at] = value
    beta, count = sorted_[0] - A * dual.cost[i], 1
    while count < k and beta < count * sorted_[count]:
        beta += sorted_[count]
        count += 1
    beta /= count
    total, least = 0.0, 0
    for m in range(k):
        upper = dual.cost[i] if m == own else 0.0
        new[m] = min(upper, (beta - (G[m] - A * alpha[m])) / A)
        total += new[m]
        least = m if new[m] < new[least] else least
    if least != own:  # for a small A the rounding of beta is large: the sum must not contain it
        new[least] = min(new[least] - total, 0.0)


@compiled
def descend(
    rows: SparseRows,
    dual: JointDual,
    alpha: Matrix,
    W: Matrix,
    order: Indices,
    active: int,
    aim: float,
    most: int,
    seed: int,
    draws: int,
    cancel: Indices,
) -> tuple[int, int]:
    """Run epochs over order[:active] until no violation is above the aim; return (epochs, outcome or RUNNING)."""
    rows = SparseRows(borrowed(rows.data), borrowed(rows.columns), borrowed(rows.begins))
    alpha, W, k = borrowed(alpha), borrowed(W), W.shape[1]
    G, sorted_, step = np.empty(k), np.empty(k), np.empty(k)
    for epoch in range(most):
        shuffle(order, active, seed, draws + epoch * order.size)
        worst, moved = 0.0, False
        for s in range(active):
            if s % POLL == 0 and cancel[0] != 0:
                return epoch, CANCELLED
            i = order[s]
            if not (dual.square[i] > 0.0 and dual.cost[i] > 0.0):
                continue
            values(rows, dual, W, i, G)
            violation = violation_of(dual, alpha[i], i, G)
            worst = max(worst, violation)
            if violation <= NOTHING:
                continue
            solve_point(dual, alpha[i], i, G, sorted_, step)
            for m in range(k):
                new = step[m]  # a clipped value is put exactly on its bound, on which the tests rely
                step[m] = new - alpha[i, m]
                moved = moved or step[m] != 0.0
                alpha[i, m] = new
            add(rows, dual, W, i, step)
        if worst <= aim or not moved:
            return epoch + 1, RUNNING
    return most, RUNNING


@compiled
def survey(rows: SparseRows, dual: JointDual, alpha: Matrix, W: Matrix, violation: Vector, gap: Vector) -> None:
    """Write W of alpha, recomputed, and for each point (n,) its violation and its part of the duality gap."""
    rows = SparseRows(borrowed(rows.data), borrowed(rows.columns), borrowed(rows.begins))
    alpha, W, k = borrowed(alpha), borrowed(W), W.shape[1]
    W[:] = 0.0
    for i in range(violation.size):
        if alpha[i].any():
            add(rows, dual, W, i, alpha[i])
    G = np.empty(k)
    for i in range(violation.size):
        values(rows, dual, W, i, G)
        violation[i] = violation_of(dual, alpha[i], i, G)
        top, gap[i] = G.max(), 0.0
        for m in range(k):
            gap[i] += ((dual.cost[i] if m == dual.codes[i] else 0.0) - alpha[i, m]) * (top - G[m])
