"""Each predicate of the diagnosis fires exactly where its naive twin says so."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.problem import Gaussian, c_svc, decision_values, offset
from core.selection import median_gamma
from core.solver import answer
from core.topics.before.diagnosis import (
    FAR,
    Sign,
    TrainedPoints,
    bounded_classes,
    constant_features,
    contradicting,
    gamma_is_far,
    predicts_one_class,
    signs,
    without_contradictions,
)

seeds = st.integers(0, 10_000)


def points_on_a_grid(seed: int) -> tuple[np.ndarray, np.ndarray]:
    rng = np.random.default_rng(seed)
    y = np.concatenate([[1.0, -1.0], rng.choice([-1.0, 1.0], 10)])
    return rng.integers(0, 3, (12, 2)).astype(float), y


def healthy() -> TrainedPoints:
    X = np.array([[0.0, 0.0], [1.0, 0.0], [0.0, 1.0], [1.0, 1.5]])
    y = np.array([1.0, 1.0, -1.0, -1.0])
    return TrainedPoints(X, y, np.array([0.5, 0.0, 0.5, 0.0]), np.ones(4), y, median_gamma(X))


def test_nothing_is_found_where_nothing_is_wrong() -> None:
    assert list(signs(healthy())) == []


@pytest.mark.parametrize(
    ("sign", "changed"),
    [
        (Sign.CONSTANT, {"decision": np.full(4, -0.1)}),
        (Sign.BOUNDED, {"alpha": np.array([1.0, 1.0, 0.5, 0.0])}),
        (Sign.VECTORS, {"alpha": np.full(4, 0.5)}),
        (Sign.FEATURE, {"X": np.array([[0.0, 2.0], [1.0, 2.0], [3.0, 2.0], [5.0, 2.0]]), "gamma": None}),
        (Sign.LABELS, {"X": np.array([[0.0, 0.0], [1.0, 0.0], [0.0, 0.0], [1.0, 1.5]]), "gamma": None}),
        (Sign.WIDTH, {"gamma": 1e4}),
        (Sign.WIDTH, {"gamma": 1e-4}),
    ],
)
def test_each_sign_is_found_alone(sign: Sign, changed: dict[str, object]) -> None:
    assert list(signs(replace(healthy(), **changed))) == [sign]  # type: ignore[arg-type]


def test_bounds_that_are_infinite_hold_nothing() -> None:
    hard = replace(healthy(), alpha=np.full(4, np.inf), upper=np.full(4, np.inf))
    assert bounded_classes(hard) == ()


@given(st.lists(st.floats(-1.0, 1.0), min_size=1, max_size=8))
def test_one_class_is_predicted_where_every_class_is_the_first(values: list[float]) -> None:
    classes = [1 if value >= 0 else -1 for value in values]
    assert predicts_one_class(np.array(values)) == all(each == classes[0] for each in classes)


@given(seeds)
def test_contradictions_are_those_of_a_double_loop(seed: int) -> None:
    X, y = points_on_a_grid(seed)
    n = len(y)
    twin = [i for i in range(n) if any((X[i] == X[j]).all() and y[i] != y[j] for j in range(n))]
    assert contradicting(X, y).tolist() == twin


@given(seeds)
def test_the_cure_leaves_no_contradiction_and_both_classes_and_touches_no_other_point(seed: int) -> None:
    X, y = points_on_a_grid(seed)
    kept = without_contradictions(X, y)
    assert set(range(len(y))) - set(kept.tolist()) <= set(contradicting(X, y).tolist())
    if len(np.unique(X, axis=0)) > 2:
        assert set(y[kept]) == {1.0, -1.0}
        assert len(contradicting(X[kept], y[kept])) == 0


@given(seeds, st.integers(0, 1))
def test_a_feature_is_constant_where_all_its_values_are_one(seed: int, feature: int) -> None:
    X, _ = points_on_a_grid(seed)
    X[:, feature] = 7.25
    twin = tuple(k for k in range(2) if len(set(X[:, k].tolist())) == 1)
    assert constant_features(X) == twin
    assert constant_features(X[:1]) == ()


@given(seeds, st.floats(-4.0, 4.0))
def test_gamma_is_far_beyond_the_factor_in_either_direction(seed: int, power: float) -> None:
    X = np.random.default_rng(seed).standard_normal((9, 2))
    gamma = median_gamma(X) * 10.0**power
    ratio = gamma / median_gamma(X)
    assert gamma_is_far(X, gamma) == (max(ratio, 1.0 / ratio) > FAR)
    assert not gamma_is_far(X, None)
    assert not gamma_is_far(np.zeros((4, 2)), 1.0)


def test_a_small_c_on_unequal_classes_is_found_on_a_trained_machine() -> None:
    rng = np.random.default_rng(3)
    X = np.concatenate([rng.normal(1.0, 1.0, (5, 2)), rng.normal(-1.0, 1.0, (60, 2))])
    y = np.repeat([1.0, -1.0], [5, 60])
    problem = c_svc(X, y, Gaussian(0.5), 0.01)
    alpha = answer(problem, tolerance=1e-6).alpha
    f = decision_values(problem, alpha, offset(problem, alpha), X)
    found = list(signs(TrainedPoints(X, y, alpha, np.full(65, 0.01), f, 0.5)))
    assert Sign.CONSTANT in found
    assert Sign.BOUNDED in found
    assert Sign.VECTORS not in found
