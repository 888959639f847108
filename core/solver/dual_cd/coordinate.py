"""The one-variable problem of dual coordinate descent: its slope, the projected slope, and its minimum."""

from __future__ import annotations

from ...lowlevel.compiled import compiled, inlined
from ...problem.arrays import Vector
from ...problem.formulation.linear import LinearDual


@compiled
def slope(dual: LinearDual, alpha: Vector, w: Vector, i: int) -> float:
    """Return G = y_i w.phi_i - 1 + D_ii alpha_i."""
    row, inner = dual.features[i], 0.0
    for k in range(w.size):
        inner += row[k] * w[k]
    return float(dual.y[i] * inner - 1.0 + dual.diagonal * alpha[i])


@inlined
def project(G: float, alpha_i: float, upper: float) -> float:
    """Return PG, the part of the slope not blocked by the box."""
    if alpha_i <= 0:
        return min(G, 0.0)
    if alpha_i >= upper:
        return max(G, 0.0)
    return G


@compiled
def minimum(dual: LinearDual, i: int, alpha_i: float, G: float) -> float:
    """Return the new alpha_i: alpha_i - G / (Q_ii + D_ii), clipped; U on a row of zeros, where G is always -1."""
    if dual.curvature[i] <= 0:
        return dual.upper
    return float(min(max(alpha_i - G / dual.curvature[i], 0.0), dual.upper))
