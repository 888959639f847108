"""Scores, thresholds and the coupling of three classes, against definitions written out."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from sklearn.metrics import brier_score_loss, log_loss, roc_auc_score, roc_curve

from core.estimators.probability import NEAR, couple, couple_exactly, coupling_sweeps
from core.topics.probabilities.theory import (
    BINS,
    confusion,
    coupling_course,
    pair_matrix,
    reliability,
    roc,
    scores,
    value_at,
)
from tests.core.golden import GOLDEN

seeds = st.integers(0, 2**32 - 1)
shares = st.floats(0.0, 1.0)


def judged(seed: int, both: bool = True) -> tuple[np.ndarray, np.ndarray]:
    """Return probabilities with ties, and labels."""
    rng = np.random.default_rng(seed)
    n = int(rng.integers(2, 40))
    y = np.where(rng.random(n) < 0.5, 1.0, -1.0)
    if both:
        y[:2] = 1.0, -1.0
    return np.round(rng.random(n), int(rng.integers(1, 4))), y


@given(seeds)
def test_both_scores_are_those_of_scikit_learn(seed: int) -> None:
    p, y = judged(seed)
    p = np.clip(p, 1e-9, 1 - 1e-9)
    found = scores(p, y)
    assert found.log_loss == pytest.approx(log_loss(y, p, labels=[-1, 1]), rel=1e-9)
    assert found.brier == pytest.approx(brier_score_loss(y, p, pos_label=1), rel=1e-9)


def test_a_certain_mistake_has_an_infinite_log_loss() -> None:
    assert math.isinf(scores(np.array([0.0, 1.0]), np.array([1.0, 1.0])).log_loss)
    assert scores(np.array([1.0, 0.0]), np.array([1.0, -1.0])).log_loss == 0.0


@given(seeds)
def test_the_bins_hold_every_point_once_and_keep_both_means(seed: int) -> None:
    p, y = judged(seed, both=False)
    bins = reliability(p, y)
    assert bins.count.sum() == len(y)
    assert len(bins.count) <= BINS
    assert (bins.mean * bins.count).sum() == pytest.approx(p.sum())
    assert (bins.share * bins.count).sum() == pytest.approx((y > 0).sum())


@given(seeds)
def test_the_curve_and_its_area_are_those_of_scikit_learn(seed: int) -> None:
    p, y = judged(seed)
    shown = roc(p, y)
    x, up, _ = roc_curve(y, p, pos_label=1, drop_intermediate=False)
    assert shown.false_rate == pytest.approx(x)
    assert shown.recall == pytest.approx(up)
    assert shown.area == pytest.approx(roc_auc_score(y, p))


@given(seeds, shares)
def test_the_dot_of_every_threshold_lies_on_the_curve(seed: int, threshold: float) -> None:
    p, y = judged(seed)
    at, shown = confusion(p, y, threshold), roc(p, y)
    assert at.hits + at.misses + at.alarms + at.rejections == len(y)
    assert np.min(np.hypot(shown.false_rate - at.false_rate, shown.recall - at.recall)) < 1e-12


def test_one_class_alone_has_no_rate_of_the_other() -> None:
    y = np.ones(3)
    at = confusion(np.array([0.1, 0.2, 0.9]), y, 0.5)
    assert math.isnan(at.false_rate)
    assert math.isnan(roc(np.array([0.1, 0.2, 0.9]), y).area)
    assert math.isnan(confusion(np.array([0.1]), y[:1], 0.5).precision)


@given(st.floats(-50, -0.01), st.floats(-5, 5), st.floats(0.01, 0.99))
def test_the_sigmoid_has_the_probability_where_it_is_said_to(A: float, B: float, p: float) -> None:
    assert 1.0 / (1.0 + math.exp(A * value_at(p, A, B) + B)) == pytest.approx(p, rel=1e-6)
    assert math.isnan(value_at(p, 0.0, B))


@given(shares, shares, shares)
def test_the_shown_iteration_ends_at_the_linear_system_and_stops_for_libsvm_where_couple_does(
    r12: float, r13: float, r23: float
) -> None:
    R = pair_matrix(r12, r13, r23)
    course = coupling_course(R, NEAR)
    assert course.p.sum(axis=1) == pytest.approx(1.0)
    assert course.residual[course.libsvm] <= NEAR / 3 or course.libsvm == len(course.p) - 1
    assert course.p[course.libsvm] == pytest.approx(couple(R), abs=1e-15)
    if course.residual[-1] <= 1e-12:
        scale = np.linalg.cond(np.block([[np.eye(3), np.ones((3, 1))], [np.ones((1, 3)), np.zeros((1, 1))]]))
        assert course.p[-1] == pytest.approx(course.exact, abs=1e-6 * scale)
    assert sum(course.votes) == 3


def test_the_iteration_of_usual_pairs_reaches_the_golden_solution_to_the_last_digits() -> None:
    entry = GOLDEN["extras"]["pairwise_coupling"][0]
    course = coupling_course(np.array(entry["r"]), NEAR)
    assert course.p[-1] == pytest.approx(entry["p"], abs=1e-11)
    assert course.exact == pytest.approx(entry["p"], abs=1e-13)
    assert course.objective == pytest.approx(entry["pQp"], rel=1e-12)
    assert (np.diff(course.residual) < 0).all()


def test_the_printed_algorithm_leaves_the_sum_1_while_the_corrected_one_keeps_it() -> None:
    course = coupling_course(pair_matrix(0.55, 0.55, 0.95), NEAR)
    assert course.printed[0] == pytest.approx(1.0)
    assert (course.printed[1:] > 1.5).all()
    even = coupling_course(pair_matrix(0.5, 0.5, 0.5), NEAR)
    assert even.printed == pytest.approx(1.0)
    assert even.consistent


@given(st.lists(st.floats(0.05, 1.0), min_size=3, max_size=3))
def test_pairs_of_one_distribution_give_it_back(weights: list[float]) -> None:
    p = np.array(weights) / sum(weights)
    course = coupling_course(pair_matrix(*(p[s] / (p[s] + p[t]) for s, t in ((0, 1), (0, 2), (1, 2)))), NEAR)
    assert course.consistent
    assert course.exact == pytest.approx(p, abs=1e-9)


def test_two_classes_need_no_sweep_beyond_their_pair() -> None:
    R = np.array([[0.0, 0.8], [0.2, 0.0]])
    assert couple_exactly(R) == pytest.approx([0.8, 0.2])
    assert couple(R, 1e-12) == pytest.approx([0.8, 0.2])


def test_the_sweeps_report_only_problems_that_are_not_finished() -> None:
    R = np.stack([pair_matrix(0.5, 0.5, 0.5), pair_matrix(0.55, 0.55, 0.95)])
    residuals = [left for _, left in coupling_sweeps(R)]
    assert [len(left) for left in residuals][:2] == [2, 1]
