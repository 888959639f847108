"""Summaries of measured values: mean and deviation of runs, and the exponent of growth with a size."""

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
    """The exponent of a power law in a size, and the range of sizes of the fit."""

    exponent: float
    least: int
    most: int


def power(values: Sequence[tuple[int, float]]) -> Power | None:
    """Return the least-squares slope on log axes of (size, value > 0), sizes ascending; None for fewer than 3."""
    if len(values) < LEAST_POINTS:
        return None
    sizes, heights = np.log(np.array(values, dtype=float)).T
    return Power(float(np.polyfit(sizes, heights, 1)[0]), values[0][0], values[-1][0])
