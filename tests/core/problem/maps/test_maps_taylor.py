"""The Taylor map is the approximate Gaussian kernel, feature by feature, for near and far points, dense and sparse."""

import math
import warnings
from itertools import product

import numpy as np
import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays
from scipy import sparse
from scipy.optimize import minimize

from core.problem import (
    InputError,
    PolynomialMap,
    TaylorGaussian,
    TaylorMap,
    linear_decision_values,
    linear_svc,
)
from core.solver import finish
from tests.core.golden import GOLDEN

coordinates = arrays(
    np.float64,
    st.tuples(st.integers(1, 6), st.integers(1, 4)),
    elements=st.one_of(st.just(0.0), st.floats(-3, 3), st.floats(-1e3, 1e3)),
)
rhos = st.lists(st.floats(1e-3, 1e3), min_size=6, max_size=6)


def exact_kernel(phi: TaylorMap, x: np.ndarray, z: np.ndarray) -> float:
    """K_m of two points from equation 1, with every product inside one exponential."""
    inner = float(x @ z)
    total = 0.0
    for k in range(phi.order + 1):
        rho = (2 * phi.gamma) ** -k if phi.rho is None else phi.rho[k]
        power = 0.0 if k == 0 else k * math.log(abs(inner)) if inner else -math.inf
        size = math.exp(-phi.gamma * float(x @ x + z @ z) + power - math.lgamma(k + 1) - math.log(rho))
        total += size if inner > 0 or k % 2 == 0 else -size
    return total


@given(coordinates, st.floats(1e-3, 10), st.integers(0, 5), st.none() | rhos)
@example(np.zeros((2, 3)), 1.0, 3, None)
@example(np.array([[1.0, 2.0], [1.0, 2.0]]), 0.5, 4, None)
@example(np.array([[1.0, 2.0], [-1.0, -2.0]]), 0.5, 5, [1.0, 2.0, 3.0, 0.1, 0.2, 7.0])
def test_the_inner_product_of_the_features_is_the_kernel(
    X: np.ndarray, gamma: float, order: int, rho: list[float] | None
) -> None:
    phi = TaylorMap(gamma, order, None if rho is None else tuple(rho[: order + 1]))
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        gram = phi.features(X) @ phi.features(X).T
    exact = np.array([[exact_kernel(phi, x, z) for z in X] for x in X])
    length = np.sqrt(np.diag(exact))
    np.testing.assert_array_less(np.abs(gram - exact), 1e-12 * np.maximum(np.outer(length, length), 1.0) + 1e-300)


@given(coordinates, st.floats(1e-3, 1.0), st.integers(0, 5))
def test_the_map_and_the_kernel_of_the_core_are_one(X: np.ndarray, gamma: float, order: int) -> None:
    phi, near = TaylorMap(gamma, order), np.clip(X, -3, 3)
    np.testing.assert_allclose(
        phi.features(near) @ phi.features(near).T, TaylorGaussian(gamma, order).gram(near, near), atol=1e-12
    )
    assert phi.kernel == TaylorGaussian(gamma, order)
    assert np.array_equal(phi.gram(near, near), phi.kernel.gram(near, near))


@pytest.mark.parametrize(("d", "order"), [(1, 5), (2, 4), (3, 3), (5, 2), (4, 0), (20, 2)])
def test_the_order_is_by_degree_and_then_with_the_first_exponents_descending(d: int, order: int) -> None:
    listed = [a for a in product(range(order + 1), repeat=d) if sum(a) <= order] if d < 20 else None
    table = TaylorMap(1.0, order).exponents(d).tolist()
    assert len(table) == TaylorMap(1.0, order).dimension(d) == math.comb(d + order, order)
    assert table == sorted(table, key=lambda a: (sum(a), [-e for e in a]))
    assert listed is None or sorted(map(tuple, table)) == listed


