"""The descent under |w|_1 reaches the optimum that plain proximal steps reach, and its certificate is a proof."""

import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray
from scipy import sparse

from core.problem import meets
from core.problem.proof.l1_proof import l1_certify
from core.solver import Outcome
from core.solver.linear.l1 import newton_step, signed_columns, train_l1, violations

Vector = NDArray[np.float64]
Case = tuple[Vector, Vector, Vector, float | None]


@st.composite
def cases(draw: st.DrawFn) -> Case:
    """Return points, signs, C_i and the constant feature."""
    rng = np.random.default_rng(draw(st.integers(0, 2**32 - 1)))
    n, d = draw(st.integers(2, 30)), draw(st.integers(1, 8))
    X = rng.normal(size=(n, d)) * draw(st.sampled_from([0.1, 1.0, 30.0]))
    X[rng.random((n, d)) < draw(st.sampled_from([0.0, 0.6]))] = 0.0
    cost = draw(st.sampled_from([0.01, 1.0, 20.0])) * rng.uniform(0.2, 3.0, n)
    cost[rng.random(n) < 0.1] = 0.0
    return X, rng.choice([-1.0, 1.0], n), cost, draw(st.sampled_from([None, 1.0, 4.0]))


def objective(case: Case, w: Vector) -> float:
    X, y, cost, bias = case
    f = X @ w[: X.shape[1]] + (0.0 if bias is None else bias * w[-1])
    return float(np.abs(w).sum() + cost @ np.maximum(0.0, 1.0 - y * f) ** 2)


def weights(case: Case, tolerance: float = 1e-10) -> tuple[Vector, Outcome]:
    X, y, cost, bias = case
    found = train_l1(y, cost, X, bias, tolerance, 200_000)
    return found.w if bias is None else np.append(found.w, found.b / bias), found.outcome


def naive(case: Case) -> Vector:
    """Minimise by plain proximal steps with a long memory (FISTA), which knows nothing of coordinates."""
    X, y, cost, bias = case
    Z = y[:, None] * (X if bias is None else np.column_stack([X, np.full(len(y), bias)]))
    steepest = 2.0 * float(np.linalg.norm(np.sqrt(cost)[:, None] * Z, 2) ** 2) + 1e-12
    w = ahead = np.zeros(Z.shape[1])
    t = 1.0
    for _ in range(20_000):
        slope = -2.0 * Z.T @ (cost * np.maximum(0.0, 1.0 - Z @ ahead))
        moved = ahead - slope / steepest
        new = np.sign(moved) * np.maximum(np.abs(moved) - 1.0 / steepest, 0.0)
        if float((ahead - new) @ (new - w)) > 0:  # gone too far: the memory is forgotten
            t = 1.0
        longer = 0.5 * (1.0 + math.sqrt(1.0 + 4.0 * t * t))
        ahead, w, t = new + (t - 1.0) / longer * (new - w), new, longer
    return w


@settings(max_examples=30)
@given(case=cases())
def test_it_ends_where_plain_proximal_steps_end(case: Case) -> None:
    w, outcome = weights(case)
    assert outcome in (Outcome.OPTIMAL, Outcome.STUCK)
    ours, theirs = objective(case, w), objective(case, naive(case))
    assert ours <= theirs * (1.0 + 1e-9) + 1e-12
    X, y, cost, bias = case
    proof = l1_certify(y, cost, X, w, bias)
    assert proof.primal == pytest.approx(ours, rel=1e-12, abs=1e-14)
    assert -proof.dual <= theirs * (1.0 + 1e-9) + 1e-12
    assert proof.gap + proof.rounding <= 1e-7 * (1.0 + ours)


@settings(max_examples=100)
@given(case=cases(), seed=st.integers(0, 2**16), size=st.sampled_from([0.0, 1e-3, 1.0, 100.0]))
def test_the_gap_of_any_weights_bounds_how_far_they_are_from_the_optimum(case: Case, seed: int, size: float) -> None:
    X, y, cost, bias = case
    best, _ = weights(case)
    other = best + size * np.random.default_rng(seed).normal(size=len(best))
    proof = l1_certify(y, cost, X, other, bias)
    least = objective(case, best)
    assert proof.gap >= 0.0
    assert proof.gap == pytest.approx(proof.primal + proof.dual, rel=1e-6, abs=1e-9 * (1.0 + proof.primal))
    assert proof.primal - (proof.gap + proof.rounding) <= least * (1.0 + 1e-9) + 1e-12
    assert proof.low <= least * (1.0 + 1e-9) + 1e-12


