"""The machine without a free offset from two sides: through its features, and from the kernel matrix alone.

The dual without the equality constraint needs no features, only K. The twin is solved from K's own Cholesky factor, so
it shares no feature with the machine that it is held against, and none of its steps (mathematics 11).
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from core.lowlevel.lapack import pivoted_factor
from core.problem import (
    FourierMap,
    Gaussian,
    Kernel,
    LinearProblem,
    NystroemMap,
    TaylorMap,
    linear_certificate,
    linear_decision_values,
    linear_svc,
)
from core.problem.arrays import Matrix, Vector
from core.problem.maps.feature_map import FeatureMap
from core.solver import CancelFlag
from core.solver.linear import train_linear
from core.view.grid import grid_axes

CELLS = 50  # along each axis of the window
TIGHT = 1e-10  # tolerance of the trainings
MOST_EPOCHS = 3000
AGREE = 1e-6  # decision values that are no further apart are the same


@dataclass(frozen=True)
class Apart:
    """How far two machines are apart."""

    points: float  # largest |f - f'| at a training point
    worst: float  # largest |f - f'| / max(1, |f|) at a training point or the centre of a cell of the window
    share: float  # of the cells on which the classes differ
    gap: float  # the larger relative gap of the two

    @property
    def same(self) -> bool:
        """Whether both decide alike, to 1e-6 of f."""
        return self.worst <= AGREE


@dataclass(frozen=True)
class WithoutOffset:
    """What the features find, held against the kernel's own dual and against the limit of the map."""

    kernel: Apart
    limit: Apart | None  # the Gaussian kernel, which the map approximates; None where the map is whole
    kept: float  # the smallest K(x, x) of the map over the points: of the limit it is 1 everywhere


@dataclass(frozen=True)
class _Decisions:
    points: Vector
    window: Vector
    gap: float


def without_offset(
    problem: LinearProblem, X: Matrix, phi: FeatureMap | None, kernel: Kernel, window: tuple[float, float, float]
) -> WithoutOffset:
    """Solve the dual without an equality constraint by features, by the kernel and, where there is one, in the limit.

    Parameters
    ----------
    problem
        The problem on the features; its loss, C and constant feature are those of all.
    X, phi, kernel
        The points (n, 2), the map (None: the points themselves), and the kernel that is its inner product.
    window
        x0, y0 and side of the window whose cells are compared.
    """
    columns, rows = np.meshgrid(*grid_axes(window[:2], window[2], CELLS))
    cells = np.column_stack([columns.ravel(), rows.ravel()])
    mapped = _mapped(problem, cells if phi is None else phi.features(cells))
    limit = _limit(phi)
    return WithoutOffset(
        _apart(mapped, _from_kernel(problem, X, kernel, cells)),
        None if limit is None else _apart(mapped, _from_kernel(problem, X, limit, cells)),
        float(np.min((problem.X**2).sum(axis=1))),
    )


def _limit(phi: FeatureMap | None) -> Kernel | None:
    """Return the kernel that a map approximates; None where nothing is cut off."""
    if isinstance(phi, NystroemMap):
        return phi.kernel
    return Gaussian(phi.gamma) if isinstance(phi, TaylorMap | FourierMap) else None


def _mapped(problem: LinearProblem, cells: Matrix) -> _Decisions:
    alpha = _trained(problem)
    points, window = (linear_decision_values(problem, alpha, rows) for rows in (problem.X, cells))
    return _Decisions(points, window, linear_certificate(problem, alpha).relative_width)


def _from_kernel(problem: LinearProblem, X: Matrix, kernel: Kernel, cells: Matrix) -> _Decisions:
    gram = kernel.gram(X, X)
    found = from_gram(gram, problem.y, problem.C, problem.loss, problem.bias)
    b = 0.0 if problem.bias is None else problem.bias**2 * float(found.signed.sum())
    return _Decisions(gram @ found.signed + b, kernel.gram(cells, X) @ found.signed + b, found.gap)


@dataclass(frozen=True)
class FromGram:
    """A machine without a free offset, found from a kernel matrix."""

    signed: Vector  # (n,) alpha y
    gap: float  # relative


def from_gram(
    gram: Matrix,
    y: Vector,
    C: float,
    loss: str = "hinge",
    bias: float | None = None,
    cancel: CancelFlag | None = None,
) -> FromGram:
    """Return the machine trained on the kernel matrix (n, n) alone, which is positive semidefinite.

    Its factor L takes n r^2 steps, r the rank: of 2,000 points on the plane a Gaussian kernel has a rank of some
    hundreds, and its eigenvalues take more than ten times as long.
    """
    twin = linear_svc(pivoted_factor(gram), y, C, loss, bias)
    alpha = _trained(twin, cancel)
    return FromGram(alpha * twin.y, linear_certificate(twin, alpha).relative_width)


def _trained(problem: LinearProblem, cancel: CancelFlag | None = None) -> Vector:
    return train_linear(problem.form, problem.X, problem.bias, TIGHT, MOST_EPOCHS, cancel=cancel).alpha


def _relative(one: Vector, other: Vector) -> float:
    return float((np.abs(one - other) / np.maximum(1.0, np.abs(one))).max())


def _apart(one: _Decisions, other: _Decisions) -> Apart:
    return Apart(
        float(np.abs(one.points - other.points).max()),
        max(_relative(one.points, other.points), _relative(one.window, other.window)),
        float(np.mean((one.window >= 0) != (other.window >= 0))),
        max(one.gap, other.gap),
    )
