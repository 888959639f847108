"""WHAT HAPPENED: one table row per step and a keyframe now and then; any state is replayed by the real step."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from core.problem.dual import Problem
from core.solver import STEPPERS, CancelFlag, Outcome, Rule, State, Stepper, new_cancel_flag
from core.trace.loop import ROW, record_rows

STRIDE = 64  # steps between keyframes: a replay is at most 63 steps, well under a millisecond at n = 200
MOST_STEPS = 200_000  # rows of 48 bytes; a longer run says that it was cut
MOST_KEYFRAME_BYTES = 128 << 20


@dataclass(frozen=True)
class Trace:
    """A recorded run.

    Attributes
    ----------
    table
        Structured array (steps,): ``table["i"]``, ``["j"]``, ``["alpha_i"]``, ``["alpha_j"]``, ``["violation"]``,
        ``["decrease"]``, ``["curvature"]``.
    last
        The state after the last step.
    """

    problem: Problem
    stepper: Stepper
    rule: Rule
    table: NDArray[np.void]
    keyframes: tuple[State, ...]
    stride: int
    last: State
    outcome: Outcome

    def __len__(self) -> int:
        return len(self.table)

    @property
    def objective(self) -> NDArray[np.float64]:
        """D before the first step and after each step, shape (steps + 1,)."""
        return np.asarray(np.concatenate([[0.0], -np.cumsum(self.table["decrease"])]))

    def state_at(self, k: int) -> State:
        """Return the state after k steps, 0 <= k <= len(trace), bit for bit as the run passed through it."""
        if not 0 <= k <= len(self):
            raise IndexError(f"step {k} is not in 0..{len(self)}")
        if k == len(self):
            return self.last
        frame = k // self.stride
        never = new_cancel_flag()
        state, _, _ = self.stepper.finish(
            self.problem.dual, self.keyframes[frame], self.rule, k - frame * self.stride, never
        )
        return state


def record(
    problem: Problem,
    name: str = "smo-second-order",
    tolerance: float = 1e-3,
    limit: int | None = None,
    ties: str = "last",
    cancel: CancelFlag | None = None,
) -> Trace:
    """Run the stepper to its end, or to `limit` steps (at most 200,000 rows are kept), and keep what happened."""
    stepper = STEPPERS[name]
    rule = stepper.rule(tolerance, ties)
    limit = MOST_STEPS if limit is None else min(limit, MOST_STEPS)
    cancel = new_cancel_flag() if cancel is None else cancel
    stride = _stride(len(problem.y), limit)
    state, outcome = stepper.init(problem.dual), Outcome.RUNNING
    tables: list[NDArray[np.void]] = []
    keyframes: list[State] = []
    recorded = 0
    while outcome == Outcome.RUNNING and recorded < limit:
        chunk = _Chunk(min(16 * stride, limit - recorded), stride, len(problem.y))
        state, filled, ending = record_rows(
            problem.dual, state, rule, cancel, chunk.rows, stride, chunk.alphas, chunk.gradients, chunk.objectives
        )
        outcome = Outcome(ending)
        tables.append(chunk.rows[:filled])
        keyframes.extend(chunk.keyframes(filled))
        recorded += filled
    table = np.concatenate(tables) if tables else np.zeros(0, dtype=ROW)
    table.flags.writeable = False
    ended = Outcome.STEP_LIMIT if outcome == Outcome.RUNNING else outcome
    return Trace(problem, stepper, rule, table, tuple(keyframes), stride, state, ended)


class _Chunk:
    """Room for a stretch of the run."""

    def __init__(self, length: int, stride: int, n: int) -> None:
        frames = -(-length // stride)
        self.stride = stride
        self.rows = np.zeros(length, dtype=ROW)
        self.alphas = np.zeros((frames, n))
        self.gradients = np.zeros((frames, n))
        self.objectives = np.zeros(frames)

    def keyframes(self, filled: int) -> list[State]:
        """Return the states before rows 0, stride, 2 stride, ... of the filled part."""
        return [
            State(self.alphas[frame].copy(), self.gradients[frame].copy(), float(self.objectives[frame]))
            for frame in range(-(-filled // self.stride))
        ]


def _stride(n: int, limit: int) -> int:
    """Return a stride, a multiple of 64, at which the keyframes of a full run stay within their budget."""
    frames = max(1, MOST_KEYFRAME_BYTES // (16 * n))
    return STRIDE * max(1, -(-limit // (frames * STRIDE)))
