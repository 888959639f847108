"""The complete answer to a problem: the solver's result and, for a hard margin, whether one exists.

SMO runs first. Where it is slow, as it is for a large C, the trainer solves the same dual to the same stopping rule, so
that dragging a slider never waits for a hundred thousand pairs.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np

from ..problem import Precomputed, Problem, Separable, Separation, separation
from ..problem.arrays import Vector
from .outcome import Outcome, default_limit
from .smo.pair_step import start
from .stepper import CancelFlag
from .trainer.train import train
from .walk import Finished, finish

# Where the trainer's single precision suffices; points at 1e30 and C = 1e100 are left to the steps.
SCALES = (1e-8, 1e8)  # of the largest K_ii
LARGEST_C = 1e9
CRAWL = 3_000  # steps of SMO, 10 ms at n = 1,000; moons with C = 1,000 need 94,000 there, and the trainer 14 ms


@dataclass(frozen=True)
class Answer:
    """The end of a run; INFEASIBLE means that `separation` proves that no hard margin exists."""

    alpha: Vector  # (n,)
    outcome: Outcome
    steps: int
    separation: Separation | None = None  # for a hard margin; None if it was not examined
    trained: bool = False  # whether the trainer continued the run: its moves are in `steps`, but in no trace


def answer(
    problem: Problem,
    name: str = "smo-second-order",
    tolerance: float = 1e-3,
    limit: int | None = None,
    cancel: CancelFlag | None = None,
) -> Answer:
    """Solve; for a hard margin first decide whether it exists, since on hulls that meet the solver diverges."""
    asked: Separation | None = None
    if problem.hard and problem.is_psd:  # without a feature space there are no hulls
        asked = separation(problem.kernel, problem.X, problem.y, lambda: cancel is not None and cancel[0] != 0)
    if cancel is not None and cancel[0] != 0:
        return Answer(start(problem.dual).alpha, Outcome.CANCELLED, 0, asked)
    if asked is not None and asked.separable is Separable.NO:
        return Answer(start(problem.dual).alpha, Outcome.INFEASIBLE, 0, asked)
    limit = default_limit(len(problem.y)) if limit is None else limit
    soon = min(limit, CRAWL) if _suits_the_trainer(problem) else limit
    run = finish(problem, name, tolerance, limit=soon, cancel=cancel)
    if run.outcome == Outcome.STEP_LIMIT and soon < limit:
        return _trained(problem, run, tolerance, limit, cancel)
    if not np.isfinite(run.alpha).all():  # nothing can be computed from it
        return Answer(start(problem.dual).alpha, Outcome.THIN, run.steps, asked)
    grown = run.outcome == Outcome.INFEASIBLE and asked is not None  # the steps' observation is not a proof
    return Answer(run.alpha, Outcome.THIN if grown else run.outcome, run.steps, asked)


def _suits_the_trainer(problem: Problem) -> bool:
    if problem.hard or not problem.is_psd or problem.dual.upper.max() > LARGEST_C:
        return False
    return bool(SCALES[0] <= problem.dual.kernel.diagonal().max() <= SCALES[1])


def _trained(problem: Problem, run: Finished, tolerance: float, limit: int, cancel: CancelFlag | None) -> Answer:
    """Continue SMO's result with the trainer."""
    form, gram = replace(problem.form, start=run.alpha), np.asarray(problem.gram)
    found = train(form, gram, Precomputed(), tolerance, cancel=cancel, limit=limit - run.steps)
    return Answer(found.alpha, found.outcome, run.steps + found.steps, trained=True)
