"""The proof of a linear machine whose penalty is |w|_1: a duality gap from w alone (mathematics 11.1).

    P(w) = sum_j |w_j| + sum_i C_i max(0, b_i)^2,     -D = sum_i alpha_i - alpha_i^2 / (4 C_i)   where   |Z' alpha| <= 1

with b_i = 1 - z_i.w and z_i = y_i x_i. A multiple s of alpha_i = 2 C_i max(0, b_i) is feasible, and the best one is
used: near the optimum s is 1.
"""

from __future__ import annotations

import numpy as np

from ..arrays import Vector
from ..maps.feature_map import Rows
from .linear_proof import EPS, LinearCertificate, feature_blocks


def l1_certify(y: Vector, cost: Vector, X: Rows, w: Vector, bias: float | None = 1.0) -> LinearCertificate:
    """Return the certificate of weights w (d + 1,), with the constant feature last; (d,) without one.

    Parameters
    ----------
    y, cost
        Signs and C_i of the points, (n,), finite.
    X
        Rows (n, d): a table or CSR.
    bias
        The constant feature; None for a plane through the origin.

    Notes
    -----
    P + D = sum_i C_i max(0, b_i)^2 (1 - s)^2 + sum_j |w_j| - w_j q_j with q = s Z' alpha: no term is negative, and
    nothing cancels. The violation is the distance of the gradient -Z' alpha from the subdifferential of |w_j|.
    """
    weights = w if bias is None else w[:-1]
    constant = 0.0 if bias is None else float(bias) * float(w[-1])
    short, length = np.empty(len(y)), np.empty(len(y))
    for part, features in feature_blocks(X, None):
        short[part] = 1.0 - y[part] * (features @ weights + constant)
        length[part] = np.asarray(abs(features) @ np.abs(weights)).ravel() + abs(constant)
    off = (len(w) + 3) * EPS * (1.0 + length)  # rounding of each b_i
    lost = np.maximum(short, 0.0)
    pull, unsure = np.zeros(len(w)), np.zeros(len(w))  # q at s = 1, and its rounding
    for part, features in feature_blocks(X, None):
        given = 2.0 * cost[part] * lost[part]
        wrong = 2.0 * cost[part] * np.where(short[part] > -off[part], off[part], 0.0) + (len(y) + 3) * EPS * given
        for into, factor, rows in ((pull, y[part] * given, features), (unsure, wrong, abs(features))):
            into[: len(weights)] += np.asarray(rows.T @ factor).ravel()
            if bias is not None:
                into[-1] += float(bias) * float(factor.sum())
    return _proof(w, cost, lost, off, pull, unsure)


def _proof(w: Vector, cost: Vector, lost: Vector, off: Vector, pull: Vector, unsure: Vector) -> LinearCertificate:
    """Return the certificate from b, q at s = 1, and the bounds on their rounding errors."""
    loss, total = float(cost @ lost**2), float(2.0 * cost @ lost)
    most = float((np.abs(pull) + unsure).max(initial=0.0))
    s = min(0.5 * total / loss, 1.0 / most if most > 0.0 else np.inf) if loss > 0.0 else 0.0
    gap = loss * (1.0 - s) ** 2 + float(np.maximum(np.abs(w) - s * w * pull, 0.0).sum())
    rounding = s * float(np.abs(w) @ unsure) + (1.0 - s) ** 2 * float(cost @ (off * (2.0 * lost + off)))
    at_zero = np.maximum(np.abs(pull) - 1.0, 0.0)
    wrong = np.where(w > 0.0, np.abs(1.0 - pull), np.where(w < 0.0, np.abs(1.0 + pull), at_zero))
    return LinearCertificate(
        primal=float(np.abs(w).sum()) + loss,
        dual=s * s * loss - s * total,
        gap=gap,
        rounding=rounding + (len(w) + len(lost)) * EPS * gap,
        violation=float(wrong.max(initial=0.0)),
        box=0.0,
        noise=float(unsure.max(initial=0.0)),
        of_dual=(len(lost) + 4) * EPS * (s * s * loss + s * total),
    )
