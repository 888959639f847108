"""The trainer: the same dual, the same stopping rule and the same certificate as the steps, as fast as we can.

It needs no Gram matrix. Few variables go through `few`, many through `decompose`.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import NamedTuple

import numpy as np

from core.problem import Gaussian, Kernel, Precomputed
from core.problem.arrays import Matrix, Vector, is_sparse
from core.problem.dual import ceiling
from core.problem.form import Form
from core.solver.outcome import Outcome
from core.solver.stepper import CancelFlag
from core.solver.trainer.decompose import Options, decompose
from core.solver.trainer.few import Found, Numbers, Posed, Values, box_of, solve_few, solve_few_finely
from core.solver.trainer.row_cache import beside
from core.solver.trainer.rows import Points, rows_for
from core.solver.trainer.whole import LANES
from core.solver.trainer.working_set import levels, scores

WHOLE, WHOLE_CHEAP = 700, 2000  # variables; rows of a given matrix, or of few coordinates, cost next to nothing
FEW = 8  # coordinates
PART = 50_000  # steps that few variables take without a break, some hundredths of a second
CACHE_BYTES = 200_000_000
WORK_BYTES, VARIABLE_BYTES = 6_000_000, 300  # beside the rows: blocks and tiles; arrays
LEAST_TOLERANCE = 1e-12
EMPTY = np.empty((0, 0))


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
    X: Points,
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
    options = Options(
        reachable(tolerance),
        limit if limit is not None else max(10_000_000, 100 * N),
        _ceiling(form, X, kernel),
        shrinking,
        cancel if cancel is not None else np.zeros(1, dtype=np.int64),
        progress if progress is not None else new_progress(),
    )
    values = few_values(N, X, kernel, cache_bytes)
    if values is not None:
        found = _few(values, posed, form.start.copy(), options)
    else:
        found = _many(posed, form.start, X, kernel, cache_bytes, options)
    return Trained(found.alpha, found.b, found.r, found.g, found.violation, found.steps, Outcome(found.ended))


def _few(values: Values, posed: Posed, alpha: Vector, options: Options) -> Found:
    g, tolerance, cancel = np.empty(values.points), options.tolerance, options.cancel

    def roughly(most: int) -> Numbers:
        return solve_few(values, posed, alpha, g, tolerance, options.ceiling, most, cancel, options.progress)

    def finely(most: int) -> Numbers:
        return solve_few_finely(values, posed, alpha, g, tolerance, most, cancel)

    b, r, steps, violation, ended = _in_parts(roughly, options.limit)
    if ended == Outcome.STUCK:
        b, r, more, violation, ended = _in_parts(finely, options.limit - steps)
        steps += more
    return Found(alpha, g, b, r, steps, violation, ended)


def _in_parts(go_on: Callable[[int], Numbers], limit: int) -> Numbers:
    """Go on from part to part, so that Python gets its turn in a run that does not end, and Ctrl-C with it."""
    steps = 0
    while True:
        b, r, taken, violation, ended = go_on(min(PART, limit - steps))
        steps += taken
        if ended != Outcome.STEP_LIMIT or steps >= limit:
            return b, r, steps, violation, ended


def _many(posed: Posed, start: Vector, X: Points, kernel: Kernel, cache_bytes: int, options: Options) -> Found:
    box, beta, score = box_of(posed), posed.y * start, np.empty(len(posed.y))
    rows = rows_for(X, kernel, beside(WORK_BYTES + VARIABLE_BYTES * len(beta), cache_bytes))
    run, violation, outcome = decompose(rows, box, beta, options)
    scores(box, beta, run.all_pull, score)
    return Found(np.abs(beta), run.all_pull, *levels(box, score, beta), run.steps, violation, outcome)


def _ceiling(form: Form, X: Points, kernel: Kernel) -> float:
    """Return the dual value above which no margin is worth the name, from max K_ii; inf for soft margins."""
    if not form.hard:
        return math.inf
    if isinstance(kernel, Precomputed):
        return ceiling(float(np.abs(X.diagonal()).max()))
    own = [float(rows_for(X, kernel, 0).exact(np.array([i]), np.array([i]))[0, 0]) for i in range(X.shape[0])]
    return ceiling(max(own))


def reachable(tolerance: float) -> float:
    """Return the tolerance, or the least that float64 can reach."""
    return float(max(tolerance, LEAST_TOLERANCE))


def few_values(N: int, X: Points, kernel: Kernel, cache_bytes: int) -> Values | None:
    """Return what `few` computes its rows from; None for too many variables, or too little memory for them."""
    if cache_bytes < 4 * N * (N + LANES):
        return None
    if isinstance(kernel, Gaussian) and not is_sparse(X) and X.shape[1] <= FEW:
        coordinates = np.array(X.T, order="C")
        return Values(coordinates, float(kernel.gamma), EMPTY, X.shape[0]) if N <= WHOLE_CHEAP else None
    most = WHOLE_CHEAP if isinstance(kernel, Precomputed) else WHOLE
    return Values(EMPTY, 0.0, _matrix(X, kernel), X.shape[0]) if most >= N else None


def _matrix(X: Points, kernel: Kernel) -> Matrix:
    if isinstance(kernel, Precomputed):
        return np.array(X)  # Numba compiles anew for an array that is closed to writing
    everyone = np.arange(X.shape[0])
    return np.ascontiguousarray(rows_for(X, kernel, 0).exact(everyone, everyone))
