from __future__ import annotations

import math
from decimal import Decimal, localcontext

import numpy as np
import pytest
from scipy.spatial.distance import cdist

from core.problem import Gaussian, InputError, Polynomial, Precomputed, c_svc, gram
from core.problem.arrays import Matrix
from core.problem.gram import BLOCK, COLUMNS, gaussian_gram, inner_gram, make_symmetric
from core.problem.validation import gram_matrix

SIZES = (1, 2, 63, 64, 65, BLOCK - 1, BLOCK, BLOCK + 1, 2 * BLOCK + 5)


def _naive(A: Matrix, B: Matrix, gamma: float) -> Matrix:
    exponents: Matrix = -gamma * cdist(A, B, "sqeuclidean")
    return np.exp(exponents)


@pytest.mark.parametrize("n", SIZES)
@pytest.mark.parametrize("d", [1, 2, 7, 40])
@pytest.mark.parametrize("scale", [1e-3, 1.0, 30.0])
def test_a_gaussian_is_the_exponential_of_the_distances_and_half_of_it_is_computed_as_all_of_it(
    n: int, d: int, scale: float
) -> None:
    rng = np.random.default_rng(n + d)
    X, Z = scale * rng.normal(size=(n, d)), scale * rng.normal(size=(COLUMNS + 9, d))
    own = gaussian_gram(X, X, 0.7)
    np.testing.assert_allclose(own, _naive(X, X, 0.7), rtol=5e-16, atol=5e-323)
    assert np.array_equal(own, own.T)
    assert np.array_equal(own.diagonal(), np.ones(n))
    assert np.array_equal(gaussian_gram(X, X.copy(), 0.7), own)
    across = gaussian_gram(X, Z, 0.7)
    np.testing.assert_allclose(across, _naive(X, Z, 0.7), rtol=5e-16, atol=5e-323)
    assert np.array_equal(gaussian_gram(Z, X, 0.7), across.T)


@pytest.mark.parametrize("n", SIZES)
@pytest.mark.parametrize("d", [1, 2, 7, 40])
def test_inner_products_are_added_from_the_first_coordinate_to_the_last(n: int, d: int) -> None:
    rng = np.random.default_rng(n + d)
    X, Z = rng.normal(size=(n, d)), rng.normal(size=(COLUMNS + 9, d))
    for A, B in ((X, X), (X, X.copy()), (X, Z), (Z, X)):
        total = np.zeros((len(A), len(B)))
        for a, b in zip(A.T, B.T, strict=True):
            total += np.multiply.outer(a, b)
        assert np.array_equal(inner_gram(A, B), total)


@pytest.mark.parametrize("n", [BLOCK, 5 * BLOCK + 3])
def test_blocks_that_threads_share_have_the_same_bits(n: int, monkeypatch: pytest.MonkeyPatch) -> None:
    rng = np.random.default_rng(n)
    X, Z = rng.normal(size=(n, 5)), rng.normal(size=(90, 5))
    alone = [Polynomial(5).gram(A, B) for A, B in ((X, X), (X, Z), (Z, X))]
    monkeypatch.setattr(gram, "MANY_PRODUCTS", 1)
    monkeypatch.setattr(gram, "thread_count", lambda: 3)
    for one, (A, B) in zip(alone, ((X, X), (X, Z), (Z, X)), strict=True):
        assert np.array_equal(Polynomial(5).gram(A, B), one)


# Points of the plane: anywhere, on a grid of hundredths, all but equal, and far from the origin.
PAIRS = {
    "anywhere": lambda rng: 2.0 * rng.normal(size=(2, 12, 2)),
    "hundredths": lambda rng: np.round(rng.uniform(-3, 3, size=(2, 12, 2)), 2),
    "near": lambda rng: rng.normal(size=(1, 12, 2)) + 1e-6 * rng.normal(size=(2, 12, 2)),
    "far": lambda rng: 1e6 + 2.0 * rng.normal(size=(2, 12, 2)),
}


