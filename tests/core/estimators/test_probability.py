"""Probabilities from decision values: the golden numbers, and what must hold for all of them."""

import math
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.optimize import minimize

from core.estimators.probability import couple, fit_sigmoid, laplace_scale, laplace_within, sigmoid
from tests.core.golden import GOLDEN

LEAST = 1e-7
EXTRAS = GOLDEN["extras"]
Values = tuple[np.ndarray, np.ndarray]


@st.composite
def decisions(draw: st.DrawFn) -> Values:
    """Return decision values of some unit and zero, ties among them, and labels that they tell more or less of."""
    n = draw(st.integers(2, 40))
    rng = np.random.default_rng(draw(st.integers(0, 2**32 - 1)))
    y = np.where(rng.random(n) < draw(st.sampled_from([0.0, 0.1, 0.5, 1.0])), 1.0, -1.0)
    f = draw(st.sampled_from([-3.0, 0.0, 1.0, 100.0])) * y + rng.normal(size=n)
    if draw(st.booleans()):
        f = np.round(f)
    return f * draw(st.sampled_from([1e-200, 1e-3, 1.0, 1e6, 1e300])), y


@st.composite
def pairs(draw: st.DrawFn, k: int | None = None) -> np.ndarray:
    """Return r_st of k classes, from undecided to beyond the clip."""
    k = draw(st.integers(2, 7)) if k is None else k
    rng = np.random.default_rng(draw(st.integers(0, 2**32 - 1)))
    upper = np.triu(rng.normal(size=(k, k)), 1) * draw(st.sampled_from([0.0, 0.3, 3.0, 30.0]))
    return np.asarray(1.0 / (1.0 + np.exp(upper.T - upper)))


def exactly(R: Any) -> np.ndarray:
    """Return what the iteration approaches, by the linear system of mathematics 12 and plain loops."""
    k = len(R)
    r = np.clip(R, LEAST, 1 - LEAST)
    system = np.ones((k + 1, k + 1))
    system[k, k] = 0.0
    for t in range(k):
        for s in range(k):
            system[t, s] = sum(r[j][t] ** 2 for j in range(k) if j != t) if s == t else -r[s][t] * r[t][s]
    return np.asarray(np.linalg.solve(system, np.eye(k + 1)[k])[:k])


def targets(y: np.ndarray) -> np.ndarray:
    plus, minus = (y > 0).sum(), (y < 0).sum()
    return np.where(y > 0, (plus + 1) / (plus + 2), 1 / (minus + 2))


def test_platts_sigmoid_is_the_golden_one() -> None:
    for entry in EXTRAS["platt"]:
        f, y = np.array(entry["dec"]), np.array(entry["labels"], dtype=float)
        found = fit_sigmoid(f, y)
        assert found == pytest.approx((entry["A"], entry["B"]), abs=1e-8)
        t, p = targets(y), sigmoid(f, *found)
        np.testing.assert_allclose(p, entry["prob"], atol=1e-9)
        assert {entry["target_hi"], entry["target_lo"]} == set(t)
        assert -(t * np.log(p) + (1 - t) * np.log(1 - p)).sum() == pytest.approx(entry["nll"], rel=1e-14)


@given(values=decisions())
def test_the_gradient_of_the_cross_entropy_ends_at_zero(values: Values) -> None:
    f, y = values
    wrong = targets(y) - sigmoid(f, *fit_sigmoid(f, y))
    assert abs(wrong.mean()) < 1e-10
    assert abs((wrong * (f / np.abs(f).max(initial=1e-300))).mean()) < 1e-10


def test_no_general_minimiser_finds_a_smaller_cross_entropy() -> None:
    rng = np.random.default_rng(1)
    for shift in (0.2, 1.0, 20.0):
        y = np.where(rng.random(60) < 0.3, 1.0, -1.0)
        f, t = shift * y + rng.normal(size=60), targets(y)

        def loss(at: np.ndarray, f: np.ndarray = f, t: np.ndarray = t) -> float:
            z = at[0] * f + at[1]
            return float((t * np.logaddexp(0, z) + (1 - t) * np.logaddexp(0, -z)).sum())

        found = np.array(fit_sigmoid(f, y))
        rival = minimize(loss, np.zeros(2), method="Nelder-Mead", options={"xatol": 1e-10, "fatol": 1e-13})
        assert loss(found) <= rival.fun + 1e-12
        np.testing.assert_allclose(found, rival.x, atol=1e-4)


