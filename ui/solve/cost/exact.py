"""What is drawn beside a boundary: of an approximation the exact Gaussian kernel's, of a perceptron the SVM's.

The exact kernel has the same points, gamma and machine, and is solved the same way; the SVM has the kernel of the
perceptron, and a hard margin.
"""

from __future__ import annotations

from collections.abc import Mapping
from concurrent.futures import CancelledError
from dataclasses import dataclass, replace
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from core.problem import InputError, Problem, decision_values
from core.problem.arrays import Matrix, Vector
from core.problem.formulation.classification import c_svc_of_signs
from core.solver import CancelFlag
from core.solver.linear.kernel_dual import kernel_dual
from core.topics.descent.experiment import PROVED, from_gram
from core.view import Light, field, grid_axes
from core.view.grid import Square
from ui.solve.kernels import KernelSpec, exact_of, named_only, waves_of
from ui.solve.machine.solving import solve_machine, solved_machine_live
from ui.solve.machine.table import FIRST, MACHINES, MachineSpec, for_board, machine_in, seen_points
from ui.solve.memory import LIVE, SharedResults
from ui.solve.recording import BIAS
from ui.solve.solving import TOLERANCE, Coordinates, Labels, penalty_of, problem_of, solve, solve_key, solved_live
from ui.solve.way import COORDINATE_SOLVER, LIBSVM, PERCEPTRON, USUAL_MACHINE, Way

CELLS = 50  # along each axis of the window: a cell is 0.04 % of it
ACROSS = 501  # places across the window at which two curves are compared

OnWindow: TypeAlias = NDArray[np.bool_] | Vector  # (CELLS, CELLS) where f >= 0; of a graph (ACROSS,) f itself


@dataclass(frozen=True, eq=False)
class Asked:
    """What is on a board, and how it is solved."""

    X: Coordinates
    y: Labels
    spec: KernelSpec
    C: float | None
    way: Way | None = None  # None: as a board is solved

    @property
    def problem(self) -> tuple[Coordinates, Labels, KernelSpec, float | None]:
        """What the solver needs."""
        return self.X, self.y, self.spec, self.C

    @property
    def machine(self) -> MachineSpec:
        """What is trained."""
        return USUAL_MACHINE if self.way is None else self.way.machine

    @property
    def graph(self) -> bool:
        """Whether that predicts x2 from x1."""
        return MACHINES[self.machine.name].graph

    @property
    def seen(self) -> Coordinates:
        """The points as the kernel sees them."""
        return seen_points(self.X, self.machine)

    @property
    def on_board(self) -> KernelSpec:
        """The kernel, with the numbers of any other machine than C-SVC, as a board has them."""
        return for_board(self.spec, self.machine)

    @property
    def ranges(self) -> bool:
        """Whether the values of a graph differ."""
        return bool(np.ptp(self.X[:, 1]) > 0.0)

    @property
    def unit(self) -> float:
        """What the distance of two curves is a share of: the range of the values, or 1 where that is 0."""
        return float(np.ptp(self.X[:, 1])) if self.ranges else 1.0

    @property
    def free(self) -> bool:
        """Whether the offset is free: coordinate descent has none, or one inside the norm."""
        return self.way is None or self.way.solver != COORDINATE_SOLVER

    def of(self, spec: KernelSpec) -> Asked:
        """Return the same with another kernel."""
        return replace(self, spec=spec)

    def tuned(self, sent: Mapping[str, Any]) -> Asked:
        """Return the same with kernel, C and numbers of the machine as a browser sends them together."""
        way = None if self.way is None else replace(self.way, machine=machine_in(sent))
        return replace(self, spec=named_only(sent), C=sent.get("C"), way=way)

    def key(self, *more: object) -> str:
        """Return a key of the problem, of the way to solve it, and of whatever else a result depends on."""
        formulation = None if self.way is None or self.free else (self.way.loss, self.way.bias)
        return solve_key(self.X, self.y, self.spec, self.C, formulation, self.machine, *more)


def under(X: Coordinates, y: Labels, spec: KernelSpec, C: float | None, machine: MachineSpec) -> Asked:
    """Return what a board asks that shows any machine."""
    return Asked(X, y, spec, C, Way(LIBSVM, machine=machine))


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


def beside(asked: Asked, cancel: CancelFlag | None = None) -> dict[str, Vector]:
    """Return what a browser needs beside an answer or a run to draw it: the waves of the kernel, and the `ghost`."""
    return {**waves_of(asked.spec, asked.seen), **ghost(asked, cancel)}


def ghost(asked: Asked, cancel: CancelFlag | None = None) -> dict[str, Vector]:
    """Return what a browser draws the boundary, or the curve, beside a board's own from: coefficients and b.

    Nothing where that is not known, where the kernel itself is exact, or in a race, which is about the work alone.
    """
    if asked.way is not None and asked.way.solver == PERCEPTRON:
        found = machine(replace(asked, C=None, way=None), cancel)
    else:
        gaussian = None if asked.way is not None and asked.way.race else exact_of(asked.spec)
        found = None if gaussian is None else machine(asked.of(gaussian), cancel)
    return {} if found is None else {"ghost": found.numbers}


