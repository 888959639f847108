"""How far a given kernel matrix is from symmetric, and how much of that rounding explains."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from .arrays import Matrix

SINGLE = float(np.finfo(np.float32).eps)  # numbers in float64 were often computed in float32
MOST_CROOKED = 1e-2  # largest relative asymmetry, whatever the precision
AT_A_TIME = 1 << 20  # entries that are compared at once


class Asymmetry(NamedTuple):
    """The two mirrored entries that differ most."""

    apart: float  # |K_ij - K_ji|
    i: int
    j: int
    allowed: float  # the difference that rounding explains


def asymmetry(K: Matrix, unit: float) -> Asymmetry:
    """Return the mirrored entries of a finite K (n, n) that differ most; `unit` is the eps of the given numbers.

    A sum of n products that was added up in two orders differs by n units of the largest |K_ij|.
    """
    n, apart, worst = len(K), 0.0, (0, 0)
    rows = max(1, AT_A_TIME // n)
    for begin in range(0, n, rows):
        part, mirrored = K[begin : begin + rows], K[:, begin : begin + rows].T
        if np.array_equal(part, mirrored):
            continue
        difference = np.abs(part - mirrored)
        i, j = divmod(int(difference.argmax()), n)
        if difference[i, j] > apart:
            apart, worst = float(difference[i, j]), (begin + i, j)
    allowed = 0.0 if apart == 0.0 else min(max(n * unit, SINGLE), MOST_CROOKED) * float(np.abs(K).max())
    return Asymmetry(apart, *worst, allowed)
