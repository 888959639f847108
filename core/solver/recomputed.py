"""The gradient recomputed at the end of a run: the updates of many steps can accumulate rounding errors.

An end counts as optimal only if no gradient has drifted by more than the tolerance: then it is optimal to twice that.
"""

from __future__ import annotations

import numpy as np

from ..lowlevel.compiled import compiled
from ..problem.arrays import Vector
from ..problem.dual import Dual


@compiled
def has_twins(dual: Dual) -> bool:
    """Return whether variables k and k + N / 2 belong to one point and have two signs, as in regression."""
    half = dual.y.size // 2
    if dual.y.size != 2 * half:
        return False
    for k in range(half):
        if dual.y[k] == dual.y[half + k] or not np.array_equal(dual.kernel[k], dual.kernel[half + k]):
            return False
    return True


@compiled
def gradient_anew(dual: Dual, alpha: Vector) -> Vector:
    """Return G = Q alpha + p, shape (N,). The two variables of one point are cancelled first."""
    beta, pull = dual.y * alpha, np.zeros(alpha.size)
    half = alpha.size // 2
    if has_twins(dual):
        for k in range(half):
            beta[k] += beta[half + k]
            beta[half + k] = 0.0
    for k in range(beta.size):
        if beta[k] != 0.0:
            row, own = dual.kernel[k], beta[k]
            for t in range(pull.size):
                pull[t] += row[t] * own
    return dual.y * pull + dual.p


@compiled
def drift(kept: Vector, anew: Vector) -> float:
    """Return max |kept - anew|; inf if one of them is NaN, which comparisons miss."""
    worst = 0.0
    for t in range(kept.size):
        apart = abs(kept[t] - anew[t])
        if not np.isfinite(apart):
            return np.inf
        worst = max(worst, apart)
    return worst
