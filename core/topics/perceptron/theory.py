"""Novikoff's bound on the number of mistakes of the perceptron, from any separating plane (mathematics 2.2).

The offset is the weight of a constant feature R = max |phi(x_i)|. A plane (w, b) of that space has the weights
(w, b / R), and its margin for the points (phi(x_i), R) is smaller than for the points themselves.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from ...problem import Problem
from ...problem.arrays import Vector
from ...problem.proof.augmented import squared_constant
from ...problem.proof.linear_proof import EPS


@dataclass(frozen=True)
class Novikoff:
    """A separating plane, and its bound for every run of the perceptron on these points."""

    radius: float  # R = max |phi(x_i)|
    longest: float  # max |(phi(x_i), R)| = sqrt(2) R
    margin: float  # min y_i f(x_i) / |w|, of the points themselves
    augmented: float  # min y_i f(x_i) / |(w, b / R)|
    bound: float  # (longest / augmented)^2: no run makes more mistakes
    printed: float  # (2 R / margin)^2, which is not smaller
    toward: Vector  # (n,) y_i f(x_i) / |(w, b / R)|: how far a mistake at x_i moves w along this plane's normal


def novikoff(problem: Problem, alpha: Vector, b: float) -> Novikoff | None:
    """Return the bound from the plane f = sum_i alpha_i y_i K(x_i, .) + b; None if it does not separate.

    `alpha` (n,) may have any sign: only y_i f(x_i) > 0, by more than rounding, is required. The numbers of the bound
    are rounded to the safe side.
    """
    coefficients = alpha * problem.y
    inner = problem.gram @ coefficients
    squared, square = float(coefficients @ inner), squared_constant(problem)
    size = np.abs(problem.gram) @ np.abs(coefficients) + abs(b)
    off = (len(alpha) + 4) * EPS * size
    right = problem.y * (inner + b)
    least = float((right - off).min())
    if not (least > 0.0 and square > 0.0 and squared > 0.0):
        return None
    squared += float(np.abs(coefficients) @ off)
    length = math.sqrt(squared + b * b / square)
    longest, margin, augmented = math.sqrt(2.0 * square), least / math.sqrt(squared), least / length
    if not (augmented > 0.0 and math.isfinite(longest / augmented)):
        return None
    bound, printed = (longest / augmented) ** 2, (2.0 * math.sqrt(square) / margin) ** 2
    return Novikoff(math.sqrt(square), longest, margin, augmented, bound, printed, np.asarray(right / length))
