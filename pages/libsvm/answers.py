"""The run of a question and the data computed from it, cached for all visitors."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np

from core.estimators import answer_to_libsvm
from core.problem import InputError, Problem
from core.solver import Answer, Outcome
from core.topics.libsvm.coupling import Coupled, coupled
from core.topics.libsvm.experiment import LoopSummary, Savings, savings, summary
from core.topics.libsvm.report import EndReport, report
from core.topics.libsvm.theory import JoachimsSplit, KeptGradient, joachims_split, kept_gradient, missing_rows
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
CLASSES, RANDOM_TABLES = (3, 4, 6, 10), 1000

Machines = dict[str, LoopSummary | InputError]

_courses: SharedResults[LoopCourse] = SharedResults()
_reports: SharedResults[EndReport | None] = SharedResults()
_coupled: SharedResults[tuple[Coupled, ...]] = SharedResults()
_halts: SharedResults[tuple[Halt, Rebuilt]] = SharedResults()
_savings: SharedResults[Savings] = SharedResults()
_machines: SharedResults[Machines] = SharedResults()
_evictions: SharedResults[Evictions] = SharedResults()


@dataclass(frozen=True)
class Evictions:
    """The rows that the pairs of a run ask for, and how many are missing by the order in which rows leave."""

    n: int
    room: int  # rows
    asked: int
    by_use: int  # the row used longest ago goes first (LRU)
    by_age: int  # the row that came first goes first (FIFO)


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


def run(question: Question) -> Recording:
    """Return the run shown in the player; `InputError` if the problem cannot be solved."""
    return recording(question.problem)


def runs_away(question: Question) -> bool:
    """Whether it is proved that no hard margin exists."""
    return question.C is None and solved(question.problem).solution.light is Light.IMPOSSIBLE


def dual(question: Question) -> Problem:
    """Return the problem whose dual the run solves."""
    problem = run(question).trace.problem
    assert isinstance(problem, Problem)
    return problem


def end(question: Question) -> MachineFit:
    """Return the machine at the end of the run; IMPOSSIBLE (no f) if the hulls meet or contain the origin."""
    trace = run(question).trace
    return fitted(dual(question), Answer(np.array(trace.last.alpha), trace.outcome, len(trace)))


def name(question: Question) -> str:
    """Return the name of that run."""
    return question.problem.run_name


def course(question: Question) -> LoopCourse:
    """Return the shrinking tests of the run, the size of the active set in every state, and LIBSVM's output."""
    return _courses.get(question.key("course"), lambda: LoopCourse(run(question)))


def printed(question: Question) -> EndReport | None:
    """Return what svm-train prints at the end of the run; None unless it ends at its tolerance, with a margin."""
    trace = run(question).trace
    if trace.outcome is not Outcome.OPTIMAL:
        return None
    return _reports.get(question.key("report"), lambda: report(trace))


def model_file(question: Question) -> str:
    """Return the model file that svm-train writes after such a run; for a kernel that LIBSVM has."""
    found = printed(question)
    assert found is not None
    return answer_to_libsvm(dual(question), run(question).trace.last.alpha, found.rho, found.margin)


def coupling() -> tuple[Coupled, ...]:
    """Return pairwise coupling on random tables, by number of classes."""
    return _coupled.get("coupled", lambda: tuple(coupled(classes, RANDOM_TABLES) for classes in CLASSES))


def stood(question: Question, k: int) -> tuple[Halt, Rebuilt]:
    """Return the state of the loop after k passes, and the gradient of the variables set aside."""
    trace = run(question).trace
    return _halts.get(question.key("halt", k), lambda: (halt(trace, course(question).looks, k), rebuilt(trace, k)))


def saved(question: Question) -> Savings:
    """Return four runs with and without shrinking and cache, timed at the first request."""
    problem = dual(question)
    make = lambda: savings(problem, LIBSVM_TOLERANCE, question.rows, STEPS_OF_A_RUN)  # noqa: E731
    return _savings.get(question.key("savings"), make)


def has_machines(question: Question) -> bool:
    """Whether all five machines are run on these points: with a soft margin, for few points."""
    return question.C is not None and len(question.y) <= POINTS_OF_MACHINES


def machines(question: Question) -> Machines:
    """Return a summary of the loop for each of the five machines, or the error if its problem is refused."""
    key = question.key("machines", question.chosen.nu, question.chosen.epsilon)
    return _machines.get(key, lambda: {name: _machine(question, name) for name in MACHINES})


def _machine(question: Question, name: str) -> LoopSummary | InputError:
    try:
        problem = replace(question.problem, machine=replace(question.chosen, machine=name).spec).core_problem()
        return summary(problem, LIBSVM_TOLERANCE, question.rows, question.options.shrinking, STEPS_OF_A_RUN)
    except InputError as error:
        return error


def split(question: Question, k: int) -> JoachimsSplit:
    """Return Joachims' three classes of variables after k passes; with a hard margin none is at C."""
    trace = run(question).trace
    return joachims_split(dual(question), trace.state_at(k).alpha)


def has_values(question: Question) -> bool:
    """Whether the machine has targets for least squares: labels or heights; one class has neither."""
    return question.entry.labels or question.entry.graph


def kept(question: Question) -> KeptGradient:
    """Return gradient descent for least squares on labels or heights, with a gradient that is updated."""
    X, y = question.X, question.y
    if question.entry.graph:
        return kept_gradient(X[:, :1], X[:, 1], STEPS_DOWN)
    return kept_gradient(X, y.astype(float), STEPS_DOWN)


def evictions(question: Question) -> Evictions:
    """Return the missing rows of the run's pairs under both orders, in whole rows, without shrinking or its swaps."""

    def make() -> Evictions:
        table, n = run(question).trace.table, len(question.y)
        pairs = np.column_stack([table["i"], table["j"]]) % n  # in regression two variables share the row of a point
        rows, room = [int(row) for row in pairs[(table["j"] >= 0)].ravel()], question.rows or n
        return Evictions(n, room, len(rows), missing_rows(rows, room, True), missing_rows(rows, room, False))

    return _evictions.get(question.key("evictions"), make)
