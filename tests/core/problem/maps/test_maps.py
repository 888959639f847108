"""The explicit map is the kernel, feature by feature."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays
from scipy import sparse

from core.problem import InputError, PolynomialMap

coordinates = arrays(np.float64, st.tuples(st.integers(1, 6), st.integers(1, 4)), elements=st.floats(-100, 100))


@given(coordinates, st.floats(1e-3, 10), st.floats(0, 10))
def test_the_inner_product_of_the_features_is_the_kernel(X: np.ndarray, gamma: float, zeta: float) -> None:
    phi = PolynomialMap(2, gamma, zeta)
    gram = phi.features(X) @ phi.features(X).T
    length = np.sqrt(np.diag(phi.kernel.gram(X, X)))
    assert (np.abs(gram - phi.kernel.gram(X, X)) <= 1e-12 * np.outer(length, length) + 1e-250).all()


@pytest.mark.parametrize(("d", "p"), [(1, 3), (2, 6), (3, 10), (10, 66)])
def test_the_dimension_counts_the_columns(d: int, p: int) -> None:
    phi = PolynomialMap()
    assert phi.dimension(d) == p
    assert phi.features(np.ones((2, d))).shape == (2, p)
    assert phi.exponents(d).shape == (p, d)


def test_the_order_is_the_constant_then_the_coordinates_their_squares_and_their_products() -> None:
    phi, x = PolynomialMap(gamma=0.5, zeta=3.0), np.array([2.0, 5.0, 7.0])
    root = np.sqrt(2 * 0.5 * 3.0)
    listed = [3.0, *(root * x), *(0.5 * x**2), *(np.sqrt(2) * 0.5 * np.array([10.0, 14.0, 35.0]))]
    np.testing.assert_allclose(phi.features(x[None])[0], listed, rtol=1e-15)
    assert phi.exponents(2).tolist() == [[0, 0], [1, 0], [0, 1], [2, 0], [0, 2], [1, 1]]


@given(coordinates, st.integers(1, 10), st.floats(1e-3, 10), st.sampled_from([0.0, 0.5, 1.0, 7.0]))
def test_so_it_is_for_every_degree(X: np.ndarray, degree: int, gamma: float, zeta: float) -> None:
    phi = PolynomialMap(degree, gamma, zeta)
    features = phi.features(X)
    assert features.shape == (len(X), phi.dimension(X.shape[1])) == (len(X), len(phi.exponents(X.shape[1])))
    gram, exact = features @ features.T, phi.kernel.gram(X, X)
    size = np.abs(features) @ np.abs(features).T  # of the terms that may cancel
    assert (np.abs(gram - exact) <= 1e-11 * size + 1e-200).all()
    held = phi.features(sparse.csr_array(np.where(np.abs(X) > 1e-3, X, 0.0))).toarray()
    np.testing.assert_allclose(held, phi.features(np.where(np.abs(X) > 1e-3, X, 0.0)), rtol=1e-10, atol=1e-280)


def test_the_exponents_of_a_cubic_name_its_features() -> None:
    phi, x = PolynomialMap(3, 0.5, 2.0), np.array([3.0, 5.0])
    ratio = phi.features(x[None])[0] / np.prod(x ** phi.exponents(2), axis=1)
    counts = [1, 3, 3, 3, 6, 3, 1, 3, 3, 1]  # of the products of three factors in (zeta + gamma x.z)^3
    weights = [2.0 ** (3 - k) * 0.5**k for k in (0, 1, 1, 2, 2, 2, 3, 3, 3, 3)]
    np.testing.assert_allclose(ratio**2, np.multiply(counts, weights), rtol=1e-13)


@pytest.mark.parametrize("wrong", [{"degree": 0}, {"zeta": -1.0}, {"gamma": 0.0}, {"gamma": np.nan}, {"degree": 2.5}])
def test_what_has_no_such_map_is_refused(wrong: dict[str, float]) -> None:
    with pytest.raises(InputError):
        PolynomialMap(**wrong)  # type: ignore[arg-type]
