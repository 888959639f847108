"""One machine with the Gaussian kernel at a given gamma and C: a support vector machine, or ridge regression of labels.

For ridge regression C stands for lambda = 1 / (2 C), as everywhere where both are on one map (mathematics 16).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from core.problem import Gaussian, c_svc, offset
from core.problem.arrays import Matrix, Vector
from core.problem.fast_decision import gaussian_on_grid
from core.selection import penalty_of
from core.solver import CancelFlag, Outcome, answer
from core.solver.ridge import ridge
from core.view.grid import Square, grid_axes

MACHINES = ("svm", "ridge")
MOST_READ = 100_000_000  # kernel values that a run may read: some tenths of a second
NOT_THERE = (Outcome.CANCELLED, Outcome.INFEASIBLE, Outcome.THIN)


class MachineAt(NamedTuple):
    """Which machine at which place of the map."""

    machine: str  # one of `MACHINES`
    gamma: float
    C: float


@dataclass(frozen=True, eq=False)
class GaussianMachine:
    """A trained machine: f(x) = sum of coefficients times K(x, x_i), plus b."""

    X: Matrix  # (n, d)
    coefficients: Vector  # (n,)
    b: float
    gamma: float

    def values(self, places: Matrix) -> Vector:
        """Return f of places (m, d)."""
        own = self.coefficients != 0
        return np.asarray(Gaussian(self.gamma).gram(places, self.X[own]) @ self.coefficients[own] + self.b)

    def on_grid(self, window: Square, cells: int) -> NDArray[np.int8]:
        """Return the class of each cell of a square window, (cells, cells): +1 or -1."""
        own = self.coefficients != 0
        axes = grid_axes(window[:2], window[2], cells)
        return sides(gaussian_on_grid(self.X[own], self.coefficients[own], self.gamma, *axes) + self.b)


def fit(
    X: Matrix, y: Vector, asked: MachineAt, tolerance: float = 1e-3, cancel: CancelFlag | None = None
) -> GaussianMachine | None:
    """Train a machine on points X (n, d) with labels y (n,), +1.0 or -1.0.

    None where there is no machine: it was cancelled, or a hard margin does not exist. With one class alone every place
    is called by its name.
    """
    machine, gamma, C = asked
    if abs(y.sum()) == len(y):
        return GaussianMachine(X[:0], np.empty(0), float(y[0]) if len(y) else 1.0, gamma)
    if machine == "ridge":
        return GaussianMachine(X, ridge(Gaussian(gamma).gram(X, X), y, penalty_of(C)).weights, 0.0, gamma)
    problem = c_svc(X, y, Gaussian(gamma), C)
    done = answer(problem, tolerance=tolerance, limit=MOST_READ // max(len(y), 500), cancel=cancel)
    if done.outcome in NOT_THERE:
        return None
    return GaussianMachine(X, done.alpha * problem.y, offset(problem, done.alpha), gamma)


def sides(f: NDArray[np.float64]) -> NDArray[np.int8]:
    """Return the class that f decides for; sign(0) counts as +1 (mathematics 0)."""
    return np.where(f >= 0, 1, -1).astype(np.int8)
