"""Points far from the origin, large and small ones: the answer is that of the same points near by, or it says so."""

from __future__ import annotations

import re
import warnings
from typing import Any

import numpy as np
import pytest
from hypothesis import assume, example, given, settings
from hypothesis import strategies as st
from scipy import sparse
from sklearn.exceptions import ConvergenceWarning

from core.estimators import SVC, SVR, LinearSVC, NuSVC, NuSVR, OneClassSVM
from core.estimators.machine.training import FIRST_STEPS
from core.problem import Polynomial, Sigmoid, TaylorGaussian, meets

POINTS = np.random.default_rng(0).normal(size=(100, 2))
SIGNS = np.where(POINTS[:, 0] + 0.5 * np.random.default_rng(1).normal(size=100) > 0, 1, -1)
ON_GRID = np.round(1024 * POINTS) / 1024  # shifts by whole numbers are exact
MACHINES = {
    "SVC": SVC,
    "NuSVC": NuSVC,
    "SVR": SVR,
    "NuSVR": NuSVR,
    "OneClassSVM": OneClassSVM,
}


def fitted(machine: Any, X: Any, y: Any) -> tuple[Any, list[str]]:
    """Return the machine after its training, and what it was warned of."""
    with warnings.catch_warnings(record=True) as said:
        warnings.simplefilter("always", ConvergenceWarning)
        machine.fit(X, y)
    return machine, [str(each.message) for each in said]


def proofs(machine: Any) -> tuple[Any, ...]:
    found = machine.certificate_
    return found if isinstance(found, tuple) else (found,)


@pytest.mark.parametrize("shift", [0.0, 1e3, 1e4, 1e5, 1e6, 1e8])
def test_a_linear_machine_far_from_the_origin_is_that_near_by(shift: float) -> None:
    near, _ = fitted(SVC(kernel="linear", tol=1e-6), ON_GRID, SIGNS)
    far, said = fitted(SVC(kernel="linear", tol=1e-6), ON_GRID + shift, SIGNS)
    assert (far.fit_status_, said) == (0, [])
    assert far.certificate_.violation <= 1e-6
    assert far.certificate_.dual == pytest.approx(near.certificate_.dual, rel=1e-9)
    assert far.certificate_.relative_gap < 1e-6
    np.testing.assert_allclose(far.coef_, near.coef_, atol=1e-5)
    np.testing.assert_allclose(far.decision_function(ON_GRID + shift), near.decision_function(ON_GRID), atol=1e-5)


def test_what_is_told_of_a_far_machine_is_told_in_the_points_as_they_came() -> None:
    X = ON_GRID + 2.0**20
    machine, _ = fitted(SVC(kernel="linear"), X, SIGNS)
    assert np.array_equal(machine.support_vectors_, X[machine.support_])
    assert machine.certificate_.b == machine.intercept_[0]
    by_hand = X @ machine.coef_[0] + machine.intercept_[0]
    np.testing.assert_allclose(by_hand, machine.decision_function(X), atol=1e-8)


@settings(max_examples=40)
@given(
    name=st.sampled_from(["SVC", "NuSVC", "SVR", "NuSVR"]),
    kernel=st.sampled_from(["linear", "rbf"]),
    shift=st.tuples(*[st.integers(-(10**8), 10**8)] * 2),
    seed=st.integers(0, 2**16),
)
def test_a_shift_changes_neither_the_objective_nor_the_decision_values(
    name: str, kernel: str, shift: tuple[int, int], seed: int
) -> None:
    random = np.random.default_rng(seed)
    X = random.integers(-4096, 4096, size=(40, 2)) / 1024
    noisy = X[:, 0] + 0.5 * random.normal(size=40)
    y = noisy if "R" in name else np.where(noisy > np.median(noisy), 1, -1)
    near, far = (MACHINES[name](kernel=kernel, gamma=0.5, tol=1e-9) for _ in range(2))
    try:
        near.fit(X, y)
    except ConvergenceWarning as told:
        assume("nu is too small" not in str(told))
        raise
    if name == "NuSVC":  # without a free point of both signs the margin is not unique, and all is divided by it
        coef = near.dual_coef_[0]
        inside = np.abs(coef) < 0.999 * np.abs(coef).max()
        assume(bool((coef > 0)[inside].any() and (coef < 0)[inside].any()))
    far.fit(X + shift, y)
    assert near.fit_status_ == far.fit_status_ == 0
    assert far.certificate_.dual == pytest.approx(near.certificate_.dual, rel=1e-6, abs=1e-9)
    value = "predict" if "R" in name else "decision_function"
    here, there = (getattr(machine, value)(points) for machine, points in ((near, X), (far, X + shift)))
    np.testing.assert_allclose(there - there.mean(), here - here.mean(), atol=1e-5 * (1.0 + np.abs(here).max()))


