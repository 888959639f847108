"""The explicit map is the kernel, feature by feature."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

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


@pytest.mark.parametrize("wrong", [{"degree": 3}, {"zeta": -1.0}, {"gamma": 0.0}, {"gamma": np.nan}, {"degree": 2.5}])
def test_what_has_no_such_map_is_refused(wrong: dict[str, float]) -> None:
    with pytest.raises(InputError):
        PolynomialMap(**wrong)  # type: ignore[arg-type]