def machine(asked: Asked, cancel: CancelFlag | None = None, kept: bool = True) -> Predictor | None:
    """Return the solved machine; None where none is proved, or a newer question has cancelled this one.

    Of many trials, one of which is asked for after the other, none is `kept`: of 2,000 points a single one drives out
    half of what was solved for all who drag.
    """
    try:
        if asked.machine.name != FIRST:
            return _of_other_machine(asked, cancel, kept)
        return _with_free_offset(asked, cancel, kept) if asked.free else _without_free_offset(asked, cancel, kept)
    except (InputError, CancelledError):  # whoever asks for the approximation itself is told why
        return None


def proofs(asked: Asked) -> tuple[Light | None, Light | None]:
    """Return how far the machine is proved, and the same of the exact kernel; None where its numbers are refused.

    They are those of another machine than C-SVC, of which there may be none.
    """
    gaussian = exact_of(asked.spec)
    assert gaussian is not None
    return _proof(asked), _proof(asked.of(gaussian))


def _proof(asked: Asked) -> Light | None:
    try:
        found = solved_machine_live(*asked.problem, asked.machine)
    except InputError:
        return None
    return None if found is None else found.fitted.light


def _of_other_machine(asked: Asked, cancel: CancelFlag | None, kept: bool) -> Predictor | None:
    trained = solved_machine_live if kept else solve_machine
    found = trained(*asked.problem, asked.machine, cancel)
    if found is None or found.fitted.light is not Light.PROVED:
        return None
    return Predictor(found.problem, found.fitted.alpha / found.fitted.unit, found.fitted.b)


def _with_free_offset(asked: Asked, cancel: CancelFlag | None, kept: bool) -> Predictor | None:
    found = (solved_live if kept else solve)(*asked.problem, cancel)
    if found is None or found.solution.light is not Light.PROVED:
        return None
    return Predictor(found.problem, found.solution.alpha, found.solution.b)


def _without_free_offset(asked: Asked, cancel: CancelFlag | None, kept: bool) -> Predictor | None:
    if not kept:
        return _descended(asked, cancel)
    return _without_offset.get(asked.key(), lambda: _descended(asked, cancel), cancel)


def _descended(asked: Asked, cancel: CancelFlag | None) -> Predictor | None:
    """Solve the dual without the equality constraint, whose features are worth no more here than their kernel.

    SMO is the quickest by far, but many points under a large C take it more steps than anybody waits for.
    """
    assert asked.way is not None
    problem, C = problem_of(*asked.problem), penalty_of(asked.C)
    bias = BIAS if asked.way.bias else None
    classes = c_svc_of_signs(problem.y, C, loss=asked.way.loss)
    found = kernel_dual(problem.dual.kernel, classes, bias, TOLERANCE, cancel)
    if found.relative_gap <= PROVED:
        return Predictor(problem, found.alpha, found.b)
    other = from_gram(problem.dual.kernel, problem.y, C, asked.way.loss, bias, cancel)
    alpha, b = other.signed * problem.y, 0.0 if bias is None else bias**2 * float(other.signed.sum())
    return Predictor(problem, alpha, b) if other.gap <= PROVED else None


def differing_share(asked: Asked, square: Square, cancel: CancelFlag | None = None, kept: bool = True) -> float:
    """Return the share of the window on which the approximation and the exact kernel differ; nan without both.

    Of two curves it is their largest distance across the window, as a share of the `unit` of the question. Once
    cancelled it ends as `CancelledError`, where it was not known. `kept` as in `machine`, of the approximation.
    """
    gaussian = exact_of(asked.spec)
    assert gaussian is not None
    try:
        key = asked.key(square)
    except InputError:  # there is no such problem, and the page says why
        return float("nan")

    def make() -> float:
        right = _of_exact(asked.of(gaussian), square, cancel)
        near = None if right is None else machine(asked, cancel, kept)
        if right is None or near is None:
            return float("nan")
        drawn = _drawn(near, square, asked.graph)
        return float(np.abs(drawn - right).max()) / asked.unit if asked.graph else float(np.mean(drawn != right))

    return _shares.get(key, make, cancel)


def _of_exact(exact: Asked, square: Square, cancel: CancelFlag | None) -> OnWindow | None:
    """Return what is drawn of the exact kernel, kept for all its approximations; None unproved."""

    def make() -> OnWindow | None:
        found = machine(exact, cancel)
        return None if found is None else _drawn(found, square, exact.graph)

    return _of_exact_kernels.get(exact.key(square), make, cancel)


def known_share(asked: Asked, square: Square) -> float | None:
    """Return that where it has been computed already."""
    return _shares.known(asked.key(square))


def _drawn(found: Predictor, square: Square, graph: bool) -> OnWindow:
    return _curve(found, square) if graph else _field(found, square) >= 0.0


def _curve(found: Predictor, square: Square) -> Vector:
    """Return f across the window, from its left edge to its right one."""
    x = np.linspace(square[0], square[0] + square[2], ACROSS)
    return decision_values(found.problem, found.alpha, found.b, np.column_stack([x, np.zeros(ACROSS)]))


def _field(found: Predictor, square: Square) -> Matrix:
    axes = grid_axes(square[:2], square[2], CELLS)
    return field(found.problem, found.alpha, found.b, *axes)