@settings(max_examples=60)
@given(
    name=st.sampled_from(sorted(MACHINES)),
    kernel=st.sampled_from(["linear", "rbf", "poly", "sigmoid", TaylorGaussian(0.5, 6)]),
    scale=st.floats(-8, 8),
    shift=st.floats(0, 8),
    size=st.floats(-3, 6),
    thin=st.booleans(),
    seed=st.integers(0, 2**16),
)
@example("SVC", "linear", 8.0, 0.0, 0.0, False, 0)
@example("SVC", "linear", 0.0, 8.0, 0.0, True, 0)
@example("SVC", "linear", 0.0, 4.0, 0.0, False, 0)
@example("OneClassSVM", "linear", 0.0, 8.0, 0.0, False, 0)
@example("SVC", "poly", 3.0, 0.0, 3.0, False, 0)
def test_an_estimator_never_contradicts_its_certificate(
    name: str, kernel: Any, scale: float, shift: float, size: float, thin: bool, seed: int
) -> None:
    random = np.random.default_rng(seed)
    X = 10.0**scale * random.normal(size=(30, 2)) + (10.0**shift if shift >= 1.0 else 0.0)
    noisy = random.normal(size=30)
    y = noisy if "R" in name else np.where(noisy > np.median(noisy), 1, -1)
    own = {"C": 10.0**size} if name in ("SVC", "SVR", "NuSVR") else {}
    machine = MACHINES[name](kernel=kernel, tol=1e-3, max_iter=20_000, **own)
    try:
        said = fitted(machine, sparse.csr_array(X) if thin else X, y)[1]
    except ValueError:  # a refusal is an answer, too
        return
    assert bool(said) == bool(machine.fit_status_)
    status = machine.fit_status_
    assert status == 1 or all(meets(proof, 1e-3) for proof in proofs(machine))
    assert machine.fit_status_ == status


@pytest.mark.parametrize("scale", [1e2, 1e4, 1e5, 1e6, 1e7, 1e8, 1e10, 1e-4, 1e-8])
def test_a_linear_machine_of_large_and_small_points_gets_there(scale: float) -> None:
    machine, said = fitted(SVC(kernel="linear"), scale * POINTS, SIGNS)
    assert (machine.fit_status_, said) == (0, [])
    assert machine.certificate_.violation <= 1e-3
    assert machine.certificate_.relative_gap <= 1e-3
    assert machine.n_iter_[0] < 2_000_000
    f = machine.decision_function(scale * POINTS)
    primal = 0.5 * float(machine.coef_[0] @ machine.coef_[0]) + np.maximum(0.0, 1.0 - SIGNS * f).sum()
    assert primal == pytest.approx(machine.certificate_.primal, rel=1e-6)
    np.testing.assert_allclose(scale * POINTS @ machine.coef_[0] + machine.intercept_[0], f, atol=1e-8)


