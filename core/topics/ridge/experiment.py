"""Kernel ridge regression, exact and through features, its stability, and epsilon-SVR for comparison."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ...lowlevel.blas_threads import one_blas_thread
from ...problem import FeatureMap, FourierMap, Gaussian, NystroemMap, eps_svr
from ...problem.arrays import Indices, Matrix, Vector
from ...problem.fast_decision import gaussian_on_grid
from ...problem.kernels import Kernel
from ...solver import answer
from ...solver.ridge import Ridge, ridge, ridge_of_features
from ...solver.smallest_norm import never
from ...view.grid import grid_axes
from ...view.solution import Light
from ..descent.experiment import from_gram
from ..fourier.theory import Ball, printed_bound
from ..machines.view import MachineFit, fitted
from .theory import (
    Regression,
    corollary_2,
    corollary_2_printed,
    evaluated_with_both,
    proposition_2,
    spectral_norm,
)

# ---- Kernel ridge regression for pictures ----
# With one BLAS thread: on two busy processors 500 points then take 8 ms, and at most 17 ms in 19 of 20 runs; with two
# threads that wait for each other they take 23 ms, and up to 300 ms.


CELLS = 160  # along each axis of a window
ALONG = 241  # points of a curve
ZERO = 1e-9  # of the largest coefficient: smaller ones count as 0


@dataclass(frozen=True)
class RidgePlane:
    """Ridge regression of targets in the plane with the Gaussian kernel, and its values on a grid of the window."""

    X: Matrix  # (n, 2)
    z: Vector  # (n,) targets
    alpha: Vector  # (n,)
    values: Vector  # (n,) f at the points
    regular: bool  # False: K + lambda I was singular to working precision, alpha is the least-squares solution
    x_axis: Vector
    y_axis: Vector
    field: Matrix  # (len(y_axis), len(x_axis))

    @property
    def errors(self) -> int:
        """The number of labels whose sign differs from that of f; f = 0 counts as positive."""
        return int(np.count_nonzero((self.values >= 0) != (self.z > 0)))


@one_blas_thread()
def ridge_plane(X: Matrix, z: Vector, gamma: float, penalty: float, window: tuple[float, float, float]) -> RidgePlane:
    """Return the ridge regression of z (n,) at points X (n, 2); `InputError` for an invalid lambda."""
    K = Gaussian(gamma).gram(X, X)
    found = ridge(K, z, penalty)
    across, up = grid_axes(window[:2], window[2], CELLS)
    field = gaussian_on_grid(X, found.weights, gamma, across, up)
    return RidgePlane(X, z, found.weights, K @ found.weights, found.regular, across, up, field)


@dataclass(frozen=True)
class Smooth:
    """One ridge regression on a line."""

    curve: Vector  # f along the axis
    fitted: Vector  # (n,) f at the points
    regular: bool
    worst: float = 0.0  # the largest |K' - K| at the points

    def error(self, z: Vector) -> float:
        """Return the root of the mean square error at the points."""
        return float(np.sqrt(np.mean((self.fitted - z) ** 2)))


@dataclass(frozen=True)
class Smooths:
    """The same targets by the exact kernel, by Fourier features and by Nyström features."""

    x: Vector  # (n,)
    z: Vector
    axis: Vector  # (ALONG,)
    exact: Smooth
    fourier: Smooth
    nystroem: Smooth
    landmarks: Vector  # (L,) places
    kept: int  # eigenpairs of K(landmarks)
    share: float  # of the sum of its eigenvalues
    carrying: int  # points with a coefficient of the exact regression that is not 0

    def apart(self, curve: Vector) -> float:
        """Return the largest difference from the exact curve between the outermost points."""
        inside = (self.axis >= self.x.min()) & (self.axis <= self.x.max())
        return float(np.abs(curve - self.exact.curve)[inside].max(initial=0.0))


@one_blas_thread()
def smooths(
    x: Vector,
    z: Vector,
    penalty: float,
    fourier: FourierMap,
    nystroem: tuple[int, int, int | None],
    ends: tuple[float, float],
    stop: Callable[[], bool] = never,
) -> Smooths:
    """Return the three regressions of z (n,) on x (n,).

    Parameters
    ----------
    fourier
        The map, which defines gamma.
    nystroem
        The number of landmarks, at most all points, their seed, and the number of eigenpairs of their kernel matrix to
        keep; None: all that are not rounding.
    ends
        The ends of the axis.
    stop
        Polled some ten times a second during a factorisation; once it is true, the result is meaningless.
    """
    X, axis = x[:, None], np.linspace(*ends, ALONG)
    kernel = fourier.limit
    count, seed, rank = nystroem
    count = min(count, len(x))
    landmarks = NystroemMap.choose(kernel, X, count, seed, None if rank is None else min(rank, count))
    K = kernel.gram(X, X)
    found = ridge(K, z, penalty, stop)
    exact = _smooth(found, kernel.gram(axis[:, None], X), K)
    by_fourier, by_nystroem = (_by_features(phi, X, z, penalty, axis, K, stop) for phi in (fourier, landmarks))
    # K(x, x) = 1, so the sum of all eigenvalues is their number.
    kept, share = len(landmarks.eigenvalues), float(landmarks.eigenvalues.sum() / count)
    places = np.sort(landmarks.landmarks[:, 0])
    return Smooths(x, z, axis, exact, by_fourier, by_nystroem, places, kept, share, carrying(found.weights))


def carrying(coefficients: Vector) -> int:
    """Return the number of non-zero coefficients (n,), to the accuracy of a regression."""
    size = np.abs(coefficients)
    return int(np.count_nonzero(size > ZERO * size.max(initial=0.0)))


def _by_features(
    phi: FeatureMap, X: Matrix, z: Vector, penalty: float, axis: Vector, K: Matrix, stop: Callable[[], bool]
) -> Smooth:
    Z, along = (np.asarray(phi.features(rows)) for rows in (X, axis[:, None]))
    return _smooth(ridge_of_features(Z, z, penalty, stop), along, Z, float(np.abs(Z @ Z.T - K).max()))


def _smooth(found: Ridge, along: Matrix, at: Matrix, worst: float = 0.0) -> Smooth:
    return Smooth(np.asarray(along @ found.weights), np.asarray(at @ found.weights), found.regular, worst)


def wave(count: int, noise: float, seed: int) -> tuple[Vector, Vector]:
    """Return ascending x (count,) in [-3, 3], and z = sin(2 x) exp(-x^2 / 8) with normal noise of that deviation."""
    rng = np.random.default_rng(seed)
    x = np.sort(rng.uniform(-3.0, 3.0, count))
    return x, np.sin(2.0 * x) * np.exp(-(x**2) / 8.0) + noise * rng.normal(size=count)


@dataclass(frozen=True)
class SupportOnly:
    """The changes of a machine that is trained only on some of its points."""

    kept: int
    changed: float  # share of the window with another class
    apart: float  # largest |f - f'| at the kept points
    errors: int  # on all points, afterwards


@one_blas_thread()
def ridge_on(plane: RidgePlane, keep: NDArray[np.bool_], gamma: float, penalty: float) -> SupportOnly:
    """Train again on the points of a non-empty mask (n,), and compare with all points."""
    X, z = plane.X[keep], plane.z[keep]
    kernel = Gaussian(gamma)
    alpha = ridge(kernel.gram(X, X), z, penalty).weights
    field = gaussian_on_grid(X, alpha, gamma, plane.x_axis, plane.y_axis)
    values = kernel.gram(plane.X, X) @ alpha
    return SupportOnly(
        int(keep.sum()),
        float(np.mean((field >= 0) != (plane.field >= 0))),
        float(np.abs(values - plane.values)[keep].max()),
        int(np.count_nonzero((values >= 0) != (plane.z > 0))),
    )


# ---- The change of the answers at the points when a machine is trained with K' instead of K ----


def one_moved(X: Matrix, point: int, to: Vector, kernel: Kernel) -> tuple[Matrix, Matrix, float]:
    """Return K, K' with one of the points X (n, d) moved `to` (d,), and |K' - K|_2.

    K' - K has one row that is not zero, and the same column: with d in the corner where they meet and r the length of
    the rest, its norm is that of ((d, r), (r, 0)).
    """
    K = kernel.gram(X, X)
    there = np.asarray(to, dtype=np.float64)[None]
    row = kernel.gram(there, X)[0]
    row[point] = kernel.gram(there, there)[0, 0]
    moved = K.copy()
    moved[point] = moved[:, point] = row
    change = row - K[point]
    corner, rest = abs(float(change[point])), float(np.linalg.norm(np.delete(change, point)))
    return K, moved, (corner + math.hypot(corner, 2.0 * rest)) / 2.0


class RidgeMove(NamedTuple):
    """The change of the answers of ridge regression at the points."""

    exact: float  # with the exact kernel in the evaluation, as in Zhang's proposition 2
    both: float  # with K' in the evaluation too


def ridge_move(K: Matrix, moved: Matrix, z: Vector, penalty: float, before: Vector | None = None) -> RidgeMove:
    """Return the largest differences at the points, for K and K' (n, n), targets z (n,) and lambda > 0.

    `before` are the weights (n,) with K, if known.
    """
    after = ridge(moved, z, penalty).weights
    answers = K @ (ridge(K, z, penalty).weights if before is None else before)
    return RidgeMove(*(float(np.abs(gram @ after - answers).max()) for gram in (K, moved)))


@dataclass(frozen=True)
class SvmMove:
    """The change of the answers of the SVM without offset at the points, with K' in training and evaluation."""

    largest: float
    gap: float  # the larger relative gap of the two solutions


