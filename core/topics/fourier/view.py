"""The errors of random Fourier features, and the sampled frequencies of a roll."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum

import numpy as np
from numpy.typing import NDArray

from ...problem import FourierMap, Gaussian
from ...problem.arrays import Indices, Matrix, Vector
from .theory import (
    Ball,
    ball_bound,
    bernstein_bound,
    hoeffding_bound,
    mse_constant,
    printed_bound,
    proposition_1_bound,
    scaled_variance,
    solved_bound,
)

# ---- The errors of random Fourier features ----


COMPONENTS = (2, 4, 6, 10, 16, 20, 30, 50, 70, 100, 150, 200, 300, 500, 700, 1000, 1500, 2000)
MOST_POINTS = 300  # for measuring errors: 90,000 entries of K
FOR_VARIANCE = 100  # points for measuring variances
SHOWN_PAIRS = 250
BINS = 10
FEWEST = 20  # pairs in a bin whose quantiles are drawn
NONE_ALIKE, ALL_ALIKE = 1e-3, 0.999  # K below the first for all pairs, or above the second, is not informative


class Extreme(Enum):
    """The degenerate kernel matrices, in which there is nothing to approximate."""

    NO = "no"
    EQUAL = "equal"  # all points are the same, or there is only one
    IDENTITY = "identity"  # K is 0 for all different points
    ONES = "ones"  # K is 1 for all points


@dataclass(frozen=True)
class Roll:
    """K' of one roll against K, over all entries of K on the measured points."""

    points: int  # measured
    kernel: Vector  # (p,) K of the pairs shown
    approximate: Vector  # (p,) K' of the same
    middle: Vector  # (b,) of the bins of K with enough pairs
    quantiles: Matrix  # (3, b) 5 %, 50 % and 95 % of K' in them
    grid: Vector  # (g,) kernel values from 0 to 1
    deviation: Vector  # (g,) standard deviation of K' there, by its formula
    mse: float  # Zhang's equation 20
    expected: float  # its mean over all rolls, c / D
    worst: float  # max |K' - K|
    worst_at: tuple[float, float]  # (K, K') where that is


@dataclass(frozen=True)
class RollErrors:
    """The errors of one roll for each D, (m,) each."""

    mse: Vector
    worst: Vector


@dataclass(frozen=True)
class ErrorCurves:
    """The errors of many rolls for each D."""

    components: NDArray[np.int64]  # (m,) the values of D
    mse: Matrix  # (rolls, m)
    worst: Matrix  # (rolls, m)
    constant: float  # c of E[MSE] = c / D
    points: int  # measured
    ball: Ball  # that contains the points

    def exceeding(self, bound: Vector, at: int) -> int:
        """Return the number of rolls whose largest error at this index of D exceeds a bound (m,)."""
        return int(np.count_nonzero(self.worst[:, at] > bound[at]))


@dataclass(frozen=True)
class Bounds:
    """Bounds on the largest error for each D, all (m,)."""

    components: NDArray[np.int64]
    printed: Vector  # Zhang's corollary 1; false in general
    proposition: Vector  # Zhang's proposition 1; proved for pairs
    solved: Vector  # Zhang's equation 12 solved exactly; proved for pairs
    ball: Vector  # proved for all points of the ball
    hoeffding: Vector  # proved for these points
    bernstein: Vector  # the same with the variance
    delta: float
    paired: bool


@dataclass(frozen=True)
class Variances:
    """D times the variance of K' against K, measured over rolls and by its formula, for both maps."""

    middle: Vector  # (b,) of the bins of K
    measured: Matrix  # (2, b) phases, then pairs
    grid: Vector  # (g,)
    formula: Matrix  # (2, g)
    rolls: int
    components: int  # D of those rolls


def measured_points(X: Matrix, most: int = MOST_POINTS) -> Matrix:
    """Return the rows of X for measuring errors: all, or `most` evenly spread ones."""
    return np.asarray(X[np.linspace(0, len(X) - 1, min(len(X), most)).round().astype(int)])


def enclosing_ball(X: Matrix, gamma: float) -> Ball:
    """Return a ball around the centre of the bounding box with all rows of X; K depends on differences only."""
    middle = (X.min(axis=0) + X.max(axis=0)) / 2.0
    return Ball(X.shape[1], float(np.linalg.norm(X - middle, axis=1).max()), gamma)