@pytest.mark.parametrize("scale", [1e6, 1e8])
@pytest.mark.parametrize("name", ["SVC", "SVR", "NuSVR"])
def test_every_bounded_linear_machine_of_large_points_gets_there(name: str, scale: float) -> None:
    y = np.digitize(POINTS[:, 0], [-0.5, 0.7]) if name == "SVC" else POINTS[:, 0] + np.sin(POINTS[:, 1])
    machine, said = fitted(MACHINES[name](kernel="linear"), scale * POINTS, y)
    assert (machine.fit_status_, said) == (0, [])
    assert all(meets(proof, 1e-3) for proof in proofs(machine))


def test_many_large_points_waste_no_limit_before_their_plane_is_sought() -> None:
    random = np.random.default_rng(0)
    X = random.normal(size=(5000, 2))
    y = np.where(X[:, 0] + 0.5 * random.normal(size=5000) > 0, 1, -1)
    machine, said = fitted(SVC(kernel="linear"), 1e6 * X, y)
    assert (machine.fit_status_, said) == (0, [])
    assert machine.certificate_.relative_gap <= 1e-3
    assert machine.n_iter_[0] < 2 * FIRST_STEPS


def test_first_steps_that_were_too_few_are_gone_on_with(monkeypatch: pytest.MonkeyPatch) -> None:
    whole, _ = fitted(SVC(kernel="linear", C=100.0), POINTS, SIGNS)
    monkeypatch.setattr("core.estimators.machine.training.FIRST_STEPS", 10)
    monkeypatch.setattr("core.estimators.machine.plane._trained", lambda *given: None)
    monkeypatch.setattr("core.estimators.classifiers.solve_fast", lambda *given: None)
    machine, said = fitted(SVC(kernel="linear", C=100.0), POINTS, SIGNS)
    assert (machine.fit_status_, said) == (0, [])
    assert machine.n_iter_[0] > 10
    assert machine.certificate_.dual == pytest.approx(whole.certificate_.dual, rel=1e-4)
    short, said = fitted(SVC(kernel="linear", C=100.0, max_iter=12), POINTS, SIGNS)
    assert short.fit_status_ == 1
    assert "max_iter=12" in said[0]
    assert short.n_iter_[0] <= 12


def test_where_no_plane_in_float64_can_be_proved_the_warning_names_the_gap() -> None:
    machine, said = fitted(SVC(kernel="linear"), 1e14 * POINTS, SIGNS)
    assert machine.fit_status_ == 1
    assert "duality gap is" in said[0]


@pytest.mark.parametrize("order", range(3))
@pytest.mark.parametrize("loss", ["hinge", "squared_hinge"])
@pytest.mark.parametrize("scale", [1.0, 1e3, 1e5])
def test_a_linear_svc_of_large_points_gets_there_in_any_order(loss: str, scale: float, order: int) -> None:
    machine, said = fitted(LinearSVC(C=1e5, loss=loss, random_state=order), scale * POINTS, SIGNS)
    assert (machine.fit_status_, said) == (0, [])
    assert machine.certificate_.relative_gap < 1e-5
    assert machine.certificate_.violation <= 1e-4
    f = machine.decision_function(scale * POINTS)
    slack = np.maximum(0.0, 1.0 - SIGNS * f)
    weights = np.append(machine.coef_[0], machine.intercept_[0])
    primal = 0.5 * weights @ weights + 1e5 * (slack**2 if loss == "squared_hinge" else slack).sum()
    assert primal == pytest.approx(machine.certificate_.primal, rel=1e-5)  # weights are rounded, as the gap allows


def test_a_linear_svc_that_falls_short_names_the_gap() -> None:
    for most in (1, 3):
        machine, said = fitted(LinearSVC(C=1e5, loss="hinge", max_iter=most), 1e3 * POINTS, SIGNS)
        assert machine.fit_status_ == 1
        assert f"the duality gap is {machine.certificate_.relative_gap:.3g} of the objective" in said[0]


def test_without_a_constant_feature_the_intercept_is_a_number() -> None:
    assert isinstance(LinearSVC(fit_intercept=False).fit(POINTS, SIGNS).intercept_, float)


