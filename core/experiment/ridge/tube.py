"""Epsilon-SVR of targets on a line, beside ridge regression: only points on or beyond the edge of its tube carry it."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from core.problem import Gaussian, eps_svr
from core.problem.arrays import Vector
from core.solver import answer
from core.view.machines.fitted import MachineFit, fitted
from core.view.solution import Light

TOLERANCES = (1e-3, 1e-9)  # the second where the first one leaves the optimum unproved


@dataclass(frozen=True)
class Tube:
    """An epsilon-SVR on a line."""

    axis: Vector
    curve: Vector  # f along the axis
    fitted: MachineFit
    epsilon: float
    C: float

    @property
    def proved(self) -> bool:
        """Whether it is proved to be the optimum: nothing else is drawn as a solution."""
        return self.fitted.light is Light.PROVED

    @property
    def carrying(self) -> NDArray[np.bool_]:
        """Which points are support vectors, shape (n,)."""
        return np.asarray(self.fitted.coef != 0)

    def error(self, z: Vector) -> float:
        """Return the root of the mean square error at the points."""
        return float(np.sqrt(np.mean((self.fitted.decision - z) ** 2)))


def tube_on_line(x: Vector, z: Vector, axis: Vector, gamma: float, C: float, epsilon: float, limit: int) -> Tube:
    """Return the epsilon-SVR of z (n,) on x (n,), with the Gaussian kernel; `InputError` for a C that is infinite."""
    X, kernel = x[:, None], Gaussian(gamma)
    problem = eps_svr(X, z, kernel, C, epsilon)
    for tolerance in TOLERANCES:
        shown = fitted(problem, answer(problem, tolerance=tolerance, limit=limit))
        if shown.light is Light.PROVED:
            break
    return Tube(axis, np.asarray(kernel.gram(axis[:, None], X) @ shown.coef + shown.b), shown, epsilon, C)
