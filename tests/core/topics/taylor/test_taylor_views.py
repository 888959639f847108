"""The numbers behind every figure of the page about the Taylor kernel."""

import math

import numpy as np
import pytest
from numpy.typing import ArrayLike
from scipy.special import gammaincc

from core.problem import Gaussian, TaylorGaussian, TaylorMap, c_svc, decision_values, linear_certificate, linear_svc
from core.solver import answer, finish
from core.topics.taylor.experiment import NEAR, TIMED, taylor_space, taylor_sweep, taylor_times
from core.topics.taylor.theory import kernel_terms
from core.topics.taylor.view import (
    sparsity_count,
    taylor_cloud,
    taylor_example,
    taylor_orders,
    taylor_pair,
    taylor_plane,
)

WINDOW = (-4.0, -4.0, 8.0)
LAST, STEPS = 30, 20_000
UNIT = TaylorGaussian(1.0, LAST)


def diagonal(radius: ArrayLike, gamma: float, order: int) -> np.ndarray:
    """Return K_m(x, x) = P(Poisson(|x|^2 / sigma_0) <= m) for points at these distances from the origin."""
    return np.asarray(gammaincc(order + 1, 2.0 * gamma * np.asarray(radius, dtype=np.float64) ** 2))


def two_classes(n: int, seed: int = 0, shift: float = 0.0) -> tuple[np.ndarray, np.ndarray]:
    rng = np.random.default_rng(seed)
    y = np.where(np.arange(n) % 2 == 0, 1.0, -1.0)
    X = rng.normal(0, 0.7, (n, 2)) + 0.8 * y[:, None]
    return np.add(X, [shift, 0.0]), y


def gram_error(X: np.ndarray, kernel: TaylorGaussian) -> np.ndarray:
    return np.abs(kernel.gram(X, X) - Gaussian(kernel.gamma).gram(X, X))


@pytest.mark.parametrize("order", [0, 2, 5])
def test_the_cloud_is_the_difference_of_the_two_gram_matrices(order: int) -> None:
    X, _ = two_classes(40)
    cloud = taylor_cloud(TaylorGaussian(0.3, order), X)
    error = gram_error(X, TaylorGaussian(0.3, order))
    assert cloud.worst == pytest.approx(error.max(), rel=1e-9)
    assert (cloud.pairs, cloud.points, cloud.of) == (820, 40, 40)
    t = 0.6 * (X @ X.T)[np.triu_indices(40)]
    printed = np.abs(t) ** (order + 1) * np.exp(np.maximum(t, 0)) / math.factorial(order + 1)
    assert cloud.vacuous == pytest.approx((printed > 1).mean())


def test_of_very_many_points_some_are_looked_at_and_the_worst_is_among_them() -> None:
    X, _ = two_classes(700)
    kernel = TaylorGaussian(0.2, 3)
    cloud = taylor_cloud(kernel, X)
    assert (cloud.points, cloud.of) == (300, 700)
    assert cloud.worst == pytest.approx(gram_error(X, kernel).max(), rel=1e-9)


def test_with_other_rho_the_error_is_that_of_the_kernel_with_them() -> None:
    X, _ = two_classes(30)
    kernel = TaylorGaussian.scaled(0.3, 3, (1.0, 2.0, 0.5))
    assert kernel.rho is not None
    assert taylor_cloud(kernel, X).worst == pytest.approx(gram_error(X, kernel).max(), rel=1e-9)
    pair = taylor_pair(kernel, X[0], X[1])
    assert pair.values[0] == pytest.approx(kernel.gram(X[:1], X[1:2])[0, 0])
    assert pair.own is not None


@pytest.mark.parametrize(("x", "z"), [((1.0, 0.5), (0.2, 1.3)), ((1.0, 1.0), (-2.0, 0.5)), ((3.0, 3.0), (3.0, 2.9))])
def test_a_pair_lies_on_its_own_curves(x: tuple[float, float], z: tuple[float, float]) -> None:
    one, two = np.array(x), np.array(z)
    kernel = TaylorGaussian(0.25, 4)
    pair = taylor_pair(kernel, one, two)
    own = kernel.gram(one[None], two[None])[0, 0]
    gauss = Gaussian(0.25).gram(one[None], two[None])[0, 0]
    assert pair.values == pytest.approx((own, own, gauss), rel=1e-12)
    assert 10.0 ** pair.here.measured[0] == pytest.approx(abs(own - gauss), rel=1e-9)
    assert pair.t == pytest.approx(one @ two / 2.0)
    assert pair.grid[0] <= pair.t <= pair.grid[-1]
    assert np.interp(pair.t, pair.grid, pair.gauss) == pytest.approx(gauss, abs=1e-2)
    assert pair.proved.holds(pair.xi)
    for lower, higher in (("measured", "tight"), ("tight", "without_exponential"), ("without_exponential", "printed")):
        assert np.all(getattr(pair.errors, lower) <= getattr(pair.errors, higher) + 1e-12)


