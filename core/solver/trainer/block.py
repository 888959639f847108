"""SMO inside a block of variables whose kernel values fit a fast memory: the hot loop of the trainer.

Everything is written in signed variables beta_t = s_t alpha_t with low_t <= beta_t <= high_t, and in scores
F_t = -s_t G_t = -s_t p_t - (K beta)_t. A pair moves beta_i up and beta_j down by the same amount, whatever the labels,
so that LIBSVM's four cases are one: F_t falls by step (K_it - K_jt). The pair is LIBSVM's second-order choice
(S002 69-73) except that of equal ones the first index is taken. Where the sum of each sign is kept (nu-SVC, nu-SVR)
there are two groups, and a pair stays inside one.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from core.compiled import compiled
from core.problem.arrays import Indices, Vector
from core.solver.pair import TAU
from core.solver.trainer.source import Source, coarse_row
from core.vector import Number, Numbers, borrowed, larger, like

Marks = NDArray[np.uint8]
POLL = 256  # steps between two looks at the cancel flag: at most some milliseconds


class Block(NamedTuple):
    """The variables of a block; what a step passes over is float32, or float64 for the last digits.

    Rows are as long as q rounded up to whole vectors; what stands behind the q-th can neither rise nor fall.
    """

    K: Numbers  # (q, long)
    diagonal: Numbers  # (long,) of K
    score: Numbers  # (long,) F minus a constant in the middle: most exact around zero, where it matters
    rise: Numbers  # (groups, long) 0 where beta can grow, else -inf
    fall: Numbers  # (groups, long) 0 where beta can shrink, else -inf
    scratch: Numbers  # (long,)
    beta: Vector  # (q,)
    low: Vector
    high: Vector
    group: Indices


@compiled
def first_equal(values: Numbers, wanted: Number) -> int:
    """Return the first index at which a value stands that is known to."""
    best = np.int32(values.size)
    for t in range(values.size):
        best = min(best, np.int32(t) if values[t] == wanted else np.int32(values.size))
    return int(best)


@compiled
def highest(score: Numbers, rise: Numbers, scratch: Numbers) -> Number:
    """Return the largest score that can rise; the masked scores go into scratch."""
    top: Number = like(-np.inf, score[0])
    for t in range(score.size):
        value = score[t] + rise[t]
        scratch[t] = value
        top = larger(top, value)
    return top


@compiled
def second_order(
    row: Numbers, diagonal: Numbers, score: Numbers, fall: Numbers, m: Number, own: Number, gain: Numbers
) -> tuple[Number, Number]:
    """Return the largest b^2 / a and the largest b = m - F_t of those that can fall; the gains go into `gain`."""
    best: Number = like(0.0, m)
    violation: Number = like(0.0, m)
    zero, two, tau = like(0.0, m), like(2.0, m), like(TAU, m)
    for t in range(score.size):
        b = larger(m - score[t] + fall[t], zero)
        a = larger(own + diagonal[t] - two * row[t], tau)
        gain[t] = b * b / a
        best = larger(best, gain[t])
        violation = larger(violation, b)
    return best, violation


@compiled
def descend(row_i: Numbers, row_j: Numbers, step: Number, score: Numbers, rise: Numbers, scratch: Numbers) -> Number:
    """Take the step of a pair off the scores, and return the largest that can rise, as `highest`."""
    top: Number = like(-np.inf, step)
    for t in range(score.size):
        value = score[t] - step * (row_i[t] - row_j[t])
        score[t] = value
        value += rise[t]
        scratch[t] = value
        top = larger(top, value)
    return top


@compiled
def make_known(source: Source, known: Marks, K: Numbers, t: int) -> None:
    """Compute row t of K unless that was done."""
    if known[t] == 0:
        coarse_row(source, t, K[t])
        known[t] = 1


@compiled
def solve_block(
    block: Block, source: Source, known: Marks, tolerance: float, limit: int, cancel: Indices
) -> tuple[int, float]:
    """Take pairs until none violates by the tolerance; return (steps, last violation).

    A row t of K with known[t] = 0 is computed from the source when it is first needed.
    """
    K, diagonal, score = borrowed(block.K), borrowed(block.diagonal), borrowed(block.score)
    rise, fall, scratch = borrowed(block.rise), borrowed(block.fall), borrowed(block.scratch)
    beta, low, high, group = borrowed(block.beta), borrowed(block.low), borrowed(block.high), borrowed(block.group)
    can, cannot, two = like(0.0, score[0]), like(-np.inf, score[0]), rise.shape[0] == 2
    m = highest(score, rise[0], scratch)
    i = first_equal(scratch, m)
    steps, violation = 0, can
    while steps < limit and not (steps % POLL == 0 and cancel[0] != 0):
        j, best, violation = -1, can, can
        if m > cannot:
            make_known(source, known, K, i)
            best, violation = second_order(K[i], diagonal, score, fall[0], m, diagonal[i], scratch)
            j = first_equal(scratch, best)
        if two:
            m_two = highest(score, rise[1], scratch)
            if m_two > cannot:
                i_two = first_equal(scratch, m_two)
                make_known(source, known, K, i_two)
                other, worst = second_order(K[i_two], diagonal, score, fall[1], m_two, diagonal[i_two], scratch)
                violation = max(violation, worst)
                if other > best:
                    i, m, j, best = i_two, m_two, first_equal(scratch, other), other
        if violation < tolerance or best <= can:
            break
        make_known(source, known, K, j)
        a = max(float(diagonal[i]) + float(diagonal[j]) - 2.0 * float(K[i, j]), TAU)
        room_i, room_j = high[i] - beta[i], beta[j] - low[j]
        step = min((float(m) - float(score[j])) / a, room_i, room_j)
        # What a bound stops is put on the bound exactly, or the test for it would break.
        beta[i] = high[i] if step == room_i else beta[i] + step
        beta[j] = low[j] if step == room_j else beta[j] - step
        g = group[i]
        rise[g, i] = can if beta[i] < high[i] else cannot
        fall[g, j] = can if beta[j] > low[j] else cannot
        fall[g, i] = can
        rise[g, j] = can
        m = descend(K[i], K[j], like(step, m), score, rise[0], scratch)
        i = first_equal(scratch, m)
        steps += 1
    return steps, float(violation)