@given(values=decisions())
def test_the_sigmoid_rises_with_f_where_a_is_negative_and_falls_where_it_is_positive(values: Values) -> None:
    f, y = values
    A, B = fit_sigmoid(f, y)
    p = sigmoid(np.sort(f), A, B)
    assert ((p > 0) & (p < 1)).all()
    assert (np.diff(p) * -np.sign(A) >= -1e-15).all()


@given(values=decisions())
def test_exchanging_the_classes_exchanges_the_probabilities(values: Values) -> None:
    f, y = values
    np.testing.assert_allclose(
        sigmoid(f, *fit_sigmoid(f, y)), 1 - sigmoid(-f, *fit_sigmoid(-f, -y)), rtol=1e-6, atol=1e-9
    )


@given(values=decisions(), unit=st.sampled_from([1e-5, 1.0, 1e5]), zero=st.sampled_from([-7.0, 0.0, 7.0]))
def test_neither_the_unit_nor_the_zero_of_f_matters(values: Values, unit: float, zero: float) -> None:
    f, y = values
    f = f / np.abs(f).max(initial=1e-250)
    other = unit * (f + zero)
    np.testing.assert_allclose(sigmoid(f, *fit_sigmoid(f, y)), sigmoid(other, *fit_sigmoid(other, y)), 1e-6, 1e-8)


@pytest.mark.parametrize("f", [0.0, 3.0, -1e300, 1.7e308, 5e-324])
def test_values_that_are_all_equal_leave_the_smoothed_share_of_the_class(f: float) -> None:
    y = np.array([1.0, -1.0, -1.0, -1.0])
    A, B = fit_sigmoid(np.full(4, f), y)
    assert A == 0
    np.testing.assert_allclose(sigmoid(np.full(4, f), A, B), targets(y).mean(), rtol=1e-12)


def test_a_fold_with_a_single_class_gives_the_target_of_that_class_everywhere() -> None:
    f = np.array([-1.0, 0.5, 2.0])
    for y, expected in ((1.0, 4 / 5), (-1.0, 1 / 5)):
        found = fit_sigmoid(f, np.full(3, y))
        assert found[0] == pytest.approx(0, abs=1e-12)
        np.testing.assert_allclose(sigmoid(f, *found), expected, rtol=1e-12)


def test_the_sigmoid_is_stable_on_both_sides() -> None:
    f = np.array([-1.7e308, -1e300, -800.0, 0.0, 800.0, 1e300, 1.7e308])
    assert sigmoid(f, -1.0, 0.0).tolist() == [0, 0, 0, 0.5, 1, 1, 1]
    assert sigmoid(f, -50.0, 0.0).tolist() == [0, 0, 0, 0.5, 1, 1, 1]
    assert sigmoid(np.array([-700.0]), -1.0, 0.0)[0] == pytest.approx(math.exp(-700.0), rel=1e-12)


@pytest.mark.parametrize("entry", EXTRAS["pairwise_coupling"])
def test_coupled_pairs_are_the_golden_ones(entry: dict[str, Any]) -> None:
    np.testing.assert_allclose(exactly(entry["r"]), entry["p"], atol=1e-14)
    np.testing.assert_allclose(couple(entry["r"], 1e-14), entry["p"], atol=1e-14)
    Q, p = np.array(entry["Q"]), couple(entry["r"])
    assert np.abs(Q @ p - p @ Q @ p).max() < 0.005 / len(p)
    p = exactly(entry["r"])
    assert p @ Q @ p == pytest.approx(entry["pQp"], rel=1e-12)
    assert -p @ Q @ p == pytest.approx(entry["multiplier_b"], rel=1e-12)


@given(R=pairs())
def test_the_iteration_goes_to_the_exact_solution(R: np.ndarray) -> None:
    exact = exactly(R)
    assert (exact > 0).all()
    np.testing.assert_allclose(couple(R, 1e-13), exact, rtol=1e-4, atol=1e-11)
    np.testing.assert_allclose(couple(R), exact, atol=0.01)


