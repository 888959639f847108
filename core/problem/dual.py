"""The problem to solve: one box-constrained dual with one equality constraint, and with two for the nu problems.

    minimise  1/2 alpha' Q alpha + p' alpha   subject to   y' alpha = const,  0 <= alpha_k <= C_k,   Q_kl = y_k y_l K_kl

C-SVC has p = -1 and const = 0 (mathematics 3); C_k = infinity is the hard margin (mathematics 2).
The other formulations are in `core.problem.form`.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

import numpy as np

from . import parameters, validation
from .arrays import Matrix, Vector
from .form import Form
from .kernels import Kernel, Precomputed
from .proof import definite
from .proof.kernel_rounding import KernelBound, kernel_bound

# If no hard margin exists, the dual is unbounded. At this value no plane has a margin above 1e-6 of the largest
# |phi(x)| around the mean, and the solver stops (mathematics 2.1).
SMALLEST_RELATIVE_MARGIN = 1e-6
ZERO = np.empty(0)
ZERO.flags.writeable = False


class Dual(NamedTuple):
    """The arrays for the compiled steps, all read-only. N variables."""

    kernel: Matrix  # (N, N) K of the points of two variables, exactly symmetric; + 1 / (2 C) I for squares
    y: Vector  # (N,) signs, +1.0 or -1.0
    p: Vector  # (N,) linear term
    upper: Vector  # (N,) C_k, may be infinite
    ceiling: float  # a dual value -D above this proves that no useful margin exists; inf for soft margins
    start: Vector = ZERO  # (N,) where a run begins; empty: at alpha = 0
    alike: bool = False  # e' alpha is constant too: a pair has one sign
    copies: int = 1  # variables per point: variable k belongs to point k mod N / copies


@dataclass(frozen=True)
class Problem:
    """A checked problem: the points, the kernel, the formulation, and the dual made of them."""

    X: Matrix  # (n, d); the Gram matrix itself for Precomputed
    kernel: Kernel
    form: Form
    gram: Matrix  # (n, n) K(x_i, x_j), exactly symmetric

    @property
    def y(self) -> Vector:
        """The signs of the variables, shape (N,): for classes the labels."""
        return self.form.y

    @property
    def hard(self) -> bool:
        """Whether this is a hard margin: no upper bound anywhere."""
        return self.form.hard

    @cached_property
    def dual(self) -> Dual:
        """The arrays for the steps."""
        form = self.form
        top = ceiling(squared_radius(self.gram)) if form.hard else math.inf
        return Dual(self._kernel_of_variables(), form.y, form.p, form.upper, top, form.start, form.alike, form.copies)

    @cached_property
    def bound(self) -> KernelBound:
        """The bound on the kernel values, and on the rounding error of the Gram matrix."""
        return kernel_bound(self.kernel, self.X)

    @cached_property
    def defect(self) -> float:
        """The proved defect of the exact kernel matrix: K + defect diag(K) is positive semidefinite; 0 by theorem."""
        if self.kernel.always_psd:
            return 0.0
        if isinstance(self.kernel, Precomputed):  # exact by definition
            return definite.defect(self.gram)
        length, operations = self.bound
        return definite.defect(self.gram, math.sqrt(operations * definite.EPS) * length)

    @property
    def is_psd(self) -> bool:
        """Whether the Gram matrix is proved to be positive semidefinite, except for rounding of zero eigenvalues."""
        return math.isfinite(self.defect)

    @cached_property
    def doubt(self) -> float:
        """How much better than the gap proves the optimum can be, since the dual is possibly not convex."""
        return definite.loss(self.defect, self.gram.diagonal(), self.form)

    def _kernel_of_variables(self) -> Matrix:
        """Return K for the variables, (N, N), with the squared losses on its diagonal."""
        form = self.form
        if form.copies == 1 and not form.squared:
            return self.gram
        kernel = np.tile(self.gram, (form.copies, form.copies))
        kernel[np.diag_indices_from(kernel)] += form.diagonal
        kernel.flags.writeable = False
        return kernel


def problem_of(X: Matrix, kernel: Kernel, form: Form, C: float) -> Problem:
    """Return the problem of checked points and a checked form; C is named in a refusal."""
    gram = validation.gram_matrix(kernel, X)
    parameters.squares(form.diagonal, gram.diagonal(), C)
    return Problem(X, kernel, form, gram)


def squared_radius(gram: Matrix) -> float:
    """Return max |phi(x_i)|^2 with the mean moved to the origin, which changes no margin."""
    mean = gram.mean(axis=0)
    centred = gram.diagonal() - 2.0 * mean + mean.mean()
    rounding = np.finfo(float).eps * np.abs(gram.diagonal()).max()
    return float(max(centred.max(), rounding))


def ceiling(longest: float) -> float:
    """Return the -D above which no useful margin exists, where longest is max |phi(x)|^2 (mathematics 2.1)."""
    return 1.0 / (2.0 * SMALLEST_RELATIVE_MARGIN**2 * max(longest, 1e-300))


def cross_gram(problem: Problem, points: Matrix) -> Matrix:
    """Return K(points, X), shape (len(points), n); for Precomputed the rows themselves."""
    if isinstance(problem.kernel, Precomputed):
        return points
    return problem.kernel.gram(points, problem.X)
