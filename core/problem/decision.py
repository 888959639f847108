"""The decision function of a solution: f, w, the width of the margin, and the role of each training point.

`machine` is the result of training: the coefficients, b, and the quantities determined by nu, in LIBSVM's scale.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from enum import IntEnum

import numpy as np
from numpy.typing import NDArray

from .arrays import Matrix, Vector
from .dual import Problem, cross_gram
from .form import Form, Formulation
from .formulation.linear import LinearProblem
from .kernels import Linear
from .proof.kernel_rounding import KernelBound
from .proof.optimality import certify, margins_without_offset, shortfall
from .scalars import free_scalars

ZERO_MARGIN = 1e-12  # a margin r of nu-SVC up to this counts as 0, and nothing is divided by it


class Role(IntEnum):
    """The role of a training point in the solution (Li, section 7.2.3, completed in mathematics 3)."""

    OUTSIDE = 0  # alpha = 0, y f > 1
    ON_MARGIN = 1  # alpha = 0, y f = 1: on the margin but not a support vector
    FREE = 2  # 0 < alpha < C, y f = 1
    INSIDE = 3  # alpha = C, 0 < xi < 1: inside the band, on the right side
    ON_PLANE = 4  # alpha = C, xi = 1
    MISCLASSIFIED = 5  # alpha = C, xi > 1
    BOUNDED_ON_MARGIN = 6  # alpha = C, xi = 0: possible, and missing in Li (mathematics 20.2.3)


@dataclass(frozen=True)
class Machine:
    """f(x) = sum_i coef_i K(x_i, x) + b, with the value of the free r in the nu problems."""

    coef: Vector  # (n,)
    b: float
    margin: float  # rho of nu-SVC before the division by it; nan for the others
    epsilon: float  # half the width of the tube of nu-SVR; nan for the others
    scale: float  # of alpha: 1 / margin for nu-SVC, so that its margin is at y f = 1 as in C-SVC; else 1
    has_margin: bool  # False: nu is too small, w may be 0, and f is meaningless; nothing was divided

    @property
    def equivalent_c(self) -> float:
        """The C at which C-SVC has the same f as nu-SVC, 1 / margin; nan for the other formulations."""
        return self.scale if self.has_margin and math.isfinite(self.margin) else math.nan


def machine(problem: Problem, alpha: Vector) -> Machine:
    """Return the machine of a solved problem, alpha (N,)."""
    return machine_of_form(problem.form, alpha, margins_without_offset(problem, alpha), problem.bound)


def machine_of_form(form: Form, alpha: Vector, g: Vector, bound: KernelBound) -> Machine:
    """Return the machine of alpha (N,), given g (n,) = w.phi(x_i) and the bound on the kernel values.

    nu-SVC is divided by its margin, if there is one. An alpha is at most 2 / (nu n) of the sum of its class, which
    shrinks the hull of the class: the smaller nu, the larger both hulls, until they meet with w = 0 and r = 0. The
    optimum 1/2 |w|^2 is at least D - gap; only if that is above 0 is it proved that the hulls are disjoint.
    """
    found = free_scalars(form, alpha, g)
    epsilon = -found.r if form.formulation is Formulation.NU_SVR else math.nan
    if form.formulation is not Formulation.NU_SVC:
        return Machine(form.coefficients(alpha), found.b, math.nan, epsilon, 1.0, True)
    proof = certify(form, alpha, g, bound)
    apart = found.r > ZERO_MARGIN and proof.dual > proof.gap + proof.rounding
    scale = 1.0 / found.r if apart else 1.0
    return Machine(scale * form.coefficients(alpha), scale * found.b, found.r, epsilon, scale, apart)


def decision_values(problem: Problem, alpha: Vector, b: float, points: Matrix) -> Vector:
    """Return f(x) = sum_i coef_i K(x_i, x) + b for the rows of points (k, d), shape (k,).

    The coefficients are alpha_i y_i, and for regression the difference of the two alphas of a point.
    """
    return np.asarray(cross_gram(problem, points) @ problem.form.coefficients(alpha) + b)


def normal(problem: Problem, alpha: Vector) -> Vector | None:
    """Return w = sum_i coef_i x_i, shape (d,), if it lies in the space of the points; else None."""
    if not isinstance(problem.kernel, Linear):
        return None
    return np.asarray(problem.form.coefficients(alpha) @ problem.X)


def squared_norm(problem: Problem, alpha: Vector) -> float:
    """Return |w|^2 = sum_ij coef_i coef_j K_ij, which needs no explicit w."""
    return float(problem.form.coefficients(alpha) @ margins_without_offset(problem, alpha))


def margin_width(problem: Problem, alpha: Vector) -> float:
    """Return the distance 2 / |w| between the planes f = 1 and f = -1 in feature space; inf if w = 0."""
    squared = squared_norm(problem, alpha)
    return 2.0 / math.sqrt(squared) if squared > 0 else math.inf


def slack(problem: Problem, f: Vector, r: float = 0.0) -> Vector:
    """Return xi_k = max(0, r - p_k - y_k f(x_k)), shape (N,), of f (n,); for C-SVC max(0, 1 - y_i f(x_i))."""
    return np.maximum(0.0, shortfall(problem.form, problem.y * problem.form.per_variable(f), r))


def roles(problem: Problem | LinearProblem, alpha: Vector, f: Vector, tolerance: float) -> NDArray[np.uint8]:
    """Return the `Role` of every training point, shape (n,).

    Whether alpha is 0, C or between is tested exactly (the solver assigns the bounds, it does not compute them);
    whether y f is 1 and f is 0 is tested with the tolerance, in units of f.
    """
    margin = problem.y * f
    at_zero, at_upper = alpha <= 0, alpha >= problem.dual.upper
    on_margin = np.abs(margin - 1.0) <= tolerance
    chosen = np.full(len(alpha), Role.FREE, dtype=np.uint8)
    chosen[at_zero] = Role.OUTSIDE
    chosen[at_zero & on_margin] = Role.ON_MARGIN
    chosen[at_upper] = Role.INSIDE
    chosen[at_upper & (np.abs(margin) <= tolerance)] = Role.ON_PLANE
    chosen[at_upper & (margin < -tolerance)] = Role.MISCLASSIFIED
    chosen[at_upper & (margin > 1.0 - tolerance)] = Role.BOUNDED_ON_MARGIN
    return chosen


def training_errors(problem: Problem | LinearProblem, f: Vector) -> int:
    """Return the number of training points on the wrong side; sign(0) counts as +1 (mathematics 0)."""
    return int(np.count_nonzero(np.where(f >= 0, 1.0, -1.0) != problem.y))
