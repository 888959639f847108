"""The list of errors E and how one step changes it: updated term by term, and as a sum over the support vectors."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from ..problem import Problem
from ..problem.arrays import Vector
from ..solver.smo.platt import PlattState
from ..trace import Trace
from .standing import pair_standing


@dataclass(frozen=True)
class ErrorUpdate:
    """The errors E_t = f(x_t) - y_t before and after a step; every vector has the shape (n,)."""

    i: int
    j: int
    towards_i: float  # y_i (alpha_i new - alpha_i)
    towards_j: float
    shift: float  # of b
    support: int  # points with alpha > 0 after the step
    before: Vector  # for Platt's rule the list that it keeps, else y_t G_t + b with the b of the run
    from_i: Vector  # K_ti towards_i
    from_j: Vector
    after: Vector  # the update (mathematics, equation 6.8)
    anew: Vector  # the sum over the support vectors (Li, 7.117)

    @property
    def change(self) -> Vector:
        """The change of every E in this step."""
        return self.after - self.before

    @property
    def apart(self) -> float:
        """The largest difference between the update and the sum."""
        return float(np.abs(self.after - self.anew).max())


def error_update(trace: Trace, k: int) -> ErrorUpdate:
    """Return how step k of a run of pairs, 0 <= k < len(trace), changes the list E; TypeError for another run."""
    if not 0 <= k < len(trace):
        raise IndexError(f"step {k} is not in 0..{len(trace) - 1}")
    leg = trace.leg(k)  # a branch that begins after this step may choose its b by another rule
    problem = leg.problem
    if not isinstance(problem, Problem):
        raise TypeError(f"{leg.stepper.name} moves no pairs")
    dual, state, new = problem.dual, leg.state_at(k), leg.state_at(k + 1)
    i, j = (int(leg.table[k][name]) for name in "ij")
    y, K = dual.y, dual.kernel
    b, b_new = pair_standing(leg, k).b, pair_standing(leg, k + 1).b
    before = state.errors if isinstance(state, PlattState) else y * leg.stepper.gradient(dual, state) + b
    towards_i, towards_j = (float(y[t] * (new.alpha[t] - state.alpha[t])) for t in (i, j))
    from_i, from_j = K[i] * towards_i, K[j] * towards_j
    support = np.flatnonzero(new.alpha > 0.0)
    return ErrorUpdate(
        i=i,
        j=j,
        towards_i=towards_i,
        towards_j=towards_j,
        shift=b_new - b,
        support=len(support),
        before=before,
        from_i=from_i,
        from_j=from_j,
        after=before + (from_i + from_j) + (b_new - b),
        anew=K[:, support] @ (y[support] * new.alpha[support]) + b_new - y,
    )
