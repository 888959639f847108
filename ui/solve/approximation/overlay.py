"""The comparison drawn over a board: the exact kernel's boundary over an approximation, the SVM's over a perceptron.

The exact kernel has the same points, gamma and machine and is solved the same way; the SVM has the perceptron's kernel
and a hard margin.
"""

from __future__ import annotations

from concurrent.futures import CancelledError
from dataclasses import dataclass, replace
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from core.problem import InputError, Problem, decision_values
from core.problem.arrays import Vector
from core.problem.formulation.classification import c_svc_of_signs
from core.solver import CancelFlag
from core.solver.linear.kernel_dual import kernel_dual
from core.topics.descent.experiment import PROVED, from_gram
from core.view import Light, field, grid_axes
from core.view.grid import Square
from ui.solve.board_problem import BoardProblem
from ui.solve.kernels import exact_of, penalty_of, waves_of
from ui.solve.machine.table import FIRST
from ui.solve.memory import LIVE, SharedResults
from ui.solve.options import CoordinateOptions, PerceptronOptions
from ui.solve.recording import BIAS
from ui.solve.solving import TOLERANCE, solve, solve_machine, solved_live, solved_machine_live

CELLS = 50  # along each axis of the window: a cell is 0.04 % of it
ACROSS = 501  # positions across the window at which two curves are compared

OnWindow: TypeAlias = NDArray[np.bool_] | Vector  # (CELLS, CELLS) where f >= 0; of a graph (ACROSS,) f itself


@dataclass(frozen=True)
class Predictor:
    """The f of a solved machine, f(x) = sum_i coef_i K(x_i, x) + b."""

    problem: Problem  # of its kernel on the points
    alpha: Vector  # in the scale of this f
    b: float

    @property
    def numbers(self) -> Vector:
        """The coefficient of each point, and b, shape (n + 1,)."""
        return np.append(self.problem.form.coefficients(self.alpha), self.b)


_without_offset: SharedResults[Predictor | None] = SharedResults(LIVE)
_of_exact_kernels: SharedResults[OnWindow | None] = SharedResults()
_shares: SharedResults[float] = SharedResults()


def overlay(question: BoardProblem, cancel: CancelFlag | None = None) -> dict[str, Vector]:
    """Return what a browser needs besides an answer or a run to draw it: the waves of the kernel and the `ghost`."""
    return {**waves_of(question.kernel, question.seen), **ghost(question, cancel)}


def ghost(question: BoardProblem, cancel: CancelFlag | None = None) -> dict[str, Vector]:
    """Return coefficients and b, from which a browser draws the comparison boundary or curve.

    Empty if it is not known, if the kernel itself is exact, and in a race, which compares only the work.
    """
    options = question.options
    if isinstance(options, PerceptronOptions):
        found = predictor(replace(question, C=None, options=None), cancel)
    else:
        gaussian = None if options is not None and options.race else exact_of(question.kernel)
        found = None if gaussian is None else predictor(question.with_kernel(gaussian), cancel)
    return {} if found is None else {"ghost": found.numbers}


def predictor(question: BoardProblem, cancel: CancelFlag | None = None, kept: bool = True) -> Predictor | None:
    """Return the solved machine; None if none is proved, or if a newer question has cancelled this one.

    The trials of a search are not `kept`: with 2,000 points a single one would evict half of the results of all drags.
    """
    try:
        if question.machine.name != FIRST:
            machine = (solved_machine_live if kept else solve_machine)(question, cancel)
            if machine is None or machine.fitted.light is not Light.PROVED:
                return None
            return Predictor(machine.problem, machine.fitted.alpha / machine.fitted.unit, machine.fitted.b)
        if question.free_offset:
            found = (solved_live if kept else solve)(question, cancel)
            if found is None or found.solution.light is not Light.PROVED:
                return None
            return Predictor(found.problem, found.solution.alpha, found.solution.b)
        if not kept:
            return _descended(question, cancel)
        return _without_offset.get(question.key(), lambda: _descended(question, cancel), cancel)
    except (InputError, CancelledError):  # the page of the approximation itself says why
        return None


def proofs(question: BoardProblem) -> tuple[Light | None, Light | None]:
    """Return the proof state of the machine and of the exact kernel's; None if its parameters are refused.

    This is for machines other than C-SVC, which need not exist for every nu.
    """
    gaussian = exact_of(question.kernel)
    assert gaussian is not None
    return _proof(question), _proof(question.with_kernel(gaussian))


def _proof(question: BoardProblem) -> Light | None:
    try:
        found = solved_machine_live(question)
    except InputError:
        return None
    return None if found is None else found.fitted.light


def _descended(question: BoardProblem, cancel: CancelFlag | None) -> Predictor | None:
    """Solve the dual without the equality constraint, through the kernel instead of its features.

    SMO is the quickest by far, but many points with a large C take it more steps than a visitor would wait for.
    """
    options = question.options
    assert isinstance(options, CoordinateOptions)
    problem, C = question.core_problem(), penalty_of(question.C)
    bias = BIAS if options.bias else None
    classes = c_svc_of_signs(problem.y, C, loss=options.loss)
    found = kernel_dual(problem.dual.kernel, classes, bias, TOLERANCE, cancel)
    if found.relative_gap <= PROVED:
        return Predictor(problem, found.alpha, found.b)
    other = from_gram(problem.dual.kernel, problem.y, C, options.loss, bias, cancel)
    alpha, b = other.signed * problem.y, 0.0 if bias is None else bias**2 * float(other.signed.sum())
    return Predictor(problem, alpha, b) if other.gap <= PROVED else None


def differing_share(
    question: BoardProblem, square: Square, cancel: CancelFlag | None = None, kept: bool = True
) -> float:
    """Return the share of the window on which the approximation and the exact kernel differ; nan unless both exist.

    For two curves it is their largest distance across the window, as a share of the `unit` of the question. If
    cancelled before it is known, it ends with `CancelledError`. `kept` as in `predictor`, for the approximation.
    """
    gaussian = exact_of(question.kernel)
    assert gaussian is not None
    try:
        key = question.key(square)
    except InputError:  # there is no such problem, and the page says why
        return float("nan")

    def make() -> float:
        right = _of_exact(question.with_kernel(gaussian), square, cancel)
        near = None if right is None else predictor(question, cancel, kept)
        if right is None or near is None:
            return float("nan")
        drawn = _drawn(near, square, question.graph)
        return float(np.abs(drawn - right).max()) / question.unit if question.graph else float(np.mean(drawn != right))

    return _shares.get(key, make, cancel)


def _of_exact(exact: BoardProblem, square: Square, cancel: CancelFlag | None) -> OnWindow | None:
    """Return the exact kernel on the window, cached for all its approximations; None if unproved."""

    def make() -> OnWindow | None:
        found = predictor(exact, cancel)
        return None if found is None else _drawn(found, square, exact.graph)

    return _of_exact_kernels.get(exact.key(square), make, cancel)


def known_share(question: BoardProblem, square: Square) -> float | None:
    """Return the differing share if it is cached."""
    return _shares.known(question.key(square))


def _drawn(found: Predictor, square: Square, graph: bool) -> OnWindow:
    if graph:  # f across the window, from its left edge to its right one
        x = np.linspace(square[0], square[0] + square[2], ACROSS)
        return decision_values(found.problem, found.alpha, found.b, np.column_stack([x, np.zeros(ACROSS)]))
    axes = grid_axes(square[:2], square[2], CELLS)
    return field(found.problem, found.alpha, found.b, *axes) >= 0.0
