"""Few points: one compiled call that keeps the whole kernel matrix; SMO and Newton's method in turn.

SMO runs over all variables in float32, on rows of K that are computed on first use. Before it stops, the deciding
scores are recomputed in float64: those of the free variables, and all so close to the edge that the largest error seen
could hide a violation. If there is one, SMO continues from the corrected scores. Where SMO is slow, as for a large C,
Newton's method minimises over the free variables between its rounds, and SMO itself continues on those that still
matter.

Some functions take many parameters: the problem (the source of K, the box) and the buffers of SMO (the block) are
NamedTuples, and everything else that differs from call to call, such as scores updated in place or limits, has its own
parameter. Passing all of it as one value costs a fit of 20 to 500 points 1 to 3 % of its time; for the same reason
`solve_dense` keeps its loop in one piece.
"""

from __future__ import annotations

import numpy as np

from ...lowlevel.compiled import compiled, inlined, part
from ...lowlevel.copying import put
from ...lowlevel.simd import WIDE, AnyFloats
from ...problem.arrays import Indices, Vector
from ..outcome import CANCELLED, INFEASIBLE, OPTIMAL, RUNNING, STEP_LIMIT, STUCK
from .block import CANNOT, Block, Marks, make_known, solve_block
from .exact_scores import correct, verify
from .kernel_source import NO_SOURCE, Floats, KernelSource, fine_block
from .newton import newton, relax
from .working_set import Box, deciding, part_of, violation_of

LANES = 64 if WIDE else 32  # rows have a multiple of this length: a loop's leftover costs as much as the loop
CLOSE = 0.005  # of the first violation: here Newton's method may guess the free set
TINY = 24  # variables, among which a guess costs next to nothing
LEAST_ERROR = 1e-7  # relative, of a float32 kernel value
FINEST = 2e-6  # of the largest |score|: below it float32 cannot tell two scores apart
MOST_FREE = 1000  # variables of one linear system, 20 ms
MOST_CHOSEN = 1500
ROUND = 2  # steps of SMO, times the variables, before a linear system is solved: with fewer those take longer
REACH = 0.5  # violations: who is further from violating is left out of a part
PART = 1.5  # how many times fewer variables make a part worth while
INNER, MOST_STEPS = 0.05, 20  # a part is solved to this share of the violation, in so many steps times its size
MOST_FAILURES = 6  # rounds without progress
MOST_WORK, LIGHT = 64.0, 400.0  # rounds in one call, and variables up to which a linear system is nothing beside one
LARGEST = 1e30  # of scores and kernel values in float32: squares of differences must stay finite in their sums
SMO, RELAX, NEWTON = range(3)  # whose turn it is


@compiled
def long_enough(q: int) -> int:
    """Return q rounded up to whole vectors."""
    return (q + LANES - 1) // LANES * LANES


@compiled
def masks(box: Box, beta: Vector, rise: AnyFloats, fall: AnyFloats) -> None:
    """Write which variables can rise and fall, as 0 or `CANNOT`, into (groups, long) arrays."""
    rise[:] = CANNOT
    fall[:] = CANNOT
    for t in range(beta.size):
        g = box.group[t]
        if beta[t] < box.high[t]:
            rise[g, t] = 0
        if beta[t] > box.low[t]:
            fall[g, t] = 0


@compiled
def new_block(source: KernelSource, box: Box, beta: Vector, K: AnyFloats, diagonal: AnyFloats) -> Block:
    """Return the block of all variables over K (N, long); its numbers have the type of K, diagonal is (long,)."""
    diagonal[:] = 1
    for t in range(beta.size):
        i = t % source.points
        diagonal[t] = box.extra[t] + (source.matrix[i, i] if source.matrix.shape[0] > 0 else 1.0)
    return Block(
        K,
        diagonal,
        np.zeros_like(diagonal),
        np.empty_like(K[: box.groups]),
        np.empty_like(K[: box.groups]),
        beta,
        box.low,
        box.high,
        box.group,
    )


@compiled
def smo_round(
    source: KernelSource,
    box: Box,
    score: Vector,
    offset: Vector,
    block: Block,
    known: Marks,
    aim: float,
    limit: int,
    cancel: Indices,
) -> int:
    """Run SMO on the scores, shifted by their offset; return the steps."""
    masks(box, block.beta, block.rise, block.fall)
    around = block.score
    for t in range(score.size):
        around[t] = score[t] - offset[box.group[t]]
    steps, _ = solve_block(block, source, known, aim, limit, cancel)
    if steps > 0:
        for t in range(score.size):
            score[t] = around[t] + offset[box.group[t]]
    return steps


