"""The error of the Taylor kernel and its bounds: against hundreds of digits, and over 100,000 random pairs."""

import math
from decimal import Decimal, localcontext

import numpy as np
import pytest
from scipy.stats import poisson

from core.problem import Gaussian, TaylorGaussian
from core.topics.taylor.theory import (
    HIGHEST_ORDER,
    enough_order,
    kernel_values,
    log_ball_bounds,
    log_errors,
    needed_xi,
    printed_interval,
    proved_interval,
    sup_over_ball,
)


def twin_xi(t: float, order: int) -> float:
    """Return xi by its definition, log(R_m(t) (m + 1)! / t^(m + 1)), in as many digits as the difference will lose."""
    lost = (order + 1) * max(0.0, -math.log10(abs(t))) + (math.lgamma(order + 2) + abs(t)) / math.log(10)
    with localcontext(prec=60 + int(lost)):
        x, term, partial = Decimal(t), Decimal(1), Decimal(1)
        for k in range(1, order + 1):
            term = term * x / k
            partial += term
        remainder = x.exp() - partial
        return float((remainder * math.factorial(order + 1) / x ** (order + 1)).ln())


@pytest.mark.parametrize("order", [0, 1, 2, 3, 7, 20, 75, 150])
@pytest.mark.parametrize("size", [1e-9, 1e-3, 0.4, 1.0, 2.5, 8.0, 21.9, 22.1, 77.1, 151.0, 153.0, 400.0, 2000.0])
@pytest.mark.parametrize("sign", [1.0, -1.0])
def test_xi_has_all_its_digits(order: int, size: float, sign: float) -> None:
    assert needed_xi(sign * size, order)[0] == pytest.approx(twin_xi(sign * size, order), rel=1e-11, abs=1e-13)


def test_where_the_inner_product_is_zero_nothing_is_wrong() -> None:
    assert needed_xi(0.0, 3)[0] == 0.0
    assert all(logs[0] == -math.inf for logs in log_errors([2.0], [0.0], 1.0, 3))


def random_pairs(count: int, seed: int) -> tuple[np.ndarray, np.ndarray]:
    """Return |x|^2 + |z|^2 and x.z of pairs near and far, alike and opposite, of 1 to 5 coordinates."""
    rng = np.random.default_rng(seed)
    squares, inner = np.empty(count), np.empty(count)
    for d, rows in enumerate(np.array_split(np.arange(count), 5), start=1):
        scale = 10.0 ** rng.uniform(-2, 2, (len(rows), 1))
        x = scale * rng.normal(size=(len(rows), d))
        z = np.where(rng.random((len(rows), 1)) < 0.3, x, scale * rng.normal(size=(len(rows), d)))
        squares[rows], inner[rows] = (x**2 + z**2).sum(axis=1), (x * z).sum(axis=1)
    return squares, inner


def test_no_pair_of_a_hundred_thousand_breaks_a_bound() -> None:
    rng = np.random.default_rng(1)
    seen = 0
    for seed in range(100):
        squares, inner = random_pairs(1200, seed)
        gamma, order = 10.0 ** rng.uniform(-3, 2), int(rng.integers(0, 31))
        found = log_errors(squares, inner, gamma, order)
        room = 1e-12 * (1.0 + 2.0 * gamma * squares)  # rounding of exponents, which for far pairs are large
        apart = inner != 0
        assert np.all(found.measured[apart] <= found.tight[apart] + room[apart])
        assert np.all(found.tight[apart] <= found.without_exponential[apart] + room[apart])
        assert np.all(found.without_exponential[apart] <= found.printed[apart])
        assert np.all(found.measured <= room), "two kernels with values up to 1 are never further apart"
        xi, t = needed_xi(2.0 * gamma * inner, order), 2.0 * gamma * inner
        room = 1e-12 * (1.0 + np.abs(t))
        assert np.all((xi >= np.minimum(t, 0.0) - room) & (xi <= np.maximum(t, 0.0) + room))
        seen += apart.sum()
    assert seen >= 100_000


@pytest.mark.parametrize("order", [0, 1, 2, 5, 12])
def test_the_error_is_that_of_the_kernels(order: int) -> None:
    X = np.random.default_rng(order).normal(size=(40, 3))
    gamma = 0.3
    squares = np.add.outer((X**2).sum(1), (X**2).sum(1)).ravel()
    inner = (X @ X.T).ravel()
    measured = np.abs(TaylorGaussian(gamma, order).gram(X, X) - Gaussian(gamma).gram(X, X)).ravel()
    np.testing.assert_allclose(np.exp(log_errors(squares, inner, gamma, order).measured), measured, atol=5e-16)


