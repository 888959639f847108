"""Exact leave-one-out error: an SVM is solved again only without each support vector, ridge regression not at all.

A point with alpha = 0 keeps its class: removing it does not change w (mathematics 22.1). A support vector is removed by
setting its bound C_i = 0 and solving again from the start.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

import numpy as np

from ..problem import Problem, offset
from ..problem.arrays import Matrix, Vector
from ..solver import STEPPERS, CancelFlag, Outcome, new_cancel_flag
from ..solver.ridge import solve_symmetric


@dataclass(frozen=True)
class LeaveOneOut:
    """The result of leaving out every point in turn."""

    errors: int  # points misclassified by the machine trained without them
    solved: int  # number of solves
    complete: bool  # False: cancelled, or a solve reached its limit; then `errors` counts the points so far


def leave_one_out(
    problem: Problem,
    alpha: Vector,
    f: Vector,
    tolerance: float = 1e-3,
    limit: int = 100_000,
    cancel: CancelFlag | None = None,
) -> LeaveOneOut:
    """Return the leave-one-out error of a solved problem, alpha (n,) with decision values f (n,)."""
    return left_out_error(problem, alpha, f, list(wrong_without(problem, alpha, tolerance, limit, cancel)))


def wrong_without(
    problem: Problem,
    alpha: Vector,
    tolerance: float = 1e-3,
    limit: int = 100_000,
    cancel: CancelFlag | None = None,
    known: int = 0,
) -> Iterator[bool]:
    """Yield whether each support vector is misclassified by the solution without it; the first `known` are skipped.

    It ends early if a solve reaches its limit, or when cancelled.
    """
    flag = new_cancel_flag() if cancel is None else cancel
    for i in np.flatnonzero(alpha > 0)[known:]:
        wrong = _is_wrong_without(problem, int(i), tolerance, limit, flag)
        if wrong is None or flag[0] != 0:
            return
        yield wrong


def left_out_error(problem: Problem, alpha: Vector, f: Vector, found: Sequence[bool]) -> LeaveOneOut:
    """Return the error so far, given the results for the first support vectors."""
    wrong = problem.y * np.where(f >= 0, 1.0, -1.0) < 0
    errors = int(np.count_nonzero(wrong & (alpha <= 0))) + sum(found)
    return LeaveOneOut(errors, len(found), len(found) == np.count_nonzero(alpha > 0))


def leave_one_out_of_ridge(K: Matrix, y: Vector, penalty: float) -> LeaveOneOut:
    """Return the leave-one-out error of ridge regression of labels y (n,) with kernel matrix K (n, n), lambda > 0.

    One inverse gives f(x_i) without point i, for every i (mathematics, equation 15.7).
    """
    inverse, _ = solve_symmetric(K + penalty * np.eye(len(y)), np.eye(len(y)))
    without = y - (inverse @ y) / np.diag(inverse)
    alone = np.array([np.count_nonzero(y == label) == 1 for label in y], dtype=bool)
    wrong = np.where(without >= 0, 1.0, -1.0) != y
    return LeaveOneOut(int(np.count_nonzero(wrong | alone)), 0, True)


def _is_wrong_without(problem: Problem, i: int, tolerance: float, limit: int, cancel: CancelFlag) -> bool | None:
    """Return whether point i is misclassified by the solution without it; None if that solve did not converge."""
    if np.count_nonzero(problem.y == problem.y[i]) == 1:
        return True  # without it its class is empty: every point is classified as the other class
    upper = problem.form.upper.copy()
    upper[i] = 0.0
    upper.flags.writeable = False
    without = replace(problem, form=replace(problem.form, upper=upper))
    dual, stepper = problem.dual._replace(upper=upper), STEPPERS["smo-second-order"]
    state, _, outcome = stepper.loops.finish(dual, stepper.init(dual), stepper.rule(tolerance), limit, cancel)
    if outcome != Outcome.OPTIMAL:
        return None
    g = problem.gram @ (state.alpha * problem.y)
    value = g[i] + offset(without, state.alpha, g)
    return bool((1.0 if value >= 0 else -1.0) != problem.y[i])
