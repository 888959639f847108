from __future__ import annotations

import math
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from core.problem import (
    Certificate,
    Gaussian,
    InputError,
    Kernel,
    Linear,
    Polynomial,
    Problem,
    c_svc,
    certificate,
    kkt_residuals,
    linear_certificate,
    linear_svc,
    margins_without_offset,
    offset,
    offset_interval,
)
from core.problem.proof.optimality import relative_width
from core.problem.scalars import best_offset
from core.solver import answer, finish
from core.view import proved_digits, solution
from tests.core.naive import Exact, exact_objectives
from tests.core.small_problems import PSD_KERNELS, XOR, XOR_LABELS, cloud, moons, problems

shares = st.lists(st.floats(0, 1), min_size=12, max_size=12)


def _feasible(problem: Problem, share: list[float]) -> np.ndarray:
    """Return some alpha in the box with y' alpha = 0 as exactly as floats allow."""
    alpha = problem.dual.upper * share[: len(problem.y)]
    sums = [alpha[problem.y == sign].sum() for sign in (1.0, -1.0)]
    least = min(sums)
    for sign, total in zip((1.0, -1.0), sums, strict=True):
        alpha[problem.y == sign] *= least / total if total > 0 else 0.0
    return np.asarray(np.minimum(alpha, problem.dual.upper))


def _exact(problem: Problem, alpha: np.ndarray, b: float) -> Exact:
    return exact_objectives(problem.dual.kernel, problem.y, problem.dual.upper, alpha, b)


def _primal(problem: Problem, alpha: np.ndarray, b: float) -> float:
    f = problem.dual.kernel @ (alpha * problem.y) + b
    hinge = np.maximum(0.0, 1.0 - problem.y * f)
    return float(0.5 * (alpha * problem.y) @ (f - b) + problem.dual.upper @ hinge)


@pytest.mark.parametrize(
    ("low", "high", "relative"),
    [
        (2.0, 2.5, 0.25),
        (-2.5, -2.0, 0.25),
        (-1.0, 2.0, math.inf),
        (0.0, 1e-300, math.inf),
        (0.0, 0.0, 0.0),
        (3.0, 3.0, 0.0),
        (1.0, math.inf, math.inf),
        (-math.inf, math.inf, math.inf),
        (math.nan, 1.0, math.inf),
    ],
)
def test_an_optimum_is_known_relative_to_the_least_that_it_may_be(low: float, high: float, relative: float) -> None:
    assert relative_width(low, high) == relative


@given(problem=problems(PSD_KERNELS), one=shares, other=shares, b=st.floats(-5, 5))
def test_no_feasible_dual_value_exceeds_any_primal_value(
    problem: Problem, one: list[float], other: list[float], b: float
) -> None:
    below = certificate(problem, _feasible(problem, one))
    above = certificate(problem, _feasible(problem, other), b)
    slack = 1e-9 * (abs(below.dual) + abs(above.primal) + problem.dual.upper.sum())
    assert -below.dual <= above.primal + slack
    assert below.gap >= -slack
    assert below.box == 0.0


@given(problem=problems(PSD_KERNELS), share=shares, b=st.floats(-50, 50))
def test_the_best_offset_is_beaten_by_no_other(problem: Problem, share: list[float], b: float) -> None:
    alpha = _feasible(problem, share)
    g = margins_without_offset(problem, alpha)
    best = _primal(problem, alpha, best_offset(problem.form, g))
    rivals = [b, offset(problem, alpha, g), *(problem.y - g), *(problem.y - g + 1e-3), *(problem.y - g - 1e-3)]
    for rival in rivals:
        assert best <= _primal(problem, alpha, float(rival)) * (1 + 1e-12) + 1e-12
    assert certificate(problem, alpha).primal == pytest.approx(best, rel=1e-12)


@settings(max_examples=50)
@given(problem=problems(PSD_KERNELS, most=8), share=shares, b=st.floats(-5, 5))
def test_the_numbers_of_the_certificate_are_those_of_exact_arithmetic(
    problem: Problem, share: list[float], b: float
) -> None:
    alpha = _feasible(problem, share)
    proof, truth = certificate(problem, alpha, b), _exact(problem, alpha, b)
    assert truth.primal is not None
    size = float(abs(truth.primal) + abs(truth.dual)) + 2 * float(alpha.sum()) + float(problem.dual.upper.sum())
    assert proof.primal == pytest.approx(float(truth.primal), abs=1e-11 * size)
    assert proof.dual == pytest.approx(float(truth.dual), abs=1e-11 * size)
    assert proof.equality == pytest.approx(float(truth.equality), abs=1e-14 * size)
    assert proof.gap == pytest.approx(float(truth.primal + truth.dual), abs=1e-10 * size)


def _far_away(kernel: Kernel, shift: float, C: float) -> Problem | None:
    X, y = moons(20, seed=1, noise=0.1)
    if math.isinf(C):
        X = X + np.outer(y, [2.0, 3.0])
    try:
        return c_svc(X + shift, y, kernel, C)
    except InputError:
        return None


