"""The results of the page, cached for all visitors."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from core.problem import Formulation, Linear
from core.solver import answer
from core.topics.machines.experiment import EveryNu, Twin, every_nu, twin
from core.topics.machines.view import OF_NU, MachineFit, PairStep, fitted, pair_step
from core.topics.margin.experiment import Hulls, nearest_of_hulls
from core.trace import Trace, record
from core.view import Light
from pages.machines.question import Question
from ui.solve.limits import POINTS_OF_MACHINES, STEPS_OF_A_RUN, steps_of_one
from ui.solve.memory import SharedResults
from ui.solve.solving import FINE, SOLVER, TOLERANCE, MachineSolved


@dataclass(frozen=True)
class Same:
    """A machine with either of its parameters, both solved to more digits than the page displays."""

    mine: MachineFit
    other: Twin


_twins: SharedResults[Same | None] = SharedResults()
_every: SharedResults[EveryNu] = SharedResults()
_runs: SharedResults[Trace] = SharedResults()
_hulls: SharedResults[Hulls | None] = SharedResults()


def same_machine(question: Question, found: MachineSolved) -> Same | None:
    """Return the machine and its equivalent with the other parameter; None if there is none."""
    if found.fitted.light is not Light.PROVED:
        return None

    def make() -> Same | None:
        limit = steps_of_one(len(question.y))
        mine = fitted(found.problem, answer(found.problem, tolerance=FINE, limit=limit))
        other = twin(found.problem, mine, FINE, limit)
        return None if other is None else Same(mine, other)

    return _twins.get(question.problem.key(), make)


def all_of_nu(question: Question, found: MachineSolved) -> EveryNu | None:
    """Return the machines for every nu; None for a machine without nu, and for too many points."""
    if found.fitted.formulation not in OF_NU or len(question.y) > POINTS_OF_MACHINES:
        return None
    key = question.key(question.C if "C" in question.entry.parameters else None)
    return _every.get(key, lambda: every_nu(found.problem, TOLERANCE, steps_of_one(len(question.y))))


def hulls(question: Question, found: MachineSolved) -> Hulls | None:
    """Return the nearest points of the reduced hulls at this nu; None if the hulls intersect or cannot be drawn."""
    bound = min(1.0, hull_bound_of(found.fitted, len(question.y)))
    y = question.y.astype(np.float64)
    return _hulls.get(question.key(bound), lambda: nearest_of_hulls(question.X, y, bound))


def has_hulls(question: Question, found: MachineSolved) -> bool:
    """Whether this machine joins the nearest points of two hulls in the plane of the points."""
    flat = isinstance(found.problem.kernel, Linear)
    return flat and found.fitted.formulation is Formulation.NU_SVC and len(question.y) <= POINTS_OF_MACHINES


def hull_bound_of(found: MachineFit, count: int) -> float:
    """Return the largest weight of a point in the hull of its class: 2 / (nu n) (mathematics 7)."""
    return 2.0 / (found.nu * count)


def run(question: Question, found: MachineSolved) -> Trace:
    """Return the recorded run of the machine."""
    key = question.problem.key()
    return _runs.get(key, lambda: record(found.problem, SOLVER, TOLERANCE, STEPS_OF_A_RUN))


def step(question: Question, found: MachineSolved) -> PairStep | None:
    """Return the step that the visitor chose; None if the run begins at its optimum."""
    trace = run(question, found)
    return pair_step(trace, min(question.step, len(trace)) - 1) if len(trace) else None
