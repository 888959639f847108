"""What the appended constant costs: the same points with a free and with a penalised offset (mathematics 20.1.7)."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from core.problem import (
    Certificate,
    Kernel,
    LinearCertificate,
    LinearProblem,
    Precomputed,
    Problem,
    Role,
    c_svc,
    certificate,
    linear_certificate,
    linear_decision_values,
    offset,
    plane,
)
from core.problem.arrays import Matrix, Vector
from core.problem.maps.feature_map import FeatureMap
from core.problem.validation import gram_matrix
from core.solver import Outcome, finish
from core.view.grid import grid_axes

TIGHT = 1e-8  # tolerance of runs that shall prove an optimum
MOST_WORK = 1e8  # numbers that a run may touch: its limit of steps is this over those of one step, at most a million
CELLS = 80  # along each axis of the window, where both boundaries are drawn
CLEARLY = 1e-6  # values of f nearer to 0 have no side
PROVED = 1e-3  # relative gap up to which an optimum counts as proved


@dataclass(frozen=True)
class Side:
    """One of the two answers."""

    alpha: Vector  # (n,)
    w: Vector  # (p,)
    b: float
    decision: Vector  # (n,) f of the training points
    labelled: Vector  # (n,) y f
    role: NDArray[np.uint8]  # (n,) a `Role`
    proof: Certificate | LinearCertificate
    steps: int
    outcome: Outcome

    @property
    def optimum(self) -> float:
        """-D, which the optimum does not fall below."""
        return -self.proof.dual

    @property
    def proved(self) -> bool:
        """Whether the certificate proves the optimum to three digits."""
        return self.proof.relative_width <= PROVED


@dataclass(frozen=True)
class Offsets:
    """Both answers and how they differ."""

    free: Side  # the offset is outside |w|^2: the dual has its equality constraint
    appended: Side  # no offset, or one inside |w|^2: the dual has none

    @property
    def proved(self) -> bool:
        """Whether both optima are."""
        return self.free.proved and self.appended.proved

    @property
    def difference(self) -> float:
        """The largest difference of the two decision values at a training point."""
        return float(np.abs(self.free.decision - self.appended.decision).max())

    @property
    def changed(self) -> int:
        """How many training points lie clearly on different sides of the two boundaries."""
        one, other = self.free.decision, self.appended.decision
        return int(np.count_nonzero((one * other < 0) & (np.minimum(abs(one), abs(other)) > CLEARLY)))


@dataclass(frozen=True)
class OffsetFields:
    """f of both answers on the cells of a window."""

    x_axis: Vector  # (CELLS,) centres of the cells
    y_axis: Vector  # (CELLS,)
    free: Matrix  # (CELLS, CELLS) rows along y
    appended: Matrix

    @property
    def share(self) -> float:
        """The share of the cells on which the classes differ."""
        return float(np.mean((self.free >= 0) != (self.appended >= 0)))


def offset_fields(both: Offsets, phi: FeatureMap | None, window: tuple[float, float, float]) -> OffsetFields:
    """Return f of both answers on a window (x0, y0, side), through the map; None: the points are taken as they are."""
    x_axis, y_axis = grid_axes(window[:2], window[2], CELLS)
    columns, rows = np.meshgrid(x_axis, y_axis)
    cells = np.column_stack([columns.ravel(), rows.ravel()])
    features = cells if phi is None else phi.features(cells)
    free, appended = ((features @ side.w + side.b).reshape(rows.shape) for side in (both.free, both.appended))
    return OffsetFields(x_axis, y_axis, free, appended)


def free_problem(X: Matrix, y: Vector, kernel: Kernel, C: float, loss: str) -> Problem:
    """Return the problem with a free offset and the same loss, one that SMO solves.

    The squared hinge is a hard margin in a space with one more coordinate for each point: K + I / (2 C), U = infinity.
    """
    if loss == "hinge" or math.isinf(C):
        return c_svc(X, y, kernel, C)
    return c_svc(gram_matrix(kernel, X) + np.eye(len(X)) / (2.0 * C), y, Precomputed(), math.inf)


def most_steps(touched: int) -> int:
    """Return the limit of a run that somebody waits for, where one step touches so many numbers."""
    return min(1_000_000, int(MOST_WORK / max(touched, 1)))


def offsets(free: Problem, linear: LinearProblem) -> Offsets:
    """Solve both tightly; `linear` has the features whose inner product is the kernel of `free`."""
    return Offsets(_free_side(free, linear), _appended_side(linear))


def _free_side(problem: Problem, linear: LinearProblem) -> Side:
    done = finish(problem, "smo-second-order", TIGHT, limit=most_steps(len(linear.y)))
    alpha, b = done.alpha, offset(problem, done.alpha)
    w = np.asarray((alpha * linear.y) @ linear.X)
    f = np.asarray(linear.X @ w + b)
    proof = certificate(problem, alpha, b)
    return Side(alpha, w, b, f, linear.y * f, _roles(linear, alpha, f), proof, done.steps, done.outcome)


def _appended_side(problem: LinearProblem) -> Side:
    done = finish(problem, "dual-cd", TIGHT, limit=most_steps(problem.X.shape[1]))
    found, f = plane(problem, done.alpha), linear_decision_values(problem, done.alpha, problem.X)
    proof, roles = linear_certificate(problem, done.alpha), _roles(problem, done.alpha, f)
    return Side(done.alpha, found.w, found.b, f, problem.y * f, roles, proof, done.steps, done.outcome)


def _roles(problem: LinearProblem, alpha: Vector, f: Vector) -> NDArray[np.uint8]:
    """Return the `Role` of every point as far as a small board tells them apart."""
    margin, at_upper = problem.y * f, alpha >= problem.dual.upper
    role = np.where(alpha <= 0, Role.OUTSIDE, Role.FREE).astype(np.uint8)
    role[at_upper] = Role.INSIDE
    role[at_upper & (margin < 0)] = Role.MISCLASSIFIED
    return role
