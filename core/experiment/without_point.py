"""What a point is worth: the machine without it, and the proof that one with alpha = 0 changes nothing."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from core.problem import Certificate, InputError, Problem, c_svc, certificate
from core.problem.arrays import Vector
from core.solver import answer
from core.view import Light, Solution, solution

SAME = 1e-6  # relative change of w and b below which the line is the same


@dataclass(frozen=True)
class WithoutPoint:
    """The machine without one of its points."""

    index: int
    alpha: float  # that the point had
    left: Problem  # without it
    solution: Solution
    # Of the old multipliers and offset on the problem without the point, where its own was 0: no solver ran.
    proof: Certificate | None
    change: float  # the largest difference of w and b, relative to the largest of them; inf where nothing separates

    @property
    def stays(self) -> bool:
        """Whether the line is the same without the point, or still an optimum where more than one offset is."""
        proved = self.proof is not None and self.proof.relative_gap <= SAME
        return proved or self.change <= SAME


def without_point(problem: Problem, before: Solution, i: int, tolerance: float, limit: int) -> WithoutPoint:
    """Solve a C-SVC again without point i, beside its solution; `InputError` where no point of its class is left."""
    keep = np.arange(len(problem.y)) != i
    X, y = problem.X[keep], problem.y[keep]
    if len(set(y.tolist())) < 2:
        raise InputError("point.last", "This is the only point of its class; without it nothing is left to separate.")
    left = c_svc(X, y, problem.kernel, float(problem.form.upper[i]))
    found = solution(left, answer(left, tolerance=tolerance, limit=limit))
    own = float(before.alpha[i])
    proof = certificate(left, np.ascontiguousarray(before.alpha[keep]), before.b) if own == 0.0 else None
    return WithoutPoint(i, own, left, found, proof, _change(before, found))


def _change(before: Solution, after: Solution) -> float:
    if Light.IMPOSSIBLE in (before.light, after.light) or after.w is None or before.w is None:
        return float(np.inf)
    old, new = _line(before), _line(after)
    return float(np.abs(new - old).max() / np.abs(old).max())


def _line(of: Solution) -> Vector:
    assert of.w is not None
    return np.append(of.w, of.b)
