"""The machines of the folds: their curves against the estimators, scikit-learn and naive twins."""

from __future__ import annotations

from functools import cache
from itertools import pairwise

import numpy as np
import pytest
from scipy.optimize import minimize

from core.estimators import SVC, SVR
from core.estimators.probability import fit_sigmoid, sigmoid, sigmoid_steps
from core.problem import Gaussian, InputError, Linear
from core.topics.probabilities.experiment import (
    HELD_OUT,
    METHODS,
    TRAINING,
    CalibrationCurves,
    calibrate,
    isotonic_curve,
    regression_noise,
)
from datasets import CATALOGUE
from tests.core.golden import GOLDEN

pytestmark = pytest.mark.filterwarnings("ignore:.*prob.* deprecated in:FutureWarning")
FINE, LIMIT = 1e-9, 200_000


def points(name: str) -> tuple[np.ndarray, np.ndarray]:
    found = CATALOGUE[name].make()
    return np.asarray(found.X), found.y.astype(float)


@cache
def overfitted() -> CalibrationCurves:
    X, y = points("noisy")
    return calibrate(X, y, Gaussian(1.0), 1000.0, 0, 1e-5, LIMIT)


def test_the_sigmoid_is_that_of_the_estimator_with_the_same_folds() -> None:
    X, y = points("overlap")
    found = calibrate(X, y, Gaussian(1.0), 1.0, 3, FINE, LIMIT)
    machine = SVC(C=1.0, kernel=Gaussian(1.0), probability=True, random_state=3, tol=FINE).fit(X, y)
    assert pytest.approx((machine.probA_[0], machine.probB_[0]), rel=1e-4) == (found.A, -found.B)
    assert machine.predict_proba(X)[:, 1] == pytest.approx(sigmoid(found.own, found.A, found.B), abs=1e-5)


def test_the_sigmoid_is_the_minimum_that_a_general_optimiser_finds() -> None:
    found = overfitted()
    t = np.where(found.y > 0, *found.targets)

    def entropy(at: np.ndarray) -> float:
        p = 1.0 / (1.0 + np.exp(at[0] * found.f + at[1]))
        return float(-np.mean(t * np.log(p) + (1 - t) * np.log(1 - p)))

    twin = minimize(entropy, [-0.1, 0.0], tol=1e-14, method="Nelder-Mead", options={"maxiter": 2000})
    assert pytest.approx(twin.x, abs=1e-5) == (found.A, found.B)
    assert found.steps[-1].objective == pytest.approx(twin.fun, abs=1e-12)


def test_the_walk_ends_where_the_routine_ends_and_every_tested_step_goes_down() -> None:
    rng = np.random.default_rng(0)
    for _ in range(40):
        n = int(rng.integers(2, 30))
        y = np.where(rng.random(n) < 0.3, 1.0, -1.0)
        f = rng.normal(size=n) * 10.0 ** rng.integers(-3, 4) + 2.0 * y
        steps = list(sigmoid_steps(f, y))
        assert fit_sigmoid(f, y) == (steps[-1].A, steps[-1].B)
        assert steps[0].A == 0.0
        for before, after in pairwise(steps):
            assert after.objective < before.objective or not after.tested
        assert max(map(abs, steps[-1].gradient)) < 1e-5 / n


def test_the_walk_of_the_golden_values_ends_at_the_golden_sigmoid() -> None:
    (entry,) = GOLDEN["extras"]["platt"]
    f, y = np.array(entry["dec"]), np.array(entry["labels"], dtype=float)
    *_, last = sigmoid_steps(f, y)
    assert pytest.approx((entry["A"], entry["B"]), abs=1e-5) == (last.A, last.B)
    assert len(y) * last.objective == pytest.approx(entry["nll"], rel=1e-9)


def test_a_sigmoid_of_training_values_is_too_steep_and_scores_worse_on_unseen_points() -> None:
    found = overfitted()
    assert found.of_training.A < 3.0 * found.A < 0.0
    honest, own = found.scores[HELD_OUT], found.scores[TRAINING]
    assert own.log_loss > 1.5 * honest.log_loss
    assert own.brier > 1.1 * honest.brier


def test_the_scores_are_of_points_that_neither_machine_nor_curve_has_seen() -> None:
    X, y = points("overlap")
    order = np.random.RandomState(5).permutation(len(y))
    held = np.array_split(order, 5)[2]
    kept = np.setdiff1d(np.arange(len(y)), held)
    machine = SVC(C=2.0, kernel=Gaussian(1.0), probability=True, random_state=5, tol=FINE).fit(X[kept], y[kept])
    found = calibrate(X, y, Gaussian(1.0), 2.0, 5, FINE, LIMIT)
    assert found.unseen[HELD_OUT][held] == pytest.approx(machine.predict_proba(X[held])[:, 1], abs=1e-4)