def svm_move(K: Matrix, moved: Matrix, y: Vector, C: float) -> SvmMove:
    """Return the largest difference at the points, for K and K' (n, n) positive semidefinite and labels y (n,)."""
    before, after = (from_gram(gram, y, C) for gram in (K, moved))
    return SvmMove(float(np.abs(moved @ after.signed - K @ before.signed).max()), max(before.gap, after.gap))


# ---- The change of ridge regression when a point moves, or when Fourier features replace the kernel ----


DELTA = 0.05  # the failure probability of Zhang's corollary 1, whose eps corollary 2 uses


@dataclass(frozen=True)
class Changes:
    """Measured changes and their bounds, for each change of the kernel matrix; all of shape (k,)."""

    at: Vector  # how far the point has moved, or D
    exact: Vector  # measured, evaluated with the exact kernel, as in the propositions
    both: Vector  # measured, evaluated with the changed kernel too
    proved: Vector  # Zhang's proposition 2, by the spectral norm
    corrected: Vector  # Zhang's corollary 2 by the largest entry, without the 1 / n
    printed: Vector  # Zhang's corollary 2 as printed
    allowed: Vector  # the proved bound of `both`
    spectral: Vector  # |K' - K|_2
    entry: Vector  # the largest |K' - K|
    diagonal: Vector  # the largest K'(x, x)
    reach: float = field(default=1.0, kw_only=True)  # kappa, the largest K(x, x)

    @property
    def broken(self) -> Indices:
        """The indices at which the measured change exceeds the printed bound."""
        return np.flatnonzero(self.exact > self.printed * (1.0 + 1e-9))


