"""Kernel ridge regression keeps scikit-learn's promises, gives its answers, and solves the normal equations."""

import sys
import time
from copy import deepcopy
from typing import Any

import numpy as np
import pytest
import sklearn.kernel_ridge
from hypothesis import given
from hypothesis import strategies as st
from scipy import sparse
from sklearn.base import BaseEstimator, clone
from sklearn.model_selection import GridSearchCV
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler
from sklearn.utils.estimator_checks import parametrize_with_checks
from threadpoolctl import threadpool_limits

from core.estimators import KernelRidge
from core.estimators.kernel_ridge import SINGULAR, ridge_coefficients
from core.problem import FourierMap, Gaussian, Linear, Polynomial, Precomputed
from core.solver.cholesky import PANEL, lower_factor
from tests.core.golden import GOLDEN

RNG = np.random.default_rng(0)
X, Z = RNG.normal(size=(40, 3)), RNG.normal(size=(7, 3))
y = np.sin(X @ [1.0, -2.0, 0.5])
Y = np.column_stack([y, X[:, 0], y**2])
K = Gaussian(0.5).gram(X, X)


@pytest.mark.filterwarnings(f"ignore:{SINGULAR[:20]}")  # a check shifts its matrix, which is then indefinite
@parametrize_with_checks(
    [
        KernelRidge(),
        KernelRidge(kernel="rbf", alpha=[0.1]),
        KernelRidge(kernel=Gaussian(0.5)),
        KernelRidge(kernel="precomputed"),
        KernelRidge(kernel=Precomputed()),
    ]
)
def test_scikit_learns_own_checks(estimator: BaseEstimator, check: Any) -> None:
    check(estimator)


def test_the_golden_coefficients_are_those_of_equation_15() -> None:
    golden = GOLDEN["extras"]["krr"]
    machine = KernelRidge(golden["lam"], kernel="rbf", gamma=golden["gamma"]).fit(golden["X"], golden["y"])
    np.testing.assert_allclose(machine.dual_coef_, golden["alpha"], rtol=1e-11)
    np.testing.assert_allclose(machine.predict(golden["X"]), golden["fit_train"], rtol=1e-12)
    np.testing.assert_allclose(machine.predict(golden["X_test"]), golden["fit_test"], rtol=1e-12)
    assert -np.array(golden["y"]) @ machine.dual_coef_ == pytest.approx(golden["minus_yT_alpha"], rel=1e-12)


@given(
    seed=st.integers(0, 2**32 - 1),
    alpha=st.sampled_from([1e-6, 0.1, 10.0]),
    outputs=st.integers(1, 3),
    weighted=st.booleans(),
)
def test_the_coefficients_are_where_the_gradient_of_the_penalised_squares_is_zero(
    seed: int, alpha: float, outputs: int, weighted: bool
) -> None:
    rng = np.random.default_rng(seed)
    points, values = rng.normal(size=(15, 2)), rng.normal(size=(15, outputs))
    weight = rng.integers(0, 3, 15).astype(float) if weighted else np.ones(15)
    gram = Gaussian(0.7).gram(points, points)
    penalties = alpha * (1.0 + np.arange(outputs))
    found = ridge_coefficients(gram, values, penalties, weight)
    residual = weight[:, None] * (values - gram @ found) - penalties * found
    np.testing.assert_allclose(residual, 0, atol=1e-9 * (1 + np.abs(found).max()))
    assert (found[weight == 0] == 0).all()