@compiled
def part_block(of: Box, K: AnyFloats, beta: Vector, score: Vector, offset: Vector) -> Block:
    """Return the block of some variables, given as a box of theirs, over their K (q, long) with D on its diagonal."""
    q, long = K.shape
    diagonal, around = np.ones_like(K[0]), np.zeros_like(K[0])
    for k in range(q):
        K[k, q:] = 0
        diagonal[k] = K[k, k]
        around[k] = score[k] - offset[of.group[k]]
    rise, fall = np.empty((of.groups, long), dtype=K.dtype), np.empty((of.groups, long), dtype=K.dtype)
    masks(of, beta, rise, fall)
    return Block(K, diagonal, around, rise, fall, beta, of.low, of.high, of.group)


@part
def smo_on(
    some: Indices,
    source: KernelSource,
    box: Box,
    score: Vector,
    offset: Vector,
    block: Block,
    known: Marks,
    aim: float,
    limit: int,
    cancel: Indices,
) -> int:
    """Run SMO on some variables only, where a step costs less, and update the other scores; return the steps."""
    K = np.empty((some.size, long_enough(some.size)), dtype=np.float32)
    for k in range(some.size):
        make_known(source, known, block.K, some[k])
        row, own = block.K[some[k]], K[k]
        for s in range(some.size):
            own[s] = row[some[s]]
    new = block.beta[some]
    inner = part_block(part_of(box, some), K, new, score[some], offset)
    steps, _ = solve_block(inner, NO_SOURCE, np.ones(some.size, dtype=np.uint8), aim, limit, cancel)
    carry(source, block, known, some, new, score)
    return steps


@compiled
def carry(source: KernelSource, block: Block, known: Marks, chosen: Indices, new: Vector, score: Vector) -> None:
    """Move the chosen variables to their new values, and update all scores."""
    for k in range(chosen.size):
        t = chosen[k]
        step = new[k] - block.beta[t]
        if step != 0.0:
            make_known(source, known, block.K, t)
            row = block.K[t]
            for s in range(score.size):
                score[s] -= step * row[s]
            block.beta[t] = new[k]


@part
def relax_free(
    source: KernelSource, box: Box, beta: Vector, score: Vector, block: Block, known: Marks, cancel: Indices
) -> None:
    """Minimise over the free variables, if a linear system of them is small."""
    free = np.flatnonzero((beta > box.low) & (beta < box.high))
    if free.size < 2 or free.size > MOST_FREE:
        return
    new, exact = beta[free], score[free]
    low, high, group = box.low[free], box.high[free], box.group[free]
    relax(fine_block(source, free), exact, new, low, high, group, box.groups, cancel)
    carry(source, block, known, free, new, score)


@part
def end_by_newton(
    source: KernelSource,
    box: Box,
    beta: Vector,
    chosen: Indices,
    score: Vector,
    block: Block,
    known: Marks,
    goal: float,
    cancel: Indices,
) -> None:
    """Try to finish on the chosen variables, whose scores are exact."""
    if chosen.size < 2 or chosen.size > MOST_CHOSEN:
        return
    new, exact = beta[chosen], score[chosen]
    low, high, group = box.low[chosen], box.high[chosen], box.group[chosen]
    if newton(fine_block(source, chosen), exact, new, low, high, group, box.groups, goal, cancel):
        carry(source, block, known, chosen, new, score)
        for k in range(chosen.size):
            score[chosen[k]] = exact[k]


@compiled
def dual_value(box: Box, beta: Vector, score: Vector) -> float:
    """Return -D = sum_t beta_t (target_t + F_t) / 2."""
    total = 0.0
    for t in range(beta.size):
        total += beta[t] * (box.target[t] + score[t])
    return 0.5 * total


@inlined
def ending(cancelled: bool, optimal: bool, exhausted: bool, infeasible: bool, stuck: bool) -> int:
    """Return the outcome, or RUNNING; if several apply, the first."""
    if cancelled:
        return CANCELLED
    if optimal:
        return OPTIMAL
    if exhausted:
        return STEP_LIMIT
    if infeasible:
        return INFEASIBLE
    return STUCK if stuck else RUNNING


