"""Small examples, point by point, most of them from the textbook.

Li, example 7.1 and exercise 7.2 (mathematics 2); three points for single steps of SMO; and exclusive or.
"""

from __future__ import annotations

from functools import cache

from datasets.points import Points, make_points


@cache
def example_7_1() -> Points:
    """Return the three points of Li's example 7.1: w = (1/2, 1/2), b = -2, alpha = (1/4, 0, 1/4)."""
    return make_points([[3, 3], [4, 3], [1, 1]], [1, 1, -1])


@cache
def exercise_7_2() -> Points:
    """Return the five points of Li's exercise 7.2: w = (-1, 2), b = -2, alpha = (1/2, 0, 2, 0, 5/2)."""
    return make_points([[1, 2], [2, 3], [3, 3], [2, 1], [3, 2]], [1, 1, 1, -1, -1])


@cache
def three() -> Points:
    """Return three points whose first steps of SMO show all that a step can do, under a linear kernel and C = 1.

    At alpha = 0 only the third can rise, and the second is its better partner: both alphas go to 1/2, inside their box.
    The next step would raise the third to 1.3, beyond C.
    """
    return make_points([[-2, -1], [2, 0], [0, 0]], [-1, -1, 1])


@cache
def xor() -> Points:
    """Return the four points of exclusive or: the label is the sign of x1 times x2."""
    return make_points([[1, 1], [-1, -1], [1, -1], [-1, 1]], [1, 1, -1, -1])
