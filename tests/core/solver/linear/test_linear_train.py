"""The linear trainer against the pure step, the golden values and the certificate: another path, the same answer."""

from __future__ import annotations

import math
from itertools import pairwise
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy import sparse

from core.problem import (
    Form,
    FourierMap,
    PolynomialMap,
    TaylorMap,
    c_svc_form,
    linear_certificate,
    linear_certify,
    linear_svc,
    meets,
)
from core.solver import Outcome, finish
from core.solver.linear import TrainedLinear, mapped, train, train_linear
from tests.core.golden import GOLDEN
from tests.core.small_problems import cloud, labelled_points, moons, penalties

LOSSES = ("hinge", "squared_hinge")
LOSS = {"L1": "hinge", "L2": "squared_hinge"}
LINEAR = {entry["id"]: entry for entry in GOLDEN["problems"] if entry["formulation"].startswith("linear-dual-CD")}
EPS = 2.0**-52


def _noise(form: Form, X: np.ndarray, found: TrainedLinear) -> float:
    """Return how far rounding may have moved a slope."""
    longest = 1.0 + float(np.abs(X).max())
    return 64 * EPS * (X.size + 1) * longest**2 * (1.0 + found.alpha.sum()) * (1.0 + form.diagonal.max())


def _weighted(X: np.ndarray, y: np.ndarray, C: float, loss: str, seed: int = 0) -> Form:
    """Return a form in which every point has its own bound, and some weigh nothing."""
    weight = np.random.default_rng(seed).choice([0.0, 0.5, 1.0, 3.0], len(y))
    weight[[int(np.argmax(y)), int(np.argmin(y))]] = 1.0
    return c_svc_form(y, len(y), C, {1: 2.0, -1: 0.5}, weight, loss)


def newton_at_once(patch: pytest.MonkeyPatch) -> None:
    """Let Newton's method take over right after the first epoch."""
    for name in ("PATIENCE", "NEWTON_BEGINS", "NEWTON_DECADE"):
        patch.setattr(train, name, 0.0)


@st.composite
def trainings(draw: st.DrawFn) -> tuple[Form, np.ndarray, float | None]:
    """Return a form, points, rows of zeros among them, and a constant feature or none."""
    X, y = draw(labelled_points())
    X = X * draw(st.sampled_from([np.ones(2), np.array([1.0, 0.0]), np.zeros(2)]))
    loss, C = draw(st.sampled_from(LOSSES)), draw(penalties)
    form = _weighted(X, y, C, loss) if draw(st.booleans()) else c_svc_form(y, len(y), C, loss=loss)
    return form, X, draw(st.sampled_from([None, 1.0, 3.5]))


@settings(max_examples=60)
@given(
    asked=trainings(),
    seed=st.integers(0, 2**31),
    shrinking=st.booleans(),
    finish=st.booleans(),
    eager=st.booleans(),
)
def test_the_box_holds_w_is_that_of_alpha_and_optimal_means_what_it_says(
    asked: tuple[Form, np.ndarray, float | None], seed: int, shrinking: bool, finish: bool, eager: bool
) -> None:
    form, X, bias = asked
    with pytest.MonkeyPatch.context() as patch:
        if eager:
            newton_at_once(patch)
        found = train_linear(form, X, bias, 1e-6, 3000, seed, shrinking, finish=finish)
    assert (found.alpha >= 0).all()
    assert (found.alpha <= form.upper).all()
    noise = _noise(form, X, found)
    w = (found.alpha * form.y) @ X
    np.testing.assert_allclose(found.w, w, rtol=0, atol=noise)
    assert found.b == pytest.approx(0.0 if bias is None else bias**2 * (found.alpha @ form.y), abs=noise * 20)
    proof = linear_certify(form, X, found.alpha, bias)
    assert proof.violation <= found.violation + 20 * noise
    if found.outcome == Outcome.OPTIMAL:
        assert found.violation <= 1e-6
    else:  # it crawls where C is large and rows are alike
        assert found.outcome in (Outcome.STEP_LIMIT, Outcome.STUCK)
        assert form.cost.max() > 1e2 or eager or not finish