def test_the_isotonic_curve_rises_and_means_the_share_of_each_step() -> None:
    rng = np.random.default_rng(2)
    f = rng.normal(size=60)
    y = np.where(f + rng.normal(size=60) > 0, 1.0, -1.0)
    curve = isotonic_curve(f, y)
    p = curve(f)
    assert (np.diff(p[np.argsort(f)]) >= 0).all()
    for height in np.unique(p):
        assert (y[p == height] > 0).mean() == pytest.approx(height)
    assert curve(np.array([-99.0, 99.0])) == pytest.approx([p.min(), p.max()])


@pytest.mark.parametrize(
    "labels",
    [[1.0, -1.0], [1.0, -1.0, -1.0], [1.0, *[-1.0] * 9], [1.0, 1.0, -1.0, -1.0]],
    ids=["two points", "three", "one against nine", "two each"],
)
def test_folds_with_a_single_class_or_point_still_give_probabilities(labels: list[float]) -> None:
    y = np.array(labels)
    X = np.random.default_rng(0).normal(size=(len(y), 2))
    found = calibrate(X, y, Gaussian(1.0), 1.0, 0, 1e-5, LIMIT)
    for p in (found.p, *(found.unseen[method] for method in METHODS)):
        assert np.isfinite(p).all()
        assert ((p >= 0) & (p <= 1)).all()


def test_points_that_all_coincide_have_equal_values_and_one_probability() -> None:
    y = np.array([1.0, -1.0] * 6)
    found = calibrate(np.zeros((12, 2)), y, Gaussian(1.0), 1.0, 0, 1e-5, LIMIT)
    assert np.ptp(found.own) == 0.0
    *_, last = sigmoid_steps(found.own, y)
    assert (0.0, pytest.approx(0.0)) == (last.A, last.B)


def test_one_class_is_refused_before_any_fold() -> None:
    with pytest.raises(InputError):
        calibrate(np.zeros((4, 2)), np.ones(4), Linear(), 1.0, 0, 1e-5, LIMIT)


def test_the_scale_of_the_noise_is_that_of_held_out_residuals() -> None:
    X, _ = points("wave")
    line = np.column_stack([X[:, 0], np.zeros(len(X))])
    found = regression_noise(line, X[:, 1], Gaussian(1.0), 10.0, 0.3, line[:3], 1, FINE, LIMIT)
    order, f = np.random.RandomState(1).permutation(len(X)), np.empty(len(X))
    for held in np.array_split(order, 5):
        kept = np.setdiff1d(order, held)
        twin = SVR(C=10.0, epsilon=0.3, kernel=Gaussian(1.0), tol=FINE).fit(line[kept], X[kept, 1])
        f[held] = twin.predict(line[held])
    residuals = X[:, 1] - f
    assert found.residuals == pytest.approx(residuals, abs=1e-5)
    assert found.plain == pytest.approx(np.abs(residuals).mean(), abs=1e-5)
    near = np.abs(residuals) <= 5 * np.sqrt(2) * np.abs(residuals).mean()
    assert found.s == pytest.approx(np.abs(residuals[near]).mean(), abs=1e-5)
    assert (found.kept == near).all()
    assert found.of_training < found.s


def test_a_point_far_away_is_left_out_by_the_rule_of_five_deviations() -> None:
    z = np.zeros(40)
    z[7] = 50.0
    line = np.column_stack([np.linspace(-3, 3, 40), np.zeros(40)])
    found = regression_noise(line, z, Gaussian(1.0), 1.0, 0.0, line[:1], 0, 1e-6, LIMIT)
    assert np.flatnonzero(~found.kept).tolist() == [7]
    assert found.s < found.plain


def test_residuals_of_0_have_the_scale_0() -> None:
    line = np.column_stack([np.arange(10.0), np.zeros(10)])
    found = regression_noise(line, np.zeros(10), Gaussian(1.0), 1.0, 0.1, line[:1], 0, 1e-6, LIMIT)
    assert (found.s, found.plain) == (0.0, 0.0)
    assert found.kept.all()


def test_one_point_has_no_held_out_residual() -> None:
    with pytest.raises(InputError, match="2 points at least"):
        regression_noise(np.zeros((1, 2)), np.zeros(1), Linear(), 1.0, 0.1, np.zeros((1, 2)), 0, 1e-5, LIMIT)
