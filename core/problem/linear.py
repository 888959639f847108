"""The linear SVM without an offset of its own: a dual with a box and nothing else (S000 equations 8-12, MATH 11).

    minimise  1/2 alpha' (Q + D) alpha - e' alpha   subject to   0 <= alpha_i <= U,   Q_ij = y_i y_j phi_i.phi_j

The hinge loss has U = C and D = 0; the squared hinge has U = infinity and D = 1 / (2 C). A constant feature may stand
for the offset; its weight is then part of |w|^2, which the offset of C-SVC is not, so the two answers differ.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike

from core.problem import door, parameters
from core.problem.arrays import Matrix, Vector
from core.problem.dual import ceiling
from core.problem.optimality import hard_gap, hard_primal

EPS = float(np.finfo(float).eps)


class LinearDual(NamedTuple):
    """The arrays that the compiled steps see; all read-only."""

    features: Matrix  # (n, p), C order; the constant feature is the last column
    y: Vector  # (n,) signs, +1.0 or -1.0
    curvature: Vector  # (n,) Q_ii + D_ii
    diagonal: float  # D_ii
    upper: float  # U, may be infinite
    ceiling: float  # a dual value -D above this proves that no margin worth the name exists; inf for soft margins


@dataclass(frozen=True)
class LinearProblem:
    """A checked problem: the features, their labels, the loss, and the dual made of them."""

    X: Matrix  # (n, d) the features as they were given
    y: Vector  # (n,) +1.0 or -1.0
    C: float
    loss: str  # "hinge" or "squared_hinge"
    bias: float | None  # the constant feature; None: the plane goes through the origin
    dual: LinearDual

    @property
    def hard(self) -> bool:
        """Whether this is a hard margin."""
        return math.isinf(self.C)


@dataclass(frozen=True)
class Plane:
    """f(x) = w.phi(x) + b."""

    w: Vector  # (d,)
    b: float  # the weight of the constant feature times that feature; 0 without one


@dataclass(frozen=True)
class LinearCertificate:
    """Numbers that prove an answer, or say how far it is from one; nothing here reads the solver's w."""

    primal: float  # P of w(alpha); inf if a hard margin is violated by every rescaling of w
    dual: float  # D, minimised form; -D <= optimum <= P
    gap: float  # P + D, summed over the points without the cancellation
    rounding: float  # by how much more the real gap may be: the float arithmetic that made these numbers
    violation: float  # the largest projected gradient
    box: float  # largest excursion of alpha outside [0, U]

    @property
    def relative_gap(self) -> float:
        """The gap and its rounding in units of the dual value, which never overstates the optimum."""
        return (self.gap + self.rounding) / max(abs(self.dual), 1e-300)


def linear_svc(Phi: ArrayLike, y: ArrayLike, C: float, loss: str = "hinge", bias: float | None = 1.0) -> LinearProblem:
    """Return the dual of the linear SVM on explicit features, checked at the door.

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
    X = door.features(Phi)
    labels = door.labels(y, len(X))
    C = door.penalty(C)
    loss = parameters.loss(loss)
    constant = None if bias is None else door.bias(bias)
    return LinearProblem(X, labels, C, loss, constant, _dual(_with_bias(X, constant), labels, C, loss))


def _dual(features: Matrix, y: Vector, C: float, loss: str) -> LinearDual:
    diagonal, upper = (0.0, C) if loss == "hinge" else (0.5 / C, math.inf)
    squared = np.einsum("ij,ij->i", features, features)
    top = ceiling(float(squared.max())) if math.isinf(C) else math.inf
    curvature = squared + diagonal
    for array in (features, curvature):
        array.flags.writeable = False
    return LinearDual(features, y, curvature, diagonal, upper, top)


def _with_bias(X: Matrix, constant: float | None) -> Matrix:
    if constant is None:
        return X
    return np.ascontiguousarray(np.column_stack([X, np.full(len(X), constant)]))


def weights(problem: LinearProblem, alpha: Vector) -> Vector:
    """Return sum_i alpha_i y_i phi_i, shape (p,), the weight of the constant feature last."""
    return np.asarray((alpha * problem.y) @ problem.dual.features)


def plane(problem: LinearProblem, alpha: Vector) -> Plane:
    """Return the plane of alpha (n,) in the space of the features as they were given."""
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
    """Return the part of the gradient that the box does not stop, shape (n,); zero exactly at the optimum."""
    up, down = np.minimum(G, 0.0), np.maximum(G, 0.0)
    return np.where(alpha <= 0, up, np.where(alpha >= problem.dual.upper, down, G))


def linear_certificate(problem: LinearProblem, alpha: Vector) -> LinearCertificate:
    """Return the certificate of alpha (n,).

    A hard margin has a finite primal only if some rescaling of w puts every point outside the band: then
    P = 1/2 |w|^2 / min(y f)^2.
    """
    w = weights(problem, alpha)
    squared_norm = float(w @ w)
    margin = problem.y * (problem.dual.features @ w)
    G = margin - 1.0 + problem.dual.diagonal * alpha
    error = _rounding_of_f(problem, alpha)
    gap, most = (_gap(problem, alpha, squared_norm, margin, wrong) for wrong in (np.zeros_like(error), error))
    return LinearCertificate(
        primal=_primal(problem, squared_norm, margin),
        dual=0.5 * squared_norm + 0.5 * problem.dual.diagonal * float(alpha @ alpha) - float(alpha.sum()),
        gap=gap,
        rounding=most - gap + len(alpha) * EPS * most if math.isfinite(gap) else math.inf,
        violation=float(np.abs(projected_gradient(problem, alpha, G)).max()),
        box=float(np.maximum(-alpha, alpha - problem.dual.upper).max(initial=0.0)),
    )


def _primal(problem: LinearProblem, squared_norm: float, margin: Vector) -> float:
    if problem.hard:
        return hard_primal(squared_norm, margin)
    slack = np.maximum(0.0, 1.0 - margin)
    lost = slack if problem.loss == "hinge" else slack**2
    return 0.5 * squared_norm + problem.C * float(lost.sum())


def _rounding_of_f(problem: LinearProblem, alpha: Vector) -> Vector:
    """Return a bound of the rounding in each f(x_i), shape (n,), by Cauchy-Schwarz."""
    features = problem.dual.features
    length = np.sqrt(np.einsum("ij,ij->i", features, features))
    return np.asarray(sum(features.shape) * EPS * length * (length @ alpha))


def _gap(problem: LinearProblem, alpha: Vector, squared_norm: float, margin: Vector, error: Vector) -> float:
    """Return P + D at its largest, if each m_i = y_i f(x_i) is off by no more than its error (n,).

    |w|^2 = sum alpha_i m_i has cancelled, and the soft losses leave no term that is negative: for the hinge
    (C - alpha_i) [1 - m_i]_+ + alpha_i [m_i - 1]_+, for the squared hinge
    alpha_i [m_i - 1]_+ + C ([1 - m_i]_+ - alpha_i / (2 C))^2.
    """
    if problem.hard:
        return hard_gap(alpha, squared_norm, margin, error)
    short = np.maximum(0.0, 1.0 - margin)
    long = float(alpha @ np.maximum(0.0, margin - 1.0 + error))
    if problem.loss == "hinge":
        return long + float((problem.C - alpha) @ (short + error))
    return long + problem.C * float(((np.abs(short - alpha / (2.0 * problem.C)) + error) ** 2).sum())
