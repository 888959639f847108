"""What is drawn beside a boundary: of an approximation the exact Gaussian kernel's, of a perceptron the SVM's.

The exact kernel has the same points, gamma and C, and is solved the same way; the SVM has the kernel of the perceptron,
and a hard margin.
"""

from __future__ import annotations

from concurrent.futures import CancelledError
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from core.experiment.fourier_boundary import disagreement, fourier_field
from core.experiment.offsets import PROVED
from core.experiment.without_offset import from_gram
from core.problem import FourierMap, InputError, Problem
from core.problem.arrays import Matrix, Vector
from core.problem.formulation.classification import c_svc_of_signs
from core.solver import CancelFlag
from core.solver.linear.kernel_dual import kernel_dual
from core.view import Light, field, grid_axes
from core.view.grid import Square
from ui.solve.kernels import KernelSpec, exact_of
from ui.solve.machine.table import FIRST
from ui.solve.memory import LIVE, SharedResults
from ui.solve.recording import BIAS
from ui.solve.solving import TOLERANCE, Coordinates, Labels, penalty_of, problem_of, solve, solve_key, solved_live
from ui.solve.way import COORDINATE_SOLVER, PERCEPTRON, Way

CELLS = 50  # along each axis of the window: a cell is 0.04 % of it


@dataclass(frozen=True, eq=False)
class Asked:
    """What is on a board, and how it is solved."""

    X: Coordinates
    y: Labels
    spec: KernelSpec
    C: float | None
    way: Way | None = None  # None: as a board is solved

    @property
    def free(self) -> bool:
        """Whether the offset is free: coordinate descent has none, or one inside the norm."""
        return self.way is None or self.way.solver != COORDINATE_SOLVER

    def of(self, spec: KernelSpec) -> Asked:
        """Return the same with another kernel."""
        return replace(self, spec=spec)

    def key(self, *more: object) -> str:
        """Return a key of the problem, of the way to solve it, and of whatever else a result depends on."""
        formulation = None if self.way is None or self.free else (self.way.loss, self.way.bias)
        return solve_key(self.X, self.y, self.spec, self.C, formulation, *more)


@dataclass(frozen=True)
class Classifier:
    """A solved classifier, f(x) = sum_i alpha_i y_i K(x_i, x) + b."""

    problem: Problem  # of its kernel on the points
    alpha: Vector
    b: float


_classifiers: SharedResults[Classifier | None] = SharedResults(LIVE)
_exact_classes: SharedResults[NDArray[np.bool_] | None] = SharedResults()
_shares: SharedResults[float] = SharedResults()


def ghost(asked: Asked, cancel: CancelFlag | None = None) -> dict[str, Vector]:
    """Return what a browser draws the boundary beside a board's own from: alpha_i y_i of each point, and b.

    Nothing where that is not known, where the kernel itself is exact, under another machine than C-SVC, or in a race,
    which is about the work alone.
    """
    if asked.way is not None and asked.way.solver == PERCEPTRON:
        widest = machine(replace(asked, C=None, way=None), cancel)
        return {} if widest is None else {"ghost": np.append(widest.alpha * widest.problem.y, widest.b)}
    other = asked.way is not None and (asked.way.race or asked.way.machine.name != FIRST)
    gaussian = None if other else exact_of(asked.spec)
    found = None if gaussian is None else machine(asked.of(gaussian), cancel)
    return {} if found is None else {"ghost": np.append(found.alpha * found.problem.y, found.b)}


def machine(asked: Asked, cancel: CancelFlag | None = None, kept: bool = True) -> Classifier | None:
    """Return the solved classifier; None where none is proved, or a newer question has cancelled this one.

    Of many trials, one of which is asked for after the other, none is `kept`: of 2,000 points a single one drives out
    half of what was solved for all who drag.
    """
    try:
        return _with_free_offset(asked, cancel, kept) if asked.free else _without_free_offset(asked, cancel, kept)
    except (InputError, CancelledError):  # whoever asks for the approximation itself is told why
        return None


def _with_free_offset(asked: Asked, cancel: CancelFlag | None, kept: bool) -> Classifier | None:
    found = (solved_live if kept else solve)(asked.X, asked.y, asked.spec, asked.C, cancel)
    if found is None or found.solution.light is not Light.PROVED:
        return None
    return Classifier(found.problem, found.solution.alpha, found.solution.b)


def _without_free_offset(asked: Asked, cancel: CancelFlag | None, kept: bool) -> Classifier | None:
    if not kept:
        return _descended(asked, cancel)
    return _classifiers.get(asked.key(), lambda: _descended(asked, cancel), cancel)


def _descended(asked: Asked, cancel: CancelFlag | None) -> Classifier | None:
    """Solve the dual without the equality constraint, whose features are worth no more here than their kernel.

    SMO is the quickest by far, but many points under a large C take it more steps than anybody waits for.
    """
    assert asked.way is not None
    problem, C = problem_of(asked.X, asked.y, asked.spec, asked.C), penalty_of(asked.C)
    bias = BIAS if asked.way.bias else None
    classes = c_svc_of_signs(problem.y, C, loss=asked.way.loss)
    found = kernel_dual(problem.dual.kernel, classes, bias, TOLERANCE, cancel)
    if found.relative_gap <= PROVED:
        return Classifier(problem, found.alpha, found.b)
    other = from_gram(problem.dual.kernel, problem.y, C, asked.way.loss, bias, cancel)
    alpha, b = other.signed * problem.y, 0.0 if bias is None else bias**2 * float(other.signed.sum())
    return Classifier(problem, alpha, b) if other.gap <= PROVED else None


def differing_share(asked: Asked, square: Square, cancel: CancelFlag | None = None, kept: bool = True) -> float:
    """Return the share of the window on which the approximation and the exact kernel differ; nan without both.

    Once cancelled it ends as `CancelledError`, where it was not known. `kept` as in `machine`, of the approximation.
    """
    gaussian = exact_of(asked.spec)
    assert gaussian is not None
    try:
        key = asked.key(square)
    except InputError:  # there is no such problem, and the page says why
        return float("nan")

    def make() -> float:
        right = _classes(asked.of(gaussian), square, cancel)
        near = None if right is None else machine(asked, cancel, kept)
        return float("nan") if right is None or near is None else disagreement(_field(near, square), right)

    return _shares.get(key, make, cancel)


def _classes(exact: Asked, square: Square, cancel: CancelFlag | None) -> NDArray[np.bool_] | None:
    """Return where on the window the exact kernel predicts +1, kept for all its approximations; None unproved."""

    def make() -> NDArray[np.bool_] | None:
        found = machine(exact, cancel)
        return None if found is None else _field(found, square) >= 0.0

    return _exact_classes.get(exact.key(square), make, cancel)


def known_share(asked: Asked, square: Square) -> float | None:
    """Return that where it has been computed already."""
    return _shares.known(asked.key(square))


def _field(found: Classifier, square: Square) -> Matrix:
    axes = grid_axes(square[:2], square[2], CELLS)
    kernel = found.problem.kernel
    if isinstance(kernel, FourierMap):
        return fourier_field(found.problem, kernel, found.alpha, found.b, *axes)
    return field(found.problem, found.alpha, found.b, *axes)
