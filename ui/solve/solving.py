"""From what the controls say to a solved problem: the meeting point of the pages and the core.

Everything that asks for the same solve at the same time shares one run, and a finished run is kept for the next who
asks: a class that opens one link costs one solve. What is solved for somebody who drags is kept as well, in a small
memory of its own: the last of these answers is the one that the page asks for when the mouse button is released.
"""

from __future__ import annotations

import hashlib
import math
from collections.abc import Callable
from concurrent.futures import CancelledError
from dataclasses import dataclass
from typing import Protocol, TypeVar

import numpy as np
from numpy.typing import NDArray

from core.problem import InputError, Problem, c_svc
from core.solver import STEPPERS, Answer, CancelFlag, Outcome, answer
from core.trace import Trace, fork, record
from core.view import Curves, Light, Solution, curves, solution
from ui.solve.kernels import KernelSpec, kernel_of, numbers_of, real
from ui.solve.limits import LARGEST_C, STEPS_OF_A_SOLVE
from ui.solve.memory import LIVE, SharedResults

SOLVER = "smo-second-order"  # whose steps an answer begins with
TOLERANCE = 1e-5  # on m - M, in units of f: about the tenth part of a pixel, and enough to prove the printed digits

Coordinates = NDArray[np.float64]  # (n, 2)
Labels = NDArray[np.int8]  # (n,)


class Answered(Protocol):
    """Whatever holds an answer."""

    @property
    def answer(self) -> Answer:
        """The answer."""


Found = TypeVar("Found", bound=Answered)


@dataclass(frozen=True)
class Solved:
    """A problem, its answer and what may be shown of it."""

    problem: Problem
    answer: Answer
    solution: Solution


def penalty_of(C: object) -> float:
    """Return C as a number, infinity for None (the hard margin); `InputError` for anything that is no penalty."""
    if C is None:
        return math.inf
    try:
        value = real(C)
    except TypeError as error:
        raise InputError("C.not_positive", "C is {C}; it must be greater than 0.", C=str(C)[:20]) from error
    except OverflowError:
        value = math.inf
    if value > LARGEST_C:
        raise InputError("C.too_large", "C is {C}; the maximum is {most}.", C=value, most=LARGEST_C)
    if not value > 0:
        raise InputError("C.not_positive", "C is {C}; it must be greater than 0.", C=value)
    return value


def problem_of(X: Coordinates, y: Labels, spec: KernelSpec, C: float | None) -> Problem:
    """Return the C-SVC problem of the controls; C = None is the hard margin."""
    return c_svc(X, y, kernel_of(spec, X), penalty_of(C))


def solve(X: Coordinates, y: Labels, spec: KernelSpec, C: float | None, cancel: CancelFlag | None = None) -> Solved:
    """Solve at once, for somebody who is dragging a point."""
    problem = problem_of(X, y, spec, C)
    found = answer(problem, SOLVER, TOLERANCE, STEPS_OF_A_SOLVE, cancel)
    return Solved(problem, found, solution(problem, found))


def content_key(X: Coordinates, y: Labels, *rest: object) -> str:
    """Return a key of the full content: sampled hashes give one student another one's answer."""
    digest = hashlib.blake2b(np.ascontiguousarray(X).tobytes(), digest_size=16)
    digest.update(np.ascontiguousarray(y).tobytes())
    digest.update(repr(rest).encode())
    return digest.hexdigest()


_solved: SharedResults[Solved] = SharedResults()
_live: SharedResults[Solved] = SharedResults(LIVE)
_curves: SharedResults[Curves | None] = SharedResults()


def solved(X: Coordinates, y: Labels, spec: KernelSpec, C: float | None) -> Solved:
    """Solve, or return what somebody else's identical question has found."""
    key = solve_key(X, y, spec, C)
    return _solved.get(key, lambda: _live.get(key, lambda: solve(X, y, spec, C)))


def solved_live(
    X: Coordinates, y: Labels, spec: KernelSpec, C: float | None, cancel: CancelFlag | None = None
) -> Solved | None:
    """Solve for somebody who is dragging, as `solved`; None where a newer question has cancelled this one."""
    return kept_or_solved(_solved, _live, solve_key(X, y, spec, C), lambda: solve(X, y, spec, C, cancel), cancel)


def kept_or_solved(
    kept: SharedResults[Found],
    passing: SharedResults[Found],
    key: str,
    solve_it: Callable[[], Found],
    cancel: CancelFlag | None,
) -> Found | None:
    """Return what is known under a key, or solve for it; None where a newer question has cancelled this one."""

    def make() -> Found:
        found = solve_it()
        if found.answer.outcome == Outcome.CANCELLED:
            raise CancelledError  # half an answer is nothing to keep
        return found

    try:
        found = kept.known(key) or passing.get(key, make)
    except CancelledError:
        return None
    return None if cancel is not None and cancel[0] else found


def known_problem(X: Coordinates, y: Labels, spec: KernelSpec, C: float | None) -> Problem:
    """Return the problem of the controls, that of its answer where there is one: the matrix is half of a solve."""
    key = solve_key(X, y, spec, C)
    found = _solved.known(key) or _live.known(key)
    return problem_of(X, y, spec, C) if found is None else found.problem


def solve_curves(
    X: Coordinates, y: Labels, spec: KernelSpec, C: float | None, begun: Trace | None = None
) -> Curves | None:
    """Return how that solve went, step by step; None where the problem was refused before the first step.

    A recorded run of the same problem that was cut at its limit spares its steps, where it has the rule of the solve.
    """

    def make() -> Curves | None:
        found = solved(X, y, spec, C)
        return None if found.solution.light is Light.IMPOSSIBLE else curves(trace_of(found, begun))

    return _curves.get(solve_key(X, y, spec, C), make)


def solve_key(X: Coordinates, y: Labels, spec: KernelSpec, C: float | None, *rest: object) -> str:
    """Return a key of a question; 1 and 1.0 are one number, whichever way it came. `InputError` if it is none."""
    kernel_of(spec), penalty_of(C)
    return content_key(X, y, numbers_of(spec), None if C is None else float(C), *rest)


def trace_of(found: Solved, begun: Trace | None = None) -> Trace:
    """Record the run that led to an answer: the same rule, the same steps; its beginning may be there already."""
    if begun is not None and _is_beginning(begun):
        return fork(begun, len(begun), SOLVER, TOLERANCE, STEPS_OF_A_SOLVE)
    return record(found.problem, SOLVER, TOLERANCE, STEPS_OF_A_SOLVE)


def _is_beginning(run: Trace) -> bool:
    """Tell whether a run took the first steps of a solve, and would have gone on."""
    if run.outcome is not Outcome.STEP_LIMIT or run.trunk is not None or run.picked:
        return False
    return run.stepper.name == SOLVER and run.rule == STEPPERS[SOLVER].rule(TOLERANCE)