def test_the_counterexample_of_theorem_2_is_one_on_the_page_too() -> None:
    pair = taylor_pair(TaylorGaussian(0.125, 0), np.array([2.0, 2.0]), np.array([2.0, 2.0]))  # sigma_0 = 4, x.z = 8
    assert pair.inner == 8.0
    assert pair.xi == pytest.approx(1.161, abs=5e-4)
    assert tuple(pair.printed) == (0.0, 0.5)
    assert not pair.printed.holds(pair.xi)


def test_a_point_at_the_origin_has_no_error_at_all() -> None:
    pair = taylor_pair(TaylorGaussian(1.0, 2), np.zeros(2), np.array([1.0, 2.0]))
    assert pair.here.measured[0] == -math.inf
    assert pair.values[0] == pair.values[2]
    cloud = taylor_cloud(TaylorGaussian(1.0, 2), np.zeros((3, 2)))
    assert cloud.worst == 0.0
    assert cloud.ones


def test_one_point_and_equal_points_are_no_trouble() -> None:
    kernel = TaylorGaussian(0.5, 2)
    for X in (np.array([[1.0, 2.0]]), np.ones((4, 2))):
        cloud = taylor_cloud(kernel, X)
        s = float(X[0] @ X[0])
        assert cloud.worst == pytest.approx(1.0 - diagonal(math.sqrt(s), 0.5, 2), rel=1e-9)


def test_far_points_and_extreme_gammas_are_told_and_stay_finite() -> None:
    X, _ = two_classes(20)
    assert taylor_cloud(TaylorGaussian(1e6, 4), X).identity
    assert taylor_cloud(TaylorGaussian(1e-6, 4), X).ones
    for gamma, shift in ((1e6, 0.0), (1.0, 1e6), (1e-6, 1e6), (1e6, 1e6)):
        cloud = taylor_cloud(TaylorGaussian(gamma, 20), X + shift)
        pair = taylor_pair(TaylorGaussian(gamma, 20), X[0] + shift, X[1] + shift)
        for values in (cloud.worst, *pair.values, pair.xi, cloud.smallest_k, cloud.largest_k):
            assert math.isfinite(values)
        assert cloud.worst <= 1.0 + 1e-9


def test_the_plane_fades_where_the_diagonal_says_so() -> None:
    X, _ = two_classes(25, shift=2.0)
    kernel = TaylorGaussian(0.5, 2)
    plane = taylor_plane(kernel, X, WINDOW)
    np.testing.assert_allclose(plane.own, np.diag(kernel.gram(X, X)), rtol=1e-12)
    np.testing.assert_allclose(plane.diagonal, diagonal(plane.radius, 0.5, 2), rtol=1e-12)
    assert plane.faintest == np.linalg.norm(X, axis=1).argmax()
    assert [level for level, _ in plane.rings] == [0.99, 0.5, 0.01]
    for level, radius in plane.rings:
        assert diagonal(radius, 0.5, 2) == pytest.approx(level, abs=2e-3)


def test_the_error_falls_to_machine_precision() -> None:
    X, _ = two_classes(60)
    found = taylor_orders(X, 0.5, 4)
    for order in (0, 3, 8):
        assert found.measured[order] == pytest.approx(gram_error(X, TaylorGaussian(0.5, order)).max(), rel=1e-6)
        assert found.sup[order] == pytest.approx(found.measured[order], rel=1e-6), "the ball's worst is the data's"
    assert found.exact is not None
    assert found.measured[found.exact :].max() <= 4e-15
    assert found.good is not None
    assert found.sup[found.good] <= 0.01 < found.sup[found.good - 1]
    assert np.all(10.0**found.corrected >= found.sup)
    assert np.all(found.printed >= found.corrected)
    assert len(found.order) in (21, 41, 81, 151)


