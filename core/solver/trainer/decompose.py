"""Many points: blocks of a few hundred variables, one after the other, on rows that are computed in blocks.

A round picks a working set, lets SMO solve it in float32 on its own small kernel matrix, and moves the scores of all
points by the rows of those variables that moved, summed in float64. Shrinking takes points out (`run`). Newton's method
finishes where float32 cannot.
"""

from __future__ import annotations

import math
from itertools import count

import numpy as np
from numpy.typing import NDArray

from core.lowlevel.compiled import compiled
from core.problem.arrays import Indices, Vector
from core.solver.outcome import Outcome
from core.solver.trainer.block import solve_block
from core.solver.trainer.dense import LEAST_ERROR, dual_value, part_block
from core.solver.trainer.exact_scores import SAFETY
from core.solver.trainer.kernel_source import NO_SOURCE, Floats
from core.solver.trainer.newton import newton, relax
from core.solver.trainer.rows.working_rows import KernelRows, exact_block, exact_pull
from core.solver.trainer.run import SIZE, Run, RunOptions, Standstill
from core.solver.trainer.working_set import Box, deciding, leading, part_of, working_set

INNER = 0.1  # a block is solved to this part of the violation before it
MOST_STEPS = 20  # of a block, times its size
NEWTON_AT = 1e-4  # of the first violation: below this fraction float32 cannot make progress
MOST_FREE = 1000  # variables in one linear system, 20 ms
MOST_CHOSEN = 2000  # variables that Newton's method may move, 32 MB
SHRINK_EVERY = 10  # rounds
RELAX_EVERY = 12  # rounds
PART = 500  # rounds in which a run must have come further
MOST_FAILURES = 20  # attempts to end
SAMPLE = 64  # variables whose scores tell how wrong float32 is

Flags = NDArray[np.bool]


def decompose(rows: KernelRows, box: Box, beta: Vector, options: RunOptions) -> tuple[Run, float, Outcome]:
    """Bring the violation below the tolerance; beta (N,) is moved. Return (run, violation, outcome)."""
    n = rows.count
    run = Run(rows, box, beta, np.zeros(n), options)
    if beta.reshape(-1, n).sum(axis=0).any():
        run.follow(np.arange(len(beta)), np.zeros(len(beta)))
    first = run.look()
    run.error = LEAST_ERROR * float(np.abs(run.score).max())
    outcome, violation = _rounds(run, first)
    if run.gone:
        run.restore()
    if options.tolerance < NEWTON_AT * first:  # whoever asks for the last digits gets them everywhere
        coefficients = run.coefficients()
        support = np.flatnonzero(coefficients)
        run.all_pull[:] = exact_pull(rows, np.arange(n), support, coefficients[support], options.cancel)
    return run, violation, outcome


def _rounds(run: Run, first: float) -> tuple[Outcome, float]:
    """Take rounds until something ends them."""
    options, failures, idle, again = run.options, 0, 0, SHRINK_EVERY
    shrinking, coarse = options.shrinking, max(0.9 * options.tolerance, NEWTON_AT * first)
    standstill = Standstill()
    for round_ in count():
        violation = run.look()
        if violation < coarse and run.gone:
            run.restore()
            shrinking = False
            violation = run.look()
        if violation < coarse or (failures > 0 and violation < options.tolerance):  # float32 alone proves no end
            violation = _finish(run, violation, fine=options.tolerance < NEWTON_AT * first)
            coarse, failures = max(0.5 * coarse, 1e-6 * first), failures + 1
        ending = _ending(run, violation, failures, idle)
        if ending != Outcome.RUNNING:
            return ending, violation
        if round_ % PART == PART - 1:
            violation = _see_everybody(run)
            if standstill.reached(dual_value(run.box, run.beta, run.score), violation):
                return Outcome.STUCK, violation
        if shrinking and round_ >= again and run.repeats:
            run.shrink(violation)
            again = round_ + SHRINK_EVERY
            run.look()
        if round_ % RELAX_EVERY == RELAX_EVERY - 1 and _relax_free(run, SIZE):
            violation = run.look()
        idle = 0 if _solve_one_block(run, violation) else idle + 1
    raise AssertionError("rounds do not end by themselves")


def _see_everybody(run: Run) -> float:
    """Make all points active again; return the violation."""
    if run.gone:
        run.restore()
    return run.look()


def _finish(run: Run, violation: float, fine: bool) -> float:
    """Correct what could decide, and at a fine tolerance try Newton's method; return the violation."""
    tolerance = run.options.tolerance
    if not fine:
        return _prove(run)
    violation = _correct(run, max(tolerance, 0.1 * violation))
    if violation >= tolerance and run.options.cancel[0] == 0 and _relax_free(run, MOST_FREE):
        run.look()
        violation = _correct(run, max(tolerance, 0.1 * violation))
    if violation >= tolerance and run.options.cancel[0] == 0 and _newton(run, violation):
        run.look()
        violation = _correct(run, tolerance)
    return violation


