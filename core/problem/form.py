"""The common dual of all formulations, before a kernel is chosen.

    minimise    1/2 alpha' Q alpha + p' alpha
    subject to  s' alpha = s' start,   0 <= alpha_k <= C_k,   and for the nu problems   e' alpha = e' start
    where       Q_kl = s_k s_l K(x_{k mod n}, x_{l mod n}) + [k = l] D_k

There are N variables on n points: N = n for classes, N = 2 n for regression, where each point has one variable that
pulls f up and one that pulls it down. The primal of all of them is

    minimise    1/2 |w|^2 + b s' start - r e' start + sum_k loss_k(u_k),    u_k = r - p_k - s_k (w.phi_k + b)

over w, b and, where there is a second equality, r; loss_k(u) is C_k max(0, u), and C_k max(0, u)^2 where D_k > 0. So
r is 0 for C-SVC and epsilon-SVR, the margin rho for nu-SVC, and -epsilon for nu-SVR; b is -rho for one class
(mathematics 18, in LIBSVM's scale).
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from enum import Enum
from functools import cached_property

import numpy as np

from .arrays import Vector


class Formulation(Enum):
    """The formulations of the textbooks."""

    C_SVC = "c_svc"
    NU_SVC = "nu_svc"
    EPS_SVR = "eps_svr"
    NU_SVR = "nu_svr"
    ONE_CLASS = "one_class"


@dataclass(frozen=True)
class Form:
    """A formulation as read-only arrays; variable k belongs to point k mod n."""

    formulation: Formulation
    target: Vector  # (n,) labels +1 and -1, or the numbers to predict; ones for one class
    y: Vector  # (N,) the signs s: the labels; for regression +1 for the first n and -1 for the others
    p: Vector  # (N,) linear term
    upper: Vector  # (N,) C_k, may be infinite; a variable with a squared loss has no bound
    start: Vector  # (N,) a feasible alpha
    diagonal: Vector  # (N,) D_k = 1 / (2 C_k) for a squared loss, else 0
    alike: bool  # e' alpha is fixed too: a pair moves only within one sign, and r is free
    document: float  # alpha of the sources = this times alpha in LIBSVM's scale, which is the one in use

    @property
    def copies(self) -> int:
        """The number of variables per point, N / n."""
        return len(self.y) // len(self.target)

    @cached_property
    def cost(self) -> Vector:
        """C_k as the factor of the loss, shape (N,)."""
        squared = self.diagonal > 0
        return np.where(squared, 0.5 / np.where(squared, self.diagonal, 1.0), self.upper)

    @cached_property
    def squared(self) -> bool:
        """Whether the losses are squared; a weight of 0 removes the loss."""
        return bool(np.maximum.reduce(self.diagonal) > 0)

    @property
    def hard(self) -> bool:
        """Whether this is a hard margin: no upper bound anywhere and no squared slack."""
        soft = self.upper[0] != math.inf  # one finite bound suffices
        return not soft and bool(np.minimum.reduce(self.upper) == math.inf) and not self.squared

    @cached_property
    def plain(self) -> bool:
        """Whether it starts at alpha = 0 with one equality and p = -1, as C-SVC does."""
        return self.formulation is Formulation.C_SVC

    @cached_property
    def aim(self) -> Vector:
        """The value -s_k p_k to which variable k pulls f if r is 0, shape (N,): the label, or an edge of the tube."""
        return -(self.y * self.p)

    @cached_property
    def balance(self) -> float:
        """The required value of s' alpha."""
        return float(self.y @ self.start)

    @cached_property
    def total(self) -> float:
        """The required value of e' alpha, if it is fixed."""
        return float(self.start.sum())

    def per_variable(self, values: Vector) -> Vector:
        """Return (n,) numbers of the points as (N,) numbers of the variables."""
        return values if self.copies == 1 else np.tile(values, self.copies)

    def coefficients(self, alpha: Vector) -> Vector:
        """Return the factors of K(x_i, x) in f, shape (n,): the sum of s_k alpha_k over the variables of point i."""
        signed = alpha * self.y
        return signed if self.copies == 1 else np.asarray(signed.reshape(self.copies, -1).sum(axis=0))


def form(
    formulation: Formulation,
    target: Vector,
    y: Vector,
    p: Vector,
    upper: Vector,
    start: Vector | None = None,
    diagonal: Vector | None = None,
    alike: bool = False,
    document: float = 1.0,
) -> Form:
    """Return the form of checked arrays, read-only; by default it starts at alpha = 0 and has hinge losses."""
    nothing = np.zeros(len(y))
    arrays = (target, y, p, upper, nothing if start is None else start, nothing if diagonal is None else diagonal)
    for array in arrays:
        array.setflags(write=False)
    return Form(formulation, *arrays, alike, document)


def filled(upper: Vector, total: float) -> Vector:
    """Return the alpha (n,) that fills one box after another until the sum is `total`: LIBSVM's start bit for bit.

    Each box is subtracted from the remainder in turn, not their sum from the total.
    """
    left = np.subtract.accumulate(np.concatenate([[total], upper[:-1]]))
    return np.minimum(upper, np.maximum(left, 0.0))


def share(nu: float, weight: Vector) -> float:
    """Return nu times the sum of the weights; nu l if every weight is 1."""
    return nu * math.fsum(weight)
