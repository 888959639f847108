"""Validation of parameters for regression and weighting: target values, nu, epsilon, and a weight for each point."""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import ArrayLike

from .arrays import Vector
from .input_error import InputError, as_float
from .validation import LARGEST_COORDINATE, floats

LOSSES = ("hinge", "squared_hinge")
LEAST_DIAGONAL = 1e-14  # D_k below this fraction of K_kk leaves less than two digits in the sum K_kk + D_k
LARGEST_DIAGONAL = 1e250


def targets(z: ArrayLike, count: int) -> Vector:
    """Return z as a float64 array of shape (count,), finite and not absurdly large."""
    array = floats(z)
    if array is None:
        raise InputError("targets.not_numbers", "The values to predict are not numbers; give one number a point.")
    if array.shape != (count,):
        raise InputError(
            "targets.length", "There are {targets} values for {count} points.", targets=array.size, count=count
        )
    if not np.all(np.abs(array) <= LARGEST_COORDINATE):  # catches NaN too
        raise InputError("targets.not_finite", "A value to predict is not finite, or beyond 1e100; correct it.")
    return array


def loss(name: str) -> str:
    """Return the name of a loss, refused unless it is one of `LOSSES`."""
    if name not in LOSSES:
        raise InputError("loss.unknown", 'The loss is {loss}; it must be "hinge" or "squared_hinge".', loss=name)
    return name


def finite_penalty(C: float) -> float:
    """Return C, refused unless it is positive, finite and not absurdly large: sums of it must stay finite."""
    number = as_float(C)
    if not 0 < number <= LARGEST_COORDINATE:
        raise InputError("C.not_finite", "C is {C}; here it must be greater than 0 and at most 1e100.", C=C)
    return number


def tube(epsilon: float) -> float:
    """Return the half width of the tube, finite and not negative."""
    number = as_float(epsilon)
    if not 0 <= number <= LARGEST_COORDINATE:
        raise InputError("epsilon.negative", "Epsilon is {epsilon}; it must be 0 or more and finite.", epsilon=epsilon)
    return number


def fraction(nu: float) -> float:
    """Return nu, refused outside 0 < nu <= 1."""
    number = as_float(nu)
    if not 0 < number <= 1:
        raise InputError("nu.range", "Nu is {nu}; it must be greater than 0 and at most 1.", nu=nu)
    return number


def attainable(nu: float, weight: Vector, labels: Vector) -> None:
    """Refuse a nu that is infeasible for nu-SVC: nu <= 2 min(n+, n-) / n, with the weights (n,) (mathematics 7)."""
    positive, negative = (math.fsum(weight[labels == sign]) for sign in (1.0, -1.0))
    most = 2.0 * min(positive, negative) / (positive + negative)
    if nu > most * (1.0 + 1e-12):
        raise InputError(
            "nu.too_large",
            "Nu is {nu}; with {positive} of class +1 and {negative} of class −1 it can be {most} at most.",
            nu=nu,
            positive=_whole(positive),
            negative=_whole(negative),
            most=_at_most(most),
        )


def _whole(number: float) -> float:
    """Return a number of points without a decimal point."""
    return int(number) if number == int(number) else number


def _at_most(number: float) -> float:
    """Return a positive number rounded down to the three digits of the message, so that the stated value is allowed."""
    unit = 10.0 ** (math.floor(math.log10(number)) - 2)
    return float(f"{math.floor(number / unit) * unit:.3g}")


def sample_weights(weight: ArrayLike | None, count: int) -> Vector:
    """Return the weights of the points, shape (count,): finite, not negative, not all 0; ones by default."""
    if weight is None:
        return np.ones(count)
    array = floats(weight)
    if array is None or array.shape != (count,):
        raise InputError("weights.length", "The weights must be {count} numbers, one for each point.", count=count)
    bad = ~((array >= 0) & (array <= LARGEST_COORDINATE))
    if bad.any():
        raise InputError(
            "weights.negative", "A point weighs {value}; it must be 0 or more and finite.", value=float(array[bad][0])
        )
    if not (array > 0).any():
        raise InputError("weights.none", "All points weigh 0; give at least some of them a weight.")
    return array


def box(C: Vector, weight: Vector, labels: Vector | None = None) -> Vector:
    """Return C_i times the weight of the point, shape (n,): finite unless C is not, and not 0 for a whole class."""
    if np.isinf(C).any() and not (weight > 0).all():
        raise InputError("weights.hard", "A hard margin cannot leave points of weight 0 out; take them away instead.")
    with np.errstate(over="ignore"):
        upper = C * weight
    if np.any(np.isinf(upper) & np.isfinite(C)):
        raise InputError("weights.negative", "A point weighs {value}; it must be 0 or more and finite.", value=math.inf)
    for sign in () if labels is None else (1.0, -1.0):
        if not (upper[labels == sign] > 0).any():
            raise InputError(
                "weights.empty_class",
                "All points of class {sign} weigh 0; give at least one of them a weight.",
                sign="+1" if sign > 0 else "−1",
            )
    return upper


def squares(diagonal: Vector, gram_diagonal: Vector, C: float) -> None:
    """Refuse a C whose 1 / (2 C), for a squared loss, is lost when added to the kernel's diagonal, or is not finite."""
    given = diagonal[diagonal > 0]
    if len(given) == 0:
        return
    lost = LEAST_DIAGONAL * float(np.abs(gram_diagonal).max())
    if given.min() < lost:
        most = _at_most(C * float(given.min()) / lost)
        raise InputError("C.too_large", "C is {C}; at most {most} is taken. Lower it.", C=C, most=most)
    if given.max() > LARGEST_DIAGONAL:
        raise InputError("C.too_small", "C is {C}, which is too small for a squared loss. Raise it.", C=C)
