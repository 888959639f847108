"""The linear SVM without an unpenalised offset: a dual with only box constraints (mathematics 11).

    minimise  1/2 alpha' (Q + D) alpha - e' alpha   subject to   0 <= alpha_i <= U,   Q_ij = y_i y_j phi_i.phi_j

The hinge loss has U = C and D = 0; the squared hinge has U = infinity and D = 1 / (2 C). A constant feature can replace
the offset; its weight is then part of |w|^2, unlike the offset of C-SVC, so the two answers differ.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike

from .. import parameters, validation
from ..arrays import Matrix, Vector
from ..dual import ceiling
from ..form import Form
from ..gram import squared_lengths
from ..proof.linear_proof import LinearCertificate, linear_certify, projection
from .classification import c_svc_form


class LinearDual(NamedTuple):
    """The arrays for the compiled steps, all read-only."""

    features: Matrix  # (n, p), C order; the constant feature is the last column
    y: Vector  # (n,) signs, +1.0 or -1.0
    curvature: Vector  # (n,) Q_ii + D_ii
    diagonal: float  # D_ii
    upper: float  # U, may be infinite
    ceiling: float  # a dual value -D above this proves that no useful margin exists; inf for soft margins


@dataclass(frozen=True)
class LinearProblem:
    """A checked problem: the features, their labels, the loss, and the dual made of them."""

    X: Matrix  # (n, d) the given features
    y: Vector  # (n,) +1.0 or -1.0
    C: float
    loss: str  # "hinge" or "squared_hinge"
    bias: float | None  # the constant feature; None: the plane goes through the origin
    dual: LinearDual

    @property
    def hard(self) -> bool:
        """Whether this is a hard margin."""
        return math.isinf(self.C)

    @cached_property
    def form(self) -> Form:
        """The box of the dual, a bound and a diagonal for each point."""
        return c_svc_form(self.y, len(self.y), self.C, loss=self.loss)


@dataclass(frozen=True)
class Plane:
    """f(x) = w.phi(x) + b."""

    w: Vector  # (d,)
    b: float  # the weight of the constant feature times that feature; 0 without one


def linear_svc(Phi: ArrayLike, y: ArrayLike, C: float, loss: str = "hinge", bias: float | None = 1.0) -> LinearProblem:
    """Return the dual of the linear SVM on explicit features, checked first.

    Parameters
    ----------
    Phi
        Features, one row a point, shape (n, d), finite.
    y
        Labels, shape (n,), +1 and -1, both present.
    C
        Penalty of the slack, > 0; ``math.inf`` is the hard margin.
    loss
        ``"hinge"`` (L1) or ``"squared_hinge"`` (L2).
    bias
        The constant feature to append, > 0; None appends none.

    Raises
    ------
    InputError
        With the key of one clear sentence, for anything that cannot be solved.
    """
    X = validation.features(Phi)
    labels = validation.labels(y, len(X))
    C = validation.penalty(C)
    loss = parameters.loss(loss)
    constant = None if bias is None else validation.bias(bias)
    features = X if constant is None else np.ascontiguousarray(np.column_stack([X, np.full(len(X), constant)]))
    return LinearProblem(X, labels, C, loss, constant, _dual(features, labels, C, loss))


def _dual(features: Matrix, y: Vector, C: float, loss: str) -> LinearDual:
    diagonal, upper = (0.0, C) if loss == "hinge" else (0.5 / C, math.inf)
    squared = squared_lengths(features)
    top = ceiling(float(squared.max())) if math.isinf(C) else math.inf
    curvature = squared + diagonal
    for array in (features, curvature):
        array.flags.writeable = False
    return LinearDual(features, y, curvature, diagonal, upper, top)


def weights(problem: LinearProblem, alpha: Vector) -> Vector:
    """Return sum_i alpha_i y_i phi_i, shape (p,), the weight of the constant feature last."""
    return np.asarray((alpha * problem.y) @ problem.dual.features)


def plane(problem: LinearProblem, alpha: Vector) -> Plane:
    """Return the plane of alpha (n,) in the space of the given features."""
    w = weights(problem, alpha)
    return Plane(w, 0.0) if problem.bias is None else Plane(w[:-1], float(w[-1]) * problem.bias)


def linear_decision_values(problem: LinearProblem, alpha: Vector, Phi: Matrix) -> Vector:
    """Return f of the rows of Phi (k, d), shape (k,)."""
    found = plane(problem, alpha)
    return np.asarray(Phi @ found.w + found.b)


def linear_gradient(problem: LinearProblem, alpha: Vector) -> Vector:
    """Return G = (Q + D) alpha - e, shape (n,), from scratch: y_i f(x_i) - 1 + D_ii alpha_i."""
    margin = problem.y * (problem.dual.features @ weights(problem, alpha))
    return np.asarray(margin - 1.0 + problem.dual.diagonal * alpha)


def projected_gradient(problem: LinearProblem, alpha: Vector, G: Vector) -> Vector:
    """Return the part of the gradient not blocked by the box, shape (n,); zero exactly at the optimum."""
    return projection(alpha, G, problem.dual.upper)


def linear_certificate(problem: LinearProblem, alpha: Vector) -> LinearCertificate:
    """Return the certificate of alpha (n,); see `linear_certify`."""
    return linear_certify(problem.form, problem.X, alpha, problem.bias)
