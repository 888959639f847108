"""Many points: blocks of a few hundred variables, one after another, on rows that are computed in blocks.

A round picks a working set, solves it by SMO in float32 on its own small kernel matrix, and updates the scores of all
points by the rows of the moved variables, summed in float64. Shrinking removes points (`run`). Newton's method finishes
where float32 cannot.
"""

from __future__ import annotations

import math
from itertools import count

import numpy as np
from numpy.typing import NDArray

from ...lowlevel.compiled import compiled
from ...problem.arrays import Indices, Vector
from ..outcome import Outcome
from .block import solve_block
from .dense import dual_value, part_block
from .exact_scores import SAFETY
from .kernel_source import NO_SOURCE, Floats
from .newton import newton, relax
from .rows.working_rows import KernelRows, exact_block, exact_pull
from .run import SIZE, Furthest, Run, RunOptions, begin
from .working_set import Box, deciding, leading, part_of, working_set

INNER = 0.1  # a block is solved to this part of the violation before it
MOST_STEPS = 20  # of a block, times its size
NEWTON_AT = 1e-4  # of the first violation: below this fraction float32 cannot make progress
MOST_FREE = 1000  # variables in one linear system, 20 ms
MOST_CHOSEN = 2000  # variables that Newton's method may move, 32 MB
SHRINK_EVERY = 10  # rounds
RELAX_EVERY = 12  # rounds
PART = 500  # rounds in which a run must have come further
SHORT, SHORT_ROUNDS = 200, 100  # variables, all in one block; after so many rounds they will not converge this way
MOST_FAILURES = 20  # attempts to end
SAMPLE = 64  # variables whose scores tell how wrong float32 is

Flags = NDArray[np.bool]


def decompose(rows: KernelRows, box: Box, beta: Vector, options: RunOptions) -> tuple[Run, Outcome]:
    """Bring the violation below the tolerance; beta (N,) is moved. Return the run at its end, all points active."""
    first = begin(rows, box, beta, options)
    fine = options.tolerance < NEWTON_AT * first.violation
    run, outcome = _rounds(first, fine)
    run = run.restored()
    if fine:  # the last digits are wanted in every sum
        coefficients = run.coefficients()
        support = np.flatnonzero(coefficients)
        run.given.pull[:] = exact_pull(rows, np.arange(rows.count), support, coefficients[support], options.cancel)
    return run, outcome


def _rounds(run: Run, fine: bool) -> tuple[Run, Outcome]:
    """Run rounds until the end; `fine` means a tolerance below what float32 can prove."""
    options, first, failures, idle, again = run.given.options, run.violation, 0, 0, SHRINK_EVERY
    shrinking, coarse = options.shrinking, max(0.9 * options.tolerance, NEWTON_AT * first)
    furthest = Furthest()
    for round_ in count():
        run = run.looked()
        if run.violation < coarse and run.gone:
            run, shrinking = run.restored().looked(), False
        if run.violation < coarse or (failures > 0 and run.violation < options.tolerance):
            run = _finished(run) if fine else _proved(run)  # float32 alone proves no end
            coarse, failures = max(0.5 * coarse, 1e-6 * first), failures + 1
        ending = _ending(run, failures, idle)
        if ending == Outcome.RUNNING and round_ >= SHORT_ROUNDS and len(run.given.beta) < SHORT:
            return run, Outcome.STUCK
        if ending != Outcome.RUNNING:
            return run, ending
        if round_ % PART == PART - 1:
            run = run.restored().looked()
            reached = _dual(run), run.violation
            if not furthest.passed(*reached):
                return run, Outcome.STUCK
            furthest = furthest.after(*reached)
        if shrinking and round_ >= again and run.repeats:
            run, again = run.shrunk().looked(), round_ + SHRINK_EVERY
        if round_ % RELAX_EVERY == RELAX_EVERY - 1:
            run = _relaxed(run, SIZE) or run
        before, run = run.steps, _block_solved(run)
        idle = 0 if run.steps > before else idle + 1
    raise AssertionError("rounds do not end by themselves")


def _finished(run: Run) -> Run:
    """Correct the scores that could decide, and try Newton's method."""
    tolerance = run.given.options.tolerance
    run = _corrected(run, max(tolerance, 0.1 * run.violation))
    if _violates(run) and (relaxed := _relaxed(run, MOST_FREE)):
        run = _corrected(relaxed, max(tolerance, 0.1 * run.violation))
    if _violates(run) and (ended := _ended_by_newton(run)):
        run = _corrected(ended, tolerance)
    return run


def _violates(run: Run) -> bool:
    return run.violation >= run.given.options.tolerance and not run.cancelled


def _dual(run: Run) -> float:
    return dual_value(run.active.box, run.active.beta, run.active.score)


