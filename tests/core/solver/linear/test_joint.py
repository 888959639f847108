"""The descent of all classes at once reaches the optimum, each visit as a slow search finds it, and proves its end."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray
from scipy import sparse
from scipy.optimize import brentq

from core.problem import meets
from core.problem.proof.joint_proof import joint_certify
from core.solver import Outcome
from core.solver.linear.joint import TrainedJoint, train_joint

Vector = NDArray[np.float64]
Case = tuple[Vector, NDArray[np.int64], int, Vector, float | None]


@st.composite
def cases(draw: st.DrawFn) -> Case:
    """Return points, classes, how many, C_i and the constant feature."""
    rng = np.random.default_rng(draw(st.integers(0, 2**32 - 1)))
    n, d, k = draw(st.integers(2, 12)), draw(st.integers(1, 5)), draw(st.integers(2, 5))
    X = rng.normal(size=(n, d)) * draw(st.sampled_from([0.1, 1.0, 10.0]))
    X[rng.random((n, d)) < draw(st.sampled_from([0.0, 0.6]))] = 0.0
    cost = draw(st.sampled_from([0.01, 1.0, 10.0])) * rng.uniform(0.2, 3.0, n)
    cost[rng.random(n) < 0.1] = 0.0
    return X, rng.integers(0, k, n), k, cost, draw(st.sampled_from([None, 1.0, 4.0]))


def trained(case: Case, tolerance: float = 1e-9, limit: int = 20_000) -> TrainedJoint:
    X, codes, k, cost, bias = case
    return train_joint(codes, k, cost, X, bias, tolerance, limit)


def objective(case: Case, found: TrainedJoint) -> float:
    X, codes, k, cost, bias = case
    f = X @ found.W.T + found.b
    own = f[np.arange(len(codes)), codes]
    lost = (f - own[:, None] + (np.arange(k) != codes[:, None])).max(axis=1)
    offsets = np.zeros(k) if bias is None else found.b / bias
    return float(0.5 * (found.W**2).sum() + 0.5 * offsets @ offsets + cost @ lost)


def naive(case: Case, epochs: int = 60) -> Vector:
    """Return alpha (n, k) by visits in turn, each of which looks for its beta by a root of the sum."""
    X, codes, k, cost, bias = case
    Z = X if bias is None else np.column_stack([X, np.full(len(X), bias)])
    alpha, W = np.zeros((len(X), k)), np.zeros((k, Z.shape[1]))
    for _ in range(epochs):
        moved = 0.0
        for i, x in enumerate(Z):
            A, upper = float(x @ x), cost[i] * (np.arange(k) == codes[i])
            if A == 0.0 or cost[i] == 0.0:
                continue
            B = W @ x + (np.arange(k) != codes[i]) - A * alpha[i]
            low, high = float(B.min()) - k * A * cost[i] - 1.0, float((B + A * upper).max()) + 1.0
            beta = brentq(lambda beta, A=A, B=B, upper=upper: np.minimum(upper, (beta - B) / A).sum(), low, high)
            new = np.minimum(upper, (beta - B) / A)
            W += np.outer(new - alpha[i], x)
            moved = max(moved, float(np.abs(new - alpha[i]).max()))
            alpha[i] = new
        if moved < 1e-12:
            break
    return alpha


@settings(max_examples=12)
@given(case=cases())
def test_it_ends_where_slow_visits_end(case: Case) -> None:
    X, codes, _, cost, bias = case
    found = trained(case)
    proof = joint_certify(codes, cost, X, found.alpha, bias)
    assert proof.primal == pytest.approx(objective(case, found), rel=1e-10, abs=1e-12)
    if found.outcome == Outcome.OPTIMAL:  # points that are long and nearly parallel take millions of epochs
        assert proof.gap + proof.rounding <= 1e-6 * (1.0 + proof.primal)
    assert proof.box <= 1e-12 * (1.0 + cost.max())
    slow = joint_certify(codes, cost, X, naive(case), bias)
    assert proof.dual <= slow.dual + 1e-7 * (1.0 + proof.primal)
    assert proof.primal - proof.gap <= slow.primal + 1e-6 * (1.0 + slow.primal)


@settings(max_examples=60)
@given(case=cases(), epochs=st.integers(0, 3))
def test_the_gap_of_any_alpha_bounds_how_far_it_is_from_the_optimum(case: Case, epochs: int) -> None:
    X, codes, _, cost, bias = case
    best = joint_certify(codes, cost, X, trained(case).alpha, bias)
    proof = joint_certify(codes, cost, X, trained(case, limit=epochs).alpha, bias)
    assert proof.gap >= 0.0
    slip = 1e-9 * (1.0 + proof.primal)
    without = cost @ np.isin(np.arange(len(codes)), np.flatnonzero(~X.any(axis=1))) if bias is None else 0.0
    assert proof.gap == pytest.approx(proof.primal + proof.dual, rel=1e-8, abs=slip + without)
    assert proof.low <= best.high + slip
    assert proof.primal - proof.gap - proof.rounding <= best.primal + slip


@settings(max_examples=40)
@given(case=cases())
def test_a_table_and_csr_give_the_same_bits(case: Case) -> None:
    X, codes, k, cost, bias = case
    full = X + 0.5
    a, b = (train_joint(codes, k, cost, points, bias, 1e-6, 100) for points in (full, sparse.csr_array(full)))
    assert np.array_equal(a.alpha, b.alpha)
    assert np.array_equal(a.W, b.W)


def test_points_of_zeros_lose_their_c_and_are_proved() -> None:
    X, codes = np.array([[0.0], [0.0], [1.0]]), np.array([0, 1, 2])
    case = X, codes, 3, np.full(3, 2.0), None
    found = trained(case)
    assert found.outcome == Outcome.OPTIMAL
    proof = joint_certify(codes, case[3], X, found.alpha, None)
    assert meets(proof, 1e-9)
    assert proof.relative_gap < 1e-9
    assert objective(case, found) >= 4.0


def test_two_classes_are_one_plane_with_half_the_penalty() -> None:
    """w_2 = -w_1 at the optimum, so |w|^2 / 4 of the difference and the hinge of it: C-SVC through the origin, 2 C."""
    from core.problem.formulation.classification import c_svc_form
    from core.solver.linear import train_linear

    rng = np.random.default_rng(0)
    X, codes = rng.normal(size=(50, 3)), rng.integers(0, 2, 50)
    found = train_joint(codes, 2, np.ones(50), X, None, 1e-10, 100_000)
    plane = train_linear(c_svc_form(2.0 * codes - 1.0, 50, 2.0), X, None, 1e-10, 100_000)
    np.testing.assert_allclose(found.W[1] - found.W[0], plane.w, atol=1e-6)


def test_a_flag_ends_it_and_a_limit_is_kept() -> None:
    rng = np.random.default_rng(0)
    case = rng.normal(size=(200, 10)), rng.integers(0, 4, 200), 4, np.full(200, 10.0), 1.0
    X, codes, k, cost, bias = case
    flag = np.ones(1, dtype=np.int64)
    assert train_joint(codes, k, cost, X, bias, 1e-9, 1000, cancel=flag).outcome == Outcome.CANCELLED
    short = trained(case, limit=3)
    assert (short.outcome, short.epochs) == (Outcome.STEP_LIMIT, 3)
    assert trained(case, limit=0).epochs == 0
    one, same = (train_joint(codes, k, cost, X, bias, 1e-3, 1000, seed=4).alpha for _ in range(2))
    assert np.array_equal(one, same)


def test_under_a_large_c_and_on_long_points_a_thousand_epochs_are_enough() -> None:
    """Descent alone was up to twice as far from 0 as the optimum there: the interior points lead to it."""
    rng = np.random.default_rng(1)
    for _ in range(20):
        n, d, k = int(rng.integers(20, 150)), int(rng.integers(2, 12)), int(rng.integers(3, 7))
        codes = rng.integers(0, k, n)
        X = rng.normal(size=(k, d))[codes] + rng.normal(size=(n, d))
        X *= 10.0 ** rng.uniform(-1, 1)
        cost = np.full(n, 10.0 ** rng.uniform(1, 3))
        found = train_joint(codes, k, cost, X, 1.0, 1e-6, 1000)
        proof = joint_certify(codes, cost, X, found.alpha, 1.0)
        assert proof.relative_gap <= 2e-6, (n, d, k, cost[0])
        assert found.outcome == Outcome.OPTIMAL
        assert meets(proof, 1e-6)


def test_an_optimum_that_is_small_beside_the_penalties_is_not_claimed_by_its_violation_alone() -> None:
    rng = np.random.default_rng(0)
    codes = rng.integers(0, 3, 90)
    X = 40.0 * np.eye(3)[codes] + rng.normal(size=(90, 3))  # classes far apart: P is 1e-7 of the sum of all C_i
    cost = np.full(90, 600.0)
    found = train_joint(codes, 3, cost, X, 1.0, 1e-6, 1000)
    proof = joint_certify(codes, cost, X, found.alpha, 1.0)
    assert found.violation <= 1e-6
    assert found.outcome != Outcome.OPTIMAL or proof.gap <= 2e-6 * abs(proof.dual)
    assert proof.relative_gap <= 1e-3
