"""Kernels compared: the numbers of K, the QP as matrices, f as a sum of terms, and what is stored."""

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

from core.problem import (
    FourierMap,
    Gaussian,
    Linear,
    NystroemMap,
    Polynomial,
    PolynomialMap,
    Problem,
    Sigmoid,
    TaylorGaussian,
    c_svc,
    decision_values,
)
from core.solver import answer
from core.topics.kernels.view import (
    EPS,
    bumps,
    gram_numbers,
    high_degree,
    length_of_w,
    quadratic_program,
    slice_through,
    stored_numbers,
)
from core.view import Solution, solution
from datasets import CATALOGUE
from tests.core.golden import C_SVC

coordinates = arrays(np.float64, (6, 2), elements=st.floats(-3, 3, width=32))
MOONS = CATALOGUE["moons"].make()


def solved(kernel: Gaussian | Polynomial | Linear, C: float = 10.0) -> tuple[Problem, Solution]:
    problem = c_svc(MOONS.X, MOONS.y, kernel, C)
    return problem, solution(problem, answer(problem, tolerance=1e-6, limit=200_000))


def test_the_linear_kernel_matrix_has_the_rank_of_the_plane_and_no_finite_condition() -> None:
    found = gram_numbers(Linear().gram(MOONS.X, MOONS.X))
    assert found.rank == 2
    assert found.singular
    cubic = gram_numbers(Polynomial(3, 1.0, 1.0).gram(MOONS.X, MOONS.X))
    assert cubic.rank == PolynomialMap(3).dimension(2) == 10


def test_range_and_condition_of_a_known_matrix() -> None:
    found = gram_numbers(np.array([[2.0, 1.0], [1.0, 2.0]]))
    assert (found.smallest, found.largest, found.rank, found.lost) == (1.0, 2.0, 2, 0)
    assert found.condition == pytest.approx(3.0)
    tiny = gram_numbers(np.array([[1.0, 1e-17], [1e-17, 1.0]]), spectrum=False)
    assert (tiny.lost, tiny.rank, tiny.condition) == (2, None, None)


@given(coordinates, st.floats(0.01, 5.0), st.floats(0.0, 3.0))
def test_the_range_of_a_power_is_that_of_the_kernel_in_float64(X: np.ndarray, gamma: float, zeta: float) -> None:
    found = high_degree(X, gamma, zeta, 9)
    for degree in (1, 4, 9):
        K = np.abs(Polynomial(degree, gamma, zeta).gram(X, X))
        largest = float(K.max())
        if largest > 1e-250:
            assert found.highest[degree - 1] == pytest.approx(math.log10(largest), abs=1e-6)
        assert found.lowest[degree - 1] <= found.middle[degree - 1] <= found.highest[degree - 1]


def test_the_degree_at_which_values_leave_the_floats_is_that_at_which_they_do() -> None:
    X = np.array([[2.0, 0.0], [0.1, 0.0]])  # 1 + x.z is 5, 1.2 and 1.01
    found = high_degree(X, 1.0, 1.0, 4)
    assert found.overflow is not None
    with np.errstate(over="ignore"):
        assert math.isinf(np.float64(5.0) ** found.overflow)
        assert math.isfinite(np.float64(5.0) ** (found.overflow - 1))
    assert found.zero is None
    assert found.blurred is not None
    assert (1.01 / 5.0) ** found.blurred < EPS <= (1.01 / 5.0) ** (found.blurred - 1)
    small = high_degree(0.5 * np.array([[1.0, 0.0], [0.5, 0.0]]), 1.0, 0.0, 4)  # x.z is 1/4, 1/8 and 1/16
    assert small.overflow is None
    assert small.zero is not None
    assert np.float64(1 / 16) ** small.zero == 0.0 < np.float64(1 / 16) ** (small.zero - 1)


@pytest.mark.parametrize("name", ["G08", "G10"])
def test_the_programme_of_exclusive_or_is_that_of_the_reference(name: str) -> None:
    told = C_SVC[name]
    X, y = np.array(told["X"], float), np.array(told["y"], float)
    S = X @ X.T
    K = (1.0 + S) ** 2 if name == "G08" else 1.0 + S + S * S
    problem = c_svc(X, y, Polynomial(2, 1.0, 1.0), math.inf)
    if name == "G10":
        problem = Problem(problem.X, problem.kernel, problem.form, K)
    alpha = np.array(told["solution"]["alpha"])
    found = quadratic_program(problem, alpha, 10)
    np.testing.assert_allclose(found.Q, np.outer(y, y) * K)
    np.testing.assert_array_equal(found.p, -np.ones(4))
    assert found.A.shape == (6, 4) == (found.rows, found.count)
    assert (found.A @ alpha >= found.c - 1e-12).all()
    # Stationary on the plane y'a = 0: Qa + p is a multiple of y where every alpha is free.
    gradient = found.Q @ alpha + found.p
    np.testing.assert_allclose(gradient * y, np.full(4, (gradient * y)[0]), atol=1e-9)
    assert found.value == pytest.approx(-0.5 * alpha.sum(), rel=1e-9)
    assert found.balance < 1e-12