@pytest.mark.parametrize("gamma", [1e-3, 0.1, 0.5, 50.0])
def test_the_errors_of_all_orders_are_those_of_each_and_an_axis_ends_with_them(gamma: float) -> None:
    X, _ = two_classes(60)
    known = taylor_orders(X, gamma, 30)
    for order in (0, 4, 20, 21, 30):
        alone = taylor_orders(X, gamma, order)
        end = known.end_with(order)
        assert end == alone.end_with(order) == alone.order[-1] >= max(order, known.exact or 0)
        assert end <= known.order[-1], "what is known holds every axis"
        np.testing.assert_array_equal(known.measured[: end + 1], alone.measured)


def test_another_ball_has_another_bound() -> None:
    """Mathematics 20.1.2: the unit ball with gamma = 2 and m = 2."""
    found = taylor_orders(np.zeros((1, 2)), 2.0, 2, radius=1.0)
    assert found.sup[2] == pytest.approx(0.762, abs=5e-4)
    assert 10.0 ** found.corrected[2] == pytest.approx(10.67, abs=5e-3)
    assert 10.0 ** found.printed[2] == pytest.approx(582.4, abs=0.1)
    assert found.own == 0.0
    assert taylor_orders(np.empty((0, 2)), 2.0, 2, radius=1.0).measured.size == 0


def test_with_other_rho_the_kernel_stays_away_from_the_gaussian() -> None:
    X, _ = two_classes(20)
    found = taylor_orders(X, 0.5, 4, factors=(2.0,))
    assert found.measured[0] == pytest.approx(gram_error(X, TaylorGaussian(0.5, 0, (2.0,))).max(), rel=1e-9)
    assert found.measured[-1] > 1e-3


@pytest.mark.parametrize("gamma", [0.3, 1.0])
def test_the_sweep_draws_what_each_kernel_decides(gamma: float) -> None:
    X, y = two_classes(60)
    sweep = taylor_sweep(X, y, TaylorGaussian(gamma, LAST), 10.0, WINDOW, STEPS)
    nodes = np.array([[sweep.x_axis[i], sweep.y_axis[j]] for i, j in ((3, 45), (25, 25), (40, 9))])
    true = c_svc(X, y, Gaussian(gamma), 10.0)
    for order in (0, 3, LAST):
        problem = c_svc(X, y, TaylorGaussian(gamma, order), 10.0)
        alpha = answer(problem, tolerance=1e-3).alpha
        f = np.array([sweep.fields[order][j, i] for i, j in ((3, 45), (25, 25), (40, 9))])
        b = f - problem.kernel.gram(nodes, X) @ (alpha * y)
        np.testing.assert_allclose(b, b[0], atol=1e-5)
    alpha = answer(true, tolerance=1e-3).alpha
    b = sweep.exact[25, 25] - decision_values(true, alpha, 0.0, nodes[1:2])[0]
    assert sweep.exact[9, 40] == pytest.approx(decision_values(true, alpha, b, nodes[2:])[0], abs=1e-9)
    assert sweep.settled.all()
    assert sweep.share[LAST] == ((sweep.fields[LAST] >= 0) != (sweep.exact >= 0)).mean()
    assert sweep.dimension.tolist() == [math.comb(2 + m, m) for m in range(LAST + 1)]


def test_the_smallest_order_below_one_percent_is_the_first() -> None:
    X, y = two_classes(60)
    sweep = taylor_sweep(X, y, TaylorGaussian(0.3, LAST), 10.0, WINDOW, STEPS)
    assert sweep.smallest is not None
    assert sweep.share[sweep.smallest] < NEAR
    assert np.all(sweep.share[: sweep.smallest] >= NEAR)


def test_off_the_origin_no_order_up_to_twenty_is_enough() -> None:
    X, y = two_classes(60, shift=30.0)
    sweep = taylor_sweep(X, y, UNIT, 10.0, (26.0, -4.0, 8.0), STEPS)
    assert sweep.smallest is None
    np.testing.assert_allclose(
        sweep.exact, taylor_sweep(np.subtract(X, [30.0, 0.0]), y, UNIT, 10.0, WINDOW, STEPS).exact, atol=1e-6
    )


def test_a_hard_margin_that_does_not_exist_has_no_boundary_to_compare() -> None:
    X, y = two_classes(20)
    X[1] = X[0]
    sweep = taylor_sweep(X, y, UNIT, math.inf, WINDOW, STEPS)
    assert not sweep.exists
    assert sweep.smallest is None
    assert np.isnan(sweep.share).all()


