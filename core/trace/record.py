"""The recorded run: one table row per step and regular keyframes; any state is replayed by the real step."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, TypeVar, cast

import numpy as np
from numpy.typing import NDArray

from ..solver import AnyProblem, AnyState, CancelFlag, Option, Outcome, Stepper, new_cancel_flag, stepper_for

STRIDE = 256  # steps between keyframes: a replay of at most 255 steps takes 0.2 ms at n = 200, 1.5 ms at n = 2,000
CHUNK = 8  # keyframes before the first return from compiled code
MOST_STEPS = 200_000  # rows of at least 48 bytes; a longer run is marked as cut
MOST_KEYFRAME_BYTES = 128 << 20

Part = TypeVar("Part")  # a state, or a part of one


@dataclass(frozen=True)
class Trace:
    """A recorded run.

    Attributes
    ----------
    rule
        The options of the run, a NamedTuple of the algorithm's own.
    table
        Structured array (steps,): ``table["i"]``, ``["j"]``, ``["alpha_i"]``, ``["alpha_j"]``, ``["violation"]``,
        ``["decrease"]``, and the columns of the algorithm's own step record.
    keyframes
        The states before rows 0, stride, 2 stride, ...
    last
        The state after the last step.
    trunk
        For a branch: the run that it left after `at` steps. The rows before are the trunk's, with nan or 0 in columns
        that its algorithm does not have; the keyframes count from the fork on.
    picked
        Whether its pairs were picked by hand instead of chosen by the rule.
    looks
        For LIBSVM's loop, which variables are active (N,) after each row where it prints something: a replay would take
        as long as the run.
    """

    problem: AnyProblem
    stepper: Stepper
    rule: tuple[Any, ...]
    table: NDArray[np.void]
    keyframes: tuple[AnyState, ...]
    stride: int
    last: AnyState
    outcome: Outcome
    trunk: Trace | None = None
    at: int = 0
    picked: bool = False
    looks: tuple[NDArray[np.bool_], ...] = ()

    def __len__(self) -> int:
        return len(self.table)

    @property
    def objective(self) -> NDArray[np.float64]:
        """D before the first step and after each step, shape (steps + 1,)."""
        leg = self.leg(0)
        start = (leg.keyframes[0] if leg.keyframes else leg.last).objective
        return np.asarray(start - np.concatenate([[0.0], np.cumsum(self.table["decrease"])]))

    def leg(self, k: int) -> Trace:
        """Return the run to which step k and the state before it belong: the trunk before the fork."""
        return self if self.trunk is None or k >= self.at else self.trunk.leg(k)

    def state_at(self, k: int) -> AnyState:
        """Return the state after k steps, 0 <= k <= len(trace), bit for bit as in the run."""
        if not 0 <= k <= len(self):
            raise IndexError(f"step {k} is not in 0..{len(self)}")
        if self.trunk is not None and k < self.at:
            return self.trunk.state_at(k)
        if k == len(self):
            return _own(self.last)
        frame, steps = divmod(k - self.at, self.stride)
        # A copy, not only for safety: shared results become read-only, and Numba compiles again for read-only arrays.
        start, never = _own(self.keyframes[frame]), new_cancel_flag()
        if steps == 0:
            return start
        if self.stepper.replay is not None:
            return self.stepper.replay(self.problem.dual, start, self.rule, self.table[k - steps : k])
        reached: AnyState = self.stepper.loops.finish(self.problem.dual, start, self.rule, steps, never)[0]
        return reached


def record(
    problem: AnyProblem,
    name: str = "smo-second-order",
    tolerance: float = 1e-3,
    limit: int | None = None,
    cancel: CancelFlag | None = None,
    **options: Option,
) -> Trace:
    """Run the stepper to its end, or to `limit` steps (at most 200,000 rows are kept), and record it.

    For the options see `core.solver.walk`; they are kept in the trace.
    """
    stepper = stepper_for(problem, name)
    rule = stepper.rule(tolerance, **options)
    limit = MOST_STEPS if limit is None else min(limit, MOST_STEPS)
    return record_from(problem, stepper, stepper.init(problem.dual), rule, limit, cancel)


def record_from(
    problem: AnyProblem,
    stepper: Stepper,
    state: AnyState,
    rule: tuple[Any, ...],
    limit: int,
    cancel: CancelFlag | None = None,
) -> Trace:
    """Run the stepper from a given state to its end, or to `limit` steps, and record it."""
    cancel = new_cancel_flag() if cancel is None else cancel
    # A multiple of 256, large enough that the keyframes of a full run stay within their budget.
    frames = max(1, MOST_KEYFRAME_BYTES // _bytes_of(state))
    outcome, stride = Outcome.RUNNING, STRIDE * max(1, -(-limit // (frames * STRIDE)))
    table: NDArray[np.void] = np.empty(0, dtype=stepper.row)
    keyframes: list[AnyState] = []
    looks: list[NDArray[np.bool_]] = []
    for room in (min(CHUNK * stride, limit), limit):
        # Memory that is never written is never taken; yet so large a block costs a short run 5 % to get and give back.
        done, longer = len(table), np.empty(room, dtype=stepper.row)
        longer[:done] = table
        state, filled, ending, states, *more = stepper.loops.record(
            problem.dual, state, rule, cancel, longer[done:], stride
        )
        outcome, table = Outcome(ending), longer[: done + filled]
        keyframes.extend(states)
        for found in more:
            looks.extend(found)
        if outcome != Outcome.RUNNING:
            break
    del keyframes[-(-len(table) // stride) :]  # no keyframe before a row that never came
    table.flags.writeable = False
    ended = Outcome.STEP_LIMIT if outcome == Outcome.RUNNING else outcome
    return Trace(problem, stepper, rule, table, tuple(keyframes), stride, state, ended, looks=tuple(looks))


def _own(state: Part) -> Part:
    """Return a copy: a trace is shared, and its readers must not modify its keyframes."""
    if isinstance(state, tuple):
        return cast(Part, type(state)(*map(_own, state)))
    return cast(Part, np.array(state)) if isinstance(state, np.ndarray) else state


def _bytes_of(value: object) -> int:
    """Return the bytes of the arrays of a state, including nested ones."""
    return sum(map(_bytes_of, value)) if isinstance(value, tuple) else getattr(value, "nbytes", 0)
