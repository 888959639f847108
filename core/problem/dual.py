"""What is solved: one box-constrained dual with one equality constraint.

    minimise  1/2 alpha' Q alpha + p' alpha   subject to   y' alpha = 0,  0 <= alpha_i <= C_i,   Q_ij = y_i y_j K_ij

C-SVC has p = -1 (S001 7.37-7.39, S002 equation 23); C_i = infinity is the hard margin (S001 7.22-7.24).
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike

from core.problem import door
from core.problem.arrays import Matrix, Vector
from core.problem.kernels import Kernel, Precomputed

# A hard margin that does not exist lets the dual grow without end. At this value no plane has a margin above
# 1e-6 of the largest |phi(x)| around the mean, and the solver stops (MATH 2.1, rule 3).
SMALLEST_RELATIVE_MARGIN = 1e-6


class Dual(NamedTuple):
    """The arrays that the compiled steps see; all read-only."""

    kernel: Matrix  # (n, n) K(x_i, x_j), exactly symmetric
    y: Vector  # (n,) signs, +1.0 or -1.0
    p: Vector  # (n,) linear term
    upper: Vector  # (n,) C_i, may be infinite
    ceiling: float  # a dual value -D above this proves that no margin worth the name exists; inf for soft margins


@dataclass(frozen=True)
class Problem:
    """A checked problem: the points, their labels, the kernel and the dual made of them."""

    X: Matrix  # (n, d); the Gram matrix itself for Precomputed
    y: Vector  # (n,) +1.0 or -1.0
    kernel: Kernel
    dual: Dual

    @property
    def hard(self) -> bool:
        """Whether this is a hard margin: no upper bound anywhere."""
        return bool(np.all(np.isinf(self.dual.upper)))

    @cached_property
    def is_psd(self) -> bool:
        """Whether the Gram matrix is positive semidefinite, by theorem or by a Cholesky factor of K + 1e-10 |K| I."""
        return self.kernel.always_psd or has_cholesky_factor(self.dual.kernel)


def has_cholesky_factor(K: Matrix) -> bool:
    """Tell whether K (n, n) is positive semidefinite up to 1e-10 of its largest entry times n."""
    shift = 1e-10 * max(float(np.abs(K).max()), 1e-300)
    try:
        np.linalg.cholesky(K + shift * np.eye(len(K)))
    except np.linalg.LinAlgError:
        return False
    return True


def c_svc(
    X: ArrayLike,
    y: ArrayLike,
    kernel: Kernel,
    C: float,
    class_weight: Mapping[int, float] | None = None,
) -> Problem:
    """Return the C-SVC dual of the points, checked at the door.

    Parameters
    ----------
    X
        Points, shape (n, d), finite; or the symmetric Gram matrix (n, n) for `Precomputed`.
    y
        Labels, shape (n,), +1 and -1, both present.
    kernel
        A frozen kernel value.
    C
        Penalty of the slack, > 0; ``math.inf`` is the hard margin.
    class_weight
        Factor of C for label +1 and for label -1, > 0; 1 where not given.

    Raises
    ------
    InputError
        With the key of one clear sentence, for anything that cannot be solved.
    """
    points = door.points(X)
    labels = door.labels(y, len(points))
    C = door.penalty(C)
    bounds = {label: door.bound(C, (class_weight or {}).get(label, 1.0)) for label in (1, -1)}
    gram = door.gram_matrix(kernel, points)
    upper = np.where(labels > 0, bounds[1], bounds[-1])
    dual = Dual(gram, labels, _frozen(np.full(len(labels), -1.0)), _frozen(upper), _ceiling(gram, upper))
    return Problem(points, labels, kernel, dual)


def _ceiling(gram: Matrix, upper: Vector) -> float:
    return ceiling(squared_radius(gram)) if np.all(np.isinf(upper)) else math.inf


def squared_radius(gram: Matrix) -> float:
    """Return max |phi(x_i)|^2 with the mean moved to the origin: the equality constraint makes every margin keep."""
    mean = gram.mean(axis=0)
    centred = gram.diagonal() - 2.0 * mean + mean.mean()
    rounding = np.finfo(float).eps * np.abs(gram.diagonal()).max()
    return float(max(centred.max(), rounding))


def ceiling(longest: float) -> float:
    """Return the -D above which no plane has a margin worth the name, where longest is max |phi(x)|^2 (MATH 2.1)."""
    return 1.0 / (2.0 * SMALLEST_RELATIVE_MARGIN**2 * max(longest, 1e-300))


def _frozen(array: Vector) -> Vector:
    array.flags.writeable = False
    return array


def cross_gram(problem: Problem, points: Matrix) -> Matrix:
    """Return K(points, X), shape (len(points), n); for Precomputed the rows are given as they are."""
    if isinstance(problem.kernel, Precomputed):
        return points
    return problem.kernel.gram(points, problem.X)