@pytest.mark.parametrize("options", [{}, {"sample_weight": np.linspace(0, 2, 40)}, {"sample_weight": 3.0}])
@pytest.mark.parametrize(
    "named",
    [
        {"kernel": "linear"},
        {"kernel": "rbf"},
        {"kernel": "poly", "gamma": 0.3, "degree": 2, "coef0": 0.5},
        {"kernel": "sigmoid", "gamma": 0.01, "alpha": 2.0},
        {"kernel": "laplacian", "alpha": [0.1, 1.0, 10.0]},
        {"kernel": "cosine", "alpha": [0.5]},
        {"kernel": lambda a, b, power: (a @ b + 1.0) ** power, "kernel_params": {"power": 2}},
    ],
)
def test_the_answers_are_scikit_learns(named: dict[str, Any], options: dict[str, Any]) -> None:
    for target in (Y,) if np.size(named.get("alpha", 1.0)) == 3 else (y, Y):
        for points, other in ((X, Z), (sparse.csr_array(X), sparse.csr_array(Z))):
            if sparse.issparse(points) and callable(named["kernel"]):
                continue
            ours = KernelRidge(**named).fit(points, target, **options)
            theirs = sklearn.kernel_ridge.KernelRidge(**named).fit(points, target, **options)
            np.testing.assert_allclose(ours.dual_coef_, theirs.dual_coef_, rtol=1e-7, atol=1e-9)
            np.testing.assert_allclose(ours.predict(other), theirs.predict(other), rtol=1e-8, atol=1e-10)


def test_a_frozen_kernel_and_its_matrix_give_what_its_name_gives() -> None:
    named = KernelRidge(kernel="rbf", gamma=0.5, alpha=0.1).fit(X, y)
    against = Gaussian(0.5).gram(Z, X)
    for kernel, points, other in (
        (Gaussian(0.5), X, Z),
        (Gaussian(0.5), sparse.csr_array(X), sparse.csc_array(Z)),
        ("precomputed", K, against),
        (Precomputed(), K, against),
    ):
        machine = KernelRidge(0.1, kernel=kernel).fit(points, y)
        np.testing.assert_allclose(machine.predict(other), named.predict(Z), rtol=1e-9)
        assert machine.predict(other).shape == (7,)
    cubic = KernelRidge(kernel=Polynomial(3, 0.5, 2.0)).fit(X, Y).predict(Z)
    np.testing.assert_allclose(cubic, KernelRidge(kernel="poly", gamma=0.5, coef0=2.0).fit(X, Y).predict(Z), rtol=1e-9)


def test_a_map_as_a_kernel_is_ridge_regression_on_its_features() -> None:
    phi = FourierMap(0.5, 20, 3)
    F = phi.features(X)
    w = np.linalg.solve(F.T @ F + 0.1 * np.eye(20), F.T @ y)
    np.testing.assert_allclose(KernelRidge(0.1, kernel=phi).fit(X, y).predict(Z), phi.features(Z) @ w, rtol=1e-8)


def test_a_weight_of_two_is_a_point_twice_and_a_weight_of_zero_no_point() -> None:
    weight = RNG.integers(0, 3, 40)
    weighted = KernelRidge(0.3, kernel="rbf").fit(X, Y, weight)
    repeated = KernelRidge(0.3, kernel="rbf").fit(np.repeat(X, weight, axis=0), np.repeat(Y, weight, axis=0))
    np.testing.assert_allclose(weighted.predict(Z), repeated.predict(Z), rtol=1e-9, atol=1e-12)


@pytest.mark.parametrize("alpha", [0.0, [0.0, 0.0, 0.0]])
def test_a_singular_system_is_solved_by_least_squares_with_a_warning(alpha: Any) -> None:
    target = y if np.size(alpha) == 1 else Y
    with pytest.warns(UserWarning, match=SINGULAR):
        machine = KernelRidge(alpha, kernel=Linear()).fit(X, target)
    best = np.linalg.lstsq(X, target)[0]
    np.testing.assert_allclose(machine.predict(Z), Z @ best, rtol=1e-6, atol=1e-9)


def test_wrong_input_is_refused() -> None:
    for wrong, sentence in (
        (KernelRidge(-1.0), "alpha"),
        (KernelRidge([1.0, -1.0, 1.0]), "alpha"),
        (KernelRidge([1.0, np.nan, 1.0]), "alpha"),
        (KernelRidge(kernel="gauss"), "kernel"),
        (KernelRidge(gamma=-1.0), "gamma"),
        (KernelRidge([1.0, 2.0]), "2 != 3"),
    ):
        with pytest.raises(ValueError, match=sentence):
            wrong.fit(X, Y)
    with pytest.raises(ValueError, match="NaN"):
        KernelRidge().fit(X, np.where(y > 0, np.nan, y))
    with pytest.raises(ValueError, match=r"[Nn]egative"):
        KernelRidge().fit(X, y, np.where(y > 0, -1.0, 1.0))
    with pytest.raises(ValueError, match="recomputed"):
        KernelRidge(kernel="precomputed").fit(K[:20], y[:20])
    with pytest.raises(TypeError, match=r"[Ss]parse"):
        KernelRidge(kernel="precomputed").fit(sparse.csr_array(K), y)


