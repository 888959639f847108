"""Classification by a sparse code in feature space: KSRC, whose median rule Zhang uses (mathematics 17)."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from ...problem import Gaussian
from ...problem.arrays import Matrix, Vector

PENALTY = 1e-2  # of |beta|_1; a Gaussian kernel has K(x, x) = 1
SWEEPS = 400
CLOSE = 1e-5  # largest change of a coefficient in the last sweep


@dataclass(frozen=True)
class SparseCodes:
    """The codes of new points by the training points, and the class of each."""

    codes: Matrix  # (n, m) one column per new point
    sides: Vector  # (m,) +1 or -1: the class whose part of the code is nearer; a tie counts as +1
    violation: float  # of the optimality conditions, largest


def sparse_codes(X: Matrix, y: Vector, new: Matrix, gamma: float, penalty: float = PENALTY) -> SparseCodes:
    """Return for each new point (m, d) the beta of least 1/2 |phi(x) - sum_j beta_j phi(x_j)|^2 + penalty |beta|_1.

    X (n, d) are the training points with labels y (n,). The class of a new point is that whose own coefficients leave
    the smaller distance |phi(x) - sum of that class|. Coordinate descent, all new points at once.
    """
    K, k = Gaussian(gamma).gram(X, X), Gaussian(gamma).gram(X, new)
    beta, rest = np.zeros_like(k), k.copy()  # rest = k - K beta
    for _ in range(SWEEPS):
        largest = 0.0
        for j in range(len(K)):
            pull = rest[j] + K[j, j] * beta[j]
            moved = np.sign(pull) * np.maximum(np.abs(pull) - penalty, 0.0) / K[j, j] - beta[j]
            if moved.any():
                beta[j] += moved
                rest -= K[:, j, None] * moved
                largest = max(largest, float(np.abs(moved).max()))
        if largest < CLOSE:
            break
    near = []
    for sign in (1.0, -1.0):
        own = np.where((y == sign)[:, None], beta, 0.0)
        near.append(1.0 - 2.0 * (own * k).sum(axis=0) + (own * (K @ own)).sum(axis=0))
    broken = np.where(beta != 0.0, np.abs(rest - penalty * np.sign(beta)), np.maximum(np.abs(rest) - penalty, 0.0))
    return SparseCodes(beta, np.where(near[0] <= near[1], 1.0, -1.0), float(broken.max(initial=0.0)))
