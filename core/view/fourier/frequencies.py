"""The frequencies that a roll has sampled, on the spectral density N(0, 2 gamma I) of all of them (Bochner)."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from core.problem import FourierMap, Gaussian
from core.problem.arrays import Indices, Matrix, Vector

SHARES = (0.5, 0.9, 0.99)
SHOWN = 300  # frequencies
REACH = 4.0  # standard deviations to either side that are shown
BINS = 24
DRAWS = 200_000  # of one feature: some 15 ms


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


@dataclass(frozen=True)
class Factor:
    """The mean of cos(w x + b) cos(w z + b) over many draws, of two points: Zhang's equation 4, without the root."""

    K: float
    mean: float
    error: float  # its standard error


def without_root(X: Matrix, gamma: float, seed: int) -> Factor:
    """Return what is measured for the two rows of X (n, 2) whose K is nearest to a half (mathematics 20.4.1)."""
    K = Gaussian(gamma).gram(X, X)
    pair = np.unravel_index(np.abs(K - 0.5).argmin(), K.shape)
    W, b = FourierMap(gamma, DRAWS, seed).frequencies(X.shape[1])
    x, z = (np.cos(W @ X[row] + b) for row in pair)
    return Factor(float(K[pair]), float(np.mean(x * z)), float(np.std(x * z) / math.sqrt(DRAWS)))


def frequencies(phi: FourierMap) -> Frequencies:
    """Return what a map has sampled for points of the plane."""
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