@pytest.mark.parametrize("C", [1.0, 1e4, math.inf])
@pytest.mark.parametrize("kernel", [Linear(), Polynomial(2), Gaussian(1.0)], ids=str)
@pytest.mark.parametrize("shift", [0.0, 1e3, 1e5, 1e8, 1e10])
def test_the_digits_called_proved_are_proved_in_exact_arithmetic(kernel: Kernel, shift: float, C: float) -> None:
    problem = _far_away(kernel, shift, C)
    assert problem is not None
    shown = solution(problem, answer(problem, limit=30_000))
    b = certificate(problem, shown.alpha).b
    truth = _exact(problem, shown.alpha, b)
    if shown.digits == 0:
        return
    assert truth.primal is not None
    gap = truth.primal + truth.dual + abs(truth.equality * Fraction(b))
    assert gap <= abs(truth.dual) * Fraction(10.0**-shown.digits) * Fraction(1000001, 1000000)


@pytest.mark.parametrize("C", [0.01, 1.0, 100.0])
@pytest.mark.parametrize("kernel", PSD_KERNELS, ids=str)
def test_at_a_tight_tolerance_the_primal_meets_the_dual(kernel: Kernel, C: float) -> None:
    problem = c_svc(*cloud(40, seed=1), kernel, C, {1: 2.0, -1: 0.5})
    proof = certificate(problem, finish(problem, tolerance=1e-10, limit=2_000_000).alpha)
    assert proof.primal == pytest.approx(-proof.dual, rel=1e-8)
    assert proof.violation <= 1e-9
    assert proof.box == 0.0


def test_the_usual_numbers_lose_no_digit_to_the_bound_on_rounding() -> None:
    for n, C in ((200, 10.0), (200, 1000.0)):
        problem = c_svc(*moons(n), Gaussian(1.0), C)
        assert solution(problem, answer(problem, tolerance=1e-10)).digits >= 8


def test_the_worst_residual_is_the_violation_of_the_interval() -> None:
    problem = c_svc(*moons(30), Gaussian(1.0), 10.0)
    for limit in (0, 1, 5, 20):
        alpha = finish(problem, limit=limit).alpha
        low, high = offset_interval(problem, alpha)
        middle = (low + high) / 2
        worst = kkt_residuals(problem, alpha, margins_without_offset(problem, alpha), middle).max()
        assert worst == pytest.approx(max(0.0, low - high) / 2, rel=1e-9)


def test_the_offset_is_the_mean_of_the_free_vectors_and_else_the_middle_of_the_interval() -> None:
    problem = c_svc([[0.0], [1.0], [3.0], [4.0]], [1, 1, -1, -1], Linear(), 1.0)
    g = np.array([5.0, 7.0, 2.0, 4.0])
    assert offset(problem, np.array([0.5, 0.25, 1.0, 0.0]), g) == pytest.approx(((1 - 5) + (1 - 7)) / 2)
    # none free: scores are -4, -6, -3, -5; I_up = {1 (alpha = 0), 2 (alpha = C, y = -1)}, I_low = {0, 3}
    bound = np.array([1.0, 0.0, 1.0, 0.0])
    assert offset_interval(problem, bound, g) == (-3.0, -5.0)
    assert offset(problem, bound, g) == -4.0


def test_where_one_class_cannot_move_any_offset_on_the_finite_side_serves() -> None:
    problem = c_svc([[0.0], [1.0], [2.0]], [1, -1, -1], Linear(), 1.0)
    g = np.zeros(3)
    stuck = np.array([1.0, 0.0, 0.0])  # I_up is empty: the offset may fall without end
    assert offset_interval(problem, stuck, g) == (-math.inf, -1.0)
    assert offset(problem, stuck, g) == -1.0


def test_a_hard_margin_has_a_primal_only_where_every_point_is_outside_a_rescaled_band() -> None:
    problem = c_svc(XOR, XOR_LABELS, Gaussian(1.0), math.inf)
    assert certificate(problem, np.zeros(4)).primal == math.inf
    assert certificate(problem, np.array([1.0, 0.0, 1.0, 0.0])).primal == math.inf
    assert certificate(problem, np.full(4, 0.1)).primal == pytest.approx(2 * 1.0376628178232918)


@pytest.mark.parametrize(
    ("gap", "dual", "digits"),
    [
        (math.inf, -1.0, 0),
        (math.nan, -1.0, 0),
        (1.0, 0.0, 0),
        (1e284, -1e-36, 0),
        (0.0, -1.0, 15),
        (2e-3, -1.0, 2),
        (0.9e-3, -1.0, 3),
        (5.0, -1.0, 0),
    ],
)
def test_proved_digits_count_the_powers_of_ten_between_gap_and_value(gap: float, dual: float, digits: int) -> None:
    proof = Certificate(
        primal=gap - dual, dual=dual, gap=gap, rounding=0.0, violation=0.0, equality=0.0, box=0.0, b=0.0
    )
    assert proved_digits(proof) == digits


@pytest.mark.parametrize("size", [1e155, 1e157])
def test_multipliers_whose_squares_leave_the_floats_have_a_certificate(size: float) -> None:
    X, y, alpha = np.array([[1e-80], [-1e-80]]), [1, -1], np.full(2, size)
    for dual in (
        certificate(c_svc(X, y, Linear(), math.inf), alpha).dual,
        linear_certificate(linear_svc(X, y, math.inf), alpha).dual,
    ):
        assert dual == pytest.approx(2.0 * (1e-80 * size) ** 2 - 2.0 * size, rel=1e-12)
