"""|K - K_gauss| and its bounds for pairs and orders; K(x, x) in the plane; the worked example of Liu14."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from ...problem import Gaussian, TaylorGaussian, TaylorMap
from ...problem.arrays import Matrix, Vector
from .theory import (
    HIGHEST_ORDER,
    Interval,
    LogErrors,
    enough_order,
    kernel_terms,
    kernel_values,
    log_ball_bounds,
    log_errors,
    needed_xi,
    printed_interval,
    proved_interval,
    sup_over_ball,
)

# ---- |K - K_gauss| beside its bounds ----


SAMPLES = 161
MOST_POINTS = 300  # whose pairs are examined, always including the farthest one
MOST_DOTS = 300  # pairs in a picture
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
    own: Vector | None  # (k,) with the visitor's rho_k, if they differ
    errors: LogErrors  # (k,) each, as powers of ten
    here: LogErrors  # (1,) each, of the pair itself
    values: tuple[float, float, float]  # K, K_m and K_gauss of the pair
    xi: float  # that the pair needs
    printed: Interval
    proved: Interval


@dataclass(frozen=True)
class TaylorCloud:
    """All pairs of the data, including each point with itself."""

    t: Vector  # (k,) of the pairs that a picture shows
    error: Vector  # (k,) log10 |K - K_gauss|; -inf where it is 0
    pairs: int  # examined
    points: int  # used for the pairs, of all
    of: int
    worst: float  # the largest |K - K_gauss|
    worst_printed: float  # log10 of the printed bound of the pair with it
    vacuous: float  # share of the pairs whose printed bound is above 1
    smallest_k: float  # K_gauss of two different points
    largest_k: float

    @property
    def identity(self) -> bool:
        """Whether the Gaussian of all different points is so small that K is the identity."""
        return self.points > 1 and self.largest_k <= ALONE

    @property
    def ones(self) -> bool:
        """Whether the Gaussian is almost 1 for all pairs."""
        return self.points > 1 and self.smallest_k >= ALIKE


ALONE, ALIKE = 1e-3, 0.99


def _errors(kernel: TaylorGaussian, squares: Vector, inner: Vector) -> LogErrors:
    """Return log10 of errors and bounds; with other rho_k the error is that of this kernel, but not the bounds."""
    natural = log_errors(squares, inner, kernel.gamma, kernel.order)
    found = LogErrors(*(part / LN10 for part in natural))
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
    """Return all pairs of the points X (n, 2), n >= 1; of a subset if there are very many."""
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
    """Return the rows to examine: all, or `most` evenly spaced by distance from the origin; the farthest is last."""
    by_distance = np.argsort(np.einsum("ij,ij->i", X, X), kind="stable")
    if len(X) <= most:
        return np.asarray(by_distance)
    return np.asarray(by_distance[np.linspace(0, len(X) - 1, most).astype(int)])


# ---- The largest error over the order, down to the limit of float64 ----


MOST_POINTS_OF_ORDERS = 60  # whose Gram matrices are made for every order
ENDS = (20, 40, 80, HIGHEST_ORDER)  # of the axis, so that it stays while a slider moves
ROUNDING = 2.0**-52


@dataclass(frozen=True)
class TaylorOrders:
    """Errors of the orders 0, 1, ..., M."""

    radius: float  # of the ball
    own: float  # that of the data
    order: NDArray[np.int64]  # (M + 1,)
    sup: Vector  # the largest error over the ball, exact
    corrected: Vector  # log10 of Liu14's remark 1 without e^xi
    printed: Vector  # log10 of it as printed
    measured: Vector  # the largest |K - K_gauss| of the data, as float64 subtracts it; empty without points
    good: int | None  # the smallest order with at most 1 % over the ball
    exact: int | None  # the smallest order that equals the Gaussian in float64

    def end_with(self, order: int) -> int:
        """Return the end of an axis that includes an order and the last order of the errors."""
        return _end(max(order, HIGHEST_ORDER if self.exact is None else self.exact))


def _end(order: int) -> int:
    return next(end for end in ENDS if end >= order)


def taylor_orders(
    X: Matrix, gamma: float, highest: int, radius: float | None = None, factors: tuple[float, ...] = ()
) -> TaylorOrders:
    """Return the errors over a ball whose radius is that of the data X (n, 2) unless given.

    They continue until the error vanishes in float64, and at least over an axis that includes the order `highest`.
    """
    own = float(np.sqrt(np.einsum("ij,ij->i", X, X).max(initial=0.0)))
    ball = own if radius is None else radius
    exact = enough_order(ball, gamma, ROUNDING)
    orders = np.arange(_end(max(highest, HIGHEST_ORDER if exact is None else exact)) + 1)
    corrected, printed = log_ball_bounds(ball, gamma, orders)
    return TaylorOrders(
        radius=ball,
        own=own,
        order=orders,
        sup=sup_over_ball(ball, gamma, orders),
        corrected=corrected / LN10,
        printed=printed / LN10,
        measured=_measured(X[some_points(X, MOST_POINTS_OF_ORDERS)], gamma, orders, factors),
        good=enough_order(ball, gamma, 0.01),
        exact=exact,
    )


def _measured(X: Matrix, gamma: float, orders: NDArray[np.int64], factors: tuple[float, ...]) -> Vector:
    """Return the largest difference of the two Gram matrices of each order, term after term."""
    if not len(X):
        return np.empty(0)
    first, second = np.triu_indices(len(X))
    lengths = np.einsum("ij,ij->i", X, X)
    squares, inner = lengths[first] + lengths[second], np.einsum("ij,ij->i", X[first], X[second])
    gauss = np.exp(-gamma * np.maximum(squares - 2.0 * inner, 0.0))
    known = np.array((*factors, *[1.0] * len(orders))[: len(orders)])
    log_rho = np.log(known) - orders * math.log(2.0 * gamma)
    sums = np.cumsum(kernel_terms(gamma, log_rho, squares, inner), axis=0)
    return np.asarray(np.abs(sums - gauss).max(axis=1))


# ---- K(x, x) of the approximate kernel in the plane ----


PLANE_SAMPLES = 129
LEVELS = (0.99, 0.5, 0.01)


@dataclass(frozen=True)
class TaylorPlane:
    """K(x, x), which depends only on the distance from the origin."""

    radius: Vector  # (r,) distances, rising from the place of the window that is nearest to the origin to the farthest
    diagonal: Vector  # (r,) K(x, x) there
    rings: tuple[tuple[float, float], ...]  # (level, distance) where K(x, x) first falls to a level, inside the window
    own: Vector  # (n,) K(x_i, x_i)
    distance: Vector  # (n,) |x_i|

    @property
    def faintest(self) -> int:
        """The point whose K(x, x) is smallest; there must be points."""
        return int(self.own.argmin())


def taylor_plane(kernel: TaylorGaussian, X: Matrix, window: tuple[float, float, float]) -> TaylorPlane:
    """Return K(x, x) over a window (x0, y0, size) and at the points X (n, 2)."""
    x0, y0, size = window
    corners = np.array([[x0 + a * size, y0 + b * size] for a in (0, 1) for b in (0, 1)])
    nearest = np.clip([0.0, 0.0], corners[0], corners[3])
    radius = np.linspace(np.linalg.norm(nearest), np.linalg.norm(corners, axis=1).max(), PLANE_SAMPLES)
    values = kernel_values(kernel, 2.0 * radius**2, radius**2)
    distance = np.linalg.norm(X, axis=1)
    rings = tuple(found for level in LEVELS if (found := _ring(radius, values, level)) is not None)
    return TaylorPlane(radius, values, rings, kernel_values(kernel, 2.0 * distance**2, distance**2), distance)


def _ring(radius: Vector, values: Vector, level: float) -> tuple[float, float] | None:
    """Return where the values first fall to a level, between two samples; None if they never do."""
    below = np.flatnonzero(values < level)
    if not below.size or below[0] == 0:
        return None
    k = int(below[0])
    share = (values[k - 1] - level) / (values[k - 1] - values[k])
    return level, float(radius[k - 1] + share * (radius[k] - radius[k - 1]))


# ---- The worked example of Liu14, as printed and as corrected, and its counts of zeros ----


ORDER = 2


@dataclass(frozen=True)
class TaylorExample:
    """Six features of two points in both versions, and their inner product."""

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
    """Count the zero features, by the formula and on a mapped point (mathematics, equation 13.9)."""
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
