"""The recording twin of `core.solver.smo.finish`: the same step, and a row for each."""

from __future__ import annotations

import numpy as np

from core.compiled import compiled
from core.problem.arrays import Matrix
from core.problem.dual import Dual
from core.solver.pair import Rule
from core.solver.smo import CANCELLED, RUNNING, State, step

# One row a step; "decrease" of the dual objective, "violation" m - M before the step, "curvature" a_ij.
ROW = np.dtype(
    [
        ("i", np.int32),
        ("j", np.int32),
        ("alpha_i", np.float64),
        ("alpha_j", np.float64),
        ("violation", np.float64),
        ("decrease", np.float64),
        ("curvature", np.float64),
    ]
)


@compiled
def record_rows(
    dual: Dual,
    state: State,
    rule: Rule,
    cancel: np.ndarray,
    rows: np.ndarray,
    stride: int,
    alphas: Matrix,
    gradients: Matrix,
    objectives: np.ndarray,
) -> tuple[State, int, int]:
    """Step until the rows are full or something ends it; return (state, rows filled, outcome).

    A keyframe of the state *before* row k is kept for every k that is a multiple of the stride.
    """
    for k in range(rows.size):
        if cancel[0] != 0:
            return state, k, CANCELLED
        if k % stride == 0:
            frame = k // stride
            alphas[frame, :] = state.alpha
            gradients[frame, :] = state.gradient
            objectives[frame] = state.objective
        state, what = step(dual, state, rule)
        if what.outcome != RUNNING:
            return state, k, what.outcome
        row = rows[k]
        row.i = what.i
        row.j = what.j
        row.alpha_i = what.alpha_i
        row.alpha_j = what.alpha_j
        row.violation = what.violation
        row.decrease = what.decrease
        row.curvature = what.curvature
    return state, rows.size, RUNNING
