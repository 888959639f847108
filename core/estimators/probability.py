"""From decision values to probabilities: Platt's sigmoid, pairwise coupling, and the Laplace noise of a regression.

Pure functions of arrays (mathematics 12); the machines cross-validate the decision values.
"""

from __future__ import annotations

import math
from collections import deque
from collections.abc import Iterator
from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray
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


class SigmoidStep(NamedTuple):
    """The state of Newton's method after a step, or at its start."""

    A: float
    B: float
    objective: float  # the mean cross-entropy, in nats a point
    gradient: tuple[float, float]  # of that mean, by A and B for decision values scaled to [-1, 1]
    halvings: int  # of this step, before its decrease was accepted
    tested: bool  # False at the start, and for a last step that is too small for a test of its decrease


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
    last = deque(sigmoid_steps(f, y), maxlen=1)[0]
    return last.A, last.B


def sigmoid_steps(f: Vector, y: Vector) -> Iterator[SigmoidStep]:
    """Yield the start and every step of `fit_sigmoid`, whose result is the last; the arguments are the same."""
    upper, lower = platt_targets(y)
    low, high = float(f.min()), float(f.max())
    middle, half = low / 2.0 + high / 2.0, high / 2.0 - low / 2.0  # halved first, since the sum may overflow
    if not half > max(TIED * abs(middle), NOTHING):  # all are equal
        half = math.inf
    target, plus = np.where(y > 0, upper, lower), int((y > 0).sum())
    for step in _newton_steps((f - middle) / half, target, math.log((len(y) - plus + 1.0) / (plus + 1.0))):
        yield step._replace(A=step.A / half, B=step.B - step.A * (middle / half))


def platt_targets(y: Vector) -> tuple[float, float]:
    """Return Platt's targets (t+, t-) of both classes, for labels y of shape (n,), +1 and -1."""
    plus = int((y > 0).sum())
    return (plus + 1.0) / (plus + 2.0), 1.0 / (len(y) - plus + 2.0)


def _newton_steps(u: Vector, target: Vector, B: float) -> Iterator[SigmoidStep]:
    """Yield the damped Newton steps that minimise `cross_entropy`, from A = 0 and a given B."""
    at, halvings, tested, last = np.array([0.0, B]), 0, False, False
    value = cross_entropy(at, u, target)
    for k in range(NEWTON_STEPS + 1):
        gradient, hessian = _derivatives(at, u, target)
        slopes = float(gradient[0]), float(gradient[1])
        yield SigmoidStep(float(at[0]), float(at[1]), value, slopes, halvings, tested)
        if last or k == NEWTON_STEPS:
            return
        step = -np.linalg.solve(hessian, gradient)
        if np.abs(gradient).max() < FLAT / len(u):
            at, last = at + step, True  # without a test: it squares the gradient, and rounding hides its decrease
            value, halvings, tested = cross_entropy(at, u, target), 0, False
            continue
        slope, length, halvings = float(gradient @ step), 1.0, 0
        while length >= SHORTEST:
            there = at + length * step
            if (reached := cross_entropy(there, u, target)) < value + ENOUGH * length * slope:
                break
            length, halvings = length / 2.0, halvings + 1
        else:
            return
        at, value, tested = there, reached, True


def cross_entropy(at: Vector, u: Vector, target: Vector) -> float:
    """Return the mean of t log(1 + e^z) + (1 - t) log(1 + e^-z), z = A u + B, for `at` = (A, B) without overflow.

    Parameters
    ----------
    at
        (A, B), shape (2,).
    u
        Decision values, shape (n,).
    target
        Targets t, shape (n,), from 0 to 1.
    """
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
    shape = np.asarray(R).shape
    p, _ = deque(coupling_sweeps(R, tolerance), maxlen=1)[0]
    return p.reshape(shape[:-1])


def coupling_sweeps(R: ArrayLike, tolerance: float = NEAR) -> Iterator[tuple[Matrix, Vector]]:
    """Yield (p, residual) of the iteration at its start and after every sweep; arguments as for `couple`.

    p has shape (n, k), one row for each of the n problems, and is changed by the next sweep. The residuals
    max_t |(Q p)_t - p' Q p| are those of the problems that were not finished before, shape (m,).
    """
    Q = coupling_matrix(R)
    k = Q.shape[-1]
    Q = Q.reshape(-1, k, k)
    p = np.full((len(Q), k), 1.0 / k)
    going = np.arange(len(Q))
    for sweeps in range(max(SWEEPS, k) + 1):
        Qp = np.einsum("nst,nt->ns", Q[going], p[going])
        pQp = np.einsum("ns,ns->n", p[going], Qp)
        residual = np.abs(Qp - pQp[:, None]).max(axis=1, initial=0.0)
        yield p, residual
        far = residual > tolerance / k
        going, Qp, pQp = going[far], Qp[far], pQp[far]
        if len(going) == 0 or sweeps == max(SWEEPS, k):
            return
        p[going] = _swept(Q[going], p[going], Qp, pQp)


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
    Q = coupling_matrix(R)
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


def coupling_matrix(R: ArrayLike) -> Matrix:
    """Return Q (..., k, k): Q_tt = sum over s != t of r_st^2, Q_tj = -r_jt r_tj (mathematics, equation 12.3)."""
    r = np.asarray(R, dtype=float)
    k = r.shape[-1]
    off = ~np.eye(k, dtype=bool)
    r = np.where(off, np.clip(r, LEAST, 1.0 - LEAST), 0.0)
    Q = -r * np.swapaxes(r, -1, -2)
    Q[..., ~off] = (r**2).sum(axis=-2) if k > 1 else 1.0
    return np.asarray(Q)


def laplace_scale(residuals: ArrayLike, outliers: bool = False) -> float:
    """Return the scale s of Laplace noise e^{-|z| / s} / (2 s) from residuals y - f, shape (n,) (mathematics 12).

    It is their mean absolute value, the maximum-likelihood estimate. With `outliers` false, as in LIBSVM, those beyond
    five standard deviations (sqrt 2 s each) are then removed and the mean is taken again.
    """
    size = np.abs(np.asarray(residuals, dtype=float))
    return float(size.mean() if outliers else size[within_five(size)].mean())


def within_five(residuals: ArrayLike) -> NDArray[np.bool_]:
    """Return which residuals (n,) are within five standard deviations sqrt 2 s, for s of all of them, shape (n,)."""
    size = np.abs(np.asarray(residuals, dtype=float))
    return np.asarray(size <= FAR * math.sqrt(2.0) * float(size.mean()))


def laplace_within(D: ArrayLike, s: float) -> Vector:
    """Return P(|y - f| <= D) = 1 - e^{-D / s} for half widths D >= 0 of any shape; 1 where there is no noise, s = 0."""
    widths = np.asarray(D, dtype=float)
    if s == 0:
        return np.ones_like(widths)
    with np.errstate(over="ignore"):
        return np.asarray(-np.expm1(-widths / s))