def extreme(X: Matrix, gamma: float) -> Extreme:
    """Tell whether K on the rows of X is degenerate."""
    K = Gaussian(gamma).gram(X, X)
    different = np.any(X[:, None] != X[None], axis=2)
    if not different.any():
        return Extreme.EQUAL
    if K[different].max() < NONE_ALIKE:
        return Extreme.IDENTITY
    return Extreme.ONES if K.min() > ALL_ALIKE else Extreme.NO


def compare(X: Matrix, phi: FourierMap) -> Roll:
    """Compare K' of a map with K on the rows of X (n, d)."""
    X = measured_points(X)
    K, approximate = Gaussian(phi.gamma).gram(X, X), phi.gram(X, X)
    error = approximate - K
    row, column = np.unravel_index(np.abs(error).argmax(), error.shape)
    above = np.triu_indices(len(X))
    pairs, rolled = K[above], approximate[above]
    shown = np.linspace(0, len(pairs) - 1, min(len(pairs), SHOWN_PAIRS)).round().astype(int)
    middle, quantiles = _quantiles(pairs, rolled)
    grid = np.linspace(0.0, 1.0, 41)
    return Roll(
        points=len(X),
        kernel=pairs[shown],
        approximate=rolled[shown],
        middle=middle,
        quantiles=quantiles,
        grid=grid,
        deviation=np.sqrt(scaled_variance(grid, phi.paired) / phi.n_components),
        mse=float(np.mean(error**2)),
        expected=mse_constant(K, phi.paired) / phi.n_components,
        worst=float(np.abs(error[row, column])),
        worst_at=(float(K[row, column]), float(approximate[row, column])),
    )


def _quantiles(pairs: Vector, rolled: Vector) -> tuple[Vector, Matrix]:
    bins = np.minimum((pairs * BINS).astype(int), BINS - 1)
    full = [k for k in range(BINS) if np.count_nonzero(bins == k) >= FEWEST]
    found = [np.quantile(rolled[bins == k], (0.05, 0.5, 0.95)) for k in full]
    middle = np.array([pairs[bins == k].mean() for k in full])
    return middle, np.array(found).reshape(len(full), 3).T


def roll_errors(X: Matrix, phi: FourierMap, components: Sequence[int] = COMPONENTS) -> RollErrors:
    """Return the errors of a map's roll at every D up to its own, from one cumulative sum.

    The values of D are ascending, the last is that of the map, and in pairs they are even: a larger D keeps the
    frequencies of a smaller one.
    """
    X = measured_points(X)
    K = Gaussian(phi.gamma).gram(X, X)
    W, b = phi.frequencies(X.shape[1])
    angle = X @ W.T
    waves = [np.cos(angle), np.sin(angle)] if b is None else [np.cos(angle + b)]
    total, done, found = np.zeros_like(K), 0, np.empty((2, len(components)))
    for at, D in enumerate(components):
        upto = D // 2 if phi.paired else D
        for wave in waves:
            total += wave[:, done:upto] @ wave[:, done:upto].T
        done = upto
        error = total * (2.0 / D)
        error -= K
        found[1, at] = max(error.max(), -error.min())
        np.multiply(error, error, out=error)
        found[0, at] = error.mean()
    return RollErrors(found[0], found[1])


def with_one_more(errors: RollErrors, components: Sequence[int], more: RollErrors, D: int) -> RollErrors:
    """Return the errors at the given values of D and at one more, inserted in order."""
    place = int(np.searchsorted(components, D))
    return RollErrors(np.insert(errors.mse, place, more.mse[0]), np.insert(errors.worst, place, more.worst[0]))


def against_components(
    X: Matrix, gamma: float, paired: bool, rolls: Sequence[RollErrors], components: Sequence[int] = COMPONENTS
) -> ErrorCurves:
    """Return the errors of the rolls of several seeds, with their mean c / D."""
    X = measured_points(X)
    return ErrorCurves(
        components=np.array(components, dtype=np.int64),
        mse=np.array([roll.mse for roll in rolls]),
        worst=np.array([roll.worst for roll in rolls]),
        constant=mse_constant(Gaussian(gamma).gram(X, X), paired),
        points=len(X),
        ball=enclosing_ball(X, gamma),
    )


