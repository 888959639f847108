"""The same points with several gammas: the solution for each, and its proved shape."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

import numpy as np
from numpy.typing import ArrayLike, NDArray

from ...problem import Gaussian, c_svc
from ...problem.arrays import Matrix
from ...problem.dual import Problem
from ...solver import answer
from ...view.regions import MOST_TERMS, Regions, count_regions
from ...view.solution import Light, Solution, solution


class Shape(Enum):
    """The shape of the plane's regions for a gamma, decided by proved counts and the Gram matrix."""

    ISLANDS = "islands"  # at least three regions contain a single training point each
    ONE = "one"  # the smallest K is close to 1, or the whole window belongs to one class
    BALANCED = "balanced"
    UNSETTLED = "unsettled"  # f is too close to 0 somewhere, and few regions certainly contain a single point
    IMPOSSIBLE = "impossible"  # no hard margin exists


@dataclass(frozen=True)
class AtGamma:
    """The result for one gamma."""

    gamma: float
    problem: Problem
    solution: Solution
    regions: Regions
    smallest_k: float  # off the diagonal
    mean_k: float

    @property
    def shape(self) -> Shape:
        """The shape for this gamma."""
        if self.solution.light is Light.IMPOSSIBLE:
            return Shape.IMPOSSIBLE
        regions = self.regions
        if self.smallest_k > ALIKE or (regions.settled and 0 in (regions.positive, regions.negative)):
            return Shape.ONE
        if regions.lonely >= FEWEST_ISLANDS:
            return Shape.ISLANDS
        return Shape.BALANCED if regions.settled else Shape.UNSETTLED


ALIKE = 0.9  # K above this for every pair: points are not distinguished
FEWEST_ISLANDS = 3


def panel(
    X: Matrix,
    y: ArrayLike,
    gamma: float,
    C: float,
    window: tuple[float, float, float],
    tolerance: float,
    limit: int,
    share: int = 1,
) -> AtGamma:
    """Solve one gamma and count its regions on the window (x0, y0, size).

    The solve takes at most `limit` steps, the count at most `MOST_TERMS` / `share` terms.
    """
    problem = c_svc(X, y, Gaussian(gamma), C)
    solved = solution(problem, answer(problem, tolerance=tolerance, limit=limit))
    smallest, mean = off_diagonal(problem.dual.kernel)
    regions = count_regions(problem, solved.alpha, solved.b, window, most_terms=MOST_TERMS // share)
    return AtGamma(gamma, problem, solved, regions, smallest, mean)


def off_diagonal(K: Matrix) -> tuple[float, float]:
    """Return (min, mean) of the off-diagonal entries of a Gram matrix (n, n), n >= 2."""
    outside: NDArray[np.bool_] = ~np.eye(len(K), dtype=bool)
    return float(K[outside].min()), float(K[outside].mean())
