"""Machines in a limit: a C without end for a tube, a nu without a margin, and limits of epochs and steps."""

import math
import warnings
from typing import Any

import numpy as np
import pytest
import sklearn.svm
from hypothesis import given, settings
from hypothesis import strategies as st
from sklearn.base import clone
from sklearn.datasets import make_classification, make_regression
from sklearn.exceptions import ConvergenceWarning
from sklearn.model_selection import GridSearchCV

from core.estimators import SVC, SVR, LinearSVC, NuSVC, NuSVR, OneClassSVM
from core.problem import TaylorGaussian, meets

XOR = np.array([[-1.0, -1.0], [1.0, 1.0], [-1.0, 1.0], [1.0, -1.0]])
SIDES = np.array([1, 1, -1, -1])


@settings(max_examples=40)
@given(
    seed=st.integers(0, 2**16),
    n=st.integers(2, 40),
    d=st.integers(1, 4),
    epsilon=st.sampled_from([0.0, 0.1, 1.0]),
    scale=st.sampled_from([1e-3, 1.0, 1e4]),
)
def test_a_hard_tube_holds_every_target_and_is_the_machine_of_every_larger_c(
    seed: int, n: int, d: int, epsilon: float, scale: float
) -> None:
    rng = np.random.default_rng(seed)
    X, z = rng.normal(size=(n, d)), scale * rng.normal(size=n)
    named: dict[str, Any] = {"gamma": 3.0, "epsilon": epsilon * scale, "tol": 1e-9 * scale}
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", ConvergenceWarning)  # two points almost in one place need a C without end
        try:
            hard = SVR(C=math.inf, **named).fit(X, z)
        except ValueError as refusal:
            told = str(refusal)
        else:
            told = ""
    if told:
        assert "no function of this kernel was found" in told
        return
    if hard.fit_status_ != 0:
        return
    assert np.abs(hard.predict(X) - z).max() <= (epsilon + 1e-5) * scale
    assert meets(hard.certificate_, named["tol"])
    top = float(np.abs(hard.dual_coef_).max(initial=0.0))
    soft = SVR(C=2.0 * top + 1e-6 * scale, **named).fit(X, z)
    np.testing.assert_allclose(soft.predict(X), hard.predict(X), atol=1e-5 * scale)
    assert soft.certificate_.dual == pytest.approx(hard.certificate_.dual, rel=1e-6, abs=1e-9 * scale**2)


def test_a_hard_tube_is_scikit_learns_with_a_very_large_c() -> None:
    X, z = make_regression(random_state=0)
    ours, theirs = SVR(C=math.inf).fit(X, z), sklearn.svm.SVR(C=math.inf).fit(X, z)
    np.testing.assert_allclose(ours.predict(X), theirs.predict(X), atol=5e-3)
    weighted = SVR(C=math.inf, gamma=0.01).fit(X, z, np.where(np.arange(len(z)) < 80, 2.0, 0.0))
    few = SVR(C=math.inf, gamma=0.01).fit(X[:80], z[:80])
    np.testing.assert_allclose(weighted.predict(X), few.predict(X), atol=5e-3)


@pytest.mark.parametrize("kernel", ["linear", "rbf"])
def test_a_tube_that_nothing_fits_is_refused_in_one_sentence(kernel: str) -> None:
    with pytest.raises(ValueError, match=r"no function of this kernel .* epsilon=0\.1"):
        SVR(C=math.inf, kernel=kernel).fit([[0.0], [0.0], [1.0]], [0.0, 1.0, 0.0])
    assert SVR(C=math.inf, kernel=kernel).fit([[0.0], [0.0], [1.0]], [0.0, 0.2, 0.0]).fit_status_ == 0
    constant = SVR(C=math.inf, kernel=kernel).fit([[0.0], [1.0]], [5.0, 5.0])
    assert constant.predict([[9.0]]) == pytest.approx(5.0, abs=0.1)
    with pytest.raises(ValueError, match="C is inf"):
        NuSVR(C=math.inf).fit([[0.0], [1.0]], [0.0, 1.0])


def test_where_no_margin_is_left_the_machine_is_the_limit_of_those_with_one() -> None:
    rng = np.random.default_rng(0)
    X = rng.normal(size=(80, 2))
    y = np.where(X[:, 0] + 0.7 * rng.normal(size=80) > 0, "a", "b")
    with pytest.warns(ConvergenceWarning, match=r"nu is too small .* C-SVC with C=1000, near the limit"):
        limit = NuSVC(kernel="linear", nu=0.05).fit(X, y)
    assert limit.fit_status_ == 1
    soft = SVC(kernel="linear", C=1000.0).fit(X, y)
    np.testing.assert_allclose(limit.decision_function(X), soft.decision_function(X), atol=5e-3)
    assert meets(limit.certificate_, 1e-3)
    smallest = 0.05  # the machines of nu that leave a margin come closer to it, the smaller nu is
    apart = []
    for nu in (0.6, 0.5, 0.45, 0.4):
        with warnings.catch_warnings():
            warnings.simplefilter("error", ConvergenceWarning)
            try:
                machine = NuSVC(kernel="linear", nu=nu, tol=1e-6).fit(X, y)
            except ConvergenceWarning:
                break
        smallest = nu
        apart.append(float(np.abs(machine.decision_function(X) - limit.decision_function(X)).max()))
    assert smallest > 0.05
    assert len(apart) > 1
    assert apart == sorted(apart, reverse=True)


def test_points_that_no_plane_knows_apart_give_a_constant_machine() -> None:
    with pytest.warns(ConvergenceWarning, match="nu is too small"):
        machine = NuSVC(kernel="linear", nu=0.5).fit(XOR, SIDES)
    assert np.abs(machine.coef_).max() < 1e-6
    assert set(machine.predict(XOR)) <= {1, -1}


