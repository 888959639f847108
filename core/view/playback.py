"""A recorded run as the player needs it: who moved how far, and where b, the objective and the gap stood."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from core.problem import Problem, offset
from core.problem.arrays import Vector
from core.solver import AnyState
from core.trace import Trace
from core.view.curves import Curves, curves


@dataclass(frozen=True)
class Playback:
    """Numbers for every step, in the order of the run; the states between them follow from `move`."""

    i: NDArray[np.int32]  # (steps,) the points that moved
    j: NDArray[np.int32]  # (steps,) -1 where only one moved
    move: Vector  # (steps,) y_i times the change of alpha_i; y_j alpha_j changes by as much the other way
    b: Vector  # (steps + 1,) the offset at every state
    dual: Vector  # (steps + 1,) -D
    violation: Vector  # (steps + 1,) as the algorithm measures it; that of the last state is nan
    sampled: Curves  # primal and gap, which cost O(n) a step, at a few dozen states


def playback(trace: Trace) -> Playback:
    """Return the run of a trace by walking the real steps once more."""
    state, y = trace.state_at(0), trace.problem.y
    b, move = [_offset(trace, state)], []
    for i in trace.table["i"]:
        after, _ = trace.stepper.step(trace.problem.dual, state, trace.rule)
        move.append(y[i] * (after.alpha[i] - state.alpha[i]))
        b.append(_offset(trace, after))
        state = after
    return Playback(
        i=np.ascontiguousarray(trace.table["i"], dtype=np.int32),
        j=np.ascontiguousarray(trace.table["j"], dtype=np.int32),
        move=np.array(move, dtype=np.float64),
        b=np.array(b),
        dual=-trace.objective,
        violation=np.append(trace.table["violation"], np.nan),
        sampled=curves(trace),
    )


def _offset(trace: Trace, state: AnyState) -> float:
    """Return b as the algorithm has it: Platt keeps one, SMO reads it off the gradient (MATH 6.5)."""
    own = getattr(state, "b", None)
    if own is not None:
        return float(own)
    problem = trace.problem
    if not isinstance(problem, Problem):
        return 0.0
    gradient = trace.stepper.gradient(problem.dual, state)
    return offset(problem, state.alpha, problem.y * (gradient - problem.dual.p))
