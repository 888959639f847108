"""C-SVC of two classes on few points: from the labels to the table of coefficients in one compiled call.

For two hundred points, Python and NumPy around the solver take almost three times as long as the solver. The solution
is, bit for bit, that of the general path (`training`), which handles all other cases: weights, a hard margin, or a
run that does not converge soon.
"""

from __future__ import annotations

import math

import numpy as np

from ...lowlevel.compiled import compiled
from ...problem import Kernel
from ...problem.arrays import Indices, Vector
from ...problem.maps import Rows
from ...solver import Outcome
from ...solver.outcome import OPTIMAL
from ...solver.trainer.small import KernelOfPoints, Posed, solve_small
from ...solver.trainer.train import PART, few_values, reachable
from .limits import Effort
from .training import SolvedDual, SupportTable


def solve_fast(
    codes: Indices, C: float, points: Rows, kernel: Kernel, effort: Effort
) -> tuple[list[SolvedDual], SupportTable] | None:
    """Return the solution of C-SVC for points (n, d) of classes (n,) 0 and 1, or None: use the general path."""
    n = len(codes)
    values = few_values(n, points, kernel, effort.cache_bytes) if math.inf > C else None
    if values is None:
        return None
    support, coef, alpha = np.empty(n, dtype=np.int64), np.empty(n), np.empty(n)
    limit = PART if effort.limit is None else min(PART, effort.limit)
    tolerance = reachable(effort.tolerance)
    lower, s, b, steps, violation, ended = _solve(values, codes, C, tolerance, limit, support, coef, alpha)
    if ended != OPTIMAL or not math.isfinite(b):
        return None
    support, coef = support[:s], coef[:s]
    solved = SolvedDual(support, coef, b, 1.0, support, alpha[:s], steps, violation, Outcome.OPTIMAL)
    return [solved], SupportTable(support, np.array([lower, s - lower]), coef[None])


@compiled
def _solve(
    values: KernelOfPoints,
    codes: Indices,
    C: float,
    tolerance: float,
    limit: int,
    support: Indices,
    coef: Vector,
    positive: Vector,
) -> tuple[int, int, float, int, float, int]:
    """Write support vectors, coefficients and alpha, those of class 0 first, to the beginning of arrays (n,).

    Returns
    -------
    tuple
        (support vectors of class 0, of both, b, steps, violation, outcome).
    """
    n = codes.size
    posed = Posed(np.empty(n), np.empty(n), np.empty(n), np.zeros(n), False)
    for i in range(n):
        posed.y[i], posed.p[i], posed.upper[i] = 1.0 if codes[i] == 1 else -1.0, -1.0, C
    alpha, g, cancel, progress = np.zeros(n), np.empty(n), np.zeros(1, dtype=np.int64), np.empty(3)
    run = (tolerance, np.inf, limit, cancel, progress, np.zeros(1))
    b, _, steps, violation, ended = solve_small(values, posed, alpha, g, *run)
    lower = s = 0
    for code in range(2):
        for i in range(n):
            if codes[i] == code and alpha[i] != 0.0:
                support[s], coef[s], positive[s] = i, posed.y[i] * alpha[i], alpha[i]
                s += 1
        lower = s if code == 0 else lower
    return lower, s, b, steps, violation, ended
