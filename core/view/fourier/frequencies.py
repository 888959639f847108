"""The frequencies that a roll has drawn, on the spectral density N(0, 2 gamma I) that they are drawn from (Bochner)."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from core.problem import FourierMap
from core.problem.arrays import Indices, Matrix, Vector

SHARES = (0.5, 0.9, 0.99)
SHOWN = 300  # frequencies
REACH = 4.0  # standard deviations to either side that are shown
BINS = 24


@dataclass(frozen=True)
class Frequencies:
    """The frequencies of a roll in the plane."""

    W: Matrix  # (k, 2) the first of them
    count: int  # all of them
    deviation: float  # sqrt(2 gamma), of each component
    shares: Vector  # (3,) of all frequencies that the circles below hold on average
    radii: Vector  # (3,)
    inside: Indices  # (3,) how many they do hold
    edges: Vector  # (bins + 1,) of the histogram of all components
    density: Vector  # (bins,) the histogram as a density; it sums to 1 with what lies beyond the edges
    grid: Vector  # (g,)
    normal: Vector  # (g,) the density N(0, 2 gamma)


def frequencies(phi: FourierMap) -> Frequencies:
    """Return what a map has drawn for points of the plane."""
    W, _ = phi.frequencies(2)
    deviation = math.sqrt(2.0 * phi.gamma)
    shares = np.array(SHARES)
    radii = deviation * np.sqrt(-2.0 * np.log(1.0 - shares))  # |w|^2 / (2 gamma) is chi-squared with 2 degrees
    length = np.linalg.norm(W, axis=1)
    edges = deviation * np.linspace(-REACH, REACH, BINS + 1)
    counts, _ = np.histogram(W.ravel(), edges)
    grid = deviation * np.linspace(-REACH, REACH, 81)
    return Frequencies(
        W=W[:SHOWN],
        count=len(W),
        deviation=deviation,
        shares=shares,
        radii=radii,
        inside=np.array([np.count_nonzero(length <= radius) for radius in radii]),
        edges=edges,
        density=counts / (W.size * (edges[1] - edges[0])),
        grid=grid,
        normal=np.exp(-0.5 * (grid / deviation) ** 2) / (deviation * math.sqrt(2.0 * math.pi)),
    )
