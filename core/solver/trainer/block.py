"""SMO inside a block of variables whose kernel values fit in the cache: the hot loop of the trainer.

Everything is written in signed variables beta_t = s_t alpha_t with low_t <= beta_t <= high_t, and in scores
F_t = -s_t G_t = -s_t p_t - (K beta)_t. A pair moves beta_i up and beta_j down by the same amount, whatever the labels,
so that LIBSVM's four cases become one: F_t falls by step (K_it - K_jt). The pair is LIBSVM's second-order choice
(mathematics 6.3) up to the last digits, in which the compared numbers encode their index
(`core.lowlevel.simd.labelled`). If the sum of each sign is fixed (nu-SVC, nu-SVR) there are two groups, and a pair
stays inside one.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ...lowlevel.borrowed import borrowed
from ...lowlevel.compiled import compiled, inlined
from ...lowlevel.simd import AnyFloats, Number, fused, label_of, labelled, larger, like, rough_quotient, smaller
from ...problem.arrays import Indices, Vector
from ..smo.pair import TAU
from .kernel_source import KernelSource, coarse_row

Marks = NDArray[np.uint8]
CANNOT, NO_CANDIDATE = -1e37, -1e36  # added to a score that may not move; below NO_CANDIDATE there is no candidate
LEAST_GAIN, MOST_GAIN = 1e-35, 1e38  # a label alone is less; and infinity has no digits for a label
LONGEST = 1e30  # of the steps in float32: a longer step never ends, and is refused so that scores stay finite
POLL = 256  # steps between two looks at the cancel flag: at most some milliseconds


class Block(NamedTuple):
    """The variables of a block; the arrays of a step are float32, or float64 for the last digits.

    The length of a row is q rounded up to whole vectors; entries after the q-th can neither rise nor fall.
    """

    K: AnyFloats  # (q, long)
    diagonal: AnyFloats  # (long,) of K
    score: AnyFloats  # (long,) F minus a constant in the middle: most exact around zero, where it matters
    rise: AnyFloats  # (groups, long) 0 where beta can grow, else `CANNOT`
    fall: AnyFloats  # (groups, long) 0 where beta can shrink, else `CANNOT`
    beta: Vector  # (q,)
    low: Vector
    high: Vector
    group: Indices


@inlined
def highest(score: AnyFloats, rise: AnyFloats) -> Number:
    """Return the largest score that can rise, labelled."""
    top: Number = like(NO_CANDIDATE, score[0])
    for t in range(score.size):
        top = larger(top, labelled(score[t] + rise[t], t))
    return top


@inlined
def second_order(
    row: AnyFloats, diagonal: AnyFloats, score: AnyFloats, fall: AnyFloats, m: Number, own: Number
) -> tuple[Number, Number]:
    """Return the largest b^2 / a, labelled, and the largest b = m - F_t, of those that can fall."""
    best: Number = like(0.0, m)
    violation: Number = like(0.0, m)
    zero, twice, tau, most = like(0.0, m), like(-2.0, m), like(TAU, m), like(MOST_GAIN, m)
    for t in range(score.size):
        b = larger(m - score[t] + fall[t], zero)
        a = larger(fused(twice, row[t], own + diagonal[t]), tau)
        best = larger(best, labelled(smaller(rough_quotient(b * b, a), most), t))
        violation = larger(violation, b)
    return best, violation


@inlined
def descend(row_i: AnyFloats, row_j: AnyFloats, step: Number, score: AnyFloats, rise: AnyFloats) -> Number:
    """Subtract the step of a pair from the scores, and return the largest that can rise, as `highest` does."""
    top: Number = like(NO_CANDIDATE, step)
    for t in range(score.size):
        value = fused(-step, row_i[t] - row_j[t], score[t])
        score[t] = value
        top = larger(top, labelled(value + rise[t], t))
    return top


@inlined
def make_known(source: KernelSource, known: Marks, K: AnyFloats, t: int) -> None:
    """Compute row t of K unless it is known."""
    if known[t] == 0:
        coarse_row(source, t, K[t])
        known[t] = 1


@compiled
def solve_block(
    block: Block, source: KernelSource, known: Marks, tolerance: float, limit: int, cancel: Indices
) -> tuple[int, float]:
    """Solve pairs until none violates by the tolerance; return (steps, last violation).

    A row t of K with known[t] = 0 is computed from the source when it is first needed.
    """
    K, diagonal, score = borrowed(block.K), borrowed(block.diagonal), borrowed(block.score)
    rise, fall = borrowed(block.rise), borrowed(block.fall)
    beta, low, high, group = borrowed(block.beta), borrowed(block.low), borrowed(block.high), borrowed(block.group)
    can, cannot, two = like(0.0, score[0]), like(CANNOT, score[0]), rise.shape[0] == 2
    none_left, least, end = like(NO_CANDIDATE, score[0]), like(LEAST_GAIN, score[0]), K.shape[0] - 1
    longest = LONGEST if score.itemsize == 4 else np.inf
    top = highest(score, rise[0])
    steps, violation = 0, can
    while steps < limit and not (steps % POLL == 0 and cancel[0] != 0):
        # Overflowed scores may give a meaningless index: it is clipped to the block.
        i, best, violation = min(label_of(top), end), can, can
        if top > none_left:
            make_known(source, known, K, i)
            best, violation = second_order(K[i], diagonal, score, fall[0], score[i], diagonal[i])
        if two:
            top_two = highest(score, rise[1])
            if top_two > none_left:
                i_two = min(label_of(top_two), end)
                make_known(source, known, K, i_two)
                other, worst = second_order(K[i_two], diagonal, score, fall[1], score[i_two], diagonal[i_two])
                violation = max(violation, worst)
                if other > best:
                    i, best = i_two, other
        if violation < tolerance or best < least:
            break
        j = min(label_of(best), end)
        make_known(source, known, K, j)
        a = max(float(diagonal[i]) + float(diagonal[j]) - 2.0 * float(K[i, j]), TAU)
        room_i, room_j = high[i] - beta[i], beta[j] - low[j]
        step = min((float(score[i]) - float(score[j])) / a, room_i, room_j)
        if not 0.0 < step < longest:  # overflowed scores move no variable; this catches NaN too
            break
        # A clipped value is put exactly on its bound, on which the tests rely.
        beta[i] = high[i] if step == room_i else beta[i] + step
        beta[j] = low[j] if step == room_j else beta[j] - step
        g = group[i]
        rise[g, i] = can if beta[i] < high[i] else cannot
        fall[g, j] = can if beta[j] > low[j] else cannot
        fall[g, i] = can
        rise[g, j] = can
        top = descend(K[i], K[j], like(step, can), score, rise[0])
        steps += 1
    return steps, float(violation)
