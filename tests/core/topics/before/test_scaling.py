"""Scales, folds and leakage: what a unit changes, and what fitting the scaler within the folds costs."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from sklearn.model_selection import PredefinedSplit, cross_val_predict
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler
from sklearn.svm import SVC

from core.problem import Gaussian, Linear
from core.selection import folds
from core.topics.before.scaling import (
    FOLDS,
    UnitTraining,
    best_correlated,
    held_out,
    larger,
    noise_leak,
    parted,
    scaled,
    standard,
    window_values,
)
from datasets import CATALOGUE

seeds = st.integers(0, 1000)
TRAINING = UnitTraining(lambda _: Gaussian(1.0), 1.0, (1.0, 1.0), 1e-6, 100_000)


def points_of(name: str) -> tuple[np.ndarray, np.ndarray]:
    points = CATALOGUE[name].make()
    return points.X, points.y.astype(np.float64)


@given(seeds, st.floats(0.1, 1000.0))
def test_a_standard_scale_is_scikit_learns_and_undoes_every_unit(seed: int, factor: float) -> None:
    X = np.random.default_rng(seed).normal(3.0, 2.0, (15, 2))
    Z = larger(2, 0, factor)(X)
    assert standard(X)(X) == pytest.approx(StandardScaler().fit_transform(X), abs=1e-9)
    assert standard(Z)(Z) == pytest.approx(standard(X)(X), abs=1e-9)


def test_a_constant_feature_is_only_centred() -> None:
    X = np.column_stack([np.full(5, 0.1), np.arange(5.0)])
    assert standard(X)(X)[:, 0] == pytest.approx(0.0, abs=1e-15)


def test_a_factor_takes_over_the_distances_and_leaves_a_kernel_matrix_like_the_identity() -> None:
    X, y = points_of("overlap")
    one, wide = (scaled(X, y, larger(2, 0, factor), TRAINING) for factor in (1.0, 1000.0))
    D = ((X[:, None] - X) ** 2).sum(axis=(0, 1))
    assert one.shares == pytest.approx(D / D.sum(), abs=1e-12)
    assert wide.shares[0] > 0.99999
    assert wide.alike < 1e-12 < 1e-3 < one.alike
    assert wide.vectors == len(y) > one.vectors


def test_f_in_the_original_unit_is_f_of_the_scaled_points() -> None:
    X, y = points_of("moons")
    made = scaled(X, y, larger(2, 0, 10.0), TRAINING)
    twin = SVC(C=1.0, gamma=1.0, tol=1e-8).fit(X * [10.0, 1.0], y)
    assert made.values(X) == pytest.approx(twin.decision_function(X * [10.0, 1.0]), abs=1e-4)
    x1, x2, f = window_values(made, (-2.0, -2.0, 5.0))
    assert f[7, 3] == pytest.approx(float(made.values(np.array([[x1[3], x2[7]]]))[0]), abs=1e-12)


@pytest.mark.parametrize("name", ["moons", "unbalanced"])
def test_the_scaler_within_the_folds_is_a_pipeline_of_scikit_learn(name: str) -> None:
    X, y = points_of(name)
    found = held_out(X, y, larger(2, 0, 1000.0), TRAINING)
    pipeline = make_pipeline(StandardScaler(), SVC(C=1.0, gamma=1.0, tol=1e-8))
    split = PredefinedSplit(folds(y, FOLDS, 0))
    theirs = cross_val_predict(pipeline, X * [1000.0, 1.0], y, cv=split, method="decision_function")
    assert found.within == pytest.approx(theirs, abs=1e-4)
    assert found.accuracy(found.within) == ((theirs >= 0) == (y > 0)).mean()
    assert found.differs == int(((found.within >= 0) != (found.leaky >= 0)).sum())


def test_one_point_far_out_makes_the_leak_of_a_scaler_visible_and_not_always_flattering() -> None:
    X, y = points_of("moons")
    X = np.concatenate([X, [[400.0, 0.0]]])
    found = held_out(X, np.append(y, 1.0), larger(2, 0, 1.0), TRAINING)
    assert found.differs > 0
    assert found.accuracy(found.leaky) != found.accuracy(found.within)


def test_the_folds_part_all_points_once() -> None:
    y = np.repeat([1.0, -1.0], [7, 12])
    tested = np.concatenate([test for _, test in parted(y)])
    assert sorted(tested) == list(range(19))
    for train, test in parted(y):
        assert set(train) | set(test) == set(range(19))
        assert not set(train) & set(test)


def test_features_of_noise_chosen_before_the_folds_look_good_and_within_them_they_do_not() -> None:
    found = noise_leak()
    assert abs(found.within - 0.5) < 0.06
    assert found.leaky > 0.75
    assert noise_leak() == found


def test_the_chosen_features_have_the_largest_correlations() -> None:
    rng = np.random.default_rng(1)
    X, y = rng.standard_normal((20, 30)), np.repeat([1.0, -1.0], 10)
    twin = np.argsort([-abs(np.corrcoef(column, y)[0, 1]) for column in X.T])[:10]
    assert best_correlated(X, y).tolist() == sorted(twin.tolist())


def test_a_linear_kernel_matrix_in_another_unit_has_points_that_all_look_alike() -> None:
    X, y = points_of("overlap")
    made = scaled(X, y, larger(2, 0, 1000.0), UnitTraining(lambda _: Linear(), 1.0, (1.0, 1.0), 1e-3, 1000))
    assert made.alike > 0.999
