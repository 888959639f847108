"""Leave-one-out error, exactly: of an SVM only support vectors need solving again, of ridge regression nobody does.

A point with alpha = 0 is classified as it was: taken away, it does not move w (mathematics 22.1). A support vector is
taken away by closing its box, C_i = 0, and solving again from the start.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

import numpy as np

from core.problem import Problem, offset
from core.problem.arrays import Matrix, Vector
from core.solver import STEPPERS, CancelFlag, Outcome, new_cancel_flag
from core.solver.ridge import solve_symmetric


@dataclass(frozen=True)
class LeaveOneOut:
    """The result of leaving out every point in turn."""

    errors: int  # points on the wrong side of the boundary that was found without them
    solved: int  # how many solves that took
    complete: bool  # False: cancelled, or a solve met its limit; then `errors` counts what was decided


def leave_one_out(
    problem: Problem,
    alpha: Vector,
    f: Vector,
    tolerance: float = 1e-3,
    limit: int = 100_000,
    cancel: CancelFlag | None = None,
    progress: Callable[[int, int], None] | None = None,
) -> LeaveOneOut:
    """Return the leave-one-out error of a solved problem, alpha (n,) with decision values f (n,)."""
    cancel = new_cancel_flag() if cancel is None else cancel
    support = np.flatnonzero(alpha > 0)
    wrong = problem.y * np.where(f >= 0, 1.0, -1.0) < 0
    errors = int(np.count_nonzero(wrong & (alpha <= 0)))
    for done, i in enumerate(support):
        without = _is_wrong_without(problem, int(i), tolerance, limit, cancel)
        if without is None or cancel[0] != 0:
            return LeaveOneOut(errors, done, False)
        errors += without
        if progress is not None:
            progress(done + 1, len(support))
    return LeaveOneOut(errors, len(support), True)


def leave_one_out_of_ridge(K: Matrix, y: Vector, penalty: float) -> LeaveOneOut:
    """Return the leave-one-out error of ridge regression of labels y (n,) with kernel matrix K (n, n), lambda > 0.

    One inverse tells f(x_i) without point i, for every i (mathematics, equation 15.7).
    """
    inverse, _ = solve_symmetric(K + penalty * np.eye(len(y)), np.eye(len(y)))
    without = y - (inverse @ y) / np.diag(inverse)
    alone = np.array([np.count_nonzero(y == label) == 1 for label in y], dtype=bool)
    wrong = np.where(without >= 0, 1.0, -1.0) != y
    return LeaveOneOut(int(np.count_nonzero(wrong | alone)), 0, True)


def _is_wrong_without(problem: Problem, i: int, tolerance: float, limit: int, cancel: CancelFlag) -> bool | None:
    """Tell whether point i is misclassified by the solution without it; None if that solve did not end."""
    if np.count_nonzero(problem.y == problem.y[i]) == 1:
        return True  # nobody of its class is left: everything is called the other class
    upper = problem.form.upper.copy()
    upper[i] = 0.0
    upper.flags.writeable = False
    without = replace(problem, form=replace(problem.form, upper=upper))
    dual, stepper = problem.dual._replace(upper=upper), STEPPERS["smo-second-order"]
    state, _, outcome = stepper.finish(dual, stepper.init(dual), stepper.rule(tolerance), limit, cancel)
    if outcome != Outcome.OPTIMAL:
        return None
    g = problem.gram @ (state.alpha * problem.y)
    value = g[i] + offset(without, state.alpha, g)
    return bool((1.0 if value >= 0 else -1.0) != problem.y[i])
