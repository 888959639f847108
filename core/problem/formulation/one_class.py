"""One class: the smallest half-space of the feature space with all but a fraction nu of the points (mathematics 9)."""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import ArrayLike

from .. import parameters, validation
from ..dual import Problem, problem_of
from ..form import Form, Formulation, filled, form, share
from ..kernels import Kernel


def one_class(X: ArrayLike, kernel: Kernel, nu: float, sample_weight: ArrayLike | None = None) -> Problem:
    """Return the one-class dual in LIBSVM's scale, 0 <= alpha <= 1 and e' alpha = nu n, checked first.

    Every sign is +1, so e' alpha is the only equality, and f(x) = sum alpha_i K(x_i, x) + b with b = -rho.

    Parameters
    ----------
    X
        Points, shape (n, d), finite; or the symmetric Gram matrix (n, n) for `Precomputed`.
    kernel
        A frozen kernel value.
    nu
        0 < nu <= 1: at most that fraction of the points is left outside, at least that fraction support vectors.
    sample_weight
        Upper bound of each alpha, shape (n,), >= 0; 1 where not given.

    Raises
    ------
    InputError
        With the key of one clear sentence, for anything that cannot be solved.
    """
    points = validation.points(X)
    return problem_of(points, kernel, one_class_form(len(points), nu, sample_weight), math.nan)


def one_class_form(count: int, nu: float, sample_weight: ArrayLike | None = None) -> Form:
    """Return the one-class problem of `count` points as arrays; see `one_class`."""
    nu = parameters.fraction(nu)
    weight = parameters.box(np.ones(count), parameters.sample_weights(sample_weight, count))
    total, ones = share(nu, weight), np.ones(count)
    return form(Formulation.ONE_CLASS, ones, ones, np.zeros(count), weight, filled(weight, total), document=1.0 / total)
