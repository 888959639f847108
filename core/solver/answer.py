"""The whole answer to a problem: where the solver ended, and for a hard margin whether there is one at all."""

from __future__ import annotations

from dataclasses import dataclass

from core.problem import Hulls, Problem, always_separable, nearest_hull_points
from core.problem.arrays import Vector
from core.solver.outcome import Outcome
from core.solver.smo import start
from core.solver.stepper import CancelFlag
from core.solver.walk import Finished, finish


@dataclass(frozen=True)
class Answer:
    """Where the run ended; `hulls` is the certificate of a hard margin that was asked for and checked."""

    alpha: Vector  # (n,)
    outcome: Outcome
    steps: int
    hulls: Hulls | None = None


def answer(
    problem: Problem,
    name: str = "smo-second-order",
    tolerance: float = 1e-3,
    limit: int | None = None,
    cancel: CancelFlag | None = None,
) -> Answer:
    """Solve, after asking for a hard margin whether it exists: on hulls that meet the solver would run away."""
    hulls = None
    if problem.hard and problem.is_psd and not always_separable(problem):
        hulls = nearest_hull_points(problem)
        if hulls.meet:
            return Answer(start(problem.dual).alpha, Outcome.INFEASIBLE, 0, hulls)
    run = finish(problem, name, tolerance, limit=limit, cancel=cancel)
    return _with_certificate(problem, run, hulls)


def _with_certificate(problem: Problem, run: Finished, hulls: Hulls | None) -> Answer:
    """Give an infeasible ending the hulls it must show, also where a theorem promised that they are apart."""
    if run.outcome == Outcome.INFEASIBLE and hulls is None and problem.is_psd:
        hulls = nearest_hull_points(problem)
    return Answer(run.alpha, run.outcome, run.steps, hulls)
