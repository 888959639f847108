"""From the state of the controls to a solved problem: the interface between the pages and the core.

Simultaneous requests for the same solve share one run, and a finished run is cached: a class that opens one link costs
one solve. Answers during a drag are cached too, in a small separate memory: the page asks for the last of them when the
mouse button is released.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from concurrent.futures import CancelledError
from dataclasses import dataclass
from typing import Protocol, TypeVar

from core.lowlevel.thread_clock import CLOCK
from core.problem import Problem
from core.solver import STEPPERS, Answer, CancelFlag, Outcome, answer
from core.topics.machines.view import MachineFit, fitted
from core.trace import Trace, fork, record
from core.view import Curves, Light, Solution, curves, solution
from ui.solve.board_problem import BoardProblem
from ui.solve.limits import STEPS_OF_A_SOLVE
from ui.solve.machine.table import FIRST
from ui.solve.memory import LIVE, SharedResults

SOLVER = "smo-second-order"  # the solver whose steps an answer begins with
TOLERANCE = 1e-5  # on m - M, in units of f: about a tenth of a pixel, and enough to prove the printed digits
FINE = 1e-9  # the tolerance if the usual one proves too little: in a nu problem rho may be small compared with f


class Answered(Protocol):
    """Anything that has an answer."""

    @property
    def answer(self) -> Answer:
        """The answer."""


Result = TypeVar("Result", bound=Answered)


@dataclass(frozen=True)
class Solved:
    """A problem, its answer, and the solution to show."""

    problem: Problem
    answer: Answer
    solution: Solution
    seconds: float = math.nan  # of the processor, for this training: Gram matrix and all steps; nan: not measured


@dataclass(frozen=True)
class MachineSolved:
    """The problem of any machine, its answer, and the fit to show."""

    problem: Problem
    answer: Answer
    fitted: MachineFit
    tolerance: float = TOLERANCE  # to which the steps of the answer were taken


def solve(question: BoardProblem, cancel: CancelFlag | None = None) -> Solved:
    """Solve C-SVC at once, for a drag."""
    assert question.machine.name == FIRST, "another machine has answers of its own"
    began = CLOCK()
    problem = question.core_problem()
    found = answer(problem, SOLVER, TOLERANCE, STEPS_OF_A_SOLVE, cancel)
    seconds = CLOCK() - began
    return Solved(problem, found, solution(problem, found), seconds)


def solve_machine(question: BoardProblem, cancel: CancelFlag | None = None) -> MachineSolved:
    """Train the machine at once; again with a finer tolerance if the first answer is not proved."""
    problem = question.core_problem()
    found = answer(problem, SOLVER, TOLERANCE, STEPS_OF_A_SOLVE, cancel)
    shown = fitted(problem, found)
    if shown.light is Light.NOT_YET and shown.psd and found.outcome is Outcome.OPTIMAL:
        again = answer(problem, SOLVER, FINE, STEPS_OF_A_SOLVE, cancel)
        found, shown = again, fitted(problem, again)
    return MachineSolved(problem, found, shown)


_solved: SharedResults[Solved] = SharedResults()
_live: SharedResults[Solved] = SharedResults(LIVE)
_machines: SharedResults[MachineSolved] = SharedResults()
_live_machines: SharedResults[MachineSolved] = SharedResults(LIVE)
_curves: SharedResults[Curves | None] = SharedResults()


def solved(question: BoardProblem) -> Solved:
    """Solve C-SVC, or return the cached result of an identical question."""
    key = question.key()
    return _solved.get(key, lambda: _live.get(key, lambda: solve(question)))


def solved_machine(question: BoardProblem) -> MachineSolved:
    """Train the machine, or return the cached result of an identical question."""
    key = question.key()
    return _machines.get(key, lambda: _live_machines.get(key, lambda: solve_machine(question)))


def solved_live(question: BoardProblem, cancel: CancelFlag | None = None) -> Solved | None:
    """Solve as `solved` does, but during a drag; None if a newer question has cancelled this one."""
    return _known_or_solved(_solved, _live, question, solve, cancel)


def solved_machine_live(question: BoardProblem, cancel: CancelFlag | None = None) -> MachineSolved | None:
    """Train as `solved_machine` does, but during a drag; None if a newer question has cancelled this one."""
    return _known_or_solved(_machines, _live_machines, question, solve_machine, cancel)


def _known_or_solved(
    kept: SharedResults[Result],
    passing: SharedResults[Result],
    question: BoardProblem,
    solve_it: Callable[[BoardProblem, CancelFlag | None], Result],
    cancel: CancelFlag | None,
) -> Result | None:
    """Return the cached result of a question, or solve it; None if a newer question has cancelled this one."""
    key = question.key()

    def make() -> Result:
        found = solve_it(question, cancel)
        if found.answer.outcome == Outcome.CANCELLED:
            raise CancelledError  # half an answer is not cached
        return found

    try:
        found = kept.known(key) or passing.get(key, make)
    except CancelledError:
        return None
    return None if cancel is not None and cancel[0] else found


def known_problem(question: BoardProblem) -> Problem:
    """Return the problem of the question, from C-SVC's cached answer if possible: the matrix is half of a solve."""
    if question.machine.name != FIRST:
        return question.core_problem()
    key = question.key()
    found = _solved.known(key) or _live.known(key)
    return question.core_problem() if found is None else found.problem


def solve_curves(question: BoardProblem, begun: Trace | None = None) -> Curves | None:
    """Return the course of a solve, step by step; None if the problem was refused before the first step.

    A recorded run of the same problem by the same rule that was cut at its limit saves its steps.
    """

    def make() -> Curves | None:
        found = solved(question)
        return None if found.solution.light is Light.IMPOSSIBLE else curves(trace_of(found, begun))

    return _curves.get(question.key(), make)


def trace_of(found: Solved, begun: Trace | None = None) -> Trace:
    """Record the run that led to an answer: same rule, same steps; its beginning may be recorded already."""
    if begun is not None and _is_beginning(begun):
        return fork(begun, len(begun), SOLVER, TOLERANCE, STEPS_OF_A_SOLVE)
    return record(found.problem, SOLVER, TOLERANCE, STEPS_OF_A_SOLVE)


def _is_beginning(run: Trace) -> bool:
    """Tell whether a run is the beginning of a solve that was cut."""
    if run.outcome is not Outcome.STEP_LIMIT or run.trunk is not None or run.picked:
        return False
    return run.stepper.name == SOLVER and run.rule == STEPPERS[SOLVER].rule(TOLERANCE)
