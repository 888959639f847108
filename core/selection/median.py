"""Median heuristics: gamma from the distances alone, without the labels (mathematics 17)."""

from __future__ import annotations

import math

import numpy as np
from scipy.spatial.distance import pdist

from ..problem.arrays import Indices, Matrix
from ..problem.input_error import InputError

RULES = ("pairs", "centre")
COMPARED = 1000  # most points whose distances are computed: half a million pairs, some milliseconds
PRODUCTS = 50_000_000  # most products of coordinates: some hundredths of a second


def median_gamma(X: Matrix, rule: str = "pairs") -> float:
    """Return the gamma of a rule for points X (n, d).

    "pairs": 1 / (2 m^2), where m is the median distance of two points; of many points at most `COMPARED`, evenly
    chosen, are used. "centre": the median of 1 / |x - mean|^2. `InputError` if the
    distance is 0.
    """
    if rule not in RULES:
        raise InputError("median.rule", "The median rule is {got}; it must be pairs or centre.", got=str(rule)[:20])
    if rule == "pairs":
        distances = pdist(X[_compared(*X.shape)]) if len(X) > 1 else np.zeros(1)
        gamma = _inverse(2.0 * float(np.median(distances)) ** 2)
    else:
        squares = np.square(X - X.mean(axis=0)).sum(axis=1)
        gamma = float(np.median([_inverse(float(square)) for square in squares]))
    if not 0.0 < gamma < math.inf:
        raise InputError("median.flat", "Most points lie on one spot: their distances tell no gamma. Give one instead.")
    return gamma


def _inverse(value: float) -> float:
    return 1.0 / value if value > 0.0 else math.inf


def _compared(n: int, d: int) -> Indices:
    most = min(n, COMPARED, max(2, math.isqrt(2 * PRODUCTS // d)))
    return np.unique(np.linspace(0, n - 1, most).round().astype(np.int64))
