"""Regression with a tube: epsilon-SVR and nu-SVR, as duals with two variables per point (mathematics 8).

The first n variables pull f up to the tube of their point, the other n pull it down: coef = alpha[:n] - alpha[n:].
"""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import ArrayLike

from .. import parameters, validation
from ..arrays import Vector
from ..dual import Problem, problem_of
from ..form import Form, Formulation, filled, form, share
from ..kernels import Kernel

GRAMS = 5  # matrices (n, n) that a problem holds: one of the points, four of the pairs of variables


def eps_svr(
    X: ArrayLike, z: ArrayLike, kernel: Kernel, C: float, epsilon: float, sample_weight: ArrayLike | None = None
) -> Problem:
    """Return the epsilon-SVR dual of the points, checked first.

    Parameters
    ----------
    X
        Points, shape (n, d), finite; or the symmetric Gram matrix (n, n) for `Precomputed`.
    z
        Numbers to predict, shape (n,), finite.
    kernel
        A frozen kernel value.
    C
        Penalty of what is outside the tube, > 0 and finite.
    epsilon
        Half the width of the tube, >= 0, in units of z.
    sample_weight
        Factor of C for each point, shape (n,), >= 0; 1 where not given.

    Raises
    ------
    InputError
        With the key of one clear sentence, for anything that cannot be solved.
    """
    points = validation.points(X, GRAMS)
    return problem_of(points, kernel, eps_svr_form(z, len(points), C, epsilon, sample_weight), C)


def eps_svr_form(z: ArrayLike, count: int, C: float, epsilon: float, sample_weight: ArrayLike | None = None) -> Form:
    """Return epsilon-SVR of `count` points as arrays; see `eps_svr`."""
    return _tube_form(z, count, parameters.finite_penalty(C), epsilon, sample_weight)


def hard_tube_form(z: ArrayLike, count: int, epsilon: float, sample_weight: ArrayLike | None = None) -> Form:
    """Return epsilon-SVR in the limit of an infinite C: every point lies in the tube, if such an f exists."""
    return _tube_form(z, count, math.inf, epsilon, sample_weight)


def _tube_form(z: ArrayLike, count: int, C: float, epsilon: float, sample_weight: ArrayLike | None) -> Form:
    target, upper, epsilon = parameters.targets(z, count), _box(C, sample_weight, count), parameters.tube(epsilon)
    p = np.concatenate([epsilon - target, epsilon + target])
    return form(Formulation.EPS_SVR, target, _signs(count), p, np.tile(upper, 2))


def nu_svr(
    X: ArrayLike, z: ArrayLike, kernel: Kernel, C: float, nu: float, sample_weight: ArrayLike | None = None
) -> Problem:
    """Return the nu-SVR dual of the points, checked first: nu is given, and epsilon is determined by it.

    Parameters
    ----------
    X, z, kernel, sample_weight
        As for `eps_svr`.
    C
        Penalty as LIBSVM has it, > 0 and finite: the C of the sources divided by n.
    nu
        0 < nu <= 1: at most that fraction of the points is outside the tube, at least that fraction support vectors.

    Raises
    ------
    InputError
        With the key of one clear sentence, for anything that cannot be solved.
    """
    points = validation.points(X, GRAMS)
    return problem_of(points, kernel, nu_svr_form(z, len(points), C, nu, sample_weight), C)


def nu_svr_form(z: ArrayLike, count: int, C: float, nu: float, sample_weight: ArrayLike | None = None) -> Form:
    """Return nu-SVR of `count` points as arrays; see `nu_svr`."""
    target = parameters.targets(z, count)
    C, weight = parameters.finite_penalty(C), parameters.sample_weights(sample_weight, count)
    upper = parameters.box(np.full(count, C), weight)
    half = filled(upper, share(C * parameters.fraction(nu), weight) / 2.0)  # LIBSVM's C nu l / 2, in its order
    p = np.concatenate([-target, target])
    return form(Formulation.NU_SVR, target, _signs(count), p, np.tile(upper, 2), np.tile(half, 2), alike=True)


def _box(C: float, sample_weight: ArrayLike | None, count: int) -> Vector:
    return parameters.box(np.full(count, C), parameters.sample_weights(sample_weight, count))


def _signs(count: int) -> Vector:
    return np.repeat([1.0, -1.0], count)
