"""How far the answers have moved at the points, once a machine is trained with K' in place of K."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from core.experiment.without_offset import from_gram
from core.problem import Gaussian
from core.problem.arrays import Matrix, Vector
from core.solver.ridge import ridge


def one_moved(X: Matrix, point: int, to: Vector, gamma: float) -> tuple[Matrix, Matrix, Vector]:
    """Return K, K' with one of the points X (n, d) moved `to` (d,), and the row of K' - K that is not zero.

    The length of that row is the spectral norm: the diagonal of a Gaussian is 1 whatever moves.
    """
    kernel = Gaussian(gamma)
    K = kernel.gram(X, X)
    row = kernel.gram(np.asarray(to, dtype=np.float64)[None], X)[0]
    row[point] = 1.0
    moved = K.copy()
    moved[point] = moved[:, point] = row
    return K, moved, row - K[point]


class RidgeMove(NamedTuple):
    """How far the answers of ridge regression have moved at the points."""

    exact: float  # where the exact kernel is evaluated, which Zhang's proposition 2 is about
    both: float  # where K' is evaluated as well


def ridge_move(K: Matrix, moved: Matrix, z: Vector, penalty: float, before: Vector | None = None) -> RidgeMove:
    """Return the largest differences at the points, for K and K' (n, n), targets z (n,) and lambda > 0.

    `before` are the weights (n,) with K, where they are known.
    """
    after = ridge(moved, z, penalty).weights
    answers = K @ (ridge(K, z, penalty).weights if before is None else before)
    return RidgeMove(*(float(np.abs(gram @ after - answers).max()) for gram in (K, moved)))


@dataclass(frozen=True)
class SvmMove:
    """How far the answers of the SVM without offset have moved at the points, K' evaluated by what it trained."""

    largest: float
    gap: float  # the larger relative gap of the two solutions


def svm_move(K: Matrix, moved: Matrix, y: Vector, C: float) -> SvmMove:
    """Return the largest difference at the points, for K and K' (n, n) positive semidefinite and labels y (n,)."""
    before, after = (from_gram(gram, y, C) for gram in (K, moved))
    return SvmMove(float(np.abs(moved @ after.signed - K @ before.signed).max()), max(before.gap, after.gap))
