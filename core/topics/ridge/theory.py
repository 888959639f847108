"""Stability under changes of the kernel matrix: Zhang's propositions 2 and 3, and bounds from single entries.

A machine is trained with K' instead of K. The propositions bound the difference of the answers by the spectral norm of
K' - K and are proved; corollaries 2 and 3 replace it by the largest entry eps, which can be n times smaller
(mathematics 15, 20.4.6 and 20.4.7). Every matrix here is the kernel matrix of n points, and the answers are compared at
these points.
"""

from __future__ import annotations

import math
from typing import Final, NamedTuple

import numpy as np

from ...problem.arrays import Matrix


class Regression(NamedTuple):
    """The data for the bounds of ridge regression besides K' - K."""

    n: int
    penalty: float  # lambda = n lambda_0, > 0
    most: float  # M, the largest |target|
    reach: float = 1.0  # kappa, the largest |K(x, x_i)| of the evaluated kernel

    @property
    def scaled(self) -> float:
        """lambda_0 = lambda / n."""
        return self.penalty / self.n


def proposition_2(about: Regression, spectral: float) -> float:
    """Return the proved bound for evaluation with the exact kernel, given |K' - K|_2 (mathematics, equation 15.3)."""
    return about.reach * about.most * spectral / (about.scaled**2 * about.n)


def corollary_2_printed(about: Regression, eps: float) -> float:
    """Return Zhang's corollary 2 as printed: proposition 2 with the largest entry eps for the spectral norm; false."""
    return proposition_2(about, eps)


def corollary_2(about: Regression, eps: float) -> float:
    """Return the corrected corollary 2, without the 1 / n (mathematics, equation 15.4)."""
    return about.reach * about.most * eps / about.scaled**2


def evaluated_with_both(bound: float, about: Regression, eps: float) -> float:
    """Return the bound for evaluation with K' too, as in training (mathematics 15)."""
    return bound + eps * about.most / about.scaled


def proposition_3(total: float, spectral: float, reach: float = 1.0) -> float:
    """Return the proved bound for the SVM without offset; `total` is C_0 = n C (mathematics, equation 15.5)."""
    half = math.sqrt(spectral)
    return total * (math.sqrt(2.0 * half) * math.pow(reach, 0.75) + math.sqrt(reach) * half)


def corollary_3_printed(total: float, eps: float, reach: float = 1.0) -> float:
    """Return Zhang's corollary 3 as printed: proposition 3 with the largest entry eps for the spectral norm."""
    return proposition_3(total, eps, reach)


def corollary_3(total: float, n: int, eps: float, reach: float = 1.0) -> float:
    """Return Zhang's proposition 3 with n eps, an upper bound of the spectral norm."""
    return proposition_3(total, n * eps, reach)


def entrywise_bound(total: float, eps: float, reach: float = 1.0) -> float:
    """Return the proved bound for the SVM from the largest entry only (mathematics, equation 15.6)."""
    return total * (math.sqrt(reach * eps) + eps)


def spectral_norm(E: Matrix) -> float:
    """Return |E|_2 of a symmetric matrix (n, n), the largest |eigenvalue|."""
    return float(np.abs(np.linalg.eigvalsh(E)).max(initial=0.0))


class CounterExample(NamedTuple):
    """Points of which one moves, with equal targets of 1."""

    X: tuple[tuple[float, float], ...]
    point: int
    to: tuple[float, float]
    gamma: float
    penalty: float  # lambda


# Three points break corollary 2 as printed, and no two do: |K' - K|_2 is then the largest entry (mathematics 20.4.6).
SMALLEST: Final = CounterExample(((0.0, 0.0), (0.0, 0.0), (0.25, 0.0)), 2, (1.25, 0.0), 1.0, 60.0)
