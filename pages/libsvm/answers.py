"""The run of a question and the data computed from it, cached for all visitors."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from core.problem import InputError, Problem
from core.solver import Answer
from core.topics.libsvm.experiment import LoopSummary, Savings, savings, summary
from core.topics.libsvm.theory import JoachimsSplit, KeptGradient, joachims_split, kept_gradient
from core.topics.libsvm.view import Halt, Rebuilt, halt, printed_line, rebuilt
from core.topics.machines.view import MachineFit, fitted
from core.view import Light
from core.view.active import ActiveLook, active_sizes, looks
from pages.libsvm.question import Question
from ui.solve.limits import POINTS_OF_MACHINES, STEPS_OF_A_RUN
from ui.solve.machine.table import MACHINES
from ui.solve.memory import SharedResults
from ui.solve.recording import LIBSVM_TOLERANCE, Recording, recording
from ui.solve.solving import solved

STEPS_DOWN = 50  # gradient steps of least squares

Machines = dict[str, LoopSummary | InputError]

_courses: SharedResults[LoopCourse] = SharedResults()
_halts: SharedResults[tuple[Halt, Rebuilt]] = SharedResults()
_savings: SharedResults[Savings] = SharedResults()
_machines: SharedResults[Machines] = SharedResults()


class LoopCourse:
    """The data computed from a whole run."""

    def __init__(self, run: Recording) -> None:
        """Replay the run once."""
        self.looks: tuple[ActiveLook, ...] = looks(run.trace)
        self.sizes = active_sizes(run.trace)
        self.line = printed_line(run.trace)

    def printed(self, k: int) -> str:
        """Return what LIBSVM has printed before pass k; at the end of the run, all of it."""
        return "".join(self.line if k >= len(self.line) - 1 else self.line[:k])


def run(asked: Question) -> Recording:
    """Return the run shown in the player; `InputError` if the problem cannot be solved."""
    return recording(asked.problem)


def runs_away(asked: Question) -> bool:
    """Whether it is proved that no hard margin exists."""
    return asked.C is None and solved(asked.problem).solution.light is Light.IMPOSSIBLE


def dual(asked: Question) -> Problem:
    """Return the problem whose dual the run solves."""
    problem = run(asked).trace.problem
    assert isinstance(problem, Problem)
    return problem


def end(asked: Question) -> MachineFit:
    """Return the machine at the end of the run; IMPOSSIBLE (no f) if the hulls meet or contain the origin."""
    trace = run(asked).trace
    return fitted(dual(asked), Answer(np.array(trace.last.alpha), trace.outcome, len(trace)))


def name(asked: Question) -> str:
    """Return the name of that run."""
    return asked.problem.run_name


def course(asked: Question) -> LoopCourse:
    """Return the shrinking tests of the run, the size of the active set in every state, and LIBSVM's output."""
    return _courses.get(asked.key("course"), lambda: LoopCourse(run(asked)))


def stood(asked: Question, k: int) -> tuple[Halt, Rebuilt]:
    """Return the state of the loop after k passes, and the gradient of the variables set aside."""
    trace = run(asked).trace
    return _halts.get(asked.key("halt", k), lambda: (halt(trace, course(asked).looks, k), rebuilt(trace, k)))


def saved(asked: Question) -> Savings:
    """Return four runs with and without shrinking and cache, timed at the first request."""
    problem = dual(asked)
    make = lambda: savings(problem, LIBSVM_TOLERANCE, asked.rows, STEPS_OF_A_RUN)  # noqa: E731
    return _savings.get(asked.key("savings"), make)


def has_machines(asked: Question) -> bool:
    """Whether all five machines are run on these points: with a soft margin, for few points."""
    return asked.C is not None and len(asked.y) <= POINTS_OF_MACHINES


def machines(asked: Question) -> Machines:
    """Return a summary of the loop for each of the five machines, or the error if its problem is refused."""
    key = asked.key("machines", asked.chosen.nu, asked.chosen.epsilon)
    return _machines.get(key, lambda: {name: _machine(asked, name) for name in MACHINES})


def _machine(asked: Question, name: str) -> LoopSummary | InputError:
    try:
        problem = replace(asked.problem, machine=replace(asked.chosen, machine=name).spec).core_problem()
        return summary(problem, LIBSVM_TOLERANCE, asked.rows, asked.options.shrinking, STEPS_OF_A_RUN)
    except InputError as error:
        return error


def split(asked: Question, k: int) -> JoachimsSplit:
    """Return Joachims' three classes of variables after k passes; with a hard margin none is at C."""
    trace = run(asked).trace
    return joachims_split(dual(asked), trace.state_at(k).alpha)


def has_values(asked: Question) -> bool:
    """Whether the machine has targets for least squares: labels or heights; one class has neither."""
    return asked.entry.labels or asked.entry.graph


def kept(asked: Question) -> KeptGradient:
    """Return gradient descent for least squares on labels or heights, with a gradient that is updated."""
    X, y = asked.X, asked.y
    if asked.entry.graph:
        return kept_gradient(X[:, :1], X[:, 1], STEPS_DOWN)
    return kept_gradient(X, y.astype(float), STEPS_DOWN)