@pytest.mark.parametrize("kernel", [Gaussian(1.0), Polynomial(4, 1.0, 1.0), Linear()])
def test_the_gradient_is_what_difference_quotients_say(kernel: Gaussian | Polynomial | Linear) -> None:
    problem, shown = solved(kernel)
    found = quadratic_program(problem, shown.alpha, 7)
    Q = np.outer(problem.y, problem.y) * problem.gram
    np.testing.assert_allclose(found.gradient, (Q @ shown.alpha - 1.0)[:7], rtol=1e-9, atol=1e-9)
    scale = float(np.abs(found.gradient).max() + np.abs(Q).max() * shown.alpha.max())
    np.testing.assert_allclose(found.quotients, found.gradient, atol=1e-9 * scale)


def test_a_soft_margin_has_a_row_for_every_bound() -> None:
    problem, shown = solved(Gaussian(1.0))
    n = len(problem.y)
    found = quadratic_program(problem, shown.alpha, 3)
    assert found.rows == 2 + 2 * n
    assert found.A.shape == (8, 3)
    np.testing.assert_array_equal(found.c, [0, 0, 0, 0, 0, -10, -10, -10])
    assert (found.A[2:] @ shown.alpha[:3] >= found.c[2:] - 1e-9).all()
    assert -found.value == pytest.approx(shown.value.low, rel=1e-6)


@given(st.integers(0, 89), st.floats(0.0, 3.0))
def test_f_of_scaled_terms_is_the_sum_without_or_with_them(i: int, factor: float) -> None:
    problem, shown = solved(Gaussian(1.0))
    factors = np.ones(len(problem.y))
    factors[i] = factor
    found = bumps(problem, shown.alpha, shown.b, factors)
    removed = shown.alpha[i] * problem.y[i] * problem.gram[i]
    np.testing.assert_allclose(found.decision, shown.decision + (factor - 1.0) * removed, atol=1e-6)
    np.testing.assert_allclose(found.decision, decision_values(problem, found.alpha, shown.b, problem.X), atol=1e-9)


def test_without_any_term_f_is_b_alone_and_with_all_nothing_is_turned() -> None:
    problem, shown = solved(Gaussian(1.0))
    nothing = bumps(problem, shown.alpha, shown.b, np.zeros(90))
    np.testing.assert_array_equal(nothing.decision, np.full(90, shown.b))
    assert nothing.errors == 45
    everything = bumps(problem, shown.alpha, shown.b, np.ones(90))
    assert (everything.turned, everything.errors) == (0, shown.errors)


def test_the_slice_is_f_along_a_line_and_its_terms_add_up() -> None:
    problem, shown = solved(Gaussian(1.0))
    factors = np.ones(90)
    factors[np.flatnonzero(shown.alpha > 0)[:4]] = [0.0, 2.0, 0.5, 0.0]
    found = slice_through(problem, shown.alpha, shown.b, factors, 7, (-4.0, -4.0, 8.0))
    line = np.column_stack([found.along, np.full(len(found.along), MOONS.X[7, 1])])
    np.testing.assert_allclose(found.whole, decision_values(problem, shown.alpha, shown.b, line), atol=1e-9)
    np.testing.assert_allclose(found.f, decision_values(problem, shown.alpha * factors, shown.b, line), atol=1e-9)
    np.testing.assert_allclose(found.terms.sum(axis=0) + shown.b, found.f, atol=1e-9)
    assert len(found.which) == shown.vectors == len(found.terms)
    # A term of a Gaussian is largest over its own point, if the line passes through it.
    at = list(found.which).index(int(found.which[-1]))
    peak = found.along[np.argmax(np.abs(found.terms[at]))]
    assert peak == pytest.approx(MOONS.X[found.which[at], 0], abs=found.along[1] - found.along[0])


def test_w_has_as_many_numbers_as_the_map_has_features() -> None:
    assert length_of_w(Linear(), 300) == 300
    assert length_of_w(Polynomial(2, 1.0, 1.0), 300) == 1 + 300 + 300 * 301 // 2
    assert length_of_w(Polynomial(2, 1.0, 0.0), 2) == 3  # the maps of Li's example 7.3
    assert length_of_w(TaylorGaussian(1.0, 4), 2) == 15
    assert length_of_w(FourierMap(1.0, 50), 2) == 50
    assert length_of_w(NystroemMap(Gaussian(1.0), MOONS.X[:9]), 2) == 9
    assert length_of_w(Gaussian(1.0), 2) is None
    assert length_of_w(Sigmoid(1.0, -1.0), 2) is None
    assert stored_numbers(22, 2) == 67
