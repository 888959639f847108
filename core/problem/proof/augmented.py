"""The machine with a constant feature R appended to phi(x), given by its Gram matrix (mathematics 11 and 2.2).

The weight of the constant is part of |w|^2, there is no equality constraint, and f(x) is a sum of
alpha_i y_i (K(x_i, x) + R^2) with R = max |phi(x_i)|.
"""

from __future__ import annotations

import math

import numpy as np

from ..arrays import Vector
from ..dual import Problem
from .linear_proof import EPS, LinearCertificate, projection
from .optimality import hard_gap, hard_primal


def squared_constant(problem: Problem) -> float:
    """Return R^2 = max K(x_i, x_i)."""
    return max(0.0, float(problem.gram.diagonal().max()))


def augmented_values(problem: Problem, alpha: Vector) -> Vector:
    """Return f of the points, (n,), for multipliers (n,)."""
    coefficients = alpha * problem.y
    return np.asarray(problem.gram @ coefficients + squared_constant(problem) * float(coefficients.sum()))


def augmented_rounding(problem: Problem, alpha: Vector) -> Vector:
    """Return a bound on the rounding error of each value of f, including that of the kernel values, (n,)."""
    length, operations = problem.bound
    size = length * float(length @ np.abs(alpha)) + float(length.max()) ** 2 * float(np.abs(alpha).sum())
    return np.asarray((len(alpha) + 4 + operations) * EPS * size)


def augmented_certificate(problem: Problem, alpha: Vector) -> LinearCertificate:
    """Return the certificate of multipliers alpha (n,) >= 0 for the hard margin of this machine.

    Its primal is finite exactly if f has every point on its correct side by more than rounding. If the dual is not
    proved to be convex, `Problem.doubt` is part of the rounding.
    """
    margin, error = problem.y * augmented_values(problem, alpha), augmented_rounding(problem, alpha)
    squared_norm, upper = max(0.0, float(alpha @ margin)), np.full(len(alpha), np.inf)
    steepest, most = (float(np.abs(projection(alpha, margin - 1.0 + off, upper)).max()) for off in (0.0, error))
    gap, widest = (hard_gap(alpha, squared_norm, margin, off) for off in (np.zeros_like(error), error))
    parted = bool((margin > error).all())
    return LinearCertificate(
        primal=hard_primal(squared_norm, margin) if parted else math.inf,
        dual=0.5 * squared_norm - float(alpha.sum()),
        gap=gap,
        rounding=widest - gap + problem.doubt if math.isfinite(widest) else math.inf,
        violation=steepest,
        box=float(np.maximum(-alpha, 0.0).max(initial=0.0)),
        noise=max(0.0, most - steepest),
        of_dual=0.5 * float(np.abs(alpha) @ error) + len(alpha) * EPS * float(np.abs(alpha).sum()),
    )
