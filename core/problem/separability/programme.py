"""Separability of the classes by a linear programme, with a proof of either answer in spite of rounding.

    minimise    sum_i xi_i   subject to   w.s_i + xi_i >= 1,  xi >= 0
    maximise    sum_i d_i    subject to   S' d = 0,  0 <= d <= 1    (its dual)

with s_i = y_i a_i the rows of S. If a plane separates the classes, its w has w.s_i > 0 for all i. If the hulls meet,
there are weights d > 0 with S' d = 0. Mehrotra's method stays inside the box, so its d are positive, but r = S' d is
only small, not zero. The weights d - R C N^-1 r cancel exactly, where R = D S, D = diag(d^2), C is any matrix and
N = S' R C; and they are positive if they differ from d by less than d. The floating-point proof needs only a bound of
|I - N| below 1 and one of r, and both include the errors of S and of every sum.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

import numpy as np
from scipy.linalg import LinAlgError, cho_factor, cho_solve, qr, solve_triangular

from ...lowlevel.blas_threads import one_blas_thread
from ..arrays import Matrix, Vector
from .coordinates import EPS

MOST_ROUNDS = 60
MOST_WORK = 1e8  # n m^2 of an iteration: some 5 ms
SMALLEST_SPREAD, CLEAR_SPREAD = 1e-11, 1e-7  # fraction of its norm by which a coordinate differs from the previous ones
FAR = 1e6  # initial z: of the order of the longest w of classes that are close together; from 1 it takes long
INWARD = 0.99  # fraction of the step to the edge of the box
MENDED = 3  # iterations that move the weights to cancelling ones
SAFE = 1.0 + 1e-6  # covers the rounding in a bound itself


class CommonWeights(NamedTuple):
    """The result of a proof: weights of a common point, or None if a plane exists."""

    weights: Vector | None  # (n,) > 0, not yet summing to 1 in each class


class _Signed(NamedTuple):
    """The points s_i in orthonormal coordinates."""

    S: Matrix  # (n, r)
    error: Matrix  # (n, r) bounds of the errors
    uncut: bool  # whether no coordinate was dropped


class _Inside(NamedTuple):
    """An iterate of the method: w (r,), and d, u = 1 - d, z = S w + xi - 1 and xi, each (n,) > 0."""

    w: Vector
    d: Vector
    u: Vector
    z: Vector
    xi: Vector


def common_weights(values: Matrix, error: Matrix, y: Vector, stopped: Callable[[], bool]) -> CommonWeights | None:
    """Return the result for coordinates (n, m) whose errors are at most `error` (n, m).

    None if neither was proved, if stopped, and if an iteration would take too long. It runs with one BLAS thread: on
    two busy cores a second one, which only waits, increased the processor time at n = 200 from 0.9 ms to 4.
    """
    n, m = values.shape
    if n * m * min(n, m) > MOST_WORK:
        return None
    with one_blas_thread():
        return _proved(values, error, y, stopped)


def _proved(values: Matrix, error: Matrix, y: Vector, stopped: Callable[[], bool]) -> CommonWeights | None:
    n = len(y)
    signed = _orthonormal(values * y[:, None], error)
    at = _Inside(np.zeros(signed.S.shape[1]), *(np.full(n, value) for value in (0.5, 0.5, FAR, FAR + 1.0)))
    for _ in range(MOST_ROUNDS):
        if stopped():
            return None
        if _separates(signed, at.w):
            return CommonWeights(None)
        if signed.uncut and _is_near(signed.S, at.d):
            weights = _cancelling_nearby(signed, at.d)
            if weights is not None:
                return CommonWeights(weights)
        further = _further(signed.S, at)
        if further is None:
            return None
        at = further
    return None


def _orthonormal(signed: Matrix, error: Matrix) -> _Signed:
    """Return the points in coordinates S = A T that are orthonormal up to rounding, with T taken as exact.

    T is triangular and invertible: weights that cancel in one coordinate system cancel in the other.
    """
    m = signed.shape[1]
    triangle, order = qr(signed, mode="r", pivoting=True)
    spread = np.abs(np.diagonal(triangle)) / max(abs(float(triangle[0, 0])), 1e-300)
    rank = int(np.count_nonzero(spread > SMALLEST_SPREAD))
    if rank < m:  # a plane in some coordinates is a plane in all; it is proved if they are clearly independent
        rank = max(1, int(np.count_nonzero(spread > CLEAR_SPREAD)))
    kept = order[:rank]
    T = np.triu(solve_triangular(triangle[:rank, :rank], np.eye(rank))) * np.sqrt(len(signed))
    A = signed[:, kept]
    off = SAFE * ((error[:, kept] + (m + 2) * EPS * np.abs(A)) @ np.abs(T))
    return _Signed(A @ T, off, rank == m)


def _further(S: Matrix, at: _Inside) -> _Inside | None:
    """Return the next iterate: a predictor step towards the optimum, then a corrector step with centring.

    None if the equations of the step are numerically singular.
    """
    weight = 1.0 / (at.z / at.d + at.xi / at.u)
    try:
        factor = cho_factor(S.T @ (weight[:, None] * S))
    except (LinAlgError, ValueError):
        return None
    straight = _step(S, at, factor, weight, -at.d * at.z, -at.u * at.xi)
    left = _gap(_moved(at, straight, _length(at, straight)))
    centre = left**3 / _gap(at) ** 2 / (2 * len(at.d))
    of_d = centre - at.d * at.z - straight.d * straight.z
    of_u = centre - at.u * at.xi - straight.u * straight.xi
    step = _step(S, at, factor, weight, of_d, of_u)
    return _moved(at, step, INWARD * _length(at, step)) if np.isfinite(step.w).all() else None


def _gap(at: _Inside) -> float:
    return float(at.d @ at.z + at.u @ at.xi)


def _moved(at: _Inside, step: _Inside, part: float) -> _Inside:
    return _Inside(*(old + part * new for old, new in zip(at, step, strict=True)))


def _step(S: Matrix, at: _Inside, factor: tuple[Matrix, bool], weight: Vector, of_d: Vector, of_u: Vector) -> _Inside:
    """Return the Newton step that changes d z by of_d and u xi by of_u, to first order, and restores feasibility."""
    missing = 1.0 - S @ at.w - at.xi + at.z
    aim = weight * (missing - of_u / at.u + of_d / at.d)
    w = np.asarray(cho_solve(factor, S.T @ (aim + at.d)))
    d = aim - weight * (S @ w)
    return _Inside(w, d, -d, (of_d - at.z * d) / at.d, (of_u + at.xi * d) / at.u)


def _length(at: _Inside, step: _Inside) -> float:
    """Return the largest fraction of a step, at most 1, that keeps d, u, z and xi non-negative."""
    rooms = (
        float((value[change < 0] / -change[change < 0]).min(initial=1.0))
        for value, change in zip(at[1:], step[1:], strict=True)
    )
    return min(rooms)


def _separates(signed: _Signed, w: Vector) -> bool:
    """Tell whether w.s_i > 0 is proved for all i, in spite of rounding."""
    f = signed.S @ w
    size = np.abs(w)
    bound = signed.error @ size + (len(w) + 2) * EPS * (np.abs(signed.S) @ size)
    return bool((f > SAFE * bound).all())


def _is_near(S: Matrix, d: Vector) -> bool:
    """Estimate whether the weights can be made to cancel without any of them becoming 0."""
    R = d[:, None] * S
    try:
        change = R @ np.linalg.solve(R.T @ R, d @ S)
    except LinAlgError:
        return False
    return bool((np.abs(change) < 0.5).all())


def _cancelling_nearby(signed: _Signed, d: Vector) -> Vector | None:
    """Return weights that cancel up to rounding, if it is proved that some > 0 near them cancel exactly.

    The names are those of the module docstring.
    """
    S, n, r = signed.S, *signed.S.shape
    absolute = np.abs(S)
    size = absolute + signed.error
    R = (d * d)[:, None] * S
    C = np.linalg.pinv(S.T @ R)
    RC = R @ C
    of_RC = (r + 4) * EPS * (np.abs(R) @ np.abs(C))
    of_N = absolute.T @ of_RC + signed.error.T @ (np.abs(RC) + of_RC) + (n + 2) * EPS * (size.T @ np.abs(RC))
    away = SAFE * (np.abs(np.eye(r) - S.T @ RC) + of_N + EPS).sum(axis=1).max()
    if not away < 1.0:
        return None
    residual = SAFE * (np.abs(S.T @ d) + signed.error.T @ d + (n + 2) * EPS * (absolute.T @ d)).max()
    change = SAFE * (np.abs(RC) + of_RC).sum(axis=1) * residual / (1.0 - away)
    if not (change < d).all():
        return None
    for _ in range(MENDED):
        d = np.maximum(d - RC @ (S.T @ d), 0.0)
    return d
