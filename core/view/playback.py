"""A recorded run as the player needs it: who moved how far, and where b, the objective and the gap stood."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from core.problem import LinearProblem, Problem, margins_of_gradient, offset
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
    if isinstance(trace.problem, LinearProblem):
        return _coordinate_playback(trace, trace.problem)
    y, i = trace.problem.y, trace.table["i"]
    b: list[float] = []
    move: list[float] = []
    before: AnyState | None = None
    for state in _states(trace):
        if before is not None:
            at = i[len(move)]
            move.append(float(y[at] * (state.alpha[at] - before.alpha[at])))
        b.append(_offset(trace, state))
        before = state
    return Playback(
        i=np.ascontiguousarray(trace.table["i"], dtype=np.int32),
        j=np.ascontiguousarray(trace.table["j"], dtype=np.int32),
        move=np.array(move, dtype=np.float64),
        b=np.array(b),
        dual=-trace.objective,
        violation=np.append(trace.table["violation"], np.nan),
        sampled=curves(trace),
    )


def _states(trace: Trace) -> Iterator[AnyState]:
    """Yield every state of the run: the real steps from each keyframe to the next."""
    for k in range(len(trace)):
        if k % trace.stride == 0:
            state = trace.state_at(k)
        else:
            state, _ = trace.stepper.step(trace.problem.dual, state, trace.rule)
        yield state
    yield trace.state_at(len(trace))


def _coordinate_playback(trace: Trace, problem: LinearProblem) -> Playback:
    """Return a run that moves one multiplier a step: what moved is in the table, and b = B^2 sum y_i alpha_i."""
    i, constant = trace.table["i"], problem.bias or 0.0
    move = problem.y[i] * (trace.table["alpha_i"] - trace.table["alpha_old"])
    return Playback(
        i=np.ascontiguousarray(i, dtype=np.int32),
        j=np.full(len(i), -1, dtype=np.int32),
        move=np.ascontiguousarray(move, dtype=np.float64),
        b=np.concatenate([[0.0], np.cumsum(constant**2 * move)]),
        dual=-trace.objective,
        violation=np.append(trace.table["violation"], np.nan),
        sampled=curves(trace),
    )


def _offset(trace: Trace, state: AnyState) -> float:
    """Return b as the algorithm has it: Platt keeps one, SMO reads it off the gradient (mathematics 6.5)."""
    own = getattr(state, "b", None)
    if own is not None:
        return float(own)
    problem = trace.problem
    if not isinstance(problem, Problem):
        return 0.0
    gradient = trace.stepper.gradient(problem.dual, state)
    return offset(problem, state.alpha, margins_of_gradient(problem, state.alpha, gradient))
