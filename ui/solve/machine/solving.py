"""The answers of the five machines, each found once for everybody who asks the same."""

from __future__ import annotations

from dataclasses import dataclass

from core.problem import Problem
from core.solver import Answer, CancelFlag, LoopRule, Outcome, PairRule, answer
from core.topics.machines.view import MachineFit, fitted
from core.trace import Trace
from core.view import Light
from ui.solve.kernels import KernelSpec
from ui.solve.limits import STEPS_OF_A_SOLVE
from ui.solve.machine.table import MachineSpec, machine_problem
from ui.solve.memory import LIVE, SharedResults
from ui.solve.solving import SOLVER, TOLERANCE, Coordinates, Labels, kept_or_solved, solve_key

FINE = 1e-9  # the tolerance where the usual one proves too little: rho may be small beside the f of a nu problem


@dataclass(frozen=True)
class MachineSolved:
    """A problem, its answer and what may be shown of it."""

    problem: Problem
    answer: Answer
    fitted: MachineFit
    tolerance: float = TOLERANCE  # to which the steps of the answer were taken


_solved: SharedResults[MachineSolved] = SharedResults()
_live: SharedResults[MachineSolved] = SharedResults(LIVE)


def machine_key(X: Coordinates, y: Labels, kernel: KernelSpec, C: float | None, spec: MachineSpec) -> str:
    """Return a key of everything that a machine is asked."""
    return solve_key(X, y, kernel, C, spec)


def solve_machine(
    X: Coordinates,
    y: Labels,
    kernel: KernelSpec,
    C: float | None,
    spec: MachineSpec,
    cancel: CancelFlag | None = None,
) -> MachineSolved:
    """Solve at once; a second time and more finely where the first answer is not proved."""
    problem = machine_problem(X, y, kernel, C, spec)
    found = answer(problem, SOLVER, TOLERANCE, STEPS_OF_A_SOLVE, cancel)
    shown = fitted(problem, found)
    if shown.light is Light.NOT_YET and shown.psd and found.outcome is Outcome.OPTIMAL:
        again = answer(problem, SOLVER, FINE, STEPS_OF_A_SOLVE, cancel)
        found, shown = again, fitted(problem, again)
    return MachineSolved(problem, found, shown)


def solved_machine(X: Coordinates, y: Labels, kernel: KernelSpec, C: float | None, spec: MachineSpec) -> MachineSolved:
    """Solve, or return what somebody else's identical question has found."""
    key = machine_key(X, y, kernel, C, spec)
    return _solved.get(key, lambda: _live.get(key, lambda: solve_machine(X, y, kernel, C, spec)))


def end_of_machine(run: Trace) -> MachineSolved:
    """Return the end of a recorded run of pairs as an answer."""
    problem, ended = run.problem, Answer(run.last.alpha, run.outcome, len(run))
    assert isinstance(problem, Problem)
    assert isinstance(run.rule, PairRule | LoopRule)
    return MachineSolved(problem, ended, fitted(problem, ended), run.rule.tolerance)


def solved_machine_live(
    X: Coordinates,
    y: Labels,
    kernel: KernelSpec,
    C: float | None,
    spec: MachineSpec,
    cancel: CancelFlag | None = None,
) -> MachineSolved | None:
    """Solve for somebody who is dragging; None where a newer question has cancelled this one."""
    key, asked = machine_key(X, y, kernel, C, spec), (X, y, kernel, C, spec)
    return kept_or_solved(_solved, _live, key, lambda: solve_machine(*asked, cancel), cancel)
