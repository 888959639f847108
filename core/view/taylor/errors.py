"""|K - K_gauss| beside its bounds: along the inner product of one pair, and for all pairs of the data."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from core.problem import Gaussian, TaylorGaussian
from core.problem.arrays import Matrix, Vector
from core.theory.taylor import (
    Interval,
    LogErrors,
    kernel_values,
    log_errors,
    needed_xi,
    printed_interval,
    proved_interval,
)

SAMPLES = 161
MOST_POINTS = 300  # whose pairs are looked at; the farthest one is always among them
MOST_DOTS = 300  # pairs that a picture shows
LN10 = math.log(10.0)


@dataclass(frozen=True)
class TaylorPair:
    """One pair x, z: the kernels and their errors for every angle between two points of these lengths."""

    x: Vector  # (2,)
    z: Vector  # (2,)
    inner: float  # x.z
    t: float  # x.z / sigma_0
    grid: Vector  # (k,) t from -|x||z| / sigma_0 to +|x||z| / sigma_0
    gauss: Vector  # (k,) exp(-|x - z|^2 / (2 sigma_0))
    approximate: Vector  # (k,) of order m with rho_k = sigma_0^k
    own: Vector | None  # (k,) with the visitor's rho_k, where they are others
    errors: LogErrors  # (k,) each, as powers of ten
    here: LogErrors  # (1,) each, of the pair itself
    values: tuple[float, float, float]  # K, K_m and K_gauss of the pair
    xi: float  # that the pair needs
    printed: Interval
    proved: Interval


@dataclass(frozen=True)
class TaylorCloud:
    """All pairs of the data, each point with itself among them."""

    t: Vector  # (k,) of the pairs that a picture shows
    error: Vector  # (k,) log10 |K - K_gauss|; -inf where it is 0
    pairs: int  # that were looked at
    points: int  # that they come from, of all
    of: int
    worst: float  # the largest |K - K_gauss|
    worst_printed: float  # log10 of the printed bound of the pair with it
    vacuous: float  # share of the pairs whose printed bound is above 1
    smallest_k: float  # K_gauss of two different points
    largest_k: float

    @property
    def identity(self) -> bool:
        """Whether the Gaussian tells every point from every other so well that K is the identity."""
        return self.points > 1 and self.largest_k <= ALONE

    @property
    def ones(self) -> bool:
        """Whether to the Gaussian all points look alike."""
        return self.points > 1 and self.smallest_k >= ALIKE


ALONE, ALIKE = 1e-3, 0.99


def _in_decades(errors: LogErrors) -> LogErrors:
    return LogErrors(*(part / LN10 for part in errors))


def _errors(kernel: TaylorGaussian, squares: Vector, inner: Vector) -> LogErrors:
    """Return log10 of errors and bounds; with other rho_k the error is that of this kernel, the bounds are not."""
    found = _in_decades(log_errors(squares, inner, kernel.gamma, kernel.order))
    if kernel.rho is None:
        return found
    gauss = np.exp(-kernel.gamma * np.maximum(squares - 2.0 * inner, 0.0))
    with np.errstate(divide="ignore"):
        return found._replace(measured=np.log10(np.abs(kernel_values(kernel, squares, inner) - gauss)))


def taylor_pair(kernel: TaylorGaussian, x: Vector, z: Vector) -> TaylorPair:
    """Return everything about one pair x (2,), z (2,)."""
    gamma, order = kernel.gamma, kernel.order
    squares, inner = float(x @ x + z @ z), float(x @ z)
    reach = math.sqrt(float(x @ x) * float(z @ z))
    along = np.linspace(-reach, reach, SAMPLES)
    plain = TaylorGaussian(gamma, order)
    gauss = np.exp(-gamma * np.maximum(squares - 2.0 * along, 0.0))
    one, two = np.array([squares]), np.array([inner])
    here = kernel_values(kernel, one, two)[0], kernel_values(plain, one, two)[0], Gaussian(gamma).gram(x[None], z[None])
    return TaylorPair(
        x=x,
        z=z,
        inner=inner,
        t=2.0 * gamma * inner,
        grid=2.0 * gamma * along,
        gauss=gauss,
        approximate=kernel_values(plain, np.full(SAMPLES, squares), along),
        own=None if kernel.rho is None else kernel_values(kernel, np.full(SAMPLES, squares), along),
        errors=_errors(kernel, np.full(SAMPLES, squares), along),
        here=_errors(kernel, one, two),
        values=(float(here[0]), float(here[1]), float(here[2][0, 0])),
        xi=float(needed_xi(2.0 * gamma * inner, order)[0]),
        printed=printed_interval(inner, gamma),
        proved=proved_interval(inner, gamma),
    )


def taylor_cloud(kernel: TaylorGaussian, X: Matrix) -> TaylorCloud:
    """Return all pairs of the points X (n, 2), n >= 1; of some of them where there are very many."""
    chosen = some_points(X, MOST_POINTS)
    part = X[chosen]
    first, second = np.triu_indices(len(part))
    lengths = np.einsum("ij,ij->i", part, part)
    squares, inner = lengths[first] + lengths[second], np.einsum("ij,ij->i", part[first], part[second])
    errors = _errors(kernel, squares, inner)
    t = 2.0 * kernel.gamma * inner
    apart = first != second
    gauss = Gaussian(kernel.gamma).gram(part, part)[first, second][apart]
    worst = int(errors.measured.argmax())
    dots = np.unique(np.append(np.linspace(0, len(t) - 1, min(len(t), MOST_DOTS)).astype(int), worst))
    return TaylorCloud(
        t=t[dots],
        error=errors.measured[dots],
        pairs=len(t),
        points=len(part),
        of=len(X),
        worst=float(10.0 ** (errors.measured[worst] if kernel.rho is not None else min(errors.measured[worst], 0.0))),
        worst_printed=float(errors.printed[worst]),
        vacuous=float((errors.printed > 0).mean()),
        smallest_k=float(gauss.min(initial=1.0)),
        largest_k=float(gauss.max(initial=0.0)),
    )


def some_points(X: Matrix, most: int) -> np.ndarray:
    """Return the rows to look at: all, or `most` evenly spaced by distance from the origin; the farthest is last."""
    by_distance = np.argsort(np.einsum("ij,ij->i", X, X), kind="stable")
    if len(X) <= most:
        return np.asarray(by_distance)
    return np.asarray(by_distance[np.linspace(0, len(X) - 1, most).astype(int)])