@settings(max_examples=60)
@given(asked=trainings(), seed=st.integers(0, 2**31))
def test_the_objective_never_rises_from_epoch_to_epoch(asked: tuple[Form, np.ndarray, float | None], seed: int) -> None:
    form, X, bias = asked
    values = [0.0]
    for limit in range(1, 8):
        found = train_linear(form, X, bias, 1e-9, limit, seed)
        values.append(linear_certify(form, X, found.alpha, bias).dual)
        assert found.epochs <= limit
    size = 1e-12 * (1.0 + max(map(abs, values))) * (1.0 + np.abs(X).max()) ** 2
    assert all(after <= before + size for before, after in pairwise(values))


@pytest.mark.parametrize("name", LINEAR)
@pytest.mark.parametrize("shrinking", [True, False])
@pytest.mark.parametrize("newton", [True, False])
def test_the_golden_solutions_are_reached(
    name: str, shrinking: bool, newton: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    if newton:
        newton_at_once(monkeypatch)
    entry = LINEAR[name]
    params, solution, X = entry["params"], entry["solution"], np.array(entry["X"], dtype=float)
    bias = params["bias"] if params["bias"] > 0 else None
    form = c_svc_form(entry["y"], len(X), params["C"], loss=LOSS[entry["formulation"][-2:]])
    found = train_linear(form, X, bias, 1e-12, 100_000, shrinking=shrinking, finish=newton)
    assert found.outcome in (Outcome.OPTIMAL, Outcome.STUCK)  # 1e-12 is where floats end
    np.testing.assert_allclose(found.alpha, solution["alpha"], rtol=0, atol=1e-9)
    whole = found.w if bias is None else np.append(found.w, found.b / bias)
    np.testing.assert_allclose(whole, solution["w"], rtol=0, atol=1e-10)
    proof = linear_certify(form, X, found.alpha, bias)
    assert proof.primal == pytest.approx(solution["primal_objective"], abs=1e-10)
    assert proof.dual == pytest.approx(solution["dual_objective_min_form"], abs=1e-10)
    decisions = np.array(entry["X_test"]) @ found.w + found.b
    np.testing.assert_allclose(decisions, solution["decision_test"], atol=1e-10)


@pytest.mark.parametrize("loss", LOSSES)
@pytest.mark.parametrize("C", [0.01, 1.0, 30.0])
@pytest.mark.parametrize("bias", [None, 1.0, 2.0])
def test_the_objective_is_that_of_the_pure_step(loss: str, C: float, bias: float | None) -> None:
    X, y = cloud(80, seed=5)
    problem = linear_svc(X, y, C, loss, bias)
    pure = linear_certificate(problem, finish(problem, "dual-cd", tolerance=1e-10, limit=5_000_000).alpha)
    for rows in (X, sparse.csr_array(X), np.asfortranarray(X)):
        found = train_linear(problem.form, rows, bias, 1e-9, 100_000)
        assert found.outcome == Outcome.OPTIMAL
        proof = linear_certify(problem.form, rows, found.alpha, bias)
        assert proof.dual == pytest.approx(pure.dual, rel=1e-9)
        assert proof.relative_gap < 1e-8


@pytest.mark.parametrize("loss", LOSSES)
@pytest.mark.parametrize("kind", [np.float32, np.float64])
def test_a_table_and_its_csr_have_the_same_optimum_and_weights_count(loss: str, kind: Any) -> None:
    X, y = cloud(150, seed=2)
    X = np.where(np.abs(X) < 0.5, 0.0, X).astype(kind)
    form = _weighted(X, y, 2.0, loss)
    found = [train_linear(form, rows, 1.0, 1e-7, 100_000) for rows in (X, sparse.csr_array(X))]
    proofs = [linear_certify(form, X, each.alpha) for each in found]
    assert [each.outcome for each in found] == [Outcome.OPTIMAL] * 2
    assert proofs[0].dual == pytest.approx(proofs[1].dual, rel=1e-9)
    assert max(proof.violation for proof in proofs) <= 1.01e-7
    assert max(proof.relative_gap for proof in proofs) < 1e-6
    assert (found[0].alpha[form.upper == 0.0] == 0.0).all()


MAPS = [TaylorMap(0.3, 2), PolynomialMap(2, 0.5, 1.0), FourierMap(0.3, 40), FourierMap(0.3, 40, 1, paired=True)]


@pytest.mark.parametrize("phi", MAPS, ids=lambda phi: type(phi).__name__)
@pytest.mark.parametrize("arena", [40, 1 << 20], ids=["blocks", "whole"])
@pytest.mark.parametrize("rows", ["table", "csr"])
def test_a_map_trained_in_blocks_is_the_map_written_out(
    phi: Any, arena: int, rows: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    X, y = moons(120)
    given = X if rows == "table" else sparse.csr_array(X)
    monkeypatch.setattr(mapped, "ARENA_BYTES", 8 * phi.dimension(2) * 30 if arena == 40 else arena)
    monkeypatch.setattr(mapped, "CHUNK_BYTES", 8 * phi.dimension(2) * 7)
    form = _weighted(X, y, 2.0, "hinge")
    features = phi.features(X)
    whole = train_linear(form, features, 1.0, 1e-8, 100_000)
    found = train_linear(form, given, 1.0, 1e-8, 100_000, phi=phi)
    assert found.outcome == whole.outcome == Outcome.OPTIMAL
    proof = linear_certify(form, given, found.alpha, 1.0, phi)
    assert proof.violation <= 1.1e-8
    assert proof.dual == pytest.approx(linear_certify(form, features, whole.alpha).dual, rel=1e-9)
    np.testing.assert_allclose(found.w, whole.w, rtol=0, atol=1e-5)


@pytest.mark.parametrize("kind", [np.float32, np.float64])
@pytest.mark.parametrize("C", [1.0, 1000.0])
def test_single_precision_ends_where_double_precision_says(kind: Any, C: float) -> None:
    X, y = cloud(400, seed=3)
    X = np.ascontiguousarray(TaylorMap(0.2, 3).features(X.astype(kind)))
    form = c_svc_form(y, len(y), C)
    found = train_linear(form, X, 1.0, 1e-6, 20_000)
    assert X.dtype == kind
    assert found.outcome == Outcome.OPTIMAL
    assert linear_certify(form, X, found.alpha).violation <= 1.001e-6


@pytest.mark.parametrize("loss", LOSSES)
@pytest.mark.parametrize("scale", [1e-12, 1e-3, 1e3, 1e15])
@pytest.mark.parametrize("kind", [np.float32, np.float64])
def test_tiny_and_huge_features_are_trained_on(loss: str, scale: float, kind: Any) -> None:
    X, y = cloud(60, seed=1)
    form = c_svc_form(y, len(y), 1.0 / scale**2, loss=loss)
    found = train_linear(form, (X * scale).astype(kind), None, 1e-6, 20_000)
    proof = linear_certify(form, (X * scale).astype(kind), found.alpha, None)
    assert found.outcome == Outcome.OPTIMAL
    assert proof.violation <= 1.001e-6
    assert proof.relative_gap < 1e-4


@pytest.mark.parametrize("loss", LOSSES)
@pytest.mark.parametrize("bias", [None, 1.0])
@pytest.mark.parametrize(
    ("X", "y"),
    [
        ([[1.0], [1.0]], [1, -1]),
        ([[0.0], [0.0]], [1, -1]),
        ([[0.0, 0.0], [1.0, 2.0], [-1.0, 0.0]], [1, 1, -1]),
        ([[1.0, 2.0]] * 4, [1, -1, 1, -1]),
        ([[3.0], [-2.0], [0.5], [0.1]], [1, -1, -1, 1]),
    ],
)
def test_degenerate_rows_end_at_the_optimum(loss: str, bias: float | None, X: Any, y: Any) -> None:
    form, rows = c_svc_form(y, len(y), 2.0, loss=loss), np.array(X)
    for same in (rows, sparse.csr_array(rows), rows.astype(np.float32)):
        found = train_linear(form, same, bias, 1e-8, 10_000)
        proof = linear_certify(form, same, found.alpha, bias)
        assert found.outcome == Outcome.OPTIMAL
        assert proof.gap <= 1e-7


def test_a_hard_margin_is_found_or_refused() -> None:
    X, y = np.array([[2.0, 0.0], [3.0, 1.0], [-2.0, 0.0]]), [1, 1, -1]
    form = c_svc_form(y, 3, math.inf)
    found = train_linear(form, X, None, 1e-10, 10_000)
    assert found.outcome == Outcome.OPTIMAL
    assert found.w.tolist() == pytest.approx([0.5, 0.0])
    assert linear_certify(form, X, found.alpha, None).primal == pytest.approx(0.125)
    for rows in ([[0.0], [1.0], [1.0]], [[1.0], [1.0], [1.0]]):
        ended = train_linear(form, np.array(rows), None, 1e-10, 2000)
        assert ended.outcome in (Outcome.INFEASIBLE, Outcome.STEP_LIMIT)
        assert np.isfinite(ended.alpha).all()


def test_rows_closed_to_writing_are_trained_on_and_stay_closed() -> None:
    X, y = cloud(50, seed=0)
    X.flags.writeable = False
    found = train_linear(c_svc_form(y, 50, 1.0), X)
    assert found.outcome == Outcome.OPTIMAL
    assert not X.flags.writeable


@pytest.mark.parametrize("features", [1, 401])
def test_who_still_moves_is_not_stuck_though_the_last_epoch_of_each_sweep_moves_nothing(features: int) -> None:
    X, signs = np.zeros((13, features)), np.array([-1.0, 1, 1, 1, -1, 1, -1, 1, 1, 1, 1, 1, 1])
    X[:, 0] = [0.8, -1.3, -2.1, -3.5, -1.9, -0.5, -0.7, -1.9, 0.0, -2.9, -2.2, -2.1, -1.0]
    weight = [0.4, 1.6, 2.3, 0.7, 1.3, 0.4, 2.2, 0.4, 1.3, 2.6, 1.5, 2.8, 2.3]
    form = c_svc_form(signs, 13, 5.0, {1: 0.3, -1: 2.0}, weight)
    for seed in (25, 38, 43):
        found = train_linear(form, X, None, 1e-3, 100_000, seed, finish=False)
        assert found.outcome == Outcome.OPTIMAL
        assert linear_certify(form, X, found.alpha, None).gap <= 1e-3


def test_newtons_method_finishes_what_descent_cannot() -> None:
    X, y = cloud(500, seed=6)
    features = np.ascontiguousarray(TaylorMap(0.3, 4).features(X))
    for loss in LOSSES:
        form = c_svc_form(y, 500, 1e4, loss=loss)
        slow = train_linear(form, features, 1.0, 1e-6, 500, finish=False)
        quick = train_linear(form, features, 1.0, 1e-6, 500)
        assert slow.outcome == Outcome.STEP_LIMIT
        assert quick.outcome == Outcome.OPTIMAL
        proof = linear_certify(form, features, quick.alpha)
        assert proof.gap < 1e-8 * proof.primal


def test_shrinking_changes_the_way_and_not_the_end() -> None:
    X, y = cloud(600, seed=1, gap=0.5)
    form = c_svc_form(y, 600, 1.0)
    shrunk, whole = (train_linear(form, X, 1.0, 1e-8, 50_000, shrinking=on) for on in (True, False))
    assert shrunk.outcome == whole.outcome == Outcome.OPTIMAL
    np.testing.assert_allclose(shrunk.w, whole.w, rtol=0, atol=1e-6)
    assert not np.array_equal(shrunk.alpha, whole.alpha)


@pytest.mark.parametrize("C", [0.1, 10.0, 1e4])
@pytest.mark.parametrize("loss", ["hinge", "squared_hinge"])
def test_csr_that_is_visited_in_single_precision_is_proved_in_double(C: float, loss: str) -> None:
    rng = np.random.default_rng(0)
    X = rng.normal(size=(300, 60))
    X[rng.random(X.shape) < 0.7] = 0.0
    form = c_svc_form(np.where(X[:, 0] + rng.normal(size=300) > 0, 1.0, -1.0), 300, C, loss=loss)
    rows = sparse.csr_array(X)
    found = train_linear(form, rows, 1.0, 1e-3, 100_000)
    assert found.outcome == Outcome.OPTIMAL
    assert meets(linear_certify(form, rows, found.alpha, plane=found.plane), 1e-3)
    assert rows.data.dtype == np.float64
