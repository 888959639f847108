"""Summaries of measured values: mean and deviation of runs, and the power of a size by which a value grows."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from statistics import fmean, pstdev
from typing import NamedTuple

import numpy as np

LEAST_POINTS = 3  # of a fitted power


@dataclass(frozen=True)
class Spread:
    """The mean of several runs and their standard deviation."""

    mean: float
    deviation: float
    count: int


def spread(values: Sequence[float]) -> Spread | None:
    """Return mean and standard deviation; None without a value."""
    return Spread(fmean(values), pstdev(values), len(values)) if values else None


class Power(NamedTuple):
    """A value that grows as a power of a size, and the sizes from and to which that was fitted."""

    exponent: float
    least: int
    most: int


def power(values: Sequence[tuple[int, float]]) -> Power | None:
    """Return the least-squares slope on log axes of (size, value > 0), sizes rising; None of fewer than 3."""
    if len(values) < LEAST_POINTS:
        return None
    sizes, heights = np.log(np.array(values, dtype=float)).T
    return Power(float(np.polyfit(sizes, heights, 1)[0]), values[0][0], values[-1][0])
