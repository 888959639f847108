"""The pair among the active variables, by the second-order rule, with curvatures in single precision.

The rule itself is that of `core.solver.smo.pair` (mathematics 6.3 and 7); here it considers only the active variables,
in the order of the permutation, and requests the rows that it reads from the cache.
"""

from __future__ import annotations

import math

import numpy as np

from ...lowlevel.compiled import compiled, inlined
from ...problem.arrays import Vector
from ...problem.dual import Dual
from ..smo.pair import Pair, can_fall, can_rise, guaranteed_gain
from .cache import Cache
from .state import entry, use_row


@inlined
def stored_curvature(dual: Dual, diagonal: Vector, i: int, j: int) -> float:
    """Return a_ij from the diagonal in double and the row in single precision."""
    return float(diagonal[i] + diagonal[j] - 2.0 * (dual.y[i] * dual.y[j]) * entry(dual, i, j))


@inlined
def top(dual: Dual, alpha: Vector, gradient: Vector, active: np.ndarray, sign: float) -> tuple[int, float]:
    """Return (i, m): the largest -y_i G_i of this sign that can rise, 0 for both signs; ties go to the last one."""
    i, m = -1, -math.inf
    for t in active:
        if dual.y[t] != -sign and can_rise(dual, alpha, t) and -dual.y[t] * gradient[t] >= m:
            i, m = t, -dual.y[t] * gradient[t]
    return i, m


@compiled
def choose(
    dual: Dual,
    diagonal: Vector,
    alpha: Vector,
    gradient: Vector,
    active: np.ndarray,
    tolerance: float,
    cache: Cache,
) -> Pair:
    """Return the working set among the active variables; j = -1 if they are optimal to the tolerance.

    `diagonal` is that of the kernel, (N,), copied because its entries are far apart in the matrix.
    """
    plus, m_plus = top(dual, alpha, gradient, active, 1.0 if dual.alike else 0.0)
    minus, m_minus = top(dual, alpha, gradient, active, -1.0) if dual.alike else (plus, m_plus)
    if plus >= 0:
        use_row(dual, cache, plus, active.size)
    if dual.alike and minus >= 0:
        use_row(dual, cache, minus, active.size)
    i, j, best, largest = -1, -1, -math.inf, -math.inf
    for t in active:
        first, m = (plus, m_plus) if dual.y[t] > 0 else (minus, m_minus)
        if not can_fall(dual, alpha, t):
            continue
        violation = m + dual.y[t] * gradient[t]  # b_it
        largest = max(largest, violation)
        if violation > 0:
            gain = guaranteed_gain(violation, stored_curvature(dual, diagonal, first, t))
            if gain >= best:
                i, j, best = first, t, gain
    return Pair(i, j if largest >= tolerance else -1, largest)