def bounds(curves: ErrorCurves, paired: bool, delta: float) -> Bounds:
    """Return every bound at the D of the curves."""
    ball, n = curves.ball, curves.points
    D = [int(value) for value in curves.components]
    frequencies = [max(value // 2, 1) for value in D] if paired else D  # as counted by Zhang
    return Bounds(
        components=curves.components,
        printed=np.array([printed_bound(ball, value, delta) for value in D]),
        proposition=np.array([proposition_1_bound(ball, value, delta) for value in frequencies]),
        solved=np.array([solved_bound(ball, value, delta) for value in frequencies]),
        ball=np.array([ball_bound(ball, value, delta) for value in D]),
        hoeffding=np.array([hoeffding_bound(n, value, delta, paired) for value in D]),
        bernstein=np.array([bernstein_bound(n, value, delta, paired) for value in D]),
        delta=delta,
        paired=paired,
    )


def line(radius: float = 1e5) -> Matrix:
    """Return the points of the counter-example to Zhang's corollary 1, a line over [-R, R] (mathematics 20.4.3)."""
    rng = np.random.default_rng(0)
    return rng.uniform(-radius, radius, (MOST_POINTS, 1))


def variances(X: Matrix, gamma: float, seeds: Sequence[int], components: int) -> Variances:
    """Return the variance of K' on the pairs of rows of X, in bins of K, over one roll per seed."""
    X = measured_points(X, FOR_VARIANCE)
    above = np.triu_indices(len(X))
    pairs = Gaussian(gamma).gram(X, X)[above]
    bins = np.minimum((pairs * BINS).astype(int), BINS - 1)
    counts = np.bincount(bins, minlength=BINS)
    full = counts > 0
    measured = []
    for paired in (False, True):
        squares = np.zeros(len(pairs))
        for seed in seeds:
            error = FourierMap(gamma, components, seed, paired).gram(X, X)[above] - pairs
            squares += error**2
        sums = np.bincount(bins, weights=squares, minlength=BINS)[full]
        measured.append(components * sums / (len(seeds) * counts[full]))
    grid = np.linspace(0.0, 1.0, 81)
    return Variances(
        middle=np.bincount(bins, weights=pairs, minlength=BINS)[full] / counts[full],
        measured=np.array(measured),
        grid=grid,
        formula=np.array([scaled_variance(grid), scaled_variance(grid, paired=True)]),
        rolls=len(seeds),
        components=components,
    )


# ---- The sampled frequencies of a roll, on their spectral density N(0, 2 gamma I) ----


SHARES = (0.5, 0.9, 0.99)
SHOWN = 300  # frequencies
REACH = 4.0  # standard deviations shown on either side
FREQUENCY_BINS = 24
DRAWS = 200_000  # of one feature: some 15 ms


@dataclass(frozen=True)
class Frequencies:
    """The frequencies of a roll in the plane."""

    W: Matrix  # (k, 2) the first of them
    count: int  # all of them
    deviation: float  # sqrt(2 gamma), of each component
    shares: Vector  # (3,) of all frequencies expected inside the circles below
    radii: Vector  # (3,)
    inside: Indices  # (3,) the numbers inside them
    edges: Vector  # (bins + 1,) of the histogram of all components
    density: Vector  # (bins,) the histogram as a density; it sums to 1 with what lies beyond the edges
    grid: Vector  # (g,)
    normal: Vector  # (g,) the density N(0, 2 gamma)


@dataclass(frozen=True)
class Factor:
    """The mean of cos(w x + b) cos(w z + b) over many rolls, of two points: Zhang's equation 4, without the root."""

    K: float
    mean: float
    error: float  # its standard error


def without_root(X: Matrix, gamma: float, seed: int) -> Factor:
    """Return the measurement for the two rows of X (n, 2) whose K is nearest to 1/2 (mathematics 20.4.1)."""
    K = Gaussian(gamma).gram(X, X)
    pair = np.unravel_index(np.abs(K - 0.5).argmin(), K.shape)
    W, b = FourierMap(gamma, DRAWS, seed).frequencies(X.shape[1])
    x, z = (np.cos(W @ X[row] + b) for row in pair)
    return Factor(float(K[pair]), float(np.mean(x * z)), float(np.std(x * z) / math.sqrt(DRAWS)))


def frequencies(phi: FourierMap) -> Frequencies:
    """Return the frequencies that a map has sampled for points in the plane."""
    W, _ = phi.frequencies(2)
    deviation = math.sqrt(2.0 * phi.gamma)
    shares = np.array(SHARES)
    radii = deviation * np.sqrt(-2.0 * np.log(1.0 - shares))  # |w|^2 / (2 gamma) is chi-squared with 2 degrees
    length = np.linalg.norm(W, axis=1)
    edges = deviation * np.linspace(-REACH, REACH, FREQUENCY_BINS + 1)
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
