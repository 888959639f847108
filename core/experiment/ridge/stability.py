"""How far ridge regression moves when one point does, or when Fourier features replace the kernel (mathematics 15)."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

import numpy as np

from core.experiment.ridge.moves import RidgeMove, one_moved, ridge_move
from core.lowlevel.blas_threads import one_blas_thread
from core.problem import FourierMap, Gaussian
from core.problem.arrays import Indices, Matrix, Vector
from core.problem.kernels import Kernel
from core.solver.ridge import ridge
from core.theory.fourier import Ball, printed_bound
from core.theory.stability import (
    Regression,
    corollary_2,
    corollary_2_printed,
    evaluated_with_both,
    proposition_2,
    spectral_norm,
)

DELTA = 0.05  # how often Zhang's corollary 1, whose eps corollary 2 takes over, may fail


@dataclass(frozen=True)
class Changes:
    """What was measured and what is claimed, for each change of the kernel matrix; all of shape (k,)."""

    at: Vector  # how far the point has moved, or D
    exact: Vector  # measured, the exact kernel evaluated: what the propositions are about
    both: Vector  # measured, the changed kernel evaluated as well
    proved: Vector  # Zhang's proposition 2, by the spectral norm
    corrected: Vector  # Zhang's corollary 2 by the largest entry, without the 1 / n
    printed: Vector  # Zhang's corollary 2 as printed
    allowed: Vector  # what is proved of `both`
    spectral: Vector  # |K' - K|_2
    entry: Vector  # the largest |K' - K|
    diagonal: Vector  # the largest K'(x, x)
    reach: float = field(default=1.0, kw_only=True)  # kappa, the largest K(x, x)

    @property
    def broken(self) -> Indices:
        """Where the printed bound is exceeded by what was measured."""
        return np.flatnonzero(self.exact > self.printed * (1.0 + 1e-9))


@one_blas_thread()
def point_moves(X: Matrix, z: Vector, point: int, shifts: Vector, kernel: Kernel, penalty: float) -> Changes:
    """Return what happens when one of the points X (n, 2) moves to the right, by each of the shifts (k,); lambda > 0.

    The kernel is positive semidefinite: with kappa the largest K(x, x) of these points, no entry of K is larger.
    Zhang's corollary 2 as printed has here the largest entry in the place of the spectral norm, which is its step.
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
    """Return what happens when Fourier features of each D (k,) replace the kernel of the points X (n, d); lambda > 0.

    Zhang's corollary 2 as printed has here the eps of corollary 1, for the smallest ball around the mean that holds all
    points.
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