def _ending(run: Run, violation: float, failures: int, idle: int) -> Outcome:
    if run.options.cancel[0] != 0:
        return Outcome.CANCELLED
    if violation < run.options.tolerance and failures > 0 and not run.gone:
        return Outcome.OPTIMAL
    if run.steps >= run.options.limit:
        return Outcome.STEP_LIMIT
    if dual_value(run.box, run.beta, run.score) > run.options.ceiling:
        return Outcome.INFEASIBLE
    stuck = failures > MOST_FAILURES or idle > RELAX_EVERY or math.isinf(violation)
    return Outcome.STUCK if stuck else Outcome.RUNNING


def _solve_one_block(run: Run, violation: float) -> int:
    """Pick a working set and bring it close to its optimum; return the steps."""
    W = working_set(run.box, run.score, run.beta, run.matrix.members, SIZE)
    if len(W) == 0:
        return 0
    W, K = run.matrix.over(W, run.rows, len(run.pull), run.box.extra)
    old = run.beta[W]
    aim, most = max(0.5 * run.options.tolerance, INNER * violation), run.options.limit - run.steps
    limit = min(MOST_STEPS * len(W), most)
    steps = solve_set(run.box, run.beta, run.score, run.offset, W, K, aim, limit, run.options.cancel)
    run.steps += steps
    run.follow(W, old)
    return steps


def _correct(run: Run, width: float) -> float:
    """Compute anew, in float64, the scores that are within the width of deciding; return the violation then."""
    exact = np.zeros(len(run.pull), dtype=bool)
    while True:
        chosen = deciding(run.box, run.score, run.beta, run.offset, width)
        _exactly(run, np.append(chosen, run.suspects), exact)
        violation = run.look()
        if not SAFETY * run.error > width or run.options.cancel[0] != 0:
            return violation
        width = 2.0 * SAFETY * run.error


def _prove(run: Run) -> float:
    """Compute anew, in float64, the scores that decide the violation; return it. The other ones cost too much."""
    exact = np.zeros(len(run.pull), dtype=bool)
    while True:
        width = 2.0 * SAFETY * run.error
        chosen = leading(run.box, run.score, run.beta, width, SAMPLE)
        _exactly(run, np.append(chosen, run.suspects), exact)
        violation = run.look()
        if not 2.0 * SAFETY * run.error > width or run.options.cancel[0] != 0:
            return violation


def _exactly(run: Run, chosen: Indices, exact: Flags) -> None:
    """Recompute the pull on the points of the chosen variables in float64, and track the largest correction.

    Rows that `exact` (n,) marks are skipped.
    """
    places = np.unique(chosen % len(run.pull))
    places = places[~exact[places]]
    coefficients = run.coefficients()
    support = np.flatnonzero(coefficients)
    cancel = run.options.cancel
    pull = exact_pull(run.rows, run.active[places], support, coefficients[support], cancel)
    if cancel[0] == 0:
        run.error = max(run.error, float(np.abs(pull - run.pull[places]).max(initial=0.0)))
        run.pull[places], exact[places] = pull, True


def _relax_free(run: Run, most: int) -> bool:
    """Minimise over the free variables, if a linear system of them is small."""
    free = np.flatnonzero((run.beta > run.box.low) & (run.beta < run.box.high))
    if not 2 <= len(free) <= most:
        return False
    old, box = run.beta[free], run.box
    new, score = old.copy(), run.score[free]
    low, high, group, cancel = box.low[free], box.high[free], box.group[free], run.options.cancel
    relax(_exact_block(run, free), score, new, low, high, group, box.groups, cancel)
    run.beta[free] = new
    run.follow(free, old)
    return True


def _newton(run: Run, violation: float) -> bool:
    """Try to end the run by Newton's method on all that might be free at the end."""
    chosen = deciding(run.box, run.score, run.beta, run.offset, max(2.0 * violation, SAFETY * run.error))
    if not 2 <= len(chosen) <= MOST_CHOSEN:
        return False
    old, box, score = run.beta[chosen], run.box, run.score[chosen]
    new, goal = old.copy(), 0.1 * run.options.tolerance
    K, low, high, group = _exact_block(run, chosen), box.low[chosen], box.high[chosen], box.group[chosen]
    if not newton(K, score, new, low, high, group, box.groups, goal, run.options.cancel):
        return False
    run.beta[chosen] = new
    run.follow(chosen, old)
    return True


def _exact_block(run: Run, chosen: Indices) -> np.ndarray:
    points = run.active[chosen % len(run.pull)]
    K = exact_block(run.rows, points, run.options.cancel)
    K[np.arange(len(K)), np.arange(len(K))] += run.box.extra[chosen]
    return K


@compiled
def solve_set(
    box: Box,
    beta: Vector,
    score: Vector,
    offset: Vector,
    W: Indices,
    K: Floats,
    aim: float,
    limit: int,
    cancel: Indices,
) -> int:
    """Move the beta of a working set W (q,) close to their optimum, over their K + D (q, long); return the steps."""
    part, new = part_of(box, W), beta[W]
    block = part_block(part, K, new, score[W], offset)
    steps, _ = solve_block(block, NO_SOURCE, np.ones(W.size, dtype=np.uint8), aim, limit, cancel)
    beta[W] = new
    return steps