@part
def solve_dense(
    source: KernelSource,
    box: Box,
    beta: Vector,
    score: Vector,
    K: Floats,
    known: Marks,
    tolerance: float,
    ceiling: float,
    limit: int,
    cancel: Indices,
    progress: Vector,
    first: Vector,
) -> tuple[int, float, int]:
    """Bring the violation below the tolerance, from the score of beta; return (steps, violation, outcome).

    K (N, long) is a buffer for rows in float32; those with known[t] != 0 are filled.
    A dual value above the ceiling proves that no hard margin exists. Values beyond float32 give STUCK. After some
    tenths of a second the outcome is STEP_LIMIT, whatever the limit, so that Python can handle Ctrl-C.
    first[0] is the first violation of the run, 0 before its first call.
    """
    N, long = beta.size, long_enough(beta.size)
    block = new_block(source, box, beta, K, np.empty(long, dtype=np.float32))
    offset, error = np.zeros(box.groups), np.zeros(1)
    violation = violation_of(box, score, beta, offset)
    first[0] = violation if first[0] == 0.0 else first[0]
    size = np.abs(score).max()
    if not max(size, np.abs(block.diagonal).max()) < LARGEST:
        return 0, np.inf, STUCK
    error[0] = LEAST_ERROR * size
    aim = max(0.9 * tolerance, FINEST * size)
    steps, failures, best, turn = 0, 0, np.inf, SMO
    ended = OPTIMAL if violation < tolerance else RUNNING
    chosen = np.empty(0, dtype=np.int64)
    work, taken = 0.0, 0
    while ended == RUNNING:
        if turn == SMO:
            work, taken = work + 1.0 + (chosen.size / LIGHT) ** 3, steps
            most, begins = limit - steps, steps == 0
            some = chosen if begins else deciding(box, score, beta, offset, REACH * violation)
            if begins or PART * some.size > N:
                steps += smo_round(source, box, score, offset, block, known, aim, min(most, ROUND * N), cancel)
            else:
                goal, most = max(aim, INNER * violation), min(most, MOST_STEPS * some.size)
                steps += smo_on(some, source, box, score, offset, block, known, goal, most, cancel)
        elif turn == RELAX:
            relax_free(source, box, beta, score, block, known, cancel)
        else:
            end_by_newton(source, box, beta, chosen, score, block, known, 0.1 * tolerance, cancel)
        violation = violation_of(box, score, beta, offset)
        close = violation < CLOSE * first[0]
        violation, chosen = verify(
            source, box, beta, score, offset, max(2.0 * tolerance, violation if close else 0.0), error
        )
        progress[0], progress[1] = violation, steps
        exhausted, hopeless = steps >= limit or work > MOST_WORK, dual_value(box, beta, score) > ceiling
        stuck = failures > MOST_FAILURES or not np.isfinite(violation)
        ended = ending(cancel[0] != 0, violation < tolerance, exhausted, hopeless, stuck)
        if turn == SMO:
            idle = steps == taken or violation < 10.0 * aim
            failures = failures + 1 if violation >= 0.5 * best and idle else 0
            best = min(best, violation)
            aim = max(min(aim, 0.5 * violation), FINEST * size)
            turn = RELAX
        else:
            turn = NEWTON if turn == RELAX and (close or chosen.size <= TINY) else SMO
    if tolerance < FINEST * size:  # the last digits are wanted in every score
        correct(source, box, beta, np.arange(N), score)
    return steps, violation, ended


@compiled
def solve_finely(
    source: KernelSource,
    box: Box,
    beta: Vector,
    score: Vector,
    tolerance: float,
    ceiling: float,
    limit: int,
    cancel: Indices,
) -> tuple[int, float, int]:
    """Do the same by SMO alone in float64: slow but sure, for problems that `solve_dense` could not finish."""
    N, long = beta.size, long_enough(beta.size)
    everyone, K = np.arange(N), np.zeros((N, long))
    exact = fine_block(source, everyone)
    for t in range(N):
        put(K[t], exact[t])
    block = new_block(source, box, beta, K, np.empty(long))
    offset, known, error = np.zeros(box.groups), np.ones(N, dtype=np.uint8), np.zeros(1)
    correct(source, box, beta, everyone, score)
    violation_of(box, score, beta, offset)
    steps = smo_round(source, box, score, offset, block, known, 0.9 * tolerance, limit, cancel)
    violation, _ = verify(source, box, beta, score, offset, 2.0 * tolerance, error)
    if cancel[0] != 0:
        return steps, violation, CANCELLED
    if violation < tolerance:
        return steps, violation, OPTIMAL
    if dual_value(box, beta, score) > ceiling:
        return steps, violation, INFEASIBLE
    return steps, violation, STEP_LIMIT if steps >= limit and np.isfinite(violation) else STUCK
