"""The proof of Crammer and Singer's machine: its duality gap from alpha, in float64 (mathematics 11.2)."""

from __future__ import annotations

import math

import numpy as np

from ..arrays import Indices, Matrix, Vector
from ..maps.feature_map import Rows
from .linear_proof import EPS, LinearCertificate, feature_blocks


def joint_certify(codes: Indices, cost: Vector, X: Rows, alpha: Matrix, bias: float | None = 1.0) -> LinearCertificate:
    """Return the certificate of alpha (n, k).

    Parameters
    ----------
    codes, cost
        The class and C_i of each point, (n,), finite.
    X
        Rows (n, d): a table or CSR.
    bias
        The constant feature; None for planes through the origin.

    Notes
    -----
    With G_im = w_m.x_i + [m != y_i] and the largest of them M_i, P + D is the sum over all points of
    (C_i - alpha_iy) (M_i - G_iy) - sum over the others of alpha_im (M_i - G_im): no term is negative, nothing cancels.
    The planes that are proved are W as it was summed; what the sum lost counts by its square.
    """
    n, k = alpha.shape
    constant, point = 0.0 if bias is None else float(bias), np.arange(n)
    W, last = np.zeros((X.shape[1], k)), constant * alpha.sum(axis=0)
    G, length = np.empty((n, k)), np.empty(n)
    for part, features in feature_blocks(X, None):
        W += features.T @ alpha[part]
    for part, features in feature_blocks(X, None):
        G[part] = features @ W + constant * last + 1.0
        squares = features.multiply(features).sum(axis=1) if hasattr(features, "multiply") else features**2
        length[part] = np.sqrt(np.asarray(squares).reshape(features.shape[0], -1).sum(axis=1) + constant**2)
    G[point, codes] -= 1.0
    norms = np.einsum("jm,jm->m", W, W) + last**2
    of_sum = (n + 2) * EPS * float(length @ np.abs(alpha).sum(axis=1))  # of all W
    error = (len(W) + 4) * EPS * (1.0 + np.sqrt(norms.max()) * length)
    square, upper = float(norms.sum()), np.zeros((n, k))
    upper[point, codes] = cost
    top = G.max(axis=1)
    room, below = upper - alpha, top[:, None] - G
    gap, most = (float((room * (below + 2.0 * wrong[:, None])).sum()) for wrong in (np.zeros(n), error))
    value = float(alpha.sum() - alpha[point, codes].sum())  # sum of e_im alpha_im
    least = np.where(alpha < upper, G, np.inf).min(axis=1)
    wrong = np.where(np.isfinite(least), top - least, 0.0)
    return LinearCertificate(
        primal=0.5 * square + float(cost @ below[point, codes]),
        dual=0.5 * square + value,
        gap=gap,
        rounding=most - gap + n * k * EPS * most + 0.5 * of_sum**2 + float(np.abs(alpha.sum(axis=1)) @ np.abs(top)),
        violation=float(max(wrong.max(initial=0.0), 0.0)),
        box=float(max((alpha - upper).max(initial=0.0), np.abs(alpha.sum(axis=1)).max(initial=0.0))),
        noise=2.0 * float(error.max(initial=0.0)),
        of_dual=of_sum * (math.sqrt(square) + of_sum) + (n * k + len(W)) * EPS * (square + float(np.abs(alpha).sum())),
    )
