"""Kernel ridge regression for pictures: exact, through features, in the plane and on a line (mathematics 15).

With one BLAS thread: on two busy processors 500 points take 8 ms so, at most 17 ms in 19 of 20 times, and 23 ms and up
to 300 ms with two threads that wait for each other.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from core.lowlevel.blas_threads import one_blas_thread
from core.problem import FeatureMap, FourierMap, Gaussian, NystroemMap
from core.problem.arrays import Matrix, Vector
from core.problem.fast_decision import gaussian_on_grid
from core.solver.ridge import Ridge, ridge, ridge_of_features
from core.solver.smallest_norm import never
from core.view.grid import grid_axes

CELLS = 160  # along each axis of a window
ALONG = 241  # places of a curve
ZERO = 1e-9  # of the largest coefficient: what is smaller carries nothing


@dataclass(frozen=True)
class RidgePlane:
    """Ridge regression of targets in the plane, the Gaussian kernel, and what it says on a grid of the window."""

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
        """How many targets have another sign than f, for labels; f = 0 counts as positive."""
        return int(np.count_nonzero((self.values >= 0) != (self.z > 0)))


@one_blas_thread()
def ridge_plane(X: Matrix, z: Vector, gamma: float, penalty: float, window: tuple[float, float, float]) -> RidgePlane:
    """Return the ridge regression of z (n,) at points X (n, 2); `InputError` for a lambda that is none."""
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
        The map, which brings gamma.
    nystroem
        How many landmarks, of all points at most, the seed that draws them, and how many eigenpairs of their kernel
        matrix are kept; None: all that are not rounding.
    ends
        Where the axis begins and ends.
    stop
        Asked some ten times a second while a matrix is factored; once it says so, nothing of use comes back.
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
    """Return how many coefficients (n,) are not 0, to the digits that a regression has."""
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
    """Return x (count,) in [-3, 3], rising, and z = sin(2 x) exp(-x^2 / 8) with normal noise of that deviation."""
    rng = np.random.default_rng(seed)
    x = np.sort(rng.uniform(-3.0, 3.0, count))
    return x, np.sin(2.0 * x) * np.exp(-(x**2) / 8.0) + noise * rng.normal(size=count)


@dataclass(frozen=True)
class SupportOnly:
    """What is left of a machine that is trained on some of its points alone."""

    kept: int
    changed: float  # share of the window whose class changes
    apart: float  # largest |f - f'| at the points that were kept
    errors: int  # of all points, after


@one_blas_thread()
def ridge_on(plane: RidgePlane, keep: NDArray[np.bool_], gamma: float, penalty: float) -> SupportOnly:
    """Train again on the points of a mask (n,), not all of it false, and compare with the whole."""
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
