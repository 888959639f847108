"""The runs and optima of a question about coordinate descent, cached for all visitors."""

from __future__ import annotations

import math

from core.problem import LinearProblem, Problem
from core.solver import Outcome
from core.topics.descent.experiment import (
    OffsetFields,
    Offsets,
    WithoutOffset,
    free_problem,
    offset_fields,
    offsets,
    without_offset,
)
from pages.descent.question import LOSSES, Question
from ui.page.choice import StandIns, by_kernel
from ui.solve.memory import SharedResults
from ui.solve.recording import ForkedRun, coordinate_problem, forked

_optima: SharedResults[Offsets] = SharedResults()
_fields: SharedResults[OffsetFields] = SharedResults()
_twins: SharedResults[WithoutOffset] = SharedResults()


def linear_problem(question: Question) -> LinearProblem:
    """Return the dual without the equality constraint; `InputError` if the problem cannot be solved."""
    return coordinate_problem(question.problem)


def pair_problem(question: Question, linear: LinearProblem) -> Problem:
    """Return the same with a free offset: the dual with the equality constraint, which SMO solves."""
    return free_problem(question.X, linear.y, question.kernel, linear.C, LOSSES[question.options.loss])


def run(question: Question) -> ForkedRun:
    """Return the run of the player and, after a fork, its other branch; `InputError` if there is none."""
    return forked(question.problem)


def optima(question: Question) -> Offsets:
    """Return the solutions with a free offset and without one, both solved to a tight tolerance."""

    def make() -> Offsets:
        linear = linear_problem(question)
        return offsets(pair_problem(question, linear), linear)

    return _optima.get(question.key(), make)


def fields(question: Question) -> OffsetFields:
    """Return both solutions on the window."""
    square = question.board.square
    return _fields.get(question.key(square), lambda: offset_fields(optima(question), question.phi, square))


def twin(question: Question) -> WithoutOffset:
    """Return the comparison of the features with their kernel."""
    square, problem = question.board.square, linear_problem(question)
    return _twins.get(
        question.key(square), lambda: without_offset(problem, question.X, question.phi, question.kernel, square)
    )


def nothing_to_compare(both: Offsets) -> str | None:
    """Return the key suffix of the reason why two hard margins cannot be compared; None if they can."""
    if Outcome.INFEASIBLE in (both.free.outcome, both.appended.outcome):
        return "impossible"
    found = math.isfinite(both.free.proof.primal) and math.isfinite(both.appended.proof.primal)
    return None if found else "broken"


def stand_ins(question: Question) -> StandIns | None:
    """Return the kernel of the features if it is an approximation for which gamma and C can be chosen."""
    return by_kernel(question.X, question.y, question.spec)
