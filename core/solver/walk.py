"""Two ways to drive the same step: `walk` by hand, `finish` to the end. Their final alphas are bitwise equal."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from ..problem.arrays import Vector
from .outcome import Outcome, default_limit
from .stepper import AnyProblem, AnyState, AnyStep, CancelFlag, Option, stepper_for


def new_cancel_flag() -> CancelFlag:
    """Return a flag that a run polls before every step; set its single entry to 1 to end the run."""
    return np.zeros(1, dtype=np.int64)


@dataclass(frozen=True)
class Finished:
    """The end of a run."""

    state: AnyState
    steps: int
    outcome: Outcome

    @property
    def alpha(self) -> Vector:
        """The multipliers, shape (n,)."""
        return self.state.alpha


def walk(problem: AnyProblem, name: str, *options: Option, **named: Option) -> Iterator[tuple[AnyState, AnyStep]]:
    """Yield (state after the step, step) one by one; the last step is the one that ends the run and moves nothing.

    The options are those of the algorithm's `rule`: the tolerance first; then ties="last"|"first" for SMO, seed for its
    random pairs, seed and smallest_move for Platt's, order="random"|"cyclic", seed and shrinking for dual coordinate
    descent, order, seed and eta for the perceptron, shrinking and cache_rows for LIBSVM's loop.
    """
    stepper = stepper_for(problem, name)
    rule = stepper.rule(*options, **named)
    state = stepper.init(problem.dual)
    outcome = Outcome.RUNNING
    while outcome == Outcome.RUNNING:
        state, step = stepper.step(problem.dual, state, rule)
        outcome = Outcome(step.outcome)
        yield state, step


def finish(
    problem: AnyProblem,
    name: str = "smo-second-order",
    tolerance: float = 1e-3,
    limit: int | None = None,
    cancel: CancelFlag | None = None,
    **options: Option,
) -> Finished:
    """Run the stepper to its end in one compiled loop, without the GIL; for the options see `walk`."""
    stepper = stepper_for(problem, name)
    state, steps, outcome = stepper.loops.finish(
        problem.dual,
        stepper.init(problem.dual),
        stepper.rule(tolerance, **options),
        default_limit(len(problem.y)) if limit is None else limit,
        new_cancel_flag() if cancel is None else cancel,
    )
    return Finished(state, int(steps), Outcome(outcome))
