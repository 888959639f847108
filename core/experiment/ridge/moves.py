"""How far the answers have moved at the points, once a machine is trained with K' in place of K."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from core.experiment.without_offset import from_gram
from core.problem.arrays import Matrix, Vector
from core.problem.kernels import Kernel
from core.solver.ridge import ridge


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
