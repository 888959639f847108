"""The trainer: the same dual, the same stopping rule and the same certificate as the steps, as fast as we can.

It needs no Gram matrix. Few variables go through `small`, many through `decompose`.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import NamedTuple

import numpy as np

from ...lowlevel.blas_threads import one_blas_thread
from ...lowlevel.compiled import compiled
from ...problem import Gaussian, Kernel, Precomputed
from ...problem.arrays import Matrix, Vector, is_sparse
from ...problem.dual import ceiling
from ...problem.form import Form
from ..outcome import Outcome, default_limit
from ..stepper import CancelFlag
from .decompose import SHORT, decompose
from .dense import LANES
from .interior import interior
from .rows.cache import beside
from .rows.working_rows import ROUNDS, AnyPoints, are_far, exact_block, rows_for
from .run import Furthest, RunOptions
from .small import (
    Found,
    FoundNumbers,
    KernelOfPoints,
    Posed,
    box_of,
    solve_small,
    solve_small_finely,
)
from .working_set import levels, scores

SMALL, SMALL_CHEAP = 700, 2000  # variables; rows of a given matrix, or of few coordinates, cost next to nothing
FEW = 8  # coordinates
CRAWL, MOST_INTERIOR = (
    2,
    1000,
)  # steps, times the points squared, from which SMO crawls; points whose matrix is factored
AFTERWARDS = 20  # times as many steps as before it, where the interior point method was no help either
PART = 50_000  # steps that few variables take without a break, some hundredths of a second
MOST_PARTS = 40  # of fewer than `SHORT` variables: each ends after `dense.MOST_WORK` rounds, even with few steps
CACHE_BYTES = 200_000_000
WORK_BYTES, VARIABLE_BYTES = 6_000_000, 300  # beside the rows: blocks and tiles; arrays
LEAST_TOLERANCE = 1e-12
ENDLESS = 1e6  # times the primal value at w = 0: a dual value that no positive semidefinite kernel reaches
LEAST_SWING = 1e-100
EMPTY = np.empty((0, 0))
NEVER = np.zeros(1, dtype=np.int64)
NEVER.flags.writeable = False


class Trained(NamedTuple):
    """Where the trainer ended.

    Attributes
    ----------
    g
        f(x_i) - b of the points, (n,): float64 for all that decide the violation, some 1e-6 of it for the others.
    violation
        max m - M, in float64 for all variables that could have decided it.
    """

    alpha: Vector  # (N,)
    b: float
    r: float  # the second free scalar of the nu problems, else 0
    g: Vector
    violation: float
    steps: int
    outcome: Outcome

    @property
    def rho(self) -> float:
        """LIBSVM's name for -b."""
        return -self.b


def new_progress() -> Vector:
    """Return what a run writes and anybody may read meanwhile: violation, steps, active points."""
    return np.array([math.inf, 0.0, 0.0])


def train(
    form: Form,
    X: AnyPoints,
    kernel: Kernel,
    tolerance: float = 1e-3,
    cache_bytes: int = CACHE_BYTES,
    shrinking: bool = True,
    cancel: CancelFlag | None = None,
    progress: Vector | None = None,
    limit: int | None = None,
) -> Trained:
    """Solve the dual of a form on points that were checked.

    Parameters
    ----------
    form
        What is solved (`core.problem.form`).
    X
        Points (n, d), float64 or CSR; the Gram matrix (n, n) for `Precomputed`.
    kernel
        Any kernel; one that is no formula is called block by block, which is slow.
    tolerance
        Of m - M. To 1e-5 SMO does it in float32 with float64 sums; below that Newton's method ends it.
    cache_bytes
        For kernel rows, and for the arrays and the points in float32 beside them, which leave it a quarter at least.
    shrinking
        Whether points that press against their bounds are left out for a while; the answer is the same.
    cancel, progress
        See `new_cancel_flag` and `new_progress`.
    limit
        Of steps.

    Returns
    -------
    Trained
        Also where it was cancelled or ran out of steps; the outcome says so.
    """
    posed = Posed(form.y, form.p, form.upper, form.diagonal, form.alike)
    N = len(form.y)
    options = RunOptions(
        reachable(tolerance),
        limit if limit is not None else default_limit(N),
        _ceiling(form, X, kernel),
        shrinking,
        cancel if cancel is not None else np.zeros(1, dtype=np.int64),
        progress if progress is not None else new_progress(),
    )
    values = few_values(N, X, kernel, cache_bytes, options.cancel)
    if values is not None:
        found = _small(values, posed, form.start, options)
    else:
        found = _many(posed, form.start, X, kernel, cache_bytes, options)
        if N < SHORT and _crawls(found.ended, found.steps, options) and np.isfinite(found.alpha).all():
            found = _gone_on(found, posed, X, kernel, options)
    endless = found.ended == Outcome.INFEASIBLE and not form.hard
    ended = Outcome.STUCK if endless else Outcome(found.ended)
    return Trained(found.alpha, found.b, found.r, found.g, found.violation, found.steps, ended)


