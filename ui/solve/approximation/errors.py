"""|K - K_gauss| over the pairs of some points, sorted, beside its theoretical bounds.

The pairs are sorted by each quantity separately. A bound of every pair then bounds every position of the sorted list,
so the curves of error and bound can be compared directly.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from core.problem import FourierMap, Gaussian, Kernel, TaylorGaussian
from core.problem.arrays import Matrix, Vector
from core.topics.fourier.theory import bernstein_bound, hoeffding_bound, printed_bound
from core.topics.fourier.view import enclosing_ball, measured_points
from core.topics.taylor.theory import log_errors
from ui.solve.limits import POINTS_IN_PAIRS

PLACES = 81  # of the sorted pairs at which a curve is drawn
LN10 = math.log(10.0)
DELTA = 0.05  # the chance at which random features may exceed their bounds


@dataclass(frozen=True)
class Bound:
    """A theoretical bound on |K - K_gauss|."""

    name: str
    values: Vector  # (PLACES,) log10, ascending
    vacuous: float  # share of the pairs for which it exceeds 1


@dataclass(frozen=True)
class KernelErrors:
    """All pairs of the points, including each point with itself, from the smallest error to the largest."""

    share: Vector  # (PLACES,) of the pairs that come before
    measured: Vector  # (PLACES,) log10 |K - K_gauss|; -inf where it is 0
    bounds: tuple[Bound, ...]
    worst: float  # max |K - K_gauss|
    pairs: int
    points: int  # used for the pairs, of all
    of: int


def kernel_errors(X: Matrix, kernel: Kernel, gamma: float) -> KernelErrors:
    """Return the errors of a kernel as an approximation of the Gaussian with this gamma on X (n, 2), n >= 1."""
    part = measured_points(X, POINTS_IN_PAIRS)
    first, second = np.triu_indices(len(part))
    if isinstance(kernel, TaylorGaussian):
        measured, bounds = _taylor(part, first, second, kernel)
    else:
        with np.errstate(divide="ignore"):
            error = np.log10(np.abs(kernel.gram(part, part) - Gaussian(gamma).gram(part, part)))
        measured = error[first, second]
        bounds = _fourier(part, kernel) if isinstance(kernel, FourierMap) else ()
    measured = np.sort(measured)
    places = np.linspace(0, len(measured) - 1, PLACES).round().astype(int)
    share = places / max(len(measured) - 1, 1)
    return KernelErrors(share, measured[places], bounds, float(10.0 ** measured[-1]), len(measured), len(part), len(X))


def _taylor(
    X: Matrix, first: np.ndarray, second: np.ndarray, kernel: TaylorGaussian
) -> tuple[Vector, tuple[Bound, ...]]:
    """Return errors and bounds of the pairs, by logarithms: differences cannot resolve below 1e-16 (mathematics 13)."""
    lengths = np.einsum("ij,ij->i", X, X)
    squares, inner = lengths[first] + lengths[second], np.einsum("ij,ij->i", X[first], X[second])
    found = log_errors(squares, inner, kernel.gamma, kernel.order)
    named = {"printed": found.printed, "without": found.without_exponential, "tight": found.tight}
    bounds = tuple(_bound(name, values / LN10) for name, values in named.items())
    return np.minimum(found.measured / LN10, 0.0), bounds


def _bound(name: str, values: Vector) -> Bound:
    places = np.linspace(0, len(values) - 1, PLACES).round().astype(int)
    return Bound(name, np.sort(values)[places], float((values > 0.0).mean()))


def _fourier(X: Matrix, phi: FourierMap) -> tuple[Bound, ...]:
    """Return bounds for all pairs that fail with probability `DELTA`: as printed, and as proved (mathematics 14)."""
    n, D = len(X), phi.n_components
    printed = printed_bound(enclosing_ball(X, phi.gamma), D, DELTA)
    proved = min(bound(n, D, DELTA, phi.paired) for bound in (hoeffding_bound, bernstein_bound))
    named = {"corollary": printed, "proved": proved}
    return tuple(_bound(name, np.full(1, math.log10(value) if value else -math.inf)) for name, value in named.items())