def test_the_printed_interval_does_not_hold_the_xi_that_is_needed() -> None:
    """Mathematics 20.1.1: sigma_0 = 4, x.z = 8, m = 0."""
    gamma = 1.0 / 8.0
    xi = float(needed_xi(2.0, 0)[0])
    assert xi == pytest.approx(1.161, abs=5e-4)
    assert printed_interval(8.0, gamma) == (0.0, 0.5)
    assert not printed_interval(8.0, gamma).holds(xi)
    assert proved_interval(8.0, gamma) == (0.0, 2.0)
    assert proved_interval(8.0, gamma).holds(xi)


def test_a_negative_inner_product_leaves_the_printed_interval_empty() -> None:
    gamma = 0.5
    xi = float(needed_xi(-3.0, 2)[0])
    assert printed_interval(-3.0, gamma).low > printed_interval(-3.0, gamma).high
    assert not printed_interval(-3.0, gamma).holds(xi)
    assert proved_interval(-3.0, gamma) == (-3.0, 0.0)
    assert proved_interval(-3.0, gamma).holds(xi)


def test_the_printed_interval_is_too_short_for_every_pair_with_a_wide_kernel() -> None:
    for order in (0, 2, 10):  # sigma_0 = 100: the interval is t / 100, and xi about t / (m + 2)
        t = np.linspace(0.1, 5.0, 50)
        assert np.all(needed_xi(t, order) > t / 100.0)


@pytest.mark.parametrize(
    ("gamma", "order", "sup", "corrected", "printed"),
    [(2.0, 2, 0.762, 10.67, 582.4), (0.125, 2, 0.00216, 0.00260, 0.00334)],
)
def test_remark_1_on_the_unit_ball(gamma: float, order: int, sup: float, corrected: float, printed: float) -> None:
    """Mathematics 20.1.2."""
    assert sup_over_ball(1.0, gamma, order) == pytest.approx(sup, rel=3e-3)
    right, paper = log_ball_bounds(1.0, gamma, order)
    assert np.exp(right) == pytest.approx(corrected, rel=3e-3)
    assert np.exp(paper) == pytest.approx(printed, rel=3e-3)


@pytest.mark.parametrize("order", [0, 1, 2, 3, 6])
@pytest.mark.parametrize("s", [0.3, 2.0, 9.0])
def test_the_worst_pair_of_a_ball_is_a_point_of_its_rim_with_itself(order: int, s: float) -> None:
    gamma, radius = s / 2.0, 1.0
    a, b, cosine = np.meshgrid(np.linspace(0, 1, 41), np.linspace(0, 1, 41), np.linspace(-1, 1, 41))
    everywhere = log_errors((a**2 + b**2).ravel(), (a * b * cosine).ravel(), gamma, order).measured
    most = sup_over_ball(radius, gamma, order)
    assert np.exp(everywhere.max()) == pytest.approx(float(most), rel=1e-12)
    assert most == pytest.approx(1.0 - poisson.cdf(order, s), rel=1e-9)


def test_the_smallest_order_that_is_enough_is_found() -> None:
    order = enough_order(1.5, 1.0, 1e-15)
    assert order is not None
    assert sup_over_ball(1.5, 1.0, order) <= 1e-15 < sup_over_ball(1.5, 1.0, order - 1)
    assert enough_order(1e3, 1.0, 1e-3) is None
    assert enough_order(0.0, 1.0, 1e-15) == 0
    assert sup_over_ball(1e3, 1.0, HIGHEST_ORDER) == 1.0


@pytest.mark.parametrize("rho", [None, (1.0, 2.0, 0.1, 5.0)])
def test_the_kernel_by_logarithms_is_the_kernel(rho: tuple[float, ...] | None) -> None:
    kernel = TaylorGaussian(0.4, 3, rho)
    X = np.random.default_rng(3).normal(size=(20, 2))
    X[0] = 0.0
    squares = np.add.outer((X**2).sum(1), (X**2).sum(1)).ravel()
    values = kernel_values(kernel, squares, (X @ X.T).ravel())
    np.testing.assert_allclose(values, kernel.gram(X, X).ravel(), rtol=1e-12, atol=1e-15)
    far = kernel_values(TaylorGaussian(50.0, 20), [2e8], [1e8])
    assert far[0] == 0.0