def test_a_kernel_of_a_lower_order_is_the_first_terms_of_a_higher() -> None:
    assert TaylorGaussian(0.5, 30).up_to(4) == TaylorGaussian(0.5, 4)
    assert TaylorGaussian.scaled(0.5, 6, (1.0, 2.0)).up_to(1) == TaylorGaussian.scaled(0.5, 1, (1.0, 2.0))


def test_times_are_measured_for_every_order_asked() -> None:
    X, y = two_classes(50)
    times = taylor_times(X, y, TaylorGaussian(0.5, LAST), 1.0, STEPS)
    assert times.order.tolist() == list(TIMED)
    assert taylor_times(X, y, TaylorGaussian(0.5, 5), 1.0, STEPS).order.tolist() == [m for m in TIMED if m <= 5]
    assert np.all(times.seconds > 0)
    assert times.exact > 0


@pytest.mark.parametrize("rho", [(), (1.0, 3.0, 0.2)])
def test_the_trained_f_is_the_same_along_every_way(rho: tuple[float, ...]) -> None:
    X, y = two_classes(40)
    space = taylor_space(X, y, TaylorGaussian.scaled(0.5, 5, rho), 10.0, np.array([0.3, -1.2]), STEPS)
    assert space.difference < 1e-9
    assert space.count == 21
    assert len(space.parts) == 21
    assert space.parts.sum() == pytest.approx(1.0)
    assert space.settled


def test_mapped_data_in_a_linear_svm_decide_as_the_kernel_does() -> None:
    """Liu14, remark 4: without an offset, the dual of the features is the dual of the kernel."""
    X, y = two_classes(40)
    kernel = TaylorGaussian(0.5, 4)
    problem = linear_svc(TaylorMap(0.5, 4).features(X), y, 1.0, bias=None)
    alpha = finish(problem, "dual-cd", 1e-9, 1_000_000).alpha
    assert linear_certificate(problem, alpha).relative_gap < 1e-6
    K = kernel.gram(X, X)
    margin = y * (K @ (alpha * y))
    dual = 0.5 * (alpha * y) @ K @ (alpha * y) - alpha.sum()
    primal = 0.5 * (alpha * y) @ K @ (alpha * y) + np.maximum(0, 1 - margin).sum()
    assert primal + dual < 1e-6 * abs(dual)


def test_the_printed_example_is_above_one_and_the_right_one_is_not() -> None:
    """Mathematics 20.1.3: x = (1, 1), z = (1, 0.8), sigma_0 = 2."""
    example = taylor_example(np.array([1.0, 1.0]), np.array([1.0, 0.8]), 0.25)
    assert example.printed_value == pytest.approx(1.0908, abs=5e-5)
    assert example.correct_value == pytest.approx(0.9278, abs=5e-5)
    assert example.gauss == pytest.approx(0.9900, abs=5e-5)
    front, (x1, x2) = math.exp(-0.25 * 2.0), (1.0, 1.0)
    wanted = [1, x1 / math.sqrt(2), x2 / math.sqrt(2), x1**2 / 2, math.sqrt(2) * x1 * x2 / 2, x2**2 / 2]
    np.testing.assert_allclose(example.printed[0], front * np.array(wanted), rtol=1e-12)


def test_the_counts_of_the_paper() -> None:
    """Mathematics 20.1.5: 231 features, 95 of them zero; the printed formula would say -85."""
    count = sparsity_count(20, 5)
    assert (count.dimension, count.zeros, count.measured, count.printed) == (231, 95, 95, -85)
    for n, z, order in ((3, 0, 2), (6, 6, 3), (10, 4, 4)):
        count = sparsity_count(n, z, order)
        assert count.zeros == count.measured
    assert sparsity_count(7, 3).zeros == 3 + 7 * 3 - math.comb(3, 2)


def test_terms_add_up_to_the_kernel() -> None:
    X, _ = two_classes(10)
    squares = np.add.outer((X**2).sum(1), (X**2).sum(1)).ravel()
    log_rho = -np.arange(5) * math.log(0.8)
    total = kernel_terms(0.4, log_rho, squares, (X @ X.T).ravel()).sum(axis=0)
    np.testing.assert_allclose(total, TaylorGaussian(0.4, 4).gram(X, X).ravel(), rtol=1e-12)
