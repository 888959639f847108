"""Joachims' shrinking, as printed and corrected, why a gradient is updated, and which row a full cache gives up."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from ...problem import Problem
from ...problem.arrays import Matrix, Vector

Mask = NDArray[np.bool_]


@dataclass(frozen=True)
class JoachimsSplit:
    """The variables in three classes, their multipliers, and the reduced problem (mathematics 10)."""

    free: Mask  # X
    at_bound: Mask  # Y
    at_zero: Mask  # Z
    levels: tuple[float, ...]  # lambda_eq: estimates b; of two equalities one a sign, r - b and r + b; nan: none free
    low: Vector  # (N,) lambda_lo, the multiplier of alpha >= 0; lambda_up = -low is that of alpha <= C
    full: float  # D(alpha)
    reduced: float  # the reduced problem with its constant, corrected
    printed: float  # the same as printed; nan without an upper bound, which it multiplies by

    @property
    def judged(self) -> bool:
        """Whether every variable has a multiplier: a free one determines the level of its constraint."""
        return not any(math.isnan(level) for level in self.levels)

    @property
    def candidates(self) -> int:
        """The number of candidates for shrinking: each is compared with the multiplier of its own bound."""
        return int(_pressed(self.at_zero, self.at_bound, self.low).sum())

    @property
    def candidates_printed(self) -> int:
        """The number with both multipliers above 0, as in the printed rule."""
        return int(((self.low > 0) & (-self.low > 0)).sum())


def joachims_split(problem: Problem, alpha: Vector) -> JoachimsSplit:
    """Return the split for a machine with one bound C at alpha (N,), with D(alpha) in full and by the reduced problem.

    A hard margin has no bound: Y is empty, and the terms with C vanish. The rule was written for C-SVC, whose linear
    term is -1; with p instead it applies to every machine.
    """
    dual = problem.dual
    y, p, C = dual.y, dual.p, float(dual.upper[0])
    free, at_bound, at_zero, levels, low = _multipliers(problem, alpha)
    Q = y[:, None] * y[None, :] * dual.kernel
    full = float(0.5 * alpha @ Q @ alpha + p @ alpha)
    left, count = alpha[free], int(at_bound.sum())
    towards = Q[np.ix_(free, at_bound)].sum(axis=1)  # Q_XY 1
    fixed = 0.5 * C * C * float(Q[np.ix_(at_bound, at_bound)].sum()) + C * float(p[at_bound].sum()) if count else 0.0
    curved = float(0.5 * left @ Q[np.ix_(free, free)] @ left)
    C_towards = C * towards if count else np.zeros(len(left))
    reduced = curved + float(left @ (C_towards + p[free])) + fixed
    printed = curved + C * float(left @ (towards + p[free])) + fixed if math.isfinite(C) else math.nan
    return JoachimsSplit(free, at_bound, at_zero, levels, low, full, reduced, printed)


def pressed(problem: Problem, alpha: Vector) -> Mask:
    """Return which variables satisfy the rule at alpha (N,) for one bound C: their own multiplier is above 0."""
    _, at_bound, at_zero, _, low = _multipliers(problem, alpha)
    return _pressed(at_zero, at_bound, low)


def _pressed(at_zero: Mask, at_bound: Mask, low: Vector) -> Mask:
    return (at_zero & (low > 0)) | (at_bound & (low < 0))


def _multipliers(problem: Problem, alpha: Vector) -> tuple[Mask, Mask, Mask, tuple[float, ...], Vector]:
    """Return X, Y and Z with lambda_eq of each equality, nan where no variable is free, and lambda_lo (N,).

    If e' alpha is fixed too, G = r - s b for every free variable: each sign has its own level.
    """
    dual = problem.dual
    y, C = dual.y, float(dual.upper[0])
    free, at_bound, at_zero = (alpha > 0) & (alpha < C), alpha >= C, alpha <= 0
    gradient = y * (dual.kernel @ (alpha * y)) + dual.p
    if not dual.alike:
        level = _mean(-y * gradient, free)
        return free, at_bound, at_zero, (level,), gradient + y * level
    plus, minus = (_mean(gradient, free & (y == sign)) for sign in (1.0, -1.0))
    return free, at_bound, at_zero, (plus, minus), gradient - np.where(y > 0, plus, minus)


def _mean(values: Vector, over: Mask) -> float:
    return float(np.mean(values[over])) if over.any() else math.nan


@dataclass(frozen=True)
class KeptGradient:
    """Least squares by gradient descent, with the gradient recomputed at each step and with it updated."""

    steps: int
    anew: int  # multiplications of one gradient
    kept: int  # of one update, given X'X
    apart: (
        float  # largest difference of the two after the last step, in units of the largest gradient entry of the first
    )
    fell: float  # ratio of |gradient|, last to first


def kept_gradient(X: Matrix, y: Vector, steps: int) -> KeptGradient:
    """Minimise 1/2 |X w - y|^2 with X (n, d) and a constant feature; the step is 1 / the largest eigenvalue of X'X."""
    features = np.column_stack([X, np.ones(len(X))])
    square, w = features.T @ features, np.zeros(features.shape[1])
    eta = 1.0 / float(np.linalg.eigvalsh(square)[-1])
    gradient = features.T @ (features @ w - y)
    first = float(np.abs(gradient).max())
    for _ in range(steps):
        move = -eta * gradient
        w, gradient = w + move, gradient + square @ move
    anew = features.T @ (features @ w - y)
    n, d = features.shape
    unit = first if first > 0 else 1.0
    return KeptGradient(
        steps, 2 * n * d, d * d, float(np.abs(anew - gradient).max()) / unit, float(np.abs(anew).max()) / unit
    )


# ---- which row goes first: the one used longest ago, or the one that came first ----


ENTRY, HEAD = 4, 32  # bytes of a kernel value, and of the entry of a row in the list of the cache (`svm.cpp`, Cache)
MEGABYTE = 1 << 20


def rows_in_cache(n: int, megabytes: float) -> int:
    """Return how many rows of n kernel values svm-train keeps with -m; at least two, whatever the size (Xing, 12.3)."""
    values = int(megabytes * MEGABYTE) // ENTRY - n * HEAD // ENTRY
    return min(n, max(values, 2 * n) // n)


def most_in_cache(megabytes: float) -> int:
    """Return the largest n whose whole Q fits into that cache."""
    values = int(megabytes * MEGABYTE) // ENTRY
    n = math.isqrt(values)
    while rows_in_cache(n, megabytes) < n:
        n -= 1
    return n


def missing_rows(rows: Sequence[int], room: int, touched: bool) -> int:
    """Return how many of the requested rows are not in a cache of `room` whole rows.

    A full cache gives up the row used longest ago if a request is `touched` as a use (LRU), else the row that came
    first (FIFO).
    """
    held: dict[int, None] = {}
    missing = 0
    for row in rows:
        if row in held:
            if touched:
                held[row] = held.pop(row)
            continue
        missing += 1
        if len(held) >= room:
            del held[next(iter(held))]
        held[row] = None
    return missing