@given(R=pairs(), turn=st.randoms())
def test_coupled_probabilities_sum_to_one_and_do_not_know_the_order_of_the_classes(R: np.ndarray, turn: Any) -> None:
    order = turn.sample(range(len(R)), len(R))
    p, other = couple(R, 1e-13), couple(R[np.ix_(order, order)], 1e-13)
    assert p.sum() == pytest.approx(1, abs=1e-12)
    assert ((p > 0) & (p < 1)).all()
    np.testing.assert_allclose(other, p[order], rtol=1e-4, atol=1e-11)


@given(p=st.lists(st.floats(1e-3, 1.0), min_size=2, max_size=7))
def test_pairs_that_agree_with_some_probabilities_give_them_back(p: list[float]) -> None:
    whole = np.array(p) / sum(p)
    R = whole[:, None] / (whole[:, None] + whole)
    np.testing.assert_allclose(exactly(R), whole, rtol=1e-9)
    np.testing.assert_allclose(couple(R, 1e-14), whole, rtol=1e-6)


@given(R=pairs(4), others=st.lists(pairs(4), min_size=5, max_size=5))
def test_many_rows_are_coupled_as_each_alone(R: np.ndarray, others: list[np.ndarray]) -> None:
    many = np.array([R, *others]).reshape(2, 3, 4, 4)
    p = couple(many)
    assert p.shape == (2, 3, 4)
    for place in np.ndindex(2, 3):
        np.testing.assert_allclose(p[place], couple(many[place]), rtol=1e-12, atol=1e-15)


def test_certain_pairs_are_clipped_and_the_diagonal_is_not_looked_at() -> None:
    R = np.array([[math.nan, 1.0, 1.0], [0.0, math.nan, 1.0], [0.0, 0.0, math.nan]])
    clipped = np.clip(R, LEAST, 1 - LEAST)
    assert np.array_equal(couple(R), couple(np.nan_to_num(clipped)))
    assert couple(R)[0] > 0.99
    assert couple(np.array([[0.5]])).tolist() == [1.0]
    assert couple(np.empty((0, 3, 3))).shape == (0, 3)


@pytest.mark.parametrize("entry", EXTRAS["laplace"])
def test_the_scale_of_the_noise_is_the_golden_one_with_and_without_outliers(entry: dict[str, Any]) -> None:
    everything = laplace_scale(entry["residuals"], outliers=True)
    assert everything == pytest.approx(entry["sigma_doc"], rel=1e-14)
    assert laplace_scale(entry["residuals"]) == pytest.approx(entry["sigma_libsvm_after_5std_removal"], rel=1e-14)
    far = np.abs(entry["residuals"]) > 5 * math.sqrt(2) * everything
    assert far.sum() == entry["n_removed"]
    for interval in entry["interval_prob"]:
        assert laplace_within(interval["delta"], laplace_scale(entry["residuals"])) == pytest.approx(
            interval["prob"], rel=1e-14
        )


@given(residuals=st.lists(st.floats(-1e3, 1e3), min_size=1, max_size=30), unit=st.sampled_from([-1.0, 1.0, 2.0**40]))
def test_the_scale_has_the_unit_of_the_residuals_and_falls_when_outliers_go(
    residuals: list[float], unit: float
) -> None:
    z = np.array(residuals)
    assert laplace_scale(unit * z) == abs(unit) * laplace_scale(z)
    assert 0 <= laplace_scale(z) <= laplace_scale(z, outliers=True) <= np.abs(z).max() * (1 + 1e-12)


@given(s=st.floats(1e-3, 1e3), D=st.floats(0, 1e3))
def test_an_interval_of_laplace_noise_holds_what_its_density_says(s: float, D: float) -> None:
    widths = np.array([0.0, D, D + s, math.inf])
    inside = laplace_within(widths, s)
    assert (inside[0], inside[3]) == (0, 1)
    assert (np.diff(inside) >= 0).all()
    assert 1 - inside[2] == pytest.approx((1 - inside[1]) / math.e, rel=1e-6, abs=1e-15)


def test_without_noise_every_interval_holds_everything() -> None:
    assert laplace_scale([0.0, 0.0]) == 0
    assert laplace_within([0.0, 1.0], 0.0).tolist() == [1, 1]
    assert laplace_within(np.array([1e300]), 1e-300).tolist() == [1]
