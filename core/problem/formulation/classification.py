"""Two classes: C-SVC with the hinge or its square, and nu-SVC."""

from __future__ import annotations

import math
from collections.abc import Mapping

import numpy as np
from numpy.typing import ArrayLike

from .. import parameters, validation
from ..arrays import Vector, uniform
from ..dual import Problem, problem_of
from ..form import Form, Formulation, filled, form, share
from ..kernels import Kernel


def c_svc(
    X: ArrayLike,
    y: ArrayLike,
    kernel: Kernel,
    C: float,
    class_weight: Mapping[int, float] | None = None,
    sample_weight: ArrayLike | None = None,
    loss: str = "hinge",
) -> Problem:
    """Return the C-SVC dual of the points, checked first.

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
    sample_weight
        Factor of C for each point, shape (n,), >= 0, not 0 for all of a class; 1 where not given.
    loss
        ``"hinge"``, or ``"squared_hinge"``: C sum xi^2, a dual without upper bounds (mathematics, equation 3.5).

    Raises
    ------
    InputError
        With the key of one clear sentence, for anything that cannot be solved.
    """
    points = validation.points(X, grams=1 if loss == "hinge" else 2)
    return problem_of(points, kernel, c_svc_form(y, len(points), C, class_weight, sample_weight, loss), C)


def c_svc_form(
    y: ArrayLike,
    count: int,
    C: float,
    class_weight: Mapping[int, float] | None = None,
    sample_weight: ArrayLike | None = None,
    loss: str = "hinge",
) -> Form:
    """Return C-SVC of `count` points as arrays; see `c_svc`."""
    return c_svc_of_signs(validation.labels(y, count), C, class_weight, sample_weight, loss)


def c_svc_of_signs(
    labels: Vector,
    C: float,
    class_weight: Mapping[int, float] | None = None,
    sample_weight: ArrayLike | None = None,
    loss: str = "hinge",
) -> Form:
    """Return the same for labels (n,) of which it is known that they are +1 and -1, both."""
    count, C, squared = len(labels), validation.penalty(C), parameters.loss(loss) == "squared_hinge"
    upper = uniform(C, count)
    if class_weight is not None:
        bounds = {label: validation.bound(C, class_weight.get(label, 1.0)) for label in (1, -1)}
        upper = np.where(labels > 0, bounds[1], bounds[-1])
    if sample_weight is not None:
        upper = parameters.box(upper, parameters.sample_weights(sample_weight, count), labels)
    diagonal = None
    if squared and math.isfinite(C):
        counted, diagonal = upper > 0, np.zeros(count)  # a point of weight 0 keeps its box of width 0
        with np.errstate(over="ignore"):
            diagonal[counted] = 0.5 / upper[counted]
        upper = np.where(counted, math.inf, 0.0)
    return form(Formulation.C_SVC, labels, labels, uniform(-1.0, count), upper, diagonal=diagonal)


def nu_svc(X: ArrayLike, y: ArrayLike, kernel: Kernel, nu: float, sample_weight: ArrayLike | None = None) -> Problem:
    """Return the nu-SVC dual (mathematics 7) in LIBSVM's scale: 0 <= alpha <= 1, e' alpha = nu n; checked first.

    Parameters
    ----------
    X, y, kernel
        As for `c_svc`.
    nu
        0 < nu <= 2 min(n+, n-) / n: at least that fraction are support vectors, at most that fraction margin errors.
    sample_weight
        Upper bound of each alpha, shape (n,), >= 0; 1 where not given. The fractions are then those of the weights.

    Raises
    ------
    InputError
        With the key of one clear sentence; ``"nu.too_large"`` where no alpha is feasible.
    """
    points = validation.points(X)
    return problem_of(points, kernel, nu_svc_form(y, len(points), nu, sample_weight), math.nan)


def nu_svc_form(y: ArrayLike, count: int, nu: float, sample_weight: ArrayLike | None = None) -> Form:
    """Return nu-SVC of `count` points as arrays; see `nu_svc`."""
    return nu_svc_of_signs(validation.labels(y, count), nu, sample_weight)


def nu_svc_of_signs(labels: Vector, nu: float, sample_weight: ArrayLike | None = None) -> Form:
    """Return the same for labels (n,) of which it is known that they are +1 and -1, both."""
    count, nu = len(labels), parameters.fraction(nu)
    weight = parameters.box(np.ones(count), parameters.sample_weights(sample_weight, count), labels)
    parameters.attainable(nu, weight, labels)
    start = np.zeros(count)
    for sign in (1.0, -1.0):
        start[labels == sign] = filled(weight[labels == sign], share(nu, weight) / 2.0)
    total = math.fsum(weight)
    return form(Formulation.NU_SVC, labels, labels, np.zeros(count), weight, start, alike=True, document=1.0 / total)
