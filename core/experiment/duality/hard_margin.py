"""The answer of the solver to a small problem that a hand may solve too (Li, exercise 7.2; mathematics 2)."""

from __future__ import annotations

import math

from core.problem import Linear, c_svc
from core.problem.arrays import Matrix, Vector
from core.solver import answer
from core.view.solution import Solution, solution

TOLERANCE = 1e-12


def solved_by_hard_margin(X: Matrix, y: Vector) -> Solution:
    """Return the answer for points (n, 2) with its certificate."""
    problem = c_svc(X, y, Linear(), math.inf)
    return solution(problem, answer(problem, tolerance=TOLERANCE))