@given(coordinates, st.integers(0, 4))
def test_a_feature_is_its_formula(X: np.ndarray, order: int) -> None:
    X, gamma = np.clip(X, -3, 3), 0.3
    phi = TaylorMap(gamma, order)
    for x, features in zip(X, phi.features(X), strict=True):
        for a, feature in zip(phi.exponents(len(x)), features, strict=True):
            below = (2 * gamma) ** -int(a.sum()) * math.prod(map(math.factorial, a.tolist()))
            exact = math.exp(-gamma * float(x @ x)) * math.prod(float(v) for v in x**a) / math.sqrt(below)
            assert feature == pytest.approx(exact, rel=1e-12, abs=1e-300)


@pytest.mark.parametrize("entry", GOLDEN["extras"]["approx_gaussian"], ids=lambda entry: f"m={entry['m']}")
def test_the_golden_features(entry: dict) -> None:
    phi = TaylorMap(1.0 / (2.0 * entry["sigma0"]), entry["m"])
    x, z = phi.features(np.array([entry["x"], entry["y"]]))
    np.testing.assert_allclose(x, entry["phi_x"], atol=1e-14)
    np.testing.assert_allclose(z, entry["phi_y"], atol=1e-14)
    assert x @ z == pytest.approx(entry["K_m"], abs=1e-14)
    assert phi.exponents(len(entry["x"])).tolist() == entry["monomials"]


def test_the_printed_example_of_two_coordinates_and_order_two_is_mended() -> None:
    x, z = np.array([1.0, 1.0]), np.array([1.0, 0.8])  # printed, without its 1/k!, it gives 1.0908
    first, second = TaylorMap(0.25, 2).features(np.array([x, z]))
    assert first @ second == pytest.approx(0.9278, abs=5e-5)


@pytest.mark.parametrize("entry", GOLDEN["extras"]["sparsity"], ids=lambda entry: f"{entry['n']}-{entry['m']}")
def test_zero_attributes_make_the_golden_number_of_zeros_and_sparse_rows_keep_them(entry: dict) -> None:
    X = np.random.default_rng(0).normal(size=(3, entry["n"]))
    X[:, : entry["n_zero_attributes"]] = 0.0
    phi = TaylorMap(0.3, entry["m"])
    dense, kept = phi.features(X), phi.features(sparse.csr_array(X))
    assert dense.shape == (3, entry["dim"])
    assert ((dense == 0).sum(axis=1) == entry["zeros"]).all()
    assert kept.nnz == 3 * entry["nonzeros"]
    np.testing.assert_allclose(kept.toarray(), dense, rtol=1e-13, atol=1e-300)


@given(
    arrays(np.float64, st.tuples(st.integers(0, 5), st.integers(1, 6)), elements=st.sampled_from([0, 0, 1.5, -2, 40])),
    st.integers(0, 4),
    st.booleans(),
    st.sampled_from([np.float64, np.float32]),
)
def test_sparse_rows_have_the_features_of_dense_ones(X: np.ndarray, order: int, own_rho: bool, dtype: type) -> None:
    phi = TaylorMap(0.2, order, tuple(range(1, order + 2)) if own_rho else None)
    for kind in (sparse.csr_array, sparse.csr_matrix, sparse.coo_array):
        features = phi.features(kind(X.astype(dtype)))
        assert features.format == "csr"
        assert features.dtype == dtype
        assert features.has_sorted_indices
        np.testing.assert_allclose(
            features.toarray(), phi.features(X), rtol=1e-5 if dtype == np.float32 else 1e-12, atol=1e-30
        )


def test_zeros_that_a_sparse_array_stores_are_dropped_and_repeated_entries_summed() -> None:
    held = sparse.csr_array((np.array([0.0, 1.0, 2.0]), (np.array([0, 0, 0]), np.array([0, 2, 2]))), shape=(1, 3))
    raw = sparse.csr_array((np.array([1.0, 0.0, 2.0]), np.array([2, 0, 2]), np.array([0, 3])), shape=(1, 3))
    for X in (held, raw):
        for phi in (TaylorMap(0.1, 2), PolynomialMap(gamma=0.5)):
            features = phi.features(X)
            assert features.nnz == 3
            np.testing.assert_allclose(features.toarray(), phi.features(np.array([[0.0, 0.0, 3.0]])), rtol=1e-14)
    assert raw.nnz == 3  # what came is left alone


