"""Random Fourier features: bounds on |K' - K|, as printed by Zhang and as proved (mathematics 14).

A map of D coordinates consists of D cosines with random phases, or of D / 2 pairs of a cosine and a sine. Every bound
here is, or claims to be, the error eps that is exceeded somewhere with probability at most delta.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import NamedTuple

import numpy as np
from scipy.optimize import brentq

from ...problem.arrays import Matrix, Vector

LARGEST_EPS = 1e6  # above every bound of a ball that fits into float64
MOST_COMPONENTS = 10**12


class Ball(NamedTuple):
    """A ball that contains the points, and the kernel."""

    d: int  # dimension
    radius: float  # R of a ball that contains all points
    gamma: float

    @property
    def spread(self) -> float:
        """sigma_p = sqrt(E |w|^2) = sqrt(2 d gamma), the length of a frequency."""
        return math.sqrt(2.0 * self.d * self.gamma)


def printed_bound(ball: Ball, D: int, delta: float) -> float:
    """Return the eps of Zhang's corollary 1, which is false in general (mathematics 20.4.3): see `log_equation_12`."""
    reach = 48.0 * ball.radius * ball.spread
    if reach == 0.0:
        return 0.0
    return 1.0 / math.sqrt((math.sqrt(delta) / reach) ** 2 + D / (4.0 * (ball.d + 2)))


def log_equation_12(ball: Ball, D: int, eps: float) -> float:
    """Return the logarithm of the probability bound in Zhang's equation 12, which can be far above 0."""
    if ball.radius == 0.0:
        return -math.inf
    return 2.0 * math.log(48.0 * ball.radius * ball.spread / eps) - D * eps**2 / (4.0 * (ball.d + 2))


def solved_bound(ball: Ball, D: int, delta: float) -> float:
    """Return the eps at which Zhang's equation 12 is delta. Proved for D pairs of cosine and sine (mathematics 14)."""
    return _where(lambda eps: log_equation_12(ball, D, eps), delta)


def log_proposition_1(ball: Ball, D: int, eps: float) -> float:
    """Return the log of the right side of Zhang's proposition 1, minimised over its r (mathematics, equation 14.9).

    2 (6 R / r)^d exp(-D eps^2 / 8) + 4 r sigma_p / eps for r <= 2 R: the net of equation 10 around all differences.
    """
    nodes = math.log(2.0) + ball.d * math.log(3.0) - D * eps**2 / 8.0
    return _least_over_nets(nodes, 8.0 * ball.radius * ball.spread / eps, ball.d)


def proposition_1_bound(ball: Ball, D: int, delta: float) -> float:
    """Return the eps at which Zhang's proposition 1 is delta; proved for D pairs of a cosine and a sine."""
    return _where(lambda eps: log_proposition_1(ball, D, eps), delta)


def log_ball_probability(ball: Ball, D: int, eps: float) -> float:
    """Return the logarithm of the proved probability of an error eps anywhere in the ball, for either map.

    min over r of 2 (3 sqrt(2) R / r)^(2 d) exp(-D eps^2 / 32) + (2 r / eps)(2 sigma_p + 2 sqrt(gamma / e)): a net of
    the pairs (x, y), which live in 2 d dimensions, Hoeffding for terms in [-2, 2], and Markov for the slope. With
    r = s sqrt(2) R the net is one for s <= 1.
    """
    nodes = math.log(2.0) + 2.0 * ball.d * math.log(3.0) - D * eps**2 / 32.0
    slope = 2.0 * math.sqrt(2.0) * ball.radius * (2.0 * ball.spread + 2.0 * math.sqrt(ball.gamma / math.e)) / eps
    return _least_over_nets(nodes, slope, 2 * ball.d)


def _least_over_nets(nodes: float, slope: float, dimension: int) -> float:
    """Return ln of the minimum of e^nodes s^-dimension + slope s over the mesh size 0 < s <= 1 of a net.

    The sum is smallest where its derivative in s vanishes.
    """
    if slope == 0.0:
        return nodes
    log_s = min(0.0, (math.log(dimension) + nodes - math.log(slope)) / (dimension + 1.0))
    return float(np.logaddexp(nodes - dimension * log_s, math.log(slope) + log_s))


def ball_bound(ball: Ball, D: int, delta: float) -> float:
    """Return the eps that some pair of points of the ball exceeds with probability at most delta, for either map."""
    return _where(lambda eps: log_ball_probability(ball, D, eps), delta)


def _where(log_probability: Callable[[float], float], delta: float) -> float:
    """Return the smallest eps with probability at most delta; the probability decreases with eps."""
    wanted = math.log(delta)
    low = 1e-12
    if log_probability(low) <= wanted:
        return 0.0
    return float(brentq(lambda eps: log_probability(eps) - wanted, low, LARGEST_EPS, rtol=1e-12))


def _pairs(n: int, delta: float) -> float:
    """Return ln(2 pairs / delta) for the n (n + 1) / 2 pairs of n points, including each with itself."""
    return math.log(n * (n + 1) / delta)


def hoeffding_bound(n: int, D: int, delta: float, paired: bool = False) -> float:
    """Return the eps that some pair of n points exceeds with probability at most delta: terms in [-2, 2] or [-1, 1]."""
    return math.sqrt((4.0 if paired else 8.0) * _pairs(n, delta) / D)


def bernstein_bound(n: int, D: int, delta: float, paired: bool = False) -> float:
    """Return the same, also using the variance of a term.

    Phases: D terms of variance <= 1 and deviation <= 3; pairs: D / 2 terms of variance <= 1/2 and deviation <= 2.
    """
    terms, variance, most = (D / 2.0, 0.5, 2.0) if paired else (float(D), 1.0, 3.0)
    L = _pairs(n, delta)
    half = most * L / 3.0
    return (half + math.sqrt(half**2 + 2.0 * terms * variance * L)) / terms


def scaled_variance(K: Matrix | Vector, paired: bool = False) -> Matrix | Vector:
    """Return D times the variance of K'(x, y) for kernel values K, over all rolls (mathematics, equation 14.3)."""
    if paired:
        return np.asarray((1.0 - K**2) ** 2)
    return np.asarray(1.0 + 0.5 * K**4 - K**2)


def mse_constant(K: Matrix | Vector, paired: bool = False) -> float:
    """Return c of E[MSE] = c / D, the mean over the given kernel values (mathematics, equation 14.4)."""
    return float(np.mean(scaled_variance(K, paired)))


def components_needed(bound: Callable[[int], float], eps: float) -> int:
    """Return the smallest D with bound(D) <= eps, for a bound that decreases with D; at most `MOST_COMPONENTS`."""
    low, high = 0, 1
    while bound(high) > eps and high < MOST_COMPONENTS:
        low, high = high, 2 * high
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (low, middle) if bound(middle) <= eps else (middle, high)
    return min(high, MOST_COMPONENTS)


def chance_of(failures: int, rolls: int, delta: float) -> float:
    """Return the probability of at least this many failures in independent rolls that fail with probability delta."""
    return sum(math.comb(rolls, k) * delta**k * (1.0 - delta) ** (rolls - k) for k in range(failures, rolls + 1))
