"""The bounds around the optimum, and the digits that they prove, against the same problem in rationals."""

from __future__ import annotations

import math
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from core.problem import Linear, Polynomial, Problem, TaylorGaussian, c_svc, certificate, kernel_bound, offset
from core.solver import finish
from core.view import proved_digits
from tests.core.small_problems import Labels, Points, labelled_points
from ui.solve.message import common_digits

Numbers = list[Fraction]


def exact_gram(problem: Problem) -> list[Numbers]:
    """Return K of the exact coordinates and parameters."""
    rows = [[Fraction(x) for x in row] for row in problem.X.tolist()]
    inner = [[sum((a * b for a, b in zip(x, z, strict=True)), Fraction(0)) for z in rows] for x in rows]
    kernel = problem.kernel
    if isinstance(kernel, Polynomial):
        gamma, zeta = Fraction(kernel.gamma), Fraction(kernel.zeta)
        return [[(zeta + gamma * value) ** kernel.degree for value in row] for row in inner]
    return inner


def feasible(alpha: Numbers, y: list[int]) -> Numbers:
    """Return alpha with the larger of the two class sums brought down to the other, exactly."""
    excess = sum((a * sign for a, sign in zip(alpha, y, strict=True)), Fraction(0))
    k = max((k for k in range(len(y)) if y[k] * excess >= 0), key=lambda k: alpha[k])
    return [a - abs(excess) if i == k else a for i, a in enumerate(alpha)]


def exact_bounds(problem: Problem, alpha: np.ndarray, b: float) -> tuple[Fraction, Fraction | None]:
    """Return -D of an alpha that is feasible exactly, and P of (w(alpha), b); None where it has none."""
    K, y = exact_gram(problem), [int(sign) for sign in problem.y]
    given = [Fraction(value) for value in alpha]
    near = feasible(given, y)

    def margins(alphas: Numbers) -> Numbers:
        coef = [a * sign for a, sign in zip(alphas, y, strict=True)]
        return [
            sign * sum((c * k for c, k in zip(coef, row, strict=True)), Fraction(0))
            for sign, row in zip(y, K, strict=True)
        ]

    def square(alphas: Numbers) -> Fraction:
        return sum((a * m for a, m in zip(alphas, margins(alphas), strict=True)), Fraction(0))

    low = sum(near, Fraction(0)) - square(near) / 2
    labelled = [m + sign * Fraction(b) for m, sign in zip(margins(given), y, strict=True)]
    if problem.hard:
        least = min(labelled)
        return low, square(given) / 2 / least**2 if least > 0 else None
    slack = (Fraction(c) * max(Fraction(0), 1 - m) for c, m in zip(problem.dual.upper.tolist(), labelled, strict=True))
    return low, square(given) / 2 + sum(slack, Fraction(0))


@settings(max_examples=400, deadline=None)
@given(
    data=labelled_points(7),
    kernel=st.sampled_from([Linear(), Polynomial(2), Polynomial(3, 0.5, 0.0), Polynomial(9, 0.7, 0.3)]),
    C=st.sampled_from([1e-3, 0.7, 13.0, 1e5, math.inf]),
    scale=st.sampled_from([1e-4, 0.37, 1.0, 1e3]),
    shift=st.sampled_from([0.0, 12.34, 862.22, 1e5]),
    limit=st.integers(0, 400),
)
def test_no_bound_is_false_and_no_digit_is_claimed_that_the_exact_optimum_may_not_have(
    data: tuple[Points, Labels], kernel: Linear | Polynomial, C: float, scale: float, shift: float, limit: int
) -> None:
    problem = c_svc(data[0] * scale + shift, data[1], kernel, C)
    alpha = finish(problem, tolerance=1e-9, limit=limit).alpha
    b = offset(problem, alpha)
    proof = certificate(problem, alpha, b)
    low, high = exact_bounds(problem, alpha, b)
    if math.isfinite(proof.low):
        assert Fraction(proof.low) <= low
    if math.isfinite(proof.high):
        assert high is not None
        assert high <= Fraction(proof.high)
    digits = proved_digits(proof)
    if digits == 0:
        return
    assert high is not None
    assert high - low <= low * Fraction(10.0**-digits) * Fraction(1000001, 1000000)
    shared = common_digits(proof.low, proof.high)
    assert shared == 0 or f"{float(low):.{shared - 1}e}" == f"{float(high):.{shared - 1}e}"


def test_the_digits_of_four_points_far_from_the_origin_are_six_and_not_thirteen() -> None:
    X = [[-863.22, -56.76], [-862.22, -58.76], [-861.22, -55.76], [-861.22, -56.76]]
    problem = c_svc(X, [1, -1, 1, -1], Linear(), math.inf)
    alpha = finish(problem, tolerance=1e-5).alpha
    proof = certificate(problem, alpha, offset(problem, alpha))
    assert proof.low <= 2.5 <= proof.high
    assert proved_digits(proof) <= 6
    assert common_digits(proof.low, proof.high) <= 6


def test_a_kernel_of_many_operations_counts_more_roundings_than_one_of_few() -> None:
    X = np.ones((3, 2))
    assert kernel_bound(Linear(), X).operations == kernel_bound(Polynomial(3), X).operations == 100.0
    assert kernel_bound(Polynomial(64), X).operations == 64 * 8
    assert kernel_bound(Linear(), np.ones((3, 1000))).operations > 1000
    assert kernel_bound(TaylorGaussian(1e4, 20), X).operations > 1e4
    assert kernel_bound(TaylorGaussian(0.1, 150), X).operations == pytest.approx(8 * 151.4)
