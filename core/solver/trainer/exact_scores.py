"""Scores recomputed in float64: those that decide the violation are verified before it is accepted."""

from __future__ import annotations

import numpy as np

from ...lowlevel.compiled import compiled
from ...problem.arrays import Indices, Vector
from .kernel_source import KernelSource, fine_scores
from .working_set import Box, deciding, violation_of

SAFETY = 8.0  # how many times the largest error that was seen another score may be wrong


@compiled
def correct(source: KernelSource, box: Box, beta: Vector, chosen: Indices, score: Vector) -> float:
    """Recompute the chosen scores in float64; return the largest error."""
    exact = np.empty(chosen.size)
    fine_scores(source, box.target, beta, chosen, exact)
    error = 0.0
    for k in range(chosen.size):
        error = max(error, abs(score[chosen[k]] - exact[k]))
        score[chosen[k]] = exact[k]
    return error


@compiled
def lost(score: Vector) -> Indices:
    """Return the scores that are NaN, which comparisons miss."""
    chosen, count = np.empty(score.size, dtype=np.int64), 0
    for t in range(score.size):
        if not np.isfinite(score[t]):
            chosen[count] = t
            count += 1
    return chosen[:count]


@compiled
def verify(
    source: KernelSource, box: Box, beta: Vector, score: Vector, offset: Vector, width: float, error: Vector
) -> tuple[float, Indices]:
    """Correct all scores that could decide; return (violation, their indices). error[0] is the largest ever seen.

    If a score overflows float64, the violation is inf.
    """
    gone = lost(score)
    if gone.size > 0:
        correct(source, box, beta, gone, score)
        if lost(score).size > 0:
            return np.inf, gone
    violation = violation_of(box, score, beta, offset)
    while True:
        width = max(width, SAFETY * error[0])
        chosen = deciding(box, score, beta, offset, width)
        error[0] = max(error[0], correct(source, box, beta, chosen, score))
        if not np.isfinite(error[0]):
            return np.inf, chosen
        violation = violation_of(box, score, beta, offset)
        if SAFETY * error[0] <= width or chosen.size == beta.size:  # all of them are exact now
            return violation, chosen
