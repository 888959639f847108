"""The feasible line of a pair: its ends in the box, and whether it is bounded."""

from __future__ import annotations

import math
from typing import NamedTuple

from ...lowlevel.compiled import compiled
from ...problem.arrays import Vector
from ...problem.dual import Dual
from .pair import into

SAME_IMAGE = 1e-15  # a_ij below this fraction of |K_ii| + |K_jj|: the two points are one in feature space


class Segment(NamedTuple):
    """The two ends of the line in the box, L = low_j <= alpha_j <= high_j = H (mathematics, equation 6.3)."""

    low_i: float
    low_j: float
    high_i: float  # infinite where nothing bounds the line
    high_j: float


@compiled
def segment(dual: Dual, alpha: Vector, i: int, j: int) -> Segment:
    """Return the ends of the line along which alpha_i and alpha_j move; bounds are assigned, not computed."""
    C_i, C_j = dual.upper[i], dual.upper[j]
    if dual.y[i] != dual.y[j]:
        difference = alpha[i] - alpha[j]
        low_i, low_j = (difference, 0.0) if difference > 0 else (0.0, -difference)
        # inf - inf is NaN: compare finite bounds only.
        if math.isinf(C_j) or (not math.isinf(C_i) and difference > C_i - C_j):
            high_i, high_j = C_i, C_i - difference
        else:
            high_i, high_j = C_j + difference, C_j
    else:
        total = alpha[i] + alpha[j]
        low_i, low_j = (C_i, total - C_i) if total > C_i else (total, 0.0)
        high_i, high_j = (total - C_j, C_j) if total > C_j else (0.0, total)
    return Segment(into(low_i, C_i), into(low_j, C_j), into(high_i, C_i), into(high_j, C_j))


@compiled
def falls_forever(dual: Dual, i: int, j: int, a: float) -> bool:
    """Return whether the dual is unbounded along the line: two labels on one image, no bound (mathematics 2.1)."""
    if dual.y[i] == dual.y[j] or not (math.isinf(dual.upper[i]) and math.isinf(dual.upper[j])):
        return False
    return bool(a <= SAME_IMAGE * (abs(dual.kernel[i, i]) + abs(dual.kernel[j, j])))
