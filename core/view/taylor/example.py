"""The worked example of Liu14, as printed and as it must be, and its counts of zeros (mathematics 20.1.3, 20.1.5)."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from core.problem import Gaussian, TaylorMap
from core.problem.arrays import Vector

ORDER = 2


@dataclass(frozen=True)
class TaylorExample:
    """Six features of two points, twice, and what their inner product comes to."""

    printed: tuple[Vector, Vector]  # the features of x and of z as printed: without the 1 / k!
    correct: tuple[Vector, Vector]
    printed_value: float
    correct_value: float
    gauss: float


@dataclass(frozen=True)
class SparsityCount:
    """Features of a point of n attributes, z of them zero, in order m."""

    dimension: int
    zeros: int
    measured: int  # zeros of a point that was mapped
    printed: int  # what the printed formula for m = 2 gives, z + n z - C(n, 2)


def taylor_example(x: Vector, z: Vector, gamma: float) -> TaylorExample:
    """Return both versions for two points x (2,), z (2,), with rho_k = sigma_0^k."""
    correct = TaylorMap(gamma, ORDER).features(np.array([x, z]))
    lost = np.sqrt([1.0, 1.0, 1.0, 2.0, 2.0, 2.0])  # as printed, without 1 / 2! (mathematics 20.1.3)
    printed = correct * lost
    return TaylorExample(
        printed=(printed[0], printed[1]),
        correct=(correct[0], correct[1]),
        printed_value=float(printed[0] @ printed[1]),
        correct_value=float(correct[0] @ correct[1]),
        gauss=float(Gaussian(gamma).gram(x[None], z[None])[0, 0]),
    )


def sparsity_count(n: int, z: int, order: int = ORDER) -> SparsityCount:
    """Count the features that are zero, by the formula and on a mapped point (mathematics, equation 13.9)."""
    point = np.ones((1, n))
    point[0, :z] = 0.0
    dimension = math.comb(n + order, order)
    mapped = TaylorMap(0.5, order).features(point)
    return SparsityCount(
        dimension=dimension,
        zeros=dimension - math.comb(n - z + order, order),
        measured=int((mapped == 0).sum()),
        printed=z + n * z - math.comb(n, 2),
    )
