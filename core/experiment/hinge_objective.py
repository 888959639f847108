"""The other form of the soft margin: the least sum of hinge losses plus lambda |w|^2, found apart from SMO.

Its minimiser is that of 1/2 |w|^2 + C sum xi with lambda = 1 / (2 C), and C times its minimum is the other's
(mathematics 3). It is solved for w in coordinates of the feature space that the eigenvectors of K give, by the
interior-point method of Clarabel, which shares nothing with the solvers of this project.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from scipy import sparse

from core.experiment.street import quadratic_programme
from core.problem.arrays import Matrix, Vector

RANK = 1e-13  # of the largest eigenvalue: what is below it is rounding


@dataclass(frozen=True)
class LeastHinge:
    """The minimum for one lambda."""

    regulariser: float  # lambda
    value: float  # the sum of the losses plus lambda |w|^2, at (w, b)
    squared_norm: float  # |w|^2
    f: Vector  # (n,) f of the points


def hinge_value(f: Vector, y: Vector, squared_norm: float, regulariser: float) -> float:
    """Return sum [1 - y f]_+ + lambda |w|^2."""
    return float(np.maximum(0.0, 1.0 - y * f).sum()) + regulariser * squared_norm


def least_hinge(gram: Matrix, y: Vector, regulariser: float) -> LeastHinge | None:
    """Minimise the sum of hinge losses plus lambda |w|^2 for a positive semidefinite Gram matrix (n, n).

    None where the method does not end at an optimum.
    """
    values, vectors = np.linalg.eigh(gram)
    kept = values > RANK * max(float(values[-1]), np.finfo(np.float64).tiny)
    Phi = vectors[:, kept] * np.sqrt(values[kept])
    size = float(np.abs(Phi).max(initial=0.0)) or 1.0
    (n, rank), Z = Phi.shape, Phi / size
    top = sparse.hstack([sparse.csc_matrix(np.column_stack([-y[:, None] * Z, -y])), -sparse.eye(n)])
    below = sparse.hstack([sparse.csc_matrix((n, rank + 1)), -sparse.eye(n)])
    squares = sparse.diags([*np.full(rank, 1.0), 0.0, *np.zeros(n)])
    weight = size * size / (2.0 * regulariser)  # the objective over 2 lambda / size^2: its squares are 1/2 |v|^2
    price = np.concatenate([np.zeros(rank + 1), np.full(n, weight)])
    found = quadratic_programme(
        squares, price, sparse.vstack([top, below]), np.concatenate([-np.ones(n), np.zeros(n)]), equal=0
    )
    if found is None:
        return None
    w, b = found[0][:rank] / size, float(found[0][rank])
    f = np.asarray(Phi @ w + b)
    norm = float(w @ w)
    return LeastHinge(regulariser, hinge_value(f, y, norm, regulariser), norm, f)