def test_a_grid_search_goes_on_where_a_nu_leaves_no_margin() -> None:
    rng = np.random.default_rng(1)
    X = rng.normal(size=(90, 2))
    y = np.where(X[:, 0] + 0.6 * rng.normal(size=90) > 0, 1, 0)
    search = GridSearchCV(NuSVC(kernel="linear"), {"nu": [0.01, 0.1, 0.5]}, cv=3, error_score="raise")
    with pytest.warns(ConvergenceWarning, match="nu is too small"):
        search.fit(X, y)
    assert np.isfinite(search.cv_results_["mean_test_score"]).all()
    assert search.cv_results_["mean_test_score"].min() > 0.7


@pytest.mark.parametrize("nu", [2 / 3, 0.5, 1.0])
def test_the_largest_nu_that_is_feasible_is_solved(nu: float) -> None:
    few = round(30 * nu / 2)
    X = np.random.default_rng(0).normal(size=(30, 2))
    y = np.where(np.arange(30) < few, 1, -1)
    X[y == 1] += 1.0
    machine = NuSVC(nu=nu).fit(X, y)
    assert machine.fit_status_ == 0
    assert np.abs(machine.dual_coef_).max() * machine.certificate_.unit >= 0.0
    with pytest.raises(ValueError, match="specified nu is infeasible"):
        NuSVC(nu=min(1.0, nu + 0.01)).fit(X, np.where(np.arange(30) < few - 1, 1, -1))


@pytest.mark.parametrize("machine", [SVC(), NuSVC(), SVR(), NuSVR(), OneClassSVM()], ids=lambda m: type(m).__name__)
def test_a_limit_that_ends_a_fit_is_told(machine: Any) -> None:
    X, y = make_classification(300, random_state=0)
    whole = clone(machine).fit(X, y)
    for limit in (1, 5, int(np.max(whole.n_iter_)) // 2):
        with pytest.warns(ConvergenceWarning, match=rf"Solver terminated early \(max_iter={limit}\)"):
            short = clone(machine).set_params(max_iter=limit).fit(X, y)
        assert np.max(short.n_iter_) <= limit
        assert short.fit_status_ == 1


@pytest.mark.parametrize(
    "named", [{}, {"loss": "hinge"}, {"penalty": "l1"}, {"multi_class": "crammer_singer"}], ids=str
)
def test_an_epoch_limit_that_ends_a_fit_is_told(named: dict[str, Any]) -> None:
    X, y = make_classification(300, n_classes=3, n_informative=4, random_state=0)
    with pytest.warns(ConvergenceWarning, match="Liblinear failed to converge, increase the number of iterations"):
        machine = LinearSVC(max_iter=2, tol=1e-8, dual=named.get("penalty") != "l1", **named).fit(X, y)
    assert machine.n_iter_ == 2
    assert type(machine.n_iter_) is int
    assert machine.fit_status_ == 1


@pytest.mark.parametrize("K", [np.zeros((2, 2)), np.zeros((9, 9)), np.ones((5, 5)), np.diag([1.0, 0.0, 0.0])])
def test_a_kernel_that_tells_no_points_apart_has_no_hard_margin_and_says_so(K: np.ndarray) -> None:
    y = np.arange(len(K)) % 2
    with pytest.raises(ValueError, match="no plane in the feature space of this kernel separates"):
        SVC(C=math.inf, kernel="precomputed").fit(K, y)


@pytest.mark.filterwarnings("ignore::sklearn.exceptions.ConvergenceWarning")
@pytest.mark.parametrize("n", [3, 12, 40])
def test_few_points_without_an_end_in_sight_are_given_up_long_before_the_limit_of_steps(n: int) -> None:
    """Kernel values near underflow, uneven weights, a C of 1e100: no run of them takes a quarter of LIBSVM's limit."""
    rng = np.random.default_rng(n)
    X, y, weight = rng.normal(size=(n, 2)), np.arange(n) % 2, 10.0 ** rng.uniform(-4, 4, n)
    machines: list[tuple[Any, np.ndarray]] = [
        (SVC(C=math.inf, kernel=TaylorGaussian(22589.0, 20)), 6000.0 * X),
        (SVC(C=1e100, kernel="sigmoid", gamma=1.0), X),
        (SVC(C=1e100, kernel="sigmoid", gamma=1.0, cache_size=1e-6), X),
        (NuSVR(C=1e3, kernel="linear", nu=0.4), 30.0 * X),
        (NuSVR(C=11.0, kernel="poly", gamma=1.0, degree=5, tol=1e-9), 10.0 * X),
    ]
    for machine, points in machines:
        machine.fit(points, y + 0.1 * weight.clip(max=1.0) if isinstance(machine, NuSVR) else y, sample_weight=weight)
        assert np.max(machine.n_iter_) <= 2_500_000, machine


def test_nu_svc_is_judged_in_the_scale_of_its_answer() -> None:
    """A margin of 1e10 makes the solver's own unit finer than f can be computed: the answer is proved all the same."""
    rng = np.random.default_rng(5)
    for _ in range(12):
        X = rng.normal(size=(40, 2)) * 10.0 ** rng.uniform(0.5, 1.5)
        y = np.where((X**2).sum(axis=1) > np.median((X**2).sum(axis=1)), 1, -1)
        machine = NuSVC(nu=0.3, kernel="poly", degree=2, gamma=10.0, tol=1e-8).fit(X, y)  # a warning is an error here
        proof = machine.certificate_
        assert (machine.fit_status_, meets(proof, 1e-8)) == (0, True)
        assert proof.unit == 1.0
        assert proof.violation <= 1e-8 + proof.noise
