"""The machine without a free offset, from its features and from its kernel: held against a third way to solve it."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays
from scipy.optimize import minimize

from core.lowlevel.lapack import pivoted_factor
from core.problem import (
    FourierMap,
    Gaussian,
    Kernel,
    Linear,
    NystroemMap,
    Polynomial,
    PolynomialMap,
    TaylorGaussian,
    TaylorMap,
    linear_svc,
)
from core.problem.maps.feature_map import FeatureMap
from core.topics.descent.experiment import feature_count, free_problem, offsets, race, value_cost, without_offset
from core.trace import record
from tests.core.small_problems import moons

WINDOW = (-2.0, -2.0, 4.0)
LANDMARKS = NystroemMap.choose(Gaussian(0.7), moons(40, seed=2)[0], 6, 1)
MAPPED: list[tuple[FeatureMap | None, Kernel]] = [
    (None, Linear()),
    (PolynomialMap(3, 0.5, 2.0), Polynomial(3, 0.5, 2.0)),
    (TaylorMap(0.7, 4), TaylorGaussian(0.7, 4)),
    (FourierMap(0.7, 40, 1), FourierMap(0.7, 40, 1)),
    (FourierMap(0.7, 40, 1, paired=True), FourierMap(0.7, 40, 1, paired=True)),
    (LANDMARKS, LANDMARKS),
]


@pytest.mark.parametrize(("phi", "kernel"), MAPPED)
@pytest.mark.parametrize("loss", ["hinge", "squared_hinge"])
@pytest.mark.parametrize("bias", [None, 1.0])
def test_the_features_decide_as_the_kernel_and_the_limit_is_the_gaussian(
    phi: FeatureMap | None, kernel: Kernel, loss: str, bias: float | None
) -> None:
    X, y = moons(40, seed=2)
    features = X if phi is None else phi.features(X)
    found = without_offset(linear_svc(features, y, 5.0, loss, bias), X, phi, kernel, WINDOW)
    assert found.kernel.same
    assert found.kernel.share == 0.0
    assert found.kept == pytest.approx(float(np.diag(kernel.gram(X, X)).min()), rel=1e-9)
    assert (found.limit is None) == isinstance(phi, PolynomialMap | None)
    if found.limit is not None:
        assert not found.limit.same
        assert 0.0 <= found.limit.share <= 1.0


def test_another_kernel_than_that_of_the_features_is_found_out() -> None:
    X, y = moons(40, seed=2)
    phi = TaylorMap(0.7, 4)
    problem = linear_svc(phi.features(X), y, 5.0)
    assert not without_offset(problem, X, phi, TaylorGaussian(0.7, 5), WINDOW).kernel.same


def test_more_orders_come_nearer_to_the_limit_and_enough_of_them_reach_it() -> None:
    X, y = moons(40, seed=2)
    apart = []
    for order in (2, 6, 30):
        phi = TaylorMap(0.3, order)
        found = without_offset(linear_svc(phi.features(X), y, 5.0), X, phi, phi.kernel, WINDOW)
        assert found.limit is not None
        apart.append((found.limit.points, found.kept))
    assert apart[0][0] > apart[1][0] > apart[2][0]
    assert apart[2] == pytest.approx((0.0, 1.0), abs=1e-6)


def test_the_limit_is_what_a_general_minimiser_finds_from_the_gaussian_kernel() -> None:
    X, y = moons(24, seed=5)
    K = Gaussian(0.7).gram(X, X)

    def primal(beta: np.ndarray) -> tuple[float, np.ndarray]:
        short = np.maximum(0.0, 1.0 - y * (K @ beta))
        value = 0.5 * beta @ K @ beta + 5.0 * short @ short
        return float(value), K @ (beta - 10.0 * y * short)

    beta = minimize(primal, np.zeros(len(y)), jac=True, method="BFGS", options={"gtol": 1e-10, "maxiter": 5000}).x
    phi = TaylorMap(0.7, 3)
    problem = linear_svc(phi.features(X), y, 5.0, "squared_hinge", None)
    found = without_offset(problem, X, phi, phi.kernel, WINDOW)
    own = minimize(
        lambda w: (
            0.5 * w @ w + 5.0 * np.sum(np.maximum(0.0, 1.0 - y * (problem.X @ w)) ** 2),
            w - 10.0 * problem.X.T @ (y * np.maximum(0.0, 1.0 - y * (problem.X @ w))),
        ),
        np.zeros(problem.X.shape[1]),
        jac=True,
        method="BFGS",
        options={"gtol": 1e-10, "maxiter": 5000},
    ).x
    assert found.limit is not None
    assert found.limit.points == pytest.approx(float(np.abs(K @ beta - problem.X @ own).max()), abs=1e-4)


@given(arrays(float, st.tuples(st.integers(1, 12), st.integers(1, 5)), elements=st.floats(-3.0, 3.0, width=16)))
def test_the_factor_of_a_kernel_matrix_gives_it_back_and_has_its_rank(Z: np.ndarray) -> None:
    gram = Z @ Z.T
    factor = pivoted_factor(gram)
    largest = float(gram.max(initial=0.0))
    np.testing.assert_allclose(factor @ factor.T, gram, atol=1e-12 * max(largest, 1e-300))
    assert factor.shape[1] <= Z.shape[1] or factor[:, Z.shape[1] :].max() ** 2 <= 1e-12 * largest


@pytest.mark.parametrize(("phi", "kernel"), [MAPPED[2], MAPPED[3]])
def test_two_thousand_points_are_held_against_their_kernel_and_the_limit_under_a_large_c(
    phi: FeatureMap, kernel: Kernel
) -> None:
    X, y = moons(2000, seed=4)
    found = without_offset(linear_svc(phi.features(X), y, 1000.0, "hinge", 1.0), X, phi, kernel, WINDOW)
    assert found.kernel.same
    assert found.limit is not None
    assert max(found.kernel.gap, found.limit.gap) < 1e-6


class CountingKernel:
    """A kernel that counts every value that it is asked for."""

    def __init__(self, kernel: Kernel) -> None:
        self.kernel, self.count = kernel, 0

    def row(self, X: np.ndarray, i: int) -> np.ndarray:
        """Return K(x_i, x_j) for all j."""
        self.count += len(X)
        return self.kernel.gram(X[i : i + 1], X)[0]


@pytest.mark.parametrize(("phi", "kernel"), MAPPED)
def test_the_evaluations_of_the_race_are_those_of_a_twin_that_counts(phi: FeatureMap | None, kernel: Kernel) -> None:
    X, y = moons(30, seed=3)
    features = X if phi is None else phi.features(X)
    free, linear = free_problem(X, y, kernel, 1.0, "hinge"), linear_svc(features, y, 1.0)
    pairs, visits = record(free, tolerance=1e-6), record(linear, "dual-cd", 1e-6)
    shown = race(pairs, visits, offsets(free, linear), value_cost(kernel, 2), feature_count(kernel, *X.shape))
    counted, G = CountingKernel(kernel), -np.ones(len(y))
    alpha = np.zeros(len(y))
    for k, (i, j) in enumerate(zip(pairs.table["i"], pairs.table["j"], strict=True)):
        after = pairs.state_at(k + 1).alpha
        for moved in (i, j):  # the two rows that bring the gradient up to date
            G += (after[moved] - alpha[moved]) * y[moved] * y * counted.row(X, int(moved))
        alpha = after
        assert shown.pair.evaluations(k + 1)[0] == counted.count
    np.testing.assert_allclose(G, y * (kernel.gram(X, X) @ (alpha * y)) - 1.0, atol=1e-9)
    made = 0 if phi is None else phi.features(X).size
    assert shown.single.evaluations(len(visits)) == (0, made)
    assert shown.pair.features == (made if isinstance(phi, FourierMap | NystroemMap) else 0)


@pytest.mark.parametrize(("degree", "cost"), [(1, 3), (2, 4), (3, 5), (4, 5), (7, 7), (10, 7)])
def test_a_power_costs_its_squarings_and_the_kernels_of_the_maps_cost_what_the_maps_do(degree: int, cost: int) -> None:
    assert value_cost(Polynomial(degree), 2) == value_cost(PolynomialMap(degree), 2) == cost
    assert value_cost(TaylorGaussian(1.0, degree), 2) == value_cost(TaylorMap(1.0, degree), 2) == degree + 4
