"""The quality of a solution, in float64 and independent of every solver, for the column beside each time."""

from __future__ import annotations

from typing import Any

import numpy as np
from scipy import sparse

from core.problem import Gaussian
from core.problem.arrays import Vector

BLOCK = 1000  # rows of kernel values at a time


def kernel_values(X: Any, gamma: float, coef: Vector, points: Any) -> Vector:  # noqa: ANN401 - a table or CSR
    """Return sum_i coef_i exp(-gamma |x_i - z|^2) for the rows z of points, shape (k,)."""
    support = np.flatnonzero(coef)
    centres, total = _table(X[support]), np.zeros(points.shape[0])
    kernel = Gaussian(gamma)
    for begin in range(0, len(total), BLOCK):
        part = slice(begin, begin + BLOCK)
        total[part] = kernel.gram(_table(points[part]), centres) @ coef[support]
    return total


def judged(X: Any, y: Vector, gamma: float, C: float, coef: Vector) -> tuple[float, float]:  # noqa: ANN401
    """Return (D, m - M) of signed coefficients coef (n,) of C-SVC: 1/2 alpha' Q alpha - e' alpha, and the violation."""
    alpha = coef * y
    score = y - kernel_values(X, gamma, coef, X)  # -y G
    up = np.where(y > 0, alpha < C, alpha > 0)
    low = np.where(y > 0, alpha > 0, alpha < C)
    return float(-0.5 * coef @ (score + y)), float(score[up].max() - score[low].min())


def primal(X: Any, y: Vector, C: float, w: Vector, b: float) -> float:  # noqa: ANN401
    """Return 1/2 |w|^2 + 1/2 b^2 + C sum max(0, 1 - y f): the offset is the weight of a constant feature 1."""
    slack = np.maximum(0.0, 1.0 - y * (X @ w + b))
    return float(0.5 * (w @ w + b * b) + C * slack.sum())


def dual_value(X: Any, y: Vector, alpha: Vector) -> float:  # noqa: ANN401
    """Return sum alpha - 1/2 |w(alpha)|^2 - 1/2 b(alpha)^2 for 0 <= alpha <= C, a lower bound of every primal value."""
    signed = alpha * y
    w = X.T @ signed
    return float(alpha.sum() - 0.5 * (w @ w + signed.sum() ** 2))


def accuracy(f: Vector, truth: Vector) -> float:
    """Return the share of correctly classified points; f = 0 counts as +1."""
    return float(np.mean(np.where(f >= 0, 1.0, -1.0) == truth))


def _table(rows: Any) -> Any:  # noqa: ANN401
    return rows.toarray() if sparse.issparse(rows) else rows
