"""Whether a kernel matrix is positive semidefinite: what is claimed is true, and what cannot be told is not claimed."""

from __future__ import annotations

import math
from decimal import Decimal, localcontext
from fractions import Fraction

import numpy as np
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

from core.problem import Linear, Polynomial, Precomputed, Sigmoid, TaylorGaussian, c_svc, certificate
from core.problem.proof.definite import defect
from core.solver import answer
from core.view import Light, solution

FAR = np.array([[1000.0, 0.0], [3.0, 2.0], [-2.0, -1.0], [3.0, 2.0]])


def test_a_small_negative_eigenvalue_beside_a_large_entry_is_not_overlooked() -> None:
    problem = c_svc(FAR, [1, 1, -1, -1], Polynomial(2, 1.0, -1.0), 10.0)
    shown = solution(problem, answer(problem))
    assert np.linalg.eigvalsh(problem.gram).min() < -20.0
    assert not problem.is_psd
    assert shown.light is Light.NOT_YET
    assert shown.digits == 0
    assert not shown.psd


def test_a_matrix_of_rank_one_but_for_its_rounding_settles_nothing_under_a_huge_penalty() -> None:
    X = np.random.default_rng(0).normal(size=(12, 2))
    y = np.where(np.arange(12) % 2 == 0, 1, -1)
    problem = c_svc(X, y, Sigmoid(2.9e-5, 0.73), 1e9)
    assert solution(problem, answer(problem)).light is Light.NOT_YET


@given(
    X=arrays(np.float64, (6, 2), elements=st.floats(-1000, 1000, width=16)),
    zeta=st.floats(-10, -0.01),
    degree=st.integers(1, 4),
    C=st.sampled_from([1e-3, 1.0, 1e3, math.inf]),
)
def test_no_matrix_with_a_negative_eigenvalue_is_proved(X: np.ndarray, zeta: float, degree: int, C: float) -> None:
    problem = c_svc(X, [1, -1, 1, -1, 1, -1], Polynomial(degree, 1.0, zeta), C)
    shown = solution(problem, answer(problem, limit=2000))
    if not _is_psd(problem.gram, problem.defect):
        assert not problem.is_psd
    if shown.light is Light.PROVED:
        assert problem.doubt <= 1e-3 * abs(shown.certificate.dual)


def _is_psd(K: np.ndarray, share: float) -> bool:
    """Tell whether K + share diag(K) is positive semidefinite, by elimination in rationals."""
    if math.isinf(share):
        return True
    A = [[Fraction(value) for value in row] for row in K]
    for k in range(len(A)):
        A[k][k] += Fraction(share) * A[k][k]
    while A:
        pivot = A[0][0]
        if pivot < 0 or (pivot == 0 and any(A[0])):
            return False
        A = [
            [value - (row[0] * top / pivot if pivot else 0) for value, top in zip(row[1:], A[0][1:], strict=True)]
            for row in A[1:]
        ]
    return True


@given(st.integers(1, 30), st.integers(1, 30), st.floats(-100, 100), st.integers(0, 2**16))
def test_a_matrix_of_inner_products_is_proved_at_any_scale(n: int, d: int, exponent: float, seed: int) -> None:
    random = np.random.default_rng(seed)
    X = 10.0**exponent * random.normal(size=(n, d)) * 10.0 ** random.uniform(-3, 3, size=(n, 1))
    K = X @ X.T
    found = defect(0.5 * (K + K.T))
    assert found < 1e-11
    assert found == 0.0 or n > 1


def test_a_matrix_that_has_no_square_root_is_not_proved() -> None:
    assert defect(np.array([[0.0, 1.0], [1.0, 5.0]])) == math.inf
    assert defect(np.array([[-1e-300]])) == math.inf
    assert defect(np.array([[1.0, 2.0], [2.0, 1.0]])) == math.inf
    assert defect(np.zeros((3, 3))) == 0.0
    assert defect(np.diag([1e-200, 0.0, 1e200])) == 0.0


@given(st.integers(2, 6), st.floats(-8, 0), st.integers(0, 2**16))
def test_what_is_proved_of_a_matrix_holds_of_every_one_within_its_error(n: int, exponent: float, seed: int) -> None:
    random = np.random.default_rng(seed)
    X, error = random.normal(size=(n, n)), 10.0**exponent * random.uniform(size=n)
    K = X @ X.T
    K = 0.5 * (K + K.T)
    found = defect(K, error)
    if math.isinf(found):
        return
    signs = random.choice([-1.0, 1.0], size=n)
    for worst in (np.outer(signs * error, signs * error), -np.outer(signs * error, signs * error)):
        whole = K + worst + found * np.diag(K.diagonal())
        assert np.linalg.eigvalsh(whole).min() >= -1e-13 * np.abs(whole).max()
    assert defect(K, error) >= defect(K)


def test_a_row_of_zeros_is_proved_only_where_it_is_exact() -> None:
    K = np.diag([0.0, 1.0])
    assert defect(K) == 0.0
    assert math.isinf(defect(K, np.array([1e-12, 0.0])))


def test_a_singular_matrix_is_proved_where_the_doubt_is_small_beside_the_objective() -> None:
    X = np.random.default_rng(0).normal(size=(40, 2))
    y = np.where(X[:, 0] + X[:, 1] ** 2 > 0.5, 1, -1)
    for C, light in ((1.0, Light.PROVED), (1e12, Light.NOT_YET)):
        problem = c_svc(c_svc(X, y, Linear(), C).gram, y, Precomputed(), C)
        shown = solution(problem, answer(problem))
        assert 0.0 < problem.defect < 1e-11
        assert shown.light is light
        assert certificate(problem, shown.alpha).rounding >= problem.doubt


def test_a_taylor_kernel_keeps_its_digits_at_a_small_gamma_and_large_points() -> None:
    X = np.array([[1e6, 1e6], [1e6, -2e5], [-1e6, 3e5], [5e5, 1e5]])
    for rho in (None, tuple((2 * 5e-12) ** -k for k in range(29))):
        K = TaylorGaussian(5e-12, 28, rho).gram(X, X)
        for i, x in enumerate(X):
            for j, z in enumerate(X):
                root = math.sqrt(K[i, i] * K[j, j])
                assert abs(K[i, j] - _taylor(x, z, 5e-12, 28)) <= 1e-13 * root


def _taylor(x: np.ndarray, z: np.ndarray, gamma: float, order: int) -> float:
    """Return the kernel of two points, exactly but for the last rounding."""
    a, b = [Fraction(value) for value in x], [Fraction(value) for value in z]
    inner = sum(u * v for u, v in zip(a, b, strict=True))
    norms = sum(value * value for value in (*a, *b))
    term = total = Fraction(1)
    for k in range(1, order + 1):
        term *= 2 * Fraction(gamma) * inner / k
        total += term
    exponent = Fraction(gamma) * norms
    with localcontext() as digits:
        digits.prec = 60
        power = (-Decimal(exponent.numerator) / Decimal(exponent.denominator)).exp()
        return float(Decimal(total.numerator) / Decimal(total.denominator) * power)
