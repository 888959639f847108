"""LinearSVC and SVC as scikit-learn trains them, and what makes them agree."""

from __future__ import annotations

import warnings

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from sklearn.exceptions import ConvergenceWarning
from sklearn.svm import SVC, LinearSVC

from core.solver import Outcome
from core.topics.descent.estimators import LIMIT, attempts, best_offsets, stages
from datasets import CATALOGUE, FIRST_PAIR, in_pair


def points_of(name: str) -> tuple[np.ndarray, np.ndarray]:
    points = in_pair(CATALOGUE[name].make(), FIRST_PAIR)
    return points.X, points.y.astype(np.float64)


@pytest.mark.parametrize("name", ["overlap", "unbalanced", "iris", "outlier"])
@pytest.mark.parametrize("C", [0.1, 1.0])
def test_each_stage_is_the_machine_of_scikit_learn_with_these_settings(name: str, C: float) -> None:
    X, y = points_of(name)
    made = {stage.name: stage for stage in stages(X, y, C)}
    for stage, settings in (
        ("defaults", {"loss": "squared_hinge"}),
        ("hinge", {"loss": "hinge"}),
    ):
        theirs = LinearSVC(C=C, tol=1e-8, max_iter=1_000_000, random_state=0, **settings).fit(X, y)
        mine = made[stage].linear
        assert X @ mine.w + mine.b == pytest.approx(theirs.decision_function(X), abs=5e-3)
    exact = SVC(kernel="linear", C=C, tol=1e-12).fit(X, y)
    pairs = made["tolerance"].pairs
    assert X @ pairs.w + pairs.b == pytest.approx(exact.decision_function(X), abs=1e-5)


@pytest.mark.parametrize("name", CATALOGUE)
def test_without_the_three_differences_both_agree_to_1e_8_unless_the_offset_is_not_unique(name: str) -> None:
    X, y = points_of(name)
    last = stages(X, y, 1.0)[-1]
    low, high = last.b_range
    assert last.agreed or high - low > 1e-6
    assert last.normal <= 1e-8


@given(st.integers(0, 500))
def test_the_normals_agree_on_random_points_and_so_does_f_where_b_is_unique(seed: int) -> None:
    rng = np.random.default_rng(seed)
    X, y = rng.standard_normal((20, 2)), np.repeat([1.0, -1.0], 10)
    last = stages(X, y, 1.0)[-1]
    if {last.linear.outcome, last.pairs.outcome} != {Outcome.OPTIMAL}:
        return
    low, high = last.b_range
    assert last.normal <= 1e-7
    assert last.difference <= (high - low) + 1e-7


def test_each_difference_is_visible_on_the_opening_points_of_the_page() -> None:
    defaults, hinge, offset, tolerance = (stage.difference for stage in stages(*points_of("unbalanced"), 100.0))
    assert defaults > 2.0 * hinge > 100.0 * offset > 1e5 * tolerance


def test_a_feature_in_another_unit_ends_at_the_limit_as_in_scikit_learn_and_scaling_cures_it() -> None:
    X, y = points_of("overlap")
    runs = {run.name: run for run in attempts(X, y, 1.0, 1000.0)}
    assert runs["plain"].warned
    assert runs["plain"].epochs == LIMIT
    assert not runs["scale"].warned
    assert not runs["smaller"].warned
    assert not runs["primal"].warned
    with pytest.warns(ConvergenceWarning, match="failed to converge"):
        LinearSVC(C=1.0, dual=True, random_state=0).fit(X * [1000.0, 1.0], y)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        LinearSVC(C=1.0, dual=True, random_state=0).fit((X - X.mean(axis=0)) / X.std(axis=0), y)


@given(st.integers(0, 200))
def test_the_best_offsets_are_all_that_minimise_the_hinge_loss(seed: int) -> None:
    rng = np.random.default_rng(seed)
    n = int(rng.integers(2, 9))
    X, w = rng.integers(-3, 4, (n, 2)) / 2.0, rng.integers(-2, 3, 2) / 2.0
    y = np.where(rng.permutation(n) % 2 == 0, 1.0, -1.0)
    low, high = best_offsets(X, y, w)
    b = np.arange(-80, 81) / 8.0  # among them all kinks, and places between any two
    loss = np.maximum(0.0, 1.0 - y * (X @ w + b[:, None])).sum(axis=1)
    best = b[loss == loss.min()]
    assert (low, high) == (best[0], best[-1])