def _gone_on(found: Found, posed: Posed, X: AnyPoints, kernel: Kernel, options: RunOptions) -> Found:
    """Continue on the whole kernel matrix, which is smaller than a block, where blocks of few variables failed."""
    values = few_values(len(posed.y), X, kernel, WORK_BYTES, options.cancel)
    if values is None:
        return found
    after = _small(values, posed, found.alpha, options._replace(limit=options.limit - found.steps))
    return after._replace(steps=found.steps + after.steps)


def _small(values: KernelOfPoints, posed: Posed, start: Vector, options: RunOptions) -> Found:
    alpha, g, first = start.copy(), np.empty(values.points), np.zeros(1)
    tolerance, ceiling, cancel, progress = options.tolerance, options.ceiling, options.cancel, options.progress

    def roughly(most: int) -> FoundNumbers:
        return solve_small(values, posed, alpha, g, tolerance, ceiling, most, cancel, progress, first)

    def finely(most: int) -> FoundNumbers:
        return solve_small_finely(values, posed, alpha, g, tolerance, ceiling, most, cancel)

    def dual() -> float:  # D of alpha (N,), minimised form, from g (n,)
        beta = posed.y * alpha
        with np.errstate(over="ignore", invalid="ignore"):
            pull = np.tile(g, len(beta) // len(g)) + posed.diagonal * beta
            return float(0.5 * (beta @ pull) + posed.p @ alpha)

    parts = MOST_PARTS if len(alpha) < SHORT else None
    inside = values.points <= MOST_INTERIOR and bool(np.isfinite(posed.upper).all())
    limit = min(options.limit, max(PART, CRAWL * values.points**2)) if inside else options.limit
    b, r, steps, violation, ended = _in_parts(roughly, dual, limit, parts)
    if inside and _crawls(ended, steps, options):
        crawled, before = alpha.copy(), violation
        with one_blas_thread():
            points, K = values.coordinates.T, values.matrix
            if not len(K):  # a run in rows has not made it
                K = Gaussian(values.gamma).gram(points, points)
            inner = interior(K, posed, start, tolerance, cancel)
        limit = options.limit if inner is None else min(options.limit, AFTERWARDS * limit)
        alpha[:] = alpha if inner is None else inner
        b, r, more, violation, ended = _in_parts(roughly, dual, min(PART, limit - steps), parts)
        steps += more
        if ended != Outcome.OPTIMAL and violation > before:
            alpha[:] = crawled
    if _crawls(ended, steps, options):
        b, r, more, violation, ended = _in_parts(roughly, dual, limit - steps, parts)
        steps += more
    if _crawls(ended, steps, options):
        if not np.isfinite(alpha).all():
            alpha[:] = start
        left = max(limit - steps, min(PART, options.limit - steps))
        b, r, more, violation, ended = _in_parts(finely, dual, left, parts)
        steps += more
        ended = int(Outcome.STUCK) if _crawls(ended, steps, options) else ended
    return Found(alpha, g, b, r, steps, violation, ended)


def _crawls(ended: int, steps: int, options: RunOptions) -> bool:
    """Tell whether a run neither came to its end nor took the steps that were asked for."""
    return ended == Outcome.STUCK or (ended == Outcome.STEP_LIMIT and steps < options.limit)


def _in_parts(
    go_on: Callable[[int], FoundNumbers], dual: Callable[[], float], limit: int, most_parts: int | None
) -> FoundNumbers:
    """Go on from part to part, so that Python gets its turn in a run that does not end, and Ctrl-C with it."""
    steps, furthest, parts = 0, Furthest(), 0
    while True:
        b, r, taken, violation, ended = go_on(min(PART, limit - steps))
        steps += taken
        if ended != Outcome.STEP_LIMIT or steps >= limit:
            return b, r, steps, violation, ended
        value = dual()
        parts += 1
        if taken == 0 or parts == most_parts or not furthest.passed(value, violation):
            return b, r, steps, violation, int(Outcome.STUCK)
        furthest = furthest.after(value, violation)


def _many(posed: Posed, start: Vector, X: AnyPoints, kernel: Kernel, cache_bytes: int, options: RunOptions) -> Found:
    box, beta, score = box_of(posed), posed.y * start, np.empty(len(posed.y))
    with one_blas_thread():
        rows = rows_for(X, kernel, beside(WORK_BYTES + VARIABLE_BYTES * len(beta), cache_bytes))
        run, outcome = decompose(rows, box, beta, options)
    scores(box, beta, run.given.pull, score)
    return Found(np.abs(beta), run.given.pull, *levels(box, score, beta), run.steps, run.violation, outcome)


def _ceiling(form: Form, X: AnyPoints, kernel: Kernel) -> float:
    """Return the dual value that no useful solution has: of a hard margin from max K_ii; inf for hinge losses.

    Of squared losses it is `ENDLESS` times the primal value at w = 0, which a positive semidefinite kernel never
    exceeds: without a bound on alpha, an indefinite one can let the dual fall forever.
    """
    if form.squared:
        return ENDLESS * float(np.sum(np.square(form.p) / (2.0 * form.diagonal))) if form.diagonal.all() else math.inf
    if not form.hard:
        return math.inf
    if isinstance(kernel, Precomputed):
        return _swing(form) ** 2 * ceiling(float(np.abs(X.diagonal()).max()))
    rows = rows_for(X, kernel, 0)
    own = (float(rows.exact(here, here)[0, 0]) for here in np.arange(X.shape[0])[:, None])
    return _swing(form) ** 2 * ceiling(max(map(abs, own)))


def _swing(form: Form) -> float:
    """Return half of how far f must go at least between two points: 1 for classes; of a tube what it cannot hold."""
    return max(0.5 * float(form.aim[form.y > 0].max() - form.aim[form.y < 0].min()), LEAST_SWING)


def reachable(tolerance: float) -> float:
    """Return the tolerance, or the least that float64 can reach."""
    return float(max(tolerance, LEAST_TOLERANCE))


def few_values(
    N: int, X: AnyPoints, kernel: Kernel, cache_bytes: int, cancel: CancelFlag = NEVER
) -> KernelOfPoints | None:
    """Return what `small` computes its rows from; None for too many variables, or too little memory for them."""
    if cache_bytes < 4 * N * (N + LANES):
        return None
    in_few = not is_sparse(X) and X.shape[1] <= FEW
    if isinstance(kernel, Gaussian) and in_few and N <= SMALL_CHEAP:
        coordinates, apart = _columns(X)
        if kernel.gamma * apart <= ROUNDS or not are_far(X, kernel.gamma, ROUNDS):
            return KernelOfPoints(coordinates, float(kernel.gamma), EMPTY, X.shape[0])
    elif isinstance(kernel, Gaussian) and in_few and not are_far(X, kernel.gamma, ROUNDS):
        return None
    most = SMALL_CHEAP if isinstance(kernel, Precomputed) else SMALL
    return KernelOfPoints(EMPTY, 0.0, _matrix(X, kernel, cancel), X.shape[0]) if most >= N else None


def _columns(X: Matrix) -> tuple[Matrix, float]:
    """Return X.T (d, n) in C order, and the square of the longest way between two points at most.

    Of a table of the usual kind in one compiled call: NumPy's take a sixth of a fit of two hundred points.
    """
    if X.flags.c_contiguous and X.flags.writeable and X.dtype == np.float64:
        columns = np.empty((X.shape[1], X.shape[0]))
        return columns, turned(X, columns)
    columns = np.array(X.T, order="C")
    apart = columns.max(axis=1) - columns.min(axis=1)
    return columns, float(apart @ apart)


@compiled
def turned(X: Matrix, columns: Matrix) -> float:
    """Write X.T into columns (d, n), and return the sum of the squared ranges of its rows."""
    total = 0.0
    for k in range(columns.shape[0]):
        low = high = X[0, k]
        for i in range(X.shape[0]):
            x = X[i, k]
            columns[k, i] = x
            low, high = min(low, x), max(high, x)
        total += (high - low) * (high - low)
    return total


def _matrix(X: AnyPoints, kernel: Kernel, cancel: CancelFlag) -> Matrix:
    if isinstance(kernel, Precomputed):  # Numba compiles anew for an array that is closed to writing
        return X if X.flags.writeable and X.flags.c_contiguous else np.array(X)
    everyone = np.arange(X.shape[0])
    with one_blas_thread():
        return exact_block(rows_for(X, kernel, 0), everyone, cancel)