@pytest.mark.parametrize("dtype", [np.float64, np.float32])
@pytest.mark.parametrize(
    "phi", [TaylorMap(0.1, 3), TaylorMap(0.1, 2, (1.0, 2.0, 3.0)), PolynomialMap(), TaylorMap(1, 1)]
)
def test_features_are_written_into_a_given_array_in_the_precision_of_the_points(phi: TaylorMap, dtype: type) -> None:
    X = np.random.default_rng(0).normal(size=(30, 4)).astype(dtype)
    out = np.full((30, phi.dimension(4)), np.nan, dtype)
    assert phi.features(np.asfortranarray(X), out) is out
    assert out.dtype == dtype
    tolerance = 1e-4 if dtype == np.float32 else 0.0
    np.testing.assert_allclose(out, phi.features(X.astype(np.float64)), rtol=tolerance, atol=1e-7)
    assert phi.features(X).flags.c_contiguous
    frozen = out.copy()
    frozen.flags.writeable = False
    for wrong in (out[:-1], out.astype(np.float16), np.asfortranarray(out), frozen):
        with pytest.raises(ValueError, match="C order"):
            phi.features(X, wrong)
    with pytest.raises(ValueError, match="sparse"):
        phi.features(sparse.csr_array(X), out)


def test_far_points_neither_overflow_nor_lose_what_is_left_of_them() -> None:
    x = np.array([28.0, 1.0])  # exp(-785) is no float; times the powers it is
    phi = TaylorMap(1.0, 150)
    length = float(np.linalg.norm(1e200 * phi.features(x[None])))
    mean = 2.0 * float(x @ x)
    scale = 2 * 200 * math.log(10.0)
    poisson = sum(math.exp(scale - mean + k * math.log(mean) - math.lgamma(k + 1)) for k in range(151))
    assert 0 < length == pytest.approx(math.sqrt(poisson), rel=1e-11)
    assert not phi.features(np.full((2, 3), 1e100)).any()
    assert not phi.features(np.full((2, 3), 1e30, np.float32)).any()
    for gamma in (1e-300, 1e300):
        assert np.isfinite(TaylorMap(gamma, 3).features(np.array([[0.0, 0.0], [1e-3, 2.0]]))).all()


def test_the_linear_dual_of_the_features_without_an_offset_is_the_kernel_dual_without_one() -> None:
    chance = np.random.default_rng(5)
    X, fresh, C = chance.normal(size=(40, 2)), chance.normal(size=(60, 2)), 2.0
    y = np.where(X[:, 0] * X[:, 1] + 0.3 * chance.normal(size=40) > 0, 1.0, -1.0)
    phi = TaylorMap(0.4, 3)
    problem = linear_svc(phi.features(X), y, C, bias=None)
    solved = finish(problem, "dual-cd", tolerance=1e-10)
    Q = np.outer(y, y) * phi.kernel.gram(X, X)
    alpha = minimize(
        lambda a: (0.5 * a @ Q @ a - a.sum(), Q @ a - 1.0),
        np.zeros(40),
        jac=True,
        bounds=[(0.0, C)] * 40,
        method="L-BFGS-B",
        options={"ftol": 1e-16, "gtol": 1e-10, "maxiter": 100_000, "maxfun": 100_000, "maxcor": 40},
    ).x
    by_kernel = phi.kernel.gram(fresh, X) @ (alpha * y)
    by_features = linear_decision_values(problem, solved.alpha, phi.features(fresh))
    np.testing.assert_allclose(by_features, by_kernel, atol=1e-6)


@pytest.mark.parametrize("wrong", [{"gamma": 0.0}, {"order": -1}, {"order": 1.5}, {"rho": (1.0,)}, {"rho": (1, -1, 1)}])
def test_what_is_no_such_kernel_has_no_map(wrong: dict) -> None:
    with pytest.raises(InputError, match="must be"):
        TaylorMap(**{"gamma": 1.0, "order": 2} | wrong)
