"""From decision values to probabilities: Platt's sigmoid, pairwise coupling, and the Laplace noise of a regression.

Pure functions of arrays (mathematics 12); the machines cross-validate the decision values.
"""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import ArrayLike
from scipy.special import expit

from ..problem.arrays import Matrix, Vector

FLAT = 1e-5  # least gradient of the sum over the points, as in LIBSVM, but before the last step and not after it
RIDGE = 1e-12  # added to the diagonal of the Hessian
NEWTON_STEPS = 100
ENOUGH = 1e-4  # share of the decrease predicted by the slope (Armijo)
SHORTEST = 1e-10  # smallest step length
TIED = 1e-10  # relative differences of decision values below this count as ties: A f + B would lose them by rounding
NOTHING = 1e-290  # and so do absolute differences below this

LEAST = 1e-7  # every probability of a pair is between LEAST and 1 - LEAST
FAR = 5.0  # LIBSVM ignores residuals beyond this many standard deviations
NEAR = 0.005  # LIBSVM's tolerance, to be divided by the number of classes
SWEEPS = 100


def fit_sigmoid(f: Vector, y: Vector) -> tuple[float, float]:
    """Return (A, B) of P(y = +1 | f) = 1 / (1 + exp(A f + B)), Platt's sigmoid (mathematics, equation 12.1).

    The cross-entropy with Platt's targets (N+ + 1) / (N+ + 2) and 1 / (N- + 2) is minimised by Newton's method. The
    targets are neither 0 nor 1, so there is a minimum even if f separates the classes. The range of f is scaled to
    [-1, 1] first, so that neither the unit nor the zero of f matters; if all values are equal, A = 0.

    Parameters
    ----------
    f
        Decision values, shape (n,), finite; of points not used for training, or the probabilities are too extreme.
    y
        Labels, shape (n,), +1 and -1; one of them may be missing.
    """
    positive = y > 0
    plus, minus = int(positive.sum()), int((~positive).sum())
    target = np.where(positive, (plus + 1.0) / (plus + 2.0), 1.0 / (minus + 2.0))
    low, high = float(f.min()), float(f.max())
    middle, half = low / 2.0 + high / 2.0, high / 2.0 - low / 2.0  # halved first, since the sum may overflow
    if not half > max(TIED * abs(middle), NOTHING):  # all are equal
        half = math.inf
    A, B = _least_cross_entropy((f - middle) / half, target, math.log((minus + 1.0) / (plus + 1.0)))
    return A / half, B - A * (middle / half)


def _least_cross_entropy(u: Vector, target: Vector, B: float) -> tuple[float, float]:
    """Return the (A, B) that minimise `_cross_entropy`, from A = 0 and a given B, by damped Newton steps."""
    at = np.array([0.0, B])
    value = _cross_entropy(at, u, target)
    for _ in range(NEWTON_STEPS):
        gradient, hessian = _derivatives(at, u, target)
        step = -np.linalg.solve(hessian, gradient)
        if np.abs(gradient).max() < FLAT / len(u):
            at = at + step  # without a test: it squares the gradient, and rounding hides its decrease
            break
        slope, length = float(gradient @ step), 1.0
        while length >= SHORTEST:
            there = at + length * step
            if (reached := _cross_entropy(there, u, target)) < value + ENOUGH * length * slope:
                break
            length /= 2.0
        else:
            break
        at, value = there, reached
    return float(at[0]), float(at[1])


def _cross_entropy(at: Vector, u: Vector, target: Vector) -> float:
    """Return the mean of t log(1 + e^z) + (1 - t) log(1 + e^-z), z = A u + B, in a form that never overflows."""
    z = at[0] * u + at[1]
    return float(np.mean(target * z + np.logaddexp(0.0, -z)))


def _derivatives(at: Vector, u: Vector, target: Vector) -> tuple[Vector, Matrix]:
    z = at[0] * u + at[1]
    wrong, certain = target - expit(-z), expit(z) * expit(-z)
    gradient = np.array([np.mean(wrong * u), np.mean(wrong)])
    mixed = np.mean(certain * u)
    return gradient, np.array([[np.mean(certain * u * u) + RIDGE, mixed], [mixed, np.mean(certain) + RIDGE]])


def sigmoid(f: Vector, A: float, B: float) -> Vector:
    """Return P(y = +1 | f) = 1 / (1 + exp(A f + B)) for f of any shape, without overflow on either side."""
    with np.errstate(over="ignore"):
        return np.asarray(expit(-(A * f + B)))