@one_blas_thread()
def point_moves(X: Matrix, z: Vector, point: int, shifts: Vector, kernel: Kernel, penalty: float) -> Changes:
    """Return the changes when one of the points X (n, 2) moves to the right by each of the shifts (k,); lambda > 0.

    The kernel is positive semidefinite: with kappa the largest K(x, x) of these points, no entry of K is larger.
    Zhang's corollary 2 as printed uses the largest entry here instead of the spectral norm.
    """
    K = kernel.gram(X, X)
    about = Regression(len(z), penalty, float(np.abs(z).max()), float(K.diagonal().max()))
    before, rows = ridge(K, z, penalty).weights, []
    for shift in shifts:
        _, moved, spectral = one_moved(X, point, X[point] + [float(shift), 0.0], kernel)
        entry = float(np.abs(moved[point] - K[point]).max())
        found = ridge_move(K, moved, z, penalty, before)
        rows.append(_row(about, found, moved, spectral, entry, entry))
    return replace(_changes(shifts, rows), reach=about.reach)


@one_blas_thread()
def features_replace(X: Matrix, z: Vector, gamma: float, components: Indices, seed: int, penalty: float) -> Changes:
    """Return the changes when Fourier features of each D (k,) replace the kernel of the points X (n, d); lambda > 0.

    Zhang's corollary 2 as printed uses the eps of corollary 1 here, for the smallest ball around the mean that contains
    all points.
    """
    about = Regression(len(z), penalty, float(np.abs(z).max()))
    K = Gaussian(gamma).gram(X, X)
    ball = Ball(X.shape[1], float(np.linalg.norm(X - X.mean(axis=0), axis=1).max()), gamma)
    before, rows = ridge(K, z, penalty).weights, []
    for D in components:
        moved = FourierMap(gamma, int(D), seed).gram(X, X)
        spectral, entry = spectral_norm(moved - K), float(np.abs(moved - K).max())
        found = ridge_move(K, moved, z, penalty, before)
        rows.append(_row(about, found, moved, spectral, entry, printed_bound(ball, int(D), DELTA)))
    return _changes(np.asarray(components, dtype=np.float64), rows)


