"""The variables of the next block: the worst violators of both kinds, and half of the last block.

The violators are found by a histogram of the scores, in two passes and without sorting. Half of the block is kept so
that new variables are optimised together with the next ones; otherwise their values would oscillate.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ...lowlevel.compiled import compiled, inlined
from ...problem.arrays import Indices, Vector
from .newton import ends, middle

BINS = 256
Marks = NDArray[np.uint8]
Floats = NDArray[np.float32]


class Box(NamedTuple):
    """The problem, except for its kernel, for N variables on n points; variable t belongs to point t mod n."""

    target: Vector  # (N,) -s p, the score where beta is 0
    low: Vector  # (N,)
    high: Vector  # (N,)
    extra: Vector  # (N,) D, what is added to the diagonal of K
    group: Indices  # (N,) 0 for all, or 1 where y < 0 if the sum of each sign is kept
    groups: int  # 1 or 2


@compiled
def part_of(box: Box, some: Indices) -> Box:
    """Return the box of some of the variables."""
    return Box(box.target[some], box.low[some], box.high[some], box.extra[some], box.group[some], box.groups)


@compiled
def scores(box: Box, beta: Vector, pull: Vector, score: Vector) -> None:
    """Write target - K beta - D beta into score (N,), where pull (n,) is K beta."""
    n = pull.size
    for begin in range(0, beta.size, n):
        here, target = score[begin : begin + n], box.target[begin : begin + n]
        extra, value = box.extra[begin : begin + n], beta[begin : begin + n]
        for t in range(n):
            here[t] = target[t] - pull[t] - extra[t] * value[t]


@compiled
def violation_of(box: Box, score: Vector, beta: Vector, offset: Vector) -> float:
    """Return max over the groups of m - M, and write a value between the two into offset (groups,)."""
    worst = 0.0
    for g in range(box.groups):
        m, M = ends(score, beta, box.low, box.high, box.group, g, box.groups)
        worst = max(worst, m - M)
        offset[g] = middle(m, M)
    return worst


@compiled
def levels(box: Box, score: Vector, beta: Vector) -> tuple[float, float]:
    """Return (b, r) by LIBSVM's rule: for a group the mean score of the free variables, or else the middle of m and M.

    As `core.problem.scalars.free_scalars`, which is independent of the trainer.
    """
    level = np.zeros(2)
    for g in range(box.groups):
        total, free = 0.0, 0
        for t in range(score.size):
            if box.group[t] == g and box.low[t] < beta[t] < box.high[t]:
                total += score[t]
                free += 1
        if free > 0:
            level[g] = total / free
        else:
            m, M = ends(score, beta, box.low, box.high, box.group, g, box.groups)
            level[g] = middle(m, M)
    if box.groups == 1:
        return level[0], 0.0
    return 0.5 * (level[0] + level[1]), 0.5 * (level[1] - level[0])


@compiled
def deciding(box: Box, score: Vector, beta: Vector, offset: Vector, width: float) -> Indices:
    """Return the variables that are free, violate, or are within `width` of violating."""
    chosen = np.empty(beta.size, dtype=np.int64)
    count = 0
    for t in range(beta.size):
        pull = score[t] - offset[box.group[t]]
        if (beta[t] < box.high[t] and pull > -width) or (beta[t] > box.low[t] and pull < width):
            chosen[count] = t
            count += 1
    return chosen[:count]


@compiled
def leading(box: Box, score: Vector, beta: Vector, width: float, sample: int) -> Indices:
    """Return the variables within the width of the violation's two ends, and every so many others as a sample.

    They decide the violation if no score has an error above half the width; the sample estimates these errors.
    """
    chosen = np.empty(beta.size, dtype=np.int64)
    count, every = 0, max(1, beta.size // sample)
    for g in range(box.groups):
        m, M = ends(score, beta, box.low, box.high, box.group, g, box.groups)
        for t in range(beta.size):
            top = beta[t] < box.high[t] and score[t] > m - width
            bottom = beta[t] > box.low[t] and score[t] < M + width
            if box.group[t] == g and (top or bottom or t % every == 0):
                chosen[count] = t
                count += 1
    return chosen[:count]


@compiled
def depths(box: Box, score: Vector, beta: Vector, g: int, sign: float, edge: float, depth: Floats) -> None:
    """Write how far beyond the edge the variables of group g violate into depth (N,); at most 0 for the others."""
    bound, none = box.high if sign > 0 else box.low, np.float32(-1.0)
    for t in range(score.size):
        far = sign * (score[t] - edge)
        depth[t] = far if sign * (bound[t] - beta[t]) > 0.0 else none
    if box.groups > 1:
        for t in range(score.size):
            depth[t] = depth[t] if box.group[t] == g else none


@compiled
def violators(depth: Floats, into: Indices) -> int:
    """Write the indices with a depth above 0 into `into` (more than N,); return their number."""
    count = 0
    for t in range(depth.size):
        into[count] = t
        count += depth[t] > 0.0  # no branch, which half of the variables would take the wrong way
    return count


@inlined
def bin_of(place: np.float32) -> int:
    """Return the bin of a position on the histogram; overflowed values go to the last."""
    return int(place) if place < BINS else BINS - 1


@compiled
def deepest(depth: Floats, most: float, some: Indices, want: int, taken: Marks, into: Indices) -> int:
    """Append the `want` deepest, up to the width of a bin, to `into`; return their number. None is below `most`."""
    scale = np.float32((BINS - 1) / most) if np.isfinite(most) else np.float32(0.0)
    histogram = np.zeros(BINS, dtype=np.int64)
    for t in some:
        histogram[bin_of(depth[t] * scale)] += taken[t] == 0
    level, above = BINS, 0
    while level > 0 and above < want:
        level -= 1
        above += histogram[level]
    count, spare = 0, want - (above - histogram[level])  # how many of the last bin there is room for
    for t in some:
        bin_ = bin_of(depth[t] * scale)
        if bin_ >= level and taken[t] == 0 and (bin_ > level or spare > 0):
            spare -= bin_ == level
            taken[t] = 1
            into[count] = t
            count += 1
    return count


@compiled
def working_set(box: Box, score: Vector, beta: Vector, last: Indices, size: int) -> Indices:
    """Return the variables of the next block, at most `size`: new violators first, then of the last block."""
    chosen, taken = np.empty(size + 4, dtype=np.int64), np.zeros(beta.size, dtype=np.uint8)
    depth, room = np.empty(beta.size, dtype=np.float32), np.empty(beta.size + 1, dtype=np.int64)
    count = 0
    share = max(1, (size - min(last.size, size // 2)) // (2 * box.groups))
    for g in range(box.groups):
        m, M = ends(score, beta, box.low, box.high, box.group, g, box.groups)
        for sign in (1.0, -1.0):
            if m > M:
                depths(box, score, beta, g, sign, M if sign > 0 else m, depth)
                some = room[: violators(depth, room)]
                count += deepest(depth, m - M, some, share, taken, chosen[count:])
    for free_first in (True, False):
        for k in range(last.size):
            t = last[k]
            free = box.low[t] < beta[t] < box.high[t]
            if count < size and taken[t] == 0 and free == free_first:
                taken[t] = 1
                chosen[count] = t
                count += 1
    return chosen[:count]