def couple(R: ArrayLike, tolerance: float = NEAR) -> Matrix:
    """Return the probabilities of k classes from those of their pairs, by LIBSVM's iteration (mathematics 12).

    They minimise sum over s != t of (r_ts p_s - r_st p_t)^2 with sum p = 1. Every sweep sets one p_t after the other
    to its minimum and scales the sum to 1.

    Parameters
    ----------
    R
        r_st = P(class s | class s or t), shape (..., k, k), r_st + r_ts = 1; the diagonal is ignored. Clipped to
        [1e-7, 1 - 1e-7].
    tolerance
        A row is finished when max_t |(Q p)_t - p' Q p| <= tolerance / k, or after max(100, k) sweeps.

    Returns
    -------
    Matrix
        p, shape (..., k); every row sums to 1. Within about 1e-3 of the minimum, unless the tolerance is lowered.
    """
    Q = _coupling_matrix(np.asarray(R, dtype=float))
    *before, k, _ = Q.shape
    Q = Q.reshape(-1, k, k)
    p = np.full((len(Q), k), 1.0 / k)
    going = np.arange(len(Q))
    for _ in range(max(SWEEPS, k)):
        Qp = np.einsum("nst,nt->ns", Q[going], p[going])
        pQp = np.einsum("ns,ns->n", p[going], Qp)
        far = np.abs(Qp - pQp[:, None]).max(axis=1) > tolerance / k
        going, Qp, pQp = going[far], Qp[far], pQp[far]
        if len(going) == 0:
            break
        p[going] = _swept(Q[going], p[going], Qp, pQp)
    return p.reshape(*before, k)


def couple_exactly(R: ArrayLike) -> Matrix:
    """Return the minimum that `couple` approaches, from its linear system (mathematics 12).

    Only sum p = 1 is imposed: [Q e; e' 0] [p; b] = [0; 1]. That p >= 0 follows: with |p| / sum |p| in place of p no
    term (r_ts p_s - r_st p_t)^2 grows.

    Parameters
    ----------
    R
        As for `couple`, shape (..., k, k).

    Returns
    -------
    Matrix
        p, shape (..., k).
    """
    Q = _coupling_matrix(np.asarray(R, dtype=float))
    *before, k, _ = Q.shape
    system = np.ones((*before, k + 1, k + 1))
    system[..., :k, :k], system[..., k, k] = Q, 0.0
    right = np.zeros((*before, k + 1, 1))
    right[..., k, 0] = 1.0
    return np.asarray(np.linalg.solve(system, right)[..., :k, 0])


def _swept(Q: Matrix, p: Matrix, Qp: Matrix, pQp: Vector) -> Matrix:
    """Return p (n, k) after one sweep over the classes, for n problems Q (n, k, k) at once."""
    for t in range(p.shape[1]):
        step = (pQp - Qp[:, t]) / Q[:, t, t]
        scale = 1.0 + step
        pQp = (pQp + step * (step * Q[:, t, t] + 2.0 * Qp[:, t])) / scale**2
        Qp = (Qp + step[:, None] * Q[:, t]) / scale[:, None]
        p[:, t] += step
        p = p / scale[:, None]
    return p


def _coupling_matrix(R: Matrix) -> Matrix:
    """Return Q (..., k, k): Q_tt = sum over s != t of r_st^2, Q_tj = -r_jt r_tj."""
    k = R.shape[-1]
    off = ~np.eye(k, dtype=bool)
    r = np.where(off, np.clip(R, LEAST, 1.0 - LEAST), 0.0)
    Q = -r * np.swapaxes(r, -1, -2)
    Q[..., ~off] = (r**2).sum(axis=-2) if k > 1 else 1.0
    return np.asarray(Q)


def laplace_scale(residuals: ArrayLike, outliers: bool = False) -> float:
    """Return the scale s of Laplace noise e^{-|z| / s} / (2 s) from residuals y - f, shape (n,) (mathematics 12).

    It is their mean absolute value, the maximum-likelihood estimate. With `outliers` false, as in LIBSVM, those beyond
    five standard deviations (sqrt 2 s each) are then removed and the mean is taken again.
    """
    size = np.abs(np.asarray(residuals, dtype=float))
    scale = float(size.mean())
    near = size <= FAR * math.sqrt(2.0) * scale
    return scale if outliers or near.all() else float(size[near].mean())


def laplace_within(D: ArrayLike, s: float) -> Vector:
    """Return P(|y - f| <= D) = 1 - e^{-D / s} for half widths D >= 0 of any shape; 1 where there is no noise, s = 0."""
    widths = np.asarray(D, dtype=float)
    if s == 0:
        return np.ones_like(widths)
    with np.errstate(over="ignore"):
        return np.asarray(-np.expm1(-widths / s))