def _row(
    about: Regression, found: RidgeMove, moved: Matrix, spectral: float, entry: float, printed: float
) -> tuple[float, ...]:
    proved = proposition_2(about, spectral)
    return (
        found.exact,
        found.both,
        proved,
        corollary_2(about, entry),
        corollary_2_printed(about, printed),
        evaluated_with_both(proved, about, entry),
        spectral,
        entry,
        float(moved.diagonal().max()),
    )


def _changes(at: Vector, rows: list[tuple[float, ...]]) -> Changes:
    return Changes(at, *(np.array(column) for column in zip(*rows, strict=True)))


# ---- Epsilon-SVR of targets on a line, compared with ridge regression ----


TOLERANCES = (1e-3, 1e-9)  # the second if the first leaves the optimum unproved


@dataclass(frozen=True)
class Tube:
    """An epsilon-SVR on a line."""

    axis: Vector
    curve: Vector  # f along the axis
    fitted: MachineFit
    epsilon: float
    C: float

    @property
    def proved(self) -> bool:
        """Whether it is proved optimal: only then is it drawn as a solution."""
        return self.fitted.light is Light.PROVED

    @property
    def carrying(self) -> NDArray[np.bool_]:
        """Which points are support vectors, shape (n,)."""
        return np.asarray(self.fitted.coef != 0)

    def error(self, z: Vector) -> float:
        """Return the root of the mean square error at the points."""
        return float(np.sqrt(np.mean((self.fitted.decision - z) ** 2)))


def tube_on_line(x: Vector, z: Vector, axis: Vector, gamma: float, C: float, epsilon: float, limit: int) -> Tube:
    """Return the epsilon-SVR of z (n,) on x (n,), with the Gaussian kernel; `InputError` for an infinite C."""
    X, kernel = x[:, None], Gaussian(gamma)
    problem = eps_svr(X, z, kernel, C, epsilon)
    for tolerance in TOLERANCES:
        shown = fitted(problem, answer(problem, tolerance=tolerance, limit=limit))
        if shown.light is Light.PROVED:
            break
    return Tube(axis, np.asarray(kernel.gram(axis[:, None], X) @ shown.coef + shown.b), shown, epsilon, C)
