"""The space of the approximate kernel: its norm and its values come out the same along every way."""

import numpy as np
import pytest

from core.problem import TaylorGaussian, TaylorMap
from core.topics.taylor.theory import combination, inner, section, weights

KERNELS = [
    TaylorGaussian(0.4, 3),
    TaylorGaussian(1.3, 6),
    TaylorGaussian(0.2, 0),
    TaylorGaussian(0.5, 2, (1.0, 3.0, 0.2)),
]
each_kernel = pytest.mark.parametrize("kernel", KERNELS)


def points(n: int, d: int, seed: int = 0) -> np.ndarray:
    return np.random.default_rng(seed).normal(size=(n, d))


@each_kernel
@pytest.mark.parametrize("d", [1, 2, 3])
def test_the_reproducing_property_holds(kernel: TaylorGaussian, d: int) -> None:
    X, coef = points(12, d), np.random.default_rng(1).normal(size=12)
    f = combination(kernel, X, coef)
    Z = points(5, d, seed=2)
    by_kernel = kernel.gram(Z, X) @ coef
    np.testing.assert_allclose(f(Z), by_kernel, atol=1e-12)
    np.testing.assert_allclose([inner(f, section(kernel, z)) for z in Z], by_kernel, atol=1e-12)


@each_kernel
def test_the_norm_is_the_same_along_three_ways(kernel: TaylorGaussian) -> None:
    X, coef = points(15, 2), np.random.default_rng(1).normal(size=15)
    f = combination(kernel, X, coef)
    w = coef @ TaylorMap(kernel.gamma, kernel.order, kernel.rho).features(X)
    norm = coef @ kernel.gram(X, X) @ coef
    assert inner(f, f) == pytest.approx(norm, rel=1e-10)
    assert f.parts.sum() == pytest.approx(norm, rel=1e-10)
    assert w @ w == pytest.approx(norm, rel=1e-10)
    np.testing.assert_allclose(weights(f), w, rtol=1e-10, atol=1e-13)


def test_a_norm_is_found_where_the_squares_of_coefficients_leave_the_floats() -> None:
    kernel, X, coef = TaylorGaussian(1e6, 30), 1e-3 * points(15, 2), 1e60 * np.random.default_rng(1).normal(size=15)
    f = combination(kernel, X, coef)
    assert np.abs(f.coefficients).max() > 1e154
    with np.errstate(over="raise"):
        parts = f.parts
        assert inner(f, f) == pytest.approx(coef @ kernel.gram(X, X) @ coef, rel=1e-8)
    assert parts.sum() == pytest.approx(inner(f, f), rel=1e-8)


def test_a_section_of_the_kernel_has_the_coefficients_of_the_paper() -> None:
    kernel, x = TaylorGaussian(0.25, 2), np.array([1.0, 0.8])  # sigma_0 = 2
    front = np.exp(-0.25 * 1.64)
    assert section(kernel, x).exponents.tolist() == [[0, 0], [1, 0], [0, 1], [2, 0], [1, 1], [0, 2]]
    wanted = front * np.array([1, 1 / 2, 0.8 / 2, 1 / 4, 2 * 0.8 / 4, 0.64 / 4])
    np.testing.assert_allclose(section(kernel, x).coefficients, wanted, rtol=1e-14)


def test_on_four_points_two_functions_of_the_space_look_the_same() -> None:
    """Mathematics 20.1.4: six monomials of degree 2 have a null space of dimension 2 on four points."""
    X = points(4, 2)
    monomials = np.prod(X[:, None, :] ** TaylorMap(1.0, 2).exponents(2)[None], axis=2)
    assert monomials.shape == (4, 6)
    assert 6 - np.linalg.matrix_rank(monomials) == 2