def test_it_can_be_cloned_copied_piped_and_searched() -> None:
    machine = KernelRidge(0.1, kernel=Gaussian(0.5))
    assert clone(machine).kernel == machine.kernel
    again = deepcopy(machine.fit(X, y))
    assert np.array_equal(again.predict(Z), machine.predict(Z))
    search = GridSearchCV(
        make_pipeline(StandardScaler(), KernelRidge(kernel="rbf", gamma=0.5)), {"kernelridge__alpha": [1e-3, 100.0]}
    )
    assert search.fit(X, y).best_params_ == {"kernelridge__alpha": 1e-3}
    matrix = GridSearchCV(KernelRidge(kernel="precomputed"), {"alpha": [1e-3, 100.0]}).fit(K, y)
    points = GridSearchCV(KernelRidge(kernel=Gaussian(0.5)), {"alpha": [1e-3, 100.0]}).fit(X, y)
    assert matrix.best_score_ == pytest.approx(points.best_score_, rel=1e-9)


@pytest.mark.parametrize("n", [1, 2, PANEL - 1, PANEL, PANEL + 1, 3 * PANEL + 5])
def test_the_factor_in_panels_is_cholesky_s(n: int) -> None:
    points = np.random.default_rng(n).normal(size=(n, 3))
    M = Gaussian(0.5).gram(points, points) + 0.1 * np.eye(n)
    factor = M + np.triu(np.full((n, n), np.nan), 1)  # what is above the diagonal is not looked at
    assert lower_factor(factor)
    np.testing.assert_allclose(np.tril(factor), np.linalg.cholesky(M), atol=1e-13)


@pytest.mark.parametrize("place", [0, PANEL - 1, PANEL, 2 * PANEL])
def test_a_matrix_that_is_not_positive_definite_has_no_factor(place: int) -> None:
    M = np.eye(2 * PANEL + 1)
    M[place, place] = -1e-3
    assert not lower_factor(M)


@pytest.mark.parametrize("options", [{"kernel": "rbf", "gamma": 0.5}, {"kernel": "poly", "degree": 2}])
def test_many_points_have_scikit_learns_coefficients(options: dict[str, Any]) -> None:
    random = np.random.default_rng(1)
    points, weight = random.normal(size=(700, 4)), random.uniform(0.1, 2.0, 700)
    values = np.column_stack([np.sin(points @ [1.0, -2.0, 0.5, 1.0]), points[:, 0]])
    ours, theirs = (
        kind(alpha=[0.5, 2.0], **options).fit(points, values, weight)
        for kind in (KernelRidge, sklearn.kernel_ridge.KernelRidge)
    )
    np.testing.assert_allclose(ours.dual_coef_, theirs.dual_coef_, rtol=1e-10, atol=1e-10)
    np.testing.assert_allclose(ours.predict(points), theirs.predict(points), rtol=1e-10, atol=1e-10)


def test_python_has_its_turn_all_the_time_while_a_matrix_is_factored() -> None:
    """No call takes a third of the whole, so that a Ctrl-C is heard in the midst of it."""
    n = 12 * PANEL
    points, moments = np.random.default_rng(2).normal(size=(n, 3)), list[float]()
    matrix = Gaussian(0.5).gram(points, points) + np.eye(n)
    with threadpool_limits(1):
        moments.append(time.thread_time())
        sys.setprofile(lambda *_: moments.append(time.thread_time()))
        try:
            assert lower_factor(matrix)
        finally:
            sys.setprofile(None)
        moments.append(time.thread_time())
    assert np.diff(moments).max() < (moments[-1] - moments[0]) / 3.0
