"""Can any plane separate the classes in the kernel's feature space? A certificate either way.

The two convex hulls are compared by one linear programme: weights d >= 0 that sum to 1 in each class and bring
sum_i d_i y_i phi(x_i) as close to zero as they can (mathematics 2.1). Every such d proves that no plane has a margin
above half the distance it leaves; at distance zero the hulls share a point and no plane separates them.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
from scipy.linalg.lapack import dpstrf
from scipy.optimize import linprog

from core.problem.arrays import Matrix, Vector
from core.problem.dual import SMALLEST_RELATIVE_MARGIN, Problem
from core.problem.kernels import Gaussian, Linear

SMALLEST_SPREAD = 1e-8  # directions in which the images spread less than this, relatively, are rounding
MOST_SECONDS = 1.0  # the linear programme cannot be cancelled, and nobody waits for it longer


@dataclass(frozen=True)
class Hulls:
    """The nearest points that were found in the two hulls."""

    weights: Vector  # (n,) d >= 0, each class sums to 1
    distance: float  # |sum_i d_i y_i phi(x_i)|
    scale: float  # max |phi(x_i)|, after moving the mean to the origin: what "small" is measured against

    @property
    def largest_margin(self) -> float:
        """No plane separates the classes with a margin (distance to the nearest point) above this."""
        return self.distance / 2

    @property
    def meet(self) -> bool:
        """Whether the hulls share a point, up to the smallest margin that is worth the name."""
        return self.largest_margin <= SMALLEST_RELATIVE_MARGIN * self.scale


def always_separable(problem: Problem) -> bool:
    """Tell whether a theorem settles it: a Gaussian Gram matrix of distinct points is positive definite.

    Points of one class may coincide: they are one point to any plane.
    """
    if not isinstance(problem.kernel, Gaussian):
        return False
    X, y = problem.X + 0.0, problem.y  # + 0.0 makes -0.0 the same place as 0.0
    everyone, positive, negative = (len(np.unique(rows, axis=0)) for rows in (X, X[y > 0], X[y < 0]))
    return everyone == positive + negative


def nearest_hull_points(problem: Problem) -> Hulls:
    """Return weights that bring the convex hulls of the two classes together, as far as they go (maximum norm)."""
    Z = _feature_rows(problem)
    scale = max(float(np.sqrt(np.einsum("ij,ij->i", Z, Z).max())), 1e-300)
    pair = _measured(_closest_pair(problem), problem.y, Z, scale)
    return pair if pair.meet else _measured(_closest_weights(_whitened(Z), problem.y), problem.y, Z, scale)


def _measured(weights: Vector, y: Vector, Z: Matrix, scale: float) -> Hulls:
    return Hulls(weights, float(np.linalg.norm((weights * y) @ Z)), scale)


def common_point(problem: Problem, hulls: Hulls) -> Vector | None:
    """Return the point (d,) of the input space that both hulls contain: only a linear kernel draws it there."""
    if not (isinstance(problem.kernel, Linear) and hulls.meet):
        return None
    positive = np.where(problem.y > 0, hulls.weights, 0.0)
    return np.asarray(positive @ problem.X)


def _feature_rows(problem: Problem) -> Matrix:
    """Return Z (n, r) with Z Z' = centred K: the weights sum to zero, so the mean may be moved to the origin."""
    if isinstance(problem.kernel, Linear):
        return np.asarray(problem.X - problem.X.mean(axis=0))
    K = problem.dual.kernel
    row_mean = K.mean(axis=0)
    centred = K - row_mean - row_mean[:, None] + row_mean.mean()
    return _pivoted_factor(centred)


def _pivoted_factor(K: Matrix) -> Matrix:
    """Return L (n, r) with L L' = K up to rounding, r the numerical rank, by LAPACK's pivoted Cholesky."""
    tolerance = 1e-13 * len(K) * max(float(K.diagonal().max()), 1e-300)
    factor, pivot, rank, _ = dpstrf(K, tol=tolerance, lower=1)
    rows = np.empty((len(K), max(int(rank), 1)))
    rows[pivot - 1] = np.tril(factor)[:, : rows.shape[1]]
    return rows


def _closest_pair(problem: Problem) -> Vector:
    """Return the weights of the nearest two points of different classes: one spot with two labels settles it."""
    K, positive = problem.dual.kernel, problem.y > 0
    squared = K.diagonal()[positive][:, None] + K.diagonal()[~positive] - 2.0 * K[np.ix_(positive, ~positive)]
    row, column = np.unravel_index(int(squared.argmin()), squared.shape)
    weights = np.zeros(len(K))
    weights[[np.flatnonzero(positive)[row], np.flatnonzero(~positive)[column]]] = 1.0
    return weights


def _whitened(Z: Matrix) -> Matrix:
    """Return an orthonormal basis of the columns of Z (n, r), times sqrt(n).

    Hulls that meet do so after every invertible linear map, and after this one the programme is well scaled: the
    columns of Z, as the pivoted factor leaves them, span eight decades, and HiGHS turns round and round in them.
    """
    basis, spread, _ = np.linalg.svd(Z, full_matrices=False)
    kept = spread > SMALLEST_SPREAD * max(float(spread[0]), 1e-300)
    return np.asarray(basis[:, kept] * math.sqrt(len(Z)))


def _closest_weights(Z: Matrix, y: Vector) -> Vector:
    """Minimise t subject to |sum_i d_i y_i Z_ik| <= t for all k, d >= 0, and each class of d summing to 1.

    Where the programme takes too long the two class means are compared: a weaker proof, but one. The solver decides.
    """
    n, r = Z.shape
    signed = (Z * y[:, None]).T
    bounded = np.block([[signed, -np.ones((r, 1))], [-signed, -np.ones((r, 1))]])
    sums = np.zeros((2, n + 1))
    sums[0, :n], sums[1, :n] = y > 0, y < 0
    answer = linprog(
        np.r_[np.zeros(n), 1.0],
        A_ub=bounded,
        b_ub=np.zeros(2 * r),
        A_eq=sums,
        b_eq=np.ones(2),
        bounds=(0, None),
        method="highs-ds",
        options={"time_limit": MOST_SECONDS},
    )
    if answer.x is None:
        return np.where(y > 0, 1 / np.count_nonzero(y > 0), 1 / np.count_nonzero(y < 0))
    weights = np.maximum(answer.x[:n], 0.0)
    for sign in (1.0, -1.0):  # exact sums, so that what is claimed of d is true of this d
        weights[y == sign] /= math.fsum(weights[y == sign])
    return np.asarray(weights)