@pytest.mark.parametrize("points", PAIRS)
@pytest.mark.parametrize("gamma", [0.7, 10.0])
def test_a_gaussian_is_known_to_two_units_of_the_last_digit_and_the_roundings_of_its_exponent(
    points: str, gamma: float
) -> None:
    A, B = PAIRS[points](np.random.default_rng(46))
    K = Gaussian(gamma).gram(A, B)
    with localcontext(prec=100):
        for (a, b), found in np.ndenumerate(K):
            apart = [Decimal(x) - Decimal(z) for x, z in zip(A[a].tolist(), B[b].tolist(), strict=True)]
            exponent = Decimal(gamma) * sum(x * x for x in apart)
            true = (-exponent).exp()
            if true > Decimal("1e-300"):
                roundings = Decimal(2.0**-53) * 5 * exponent * true  # d + 3 of them (mathematics 18)
                assert abs(Decimal(found) - true) <= 2 * Decimal(math.ulp(float(true))) + roundings


def test_points_may_lie_in_memory_in_any_way() -> None:
    X = np.random.default_rng(1).normal(size=(20, 6))
    some = X[::2, ::3]
    assert np.array_equal(gaussian_gram(some, X[:, ::3], 1.0), gaussian_gram(some.copy(), X[:, ::3].copy(), 1.0))


def test_points_of_other_dimensions_are_refused_and_not_read_beyond_their_end() -> None:
    with pytest.raises(ValueError, match="3 and 2 coordinates"):
        Gaussian(1.0).gram(np.zeros((4, 3)), np.zeros((4, 2)))


def test_what_is_far_apart_is_zero_and_what_is_no_number_stays_none() -> None:
    X = np.array([[0.0], [40.0], [1e200], [math.nan]])
    gram = Gaussian(1.0).gram(X, X)
    assert gram[0, :3].tolist() == [1.0, 0.0, 0.0]
    assert np.isnan(gram[3]).all()
    assert np.isnan(gram[:, 3]).all()


@pytest.mark.parametrize("gamma", [5e-324, 1e-300, 1.0, 1e300, 1.7e308])
def test_the_diagonal_is_one_at_any_gamma(gamma: float) -> None:
    X = np.array([[1.0, 2.0], [1.0, 2.0], [-3.0, 1e100]])
    assert Gaussian(gamma).gram(X, X).diagonal().tolist() == [1.0, 1.0, 1.0]


def test_a_polynomial_beyond_the_floats_is_refused_without_a_warning() -> None:
    with pytest.raises(InputError) as refusal:
        c_svc([[1e9], [-1e9]], [1, -1], Polynomial(60), 1.0)
    assert refusal.value.key == "kernel.overflow"


@pytest.mark.parametrize("n", SIZES)
def test_a_symmetric_matrix_is_the_mean_with_its_transpose_bit_for_bit(n: int) -> None:
    K = np.random.default_rng(n).normal(size=(n, n))
    mean = (K + K.T) * 0.5
    assert make_symmetric(K, 1e250)
    assert np.array_equal(K, mean)


@pytest.mark.parametrize("bad", [math.nan, math.inf, -math.inf, 2e250, -2e250])
@pytest.mark.parametrize("place", [(0, 0), (0, 129), (129, 0), (70, 3), (129, 129)])
def test_one_value_that_is_not_moderate_is_found_anywhere(bad: float, place: tuple[int, int]) -> None:
    K = np.ones((130, 130))
    K[place] = bad
    assert not make_symmetric(K, 1e250)


def test_a_given_matrix_is_not_changed() -> None:
    K = np.array([[2.0, 1.0], [1.0 + 1e-12, 2.0]])
    before = K.copy()
    gram = gram_matrix(Precomputed(), K)
    assert np.array_equal(K, before)
    assert gram[0, 1] == gram[1, 0] == (1.0 + (1.0 + 1e-12)) * 0.5
    assert not gram.flags.writeable
