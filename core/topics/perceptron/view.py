"""Why a run of the perceptron ends: |w| grows like sqrt(k), and its part along a separating normal like k."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from ...problem.arrays import Vector
from ...trace import Trace
from .theory import Novikoff


@dataclass(frozen=True)
class Wedge:
    """Values after k = 0, 1, ... mistakes, all in units of eta; w includes the constant feature."""

    k: Vector  # (steps + 1,)
    along: Vector  # w_k.u, u the unit normal of the plane of the bound
    length: Vector  # |w_k| >= w_k.u
    floor: Vector  # k times the margin of u, never above w_k.u
    ceiling: Vector  # sqrt(k) max |(phi(x_i), R)|, never below |w_k|
    bound: float  # the k at which floor and ceiling meet
    eta: float


def wedge(trace: Trace, known: Novikoff) -> Wedge:
    """Return the two bounds of Novikoff's proof beside the measured values (mathematics, equation 2.10)."""
    k = np.arange(len(trace) + 1, dtype=np.float64)
    eta = float(trace.rule.eta)  # type: ignore[attr-defined]
    norms = np.sqrt(np.maximum(0.0, np.append(0.0, trace.table["squared_norm"]))) / eta
    along = np.append(0.0, np.cumsum(known.toward[trace.table["i"]]))
    return Wedge(k, along, norms, k * known.augmented, np.sqrt(k) * known.longest, known.bound, eta)