def test_two_clusters_far_apart_are_measured_by_differences() -> None:
    X = np.vstack([np.random.default_rng(k).normal(size=(400, 6)) + 10.0**8 * k for k in (0, 1)])
    machine, said = fitted(SVC(gamma=0.1), X, np.tile([1, -1], 400))
    assert (machine.fit_status_, said) == (0, [])
    assert machine.certificate_.violation <= 1e-3


@pytest.mark.parametrize("kernel", ["rbf", "poly", "sigmoid", "linear"])
@pytest.mark.parametrize("tail", ["normal", "heavy", "far apart"])
def test_what_a_large_fit_says_is_what_its_certificate_says_later(kernel: str, tail: str) -> None:
    random = np.random.default_rng(len(kernel))
    X = random.normal(size=(1200, 5)) if tail != "heavy" else random.standard_t(2, size=(1200, 5))
    X *= 10.0 ** random.normal(size=(1200, 1)) if tail == "far apart" else 1.0
    y = np.where(X[:, 0] + np.abs(X).mean() * random.normal(size=1200) > 0, 1, -1)
    for C in (0.01, 1.0, 10.0):
        machine, said = fitted(SVC(kernel=kernel, coef0=1.0, C=C, max_iter=100_000, cache_size=5), X, y)
        status = machine.fit_status_
        assert bool(said) == bool(status)
        assert status == 1 or meets(machine.certificate_, 1e-3)
        assert machine.fit_status_ == status


@pytest.mark.parametrize("asked", ["fit_status_", "certificate_"])
def test_reading_the_status_first_gives_what_the_certificate_says(asked: str) -> None:
    machine = SVC(gamma=0.5).fit(POINTS, SIGNS)
    (solved,) = machine._proof.solved
    machine._proof = machine._proof._replace(solved=[solved._replace(alpha=0.5 * solved.alpha)])
    with pytest.warns(ConvergenceWarning, match="The violation is"):
        getattr(machine, asked)
    assert machine.fit_status_ == 1
    assert not meets(machine.certificate_, 1e-3)


def test_before_the_fit_there_is_no_status() -> None:
    assert not hasattr(SVC(), "fit_status_")


@pytest.mark.parametrize(
    ("kernel", "shift"),
    [(Polynomial(3, 1e-6, 1.0), 1e4), (Sigmoid(1e-12, 0.0), 1e6), (TaylorGaussian(1e-12, 4), 1e6)],
)
def test_a_warning_about_points_far_from_the_origin_names_the_kernel_and_the_shift(kernel: Any, shift: float) -> None:
    far, said = fitted(SVC(kernel=kernel, tol=1e-9, C=1e8, max_iter=100_000), POINTS + shift, SIGNS)
    assert far.fit_status_ == 1
    mean = far.support_vectors_.mean(axis=0)
    apart = np.sqrt(((far.support_vectors_ - mean) ** 2).sum(axis=1).mean())
    numbers = re.findall(
        r"lie (\S+) from the origin and (\S+) from their mean: a (\w+) kernel cannot be centred", said[0]
    )
    assert len(numbers) == 1
    assert numbers[0][2] == type(kernel).__name__
    assert float(numbers[0][0]) == pytest.approx(np.linalg.norm(mean), rel=1e-2)
    assert float(numbers[0][1]) == pytest.approx(apart, rel=0.1)


def test_a_warning_about_points_near_by_and_of_kernels_that_move_with_them_names_no_shift() -> None:
    for kernel, shift in ((Polynomial(9, 5.0, 1.0), 0.0), ("linear", 300.0), ("rbf", 300.0)):
        machine, said = fitted(SVC(kernel=kernel, tol=1e-9, C=1e8, max_iter=20), POINTS + shift, SIGNS)
        assert machine.fit_status_ == 1
        assert "from the origin" not in said[0]
