"""The end of a recorded run as an answer, with its own certificate."""

from __future__ import annotations

from core.problem import LinearProblem
from core.solver import Answer
from core.view import Solution, linear_solution
from core.view import solution as solution_of
from ui.solve.kernels import KernelSpec, in_plane
from ui.solve.recording import Recording


def end_of(run: Recording, spec: KernelSpec, before: Answer | None = None) -> Solution:
    """Return what may be shown of the end; `before` has found out whether a hard margin exists."""
    trace = run.trace
    ended = Answer(trace.last.alpha, trace.outcome, len(trace), None if before is None else before.separation)
    if isinstance(trace.problem, LinearProblem):
        return linear_solution(trace.problem, ended, in_plane=in_plane(spec))
    return solution_of(trace.problem, ended)
