"""The solution of the board's question, and its recorded run. Both are shared with the socket."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from core.problem import InputError, Problem
from core.problem.arrays import Vector
from core.solver import Answer, Outcome
from core.topics.descent.experiment import Offsets
from core.topics.machines.view import MachineFit, fitted
from core.view import Curves, Light, Solution
from pages.board.question import Question
from pages.descent import nothing_to_compare, optima
from ui.page.choice import StandIns, by_kernel
from ui.solve.memory import SharedResults
from ui.solve.options import LOSSES
from ui.solve.readiness import READINESS
from ui.solve.recording import ForkedRun, Recording, end_of, end_of_machine, forked
from ui.solve.request import AnswerMessage, leading, refusal_parts, solution_parts
from ui.solve.solving import MachineSolved, solve_curves, solved
from ui.words import Words

_ends: SharedResults[Solution] = SharedResults()
_ends_of_machines: SharedResults[MachineSolved] = SharedResults()


@dataclass(frozen=True)
class Multipliers:
    """The data of the bars at a step before the end."""

    alpha: Vector  # (n,)
    free: int
    bounded: int


def solution(question: Question) -> Solution | InputError:
    """Return the solution, or the error: the end of the recorded run, if the run has one."""
    if question.descent is not None and not READINESS.wait(0.0):
        return InputError("solver.compiling", "Coordinate descent is still being compiled.")
    try:
        if question.descent is None:
            return _of_pairs(question)
        # Coordinate descent ends where its run ends, even at its limit: no trainer continues it.
        run = forked(question.problem).shown
        return _ends.get(question.problem.run_name, lambda: end_of(run, question.problem))
    except InputError as error:
        return error


def has_no_margin(question: Question) -> bool:
    """Whether it is proved that no hard margin exists."""
    if question.other is not None:
        return False
    found = solution(question)
    return not isinstance(found, InputError) and found.light is Light.IMPOSSIBLE


def _of_pairs(question: Question) -> Solution:
    found = solved(question.problem)
    run = walk(question, found.solution)
    if run is None or not is_uncut(run):
        return found.solution
    return _ends.get(question.problem.run_name, lambda: end_of(run, question.problem, found.answer))


def walk(question: Question, found: Solution) -> Recording | None:
    """Return the recorded run to a solution; None without a hard margin, and while the server still compiles."""
    both = walks(question, found)
    return None if both is None else both.shown


def walks(question: Question, found: Solution | InputError) -> ForkedRun | None:
    """Return the run and, after a fork, its other branch; None also if the question was refused."""
    if isinstance(found, InputError) or found.light is Light.IMPOSSIBLE or not READINESS.wait(0.0):
        return None
    return forked(question.problem)


def is_uncut(run: Recording) -> bool:
    """Whether the run ended within the steps that a player keeps."""
    return run.trace.outcome is Outcome.OPTIMAL


def told(question: Question, found: Solution | InputError, words: Words) -> AnswerMessage:
    """Return the picture of the board and the words of the light; for a refused question the light says why."""
    if isinstance(found, InputError):
        header, arrays = refusal_parts(found, words)
        return leading(header, None, None, words), arrays
    header, arrays = solution_parts(found, words)
    return leading(header, found, question.problem, words), arrays


def course(question: Question, found: Solution) -> Curves | None:
    """Return the course of the solve, step by step; None if the problem was refused before the first step."""
    run = walk(question, found)
    uncut = run is not None and (is_uncut(run) or found.coordinates)
    if run is None:
        return solve_curves(question.problem)
    return run.playback.sampled if uncut else solve_curves(question.problem, run.trace)


def step_before_end(question: Question, run: Recording | None) -> int | None:
    """Return the step of the run that the board shows; None at its end, and if there is no run."""
    step = question.step
    return None if run is None or step is None or step >= len(run.trace) else step


def multipliers(run: Recording, k: int) -> Multipliers:
    """Return the multipliers after k steps of a run."""
    alpha = run.trace.state_at(k).alpha
    at_upper = alpha >= run.trace.problem.dual.upper
    return Multipliers(alpha, int(np.count_nonzero((alpha > 0) & ~at_upper)), int(np.count_nonzero(at_upper)))


def machine_at_rest(question: Question, found: MachineSolved, run: Recording) -> MachineSolved:
    """Return the end of the run of a machine other than C-SVC, if it proves as much as the trained one."""
    if not is_uncut(run):
        return found
    end = _ends_of_machines.get(question.problem.run_name, lambda: end_of_machine(run.trace))
    return end if end.fitted.light is found.fitted.light else found


def state_of_machine(run: Recording, k: int) -> MachineFit:
    """Return the fit of a machine other than C-SVC after k steps of its run."""
    trace = run.trace
    assert isinstance(trace.problem, Problem)
    return fitted(trace.problem, Answer(trace.state_at(k).alpha, Outcome.RUNNING, k))


def boundaries(question: Question) -> Offsets | None:
    """Return both optima, with a free offset and without one; None if their difference is not proved.

    With the squared hinge there is no comparison, because SMO solves the problem with the hinge here.
    """
    descent = question.descent
    if descent is None or descent.run_options.loss != LOSSES[0]:
        return None
    both = optima(descent)
    return both if both.proved and nothing_to_compare(both) is None else None


def stand_ins(question: Question) -> StandIns | None:
    """Return the board's kernel if it is an approximation for which C-SVC's gamma and one C can be chosen."""
    if not question.spec.usual:
        return None
    return by_kernel(question.board.points.X, question.board.points.y, question.board.kernel)
