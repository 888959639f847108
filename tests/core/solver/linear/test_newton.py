"""Newton's step of a linear machine: one unknown for each feature or for each free point, the same step."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from core.problem import FourierMap, c_svc_form
from core.solver import Outcome
from core.solver.linear import dense, newton, train_linear
from core.solver.linear.descent import spell_out
from core.solver.linear.newton import FreeMatrix, Stage
from tests.core.small_problems import cloud
from tests.core.solver.linear.test_linear_train import LOSSES, newton_at_once


def _stage(n: int, d: int, soft: float, seed: int) -> tuple[Stage, np.ndarray, np.ndarray]:
    """Return a stage of all points of random rows, which of them are free, and a residual (d + 1,)."""
    random = np.random.default_rng(seed)
    rows, everyone = dense.dense_rows(random.normal(size=(n, d))), np.arange(n)
    ones = np.ones(n)
    give = np.full(n, 1.0 / soft) if soft > 0.0 else random.uniform(0.1, 10.0, n)
    stage = Stage(rows, everyone, everyone, ones, ones, ones, give, soft, 1.5, 10.0, np.zeros(1, dtype=np.int64))
    return stage, random.random(n) < 0.7, random.normal(size=d + 1)


@settings(max_examples=60)
@given(
    n=st.integers(1, 40),
    d=st.integers(1, 60),
    soft=st.sampled_from([0.0, 1e-4, 0.1, 10.0]),
    seed=st.integers(0, 2**16),
)
def test_the_step_of_the_points_is_the_step_of_the_features(n: int, d: int, soft: float, seed: int) -> None:
    stage, free, residual = _stage(n, d, soft, seed)
    of_points = newton._direction_of_points(stage, free, residual)
    of_features = newton._direction_of_features(stage, FreeMatrix(n, d, stage.bias), free, residual)
    assert of_points is not None
    assert of_features is not None
    size = float(np.linalg.norm(residual))
    np.testing.assert_allclose(of_points, of_features, rtol=0, atol=1e-8 * size)
    X = np.full((free.sum(), d + 1), stage.bias)
    spell_out(stage.rows, stage.places[free], stage.bias, X)
    back = of_points + X.T @ (stage.give[free] * (X @ of_points))
    np.testing.assert_allclose(back, -residual, rtol=0, atol=1e-7 * size)


def test_the_smaller_of_the_two_systems_is_solved(monkeypatch: pytest.MonkeyPatch) -> None:
    sizes, solved = list[int](), newton._solved

    def noted(stage: newton.Stage, system: np.ndarray, right: np.ndarray) -> np.ndarray | None:
        sizes.append(len(system))
        return solved(stage, system, right)

    monkeypatch.setattr(newton, "_solved", noted)
    for n, d in ((30, 100), (300, 10)):
        stage, free, residual = _stage(n, d, 0.1, 0)
        newton._direction(stage, FreeMatrix(n, d, stage.bias), free, residual)
        assert sizes.pop() == min(free.sum(), d + 1)


@pytest.mark.parametrize("loss", LOSSES)
def test_a_training_ends_at_the_same_optimum_by_both_systems(loss: str, monkeypatch: pytest.MonkeyPatch) -> None:
    newton_at_once(monkeypatch)
    X, y = cloud(80, seed=3)
    features = FourierMap(0.5, 400).features(X)
    form = c_svc_form(y, len(y), 100.0, loss=loss)
    found: list[Any] = []
    for few in (0.0, 1.0):
        monkeypatch.setattr(newton, "FEW", few)
        found.append(train_linear(form, features, 1.0, 1e-9, 1000))
    assert [each.outcome for each in found] == [Outcome.OPTIMAL] * 2
    np.testing.assert_allclose(found[0].w, found[1].w, rtol=0, atol=1e-6)