def _ending(run: Run, failures: int, idle: int) -> Outcome:
    options = run.given.options
    if run.cancelled:
        return Outcome.CANCELLED
    if run.violation < options.tolerance and failures > 0 and not run.gone:
        return Outcome.OPTIMAL
    if run.steps >= options.limit:
        return Outcome.STEP_LIMIT
    if _dual(run) > options.ceiling:
        return Outcome.INFEASIBLE
    stuck = failures > MOST_FAILURES or idle > RELAX_EVERY or math.isinf(run.violation)
    return Outcome.STUCK if stuck else Outcome.RUNNING


def _block_solved(run: Run) -> Run:
    """Pick a working set and bring it close to its optimum."""
    given, (_, box, beta, pull, score, offset) = run.given, run.active
    W = working_set(box, score, beta, given.matrix.members, SIZE)
    if len(W) == 0:
        return run
    W, K = given.matrix.over(W, given.rows, len(pull), box.extra)
    aim = max(0.5 * given.options.tolerance, INNER * run.violation)
    limit = min(MOST_STEPS * len(W), given.options.limit - run.steps)
    new = beta[W]
    steps = solve_set(box, score, offset, W, new, K, aim, limit, given.options.cancel)
    return run.moved(W, new)._replace(steps=run.steps + steps)


def _corrected(run: Run, width: float) -> Run:
    """Recompute, in float64, the scores within `width` of deciding."""
    _, box, beta, _, score, offset = run.active
    exact = np.zeros(len(run.active.points), dtype=bool)
    while True:
        chosen = deciding(box, score, beta, offset, width)
        run = _recomputed(run, np.append(chosen, run.suspects), exact)
        if not SAFETY * run.error > width or run.cancelled:
            return run
        width = 2.0 * SAFETY * run.error


def _proved(run: Run) -> Run:
    """Recompute, in float64, the scores that decide the violation. All others would cost too much."""
    _, box, beta, _, score, _ = run.active
    exact = np.zeros(len(run.active.points), dtype=bool)
    while True:
        width = 2.0 * SAFETY * run.error
        chosen = leading(box, score, beta, width, SAMPLE)
        run = _recomputed(run, np.append(chosen, run.suspects), exact)
        if not 2.0 * SAFETY * run.error > width or run.cancelled:
            return run


def _recomputed(run: Run, chosen: Indices, exact: Flags) -> Run:
    """Recompute the pull on the points of the chosen variables in float64, track the largest correction, and survey.

    Rows that `exact` (n,) marks are skipped.
    """
    given, active = run.given, run.active
    places = np.unique(chosen % len(active.pull))
    places = places[~exact[places]]
    coefficients = run.coefficients()
    support = np.flatnonzero(coefficients)
    pull = exact_pull(given.rows, active.points[places], support, coefficients[support], given.options.cancel)
    if run.cancelled:
        return run.looked()
    error = max(run.error, float(np.abs(pull - active.pull[places]).max(initial=0.0)))
    active.pull[places], exact[places] = pull, True
    return run._replace(error=error).looked()


def _relaxed(run: Run, most: int) -> Run | None:
    """Minimise over the free variables if their linear system is small, and survey."""
    _, box, beta, _, score, _ = run.active
    free = np.flatnonzero((beta > box.low) & (beta < box.high))
    if not 2 <= len(free) <= most:
        return None
    new, low, high, group = beta[free], box.low[free], box.high[free], box.group[free]
    relax(_exact_block(run, free), score[free], new, low, high, group, box.groups, run.given.options.cancel)
    return run.moved(free, new).looked()


def _ended_by_newton(run: Run) -> Run | None:
    """Try to end the run by Newton's method on all variables that could be free at the end, and survey."""
    _, box, beta, _, score, offset = run.active
    chosen = deciding(box, score, beta, offset, max(2.0 * run.violation, SAFETY * run.error))
    if not 2 <= len(chosen) <= MOST_CHOSEN:
        return None
    new, goal, cancel = beta[chosen], 0.1 * run.given.options.tolerance, run.given.options.cancel
    K, low, high, group = _exact_block(run, chosen), box.low[chosen], box.high[chosen], box.group[chosen]
    if not newton(K, score[chosen], new, low, high, group, box.groups, goal, cancel):
        return None
    return run.moved(chosen, new).looked()


def _exact_block(run: Run, chosen: Indices) -> np.ndarray:
    active = run.active
    K = exact_block(run.given.rows, active.points[chosen % len(active.pull)], run.given.options.cancel)
    K[np.arange(len(K)), np.arange(len(K))] += active.box.extra[chosen]
    return K


@compiled
def solve_set(
    box: Box,
    score: Vector,
    offset: Vector,
    W: Indices,
    beta: Vector,
    K: Floats,
    aim: float,
    limit: int,
    cancel: Indices,
) -> int:
    """Move the beta (q,) of a working set W (q,) close to their optimum, given their K + D (q, long); return the steps.

    The box, the score and the offset are those of all active variables.
    """
    block = part_block(part_of(box, W), K, beta, score[W], offset)
    steps, _ = solve_block(block, NO_SOURCE, np.ones(W.size, dtype=np.uint8), aim, limit, cancel)
    return steps
