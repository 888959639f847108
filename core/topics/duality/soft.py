"""The soft margin's Lagrangian with its second multipliers mu (Li, equations 7.40 to 7.49; mathematics 3)."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from ...problem import Linear, c_svc
from ...problem.arrays import Matrix, Vector
from ...solver import answer
from ...view.solution import Light, Solution, solution
from .experiment import TOLERANCE

NEAR = 1e-9  # a margin this close to 1 equals 1 up to rounding


@dataclass(frozen=True)
class SoftMultipliers:
    """The stationary point of L(w, b, xi, alpha, mu) of a soft margin, point by point."""

    C: float
    solution: Solution
    alpha: Vector  # (n,)
    mu: Vector  # (n,) C - alpha
    xi: Vector  # (n,) slack
    over: Vector  # (n,) y f - 1 + xi, which alpha multiplies

    @property
    def primal(self) -> float:
        """1/2 |w|^2 + C sum xi."""
        return self._half + self.C * float(self.xi.sum())

    @property
    def lagrangian(self) -> float:
        """L: the primal objective less both products; all of them are 0 at the optimum."""
        return self.primal - float(self.alpha @ self.over) - float(self.mu @ self.xi)

    @property
    def dual(self) -> float:
        """What is left of L once w, b and xi are gone: sum alpha - 1/2 |w|^2 (7.44)."""
        return float(self.alpha.sum()) - self._half

    @property
    def _half(self) -> float:
        assert self.solution.w is not None
        return 0.5 * float(self.solution.w @ self.solution.w)

    @property
    def proved(self) -> bool:
        """Whether the certificate proves the optimum."""
        return self.solution.light is Light.PROVED


def soft_multipliers(X: Matrix, y: Vector, C: float) -> SoftMultipliers:
    """Return the multipliers of a linear soft margin for points (n, 2) with labels y (n,)."""
    problem = c_svc(X, y, Linear(), C)
    found = solution(problem, answer(problem, tolerance=TOLERANCE))
    margin = np.asarray(problem.y * found.decision)
    xi = np.maximum(0.0, 1.0 - margin)
    xi[xi <= NEAR] = 0.0
    over = margin - 1.0 + xi
    over[np.abs(over) <= NEAR] = 0.0
    return SoftMultipliers(C, found, found.alpha, C - found.alpha, xi, over)