@given(w=st.floats(-5, 5), slope=st.floats(-20, 20), bend=st.floats(1e-3, 50))
def test_a_step_goes_to_the_minimum_of_corner_and_parabola(w: float, slope: float, bend: float) -> None:
    step = newton_step(w, slope, bend)

    def value(t: float) -> float:
        return abs(w + t) - abs(w) + slope * t + 0.5 * bend * t * t

    assert all(value(step) <= value(t) + 1e-12 for t in np.linspace(-10.0, 10.0, 2001))


def test_every_weight_is_zero_where_c_is_small_and_the_first_one_moves_at_its_slope() -> None:
    X, y = np.array([[1.0, 3.0], [-2.0, 0.0]]), np.array([1.0, -1.0])
    edge = 1.0 / (2.0 * 3.0)  # L'_j = -2 C sum z_ij at w = 0: 3 for both features
    assert np.array_equal(train_l1(y, np.full(2, 0.99 * edge), X, None, 1e-12, 1000).w, [0.0, 0.0])
    assert train_l1(y, np.full(2, 1.01 * edge), X, None, 1e-12, 1000).w.any()


def test_a_table_and_csr_have_the_same_columns() -> None:
    X = np.array([[0.0, 2.0, 0.0], [1.0, 0.0, 0.0]])
    y = np.array([1.0, -1.0])
    for bias in (None, 3.0):
        expected = y[:, None] * (X if bias is None else np.column_stack([X, [3.0, 3.0]]))
        for given_ in (X, sparse.csr_array(X)):
            data, places, begins = signed_columns(given_, y, bias)
            columns = sparse.csc_array((data, places.astype(np.int32), begins), shape=expected.shape)
            assert np.array_equal(columns.toarray(), expected)
    dense, thin = (train_l1(y, np.ones(2), points, 1.0, 1e-12, 1000) for points in (X, sparse.csr_array(X)))
    np.testing.assert_allclose(dense.w, thin.w, atol=1e-10)


def test_a_flag_ends_it_and_a_limit_is_kept() -> None:
    rng = np.random.default_rng(0)
    X, y = rng.normal(size=(200, 100)), rng.choice([-1.0, 1.0], 200)
    flag = np.ones(1, dtype=np.int64)
    assert train_l1(y, np.full(200, 10.0), X, 1.0, 1e-9, 1000, cancel=flag).outcome == Outcome.CANCELLED
    short = train_l1(y, np.full(200, 10.0), X, 1.0, 1e-9, 3)
    assert (short.outcome, short.epochs) == (Outcome.STEP_LIMIT, 3)
    assert train_l1(y, np.full(200, 10.0), X, 1.0, 1e-9, 0).epochs == 0


def test_the_order_is_shuffled_from_the_seed() -> None:
    rng = np.random.default_rng(0)
    X, y = rng.normal(size=(60, 9)), rng.choice([-1.0, 1.0], 60)
    one, same, other = (train_l1(y, np.ones(60), X, 1.0, 1e-6, 1000, seed).w for seed in (1, 1, 2))
    assert np.array_equal(one, same)
    np.testing.assert_allclose(one, other, atol=1e-5)


def test_violations_are_zero_exactly_where_the_corner_allows_the_slope() -> None:
    w, slope = np.array([1.0, -1.0, 0.0, 0.0, 2.0]), np.array([-1.0, 1.0, 0.9, -1.5, 0.0])
    assert np.array_equal(violations(w, slope), [0.0, 0.0, 0.0, 0.5, 1.0])
    case = (np.array([[1.0]]), np.array([1.0]), np.array([5.0]), None)
    found, _ = weights(case, 1e-12)
    assert meets(l1_certify(*case[1:3], case[0], found, None), 1e-9)
    assert found[0] == pytest.approx(1.0 - 1.0 / 10.0)  # 1 = 2 C (1 - w)
