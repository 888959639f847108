"""Weights: all of them times s are C times s, or change nothing; and a class without any is refused everywhere."""

from __future__ import annotations

import warnings
from typing import Any

import numpy as np
import pytest
import sklearn
from hypothesis import example, given, settings
from hypothesis import strategies as st
from sklearn.ensemble import BaggingClassifier
from sklearn.exceptions import ConvergenceWarning
from sklearn.multiclass import OneVsRestClassifier

from core.estimators import SVC, SVR, LinearSVC, NuSVC, NuSVR, OneClassSVM

RANDOM = np.random.default_rng(0)
X = RANDOM.normal(size=(60, 3))
Z = X[:, 0] + 0.5 * RANDOM.normal(size=60)
Y, THREE = (Z > 0).astype(int), np.digitize(Z, [-0.4, 0.4])
WEIGHT = RANDOM.uniform(0.2, 3.0, 60)
OF_C: dict[str, tuple[Any, Any]] = {
    "SVC": (SVC(tol=1e-6), Y),
    "three classes": (SVC(tol=1e-6, class_weight="balanced"), THREE),
    "linear": (SVC(kernel="linear", tol=1e-6), Y),
    "SVR": (SVR(tol=1e-6), Z),
    "NuSVR": (NuSVR(tol=1e-6), Z),
    "LinearSVC": (LinearSVC(tol=1e-8, random_state=0), Y),
    "hinge": (LinearSVC(loss="hinge", tol=1e-8, random_state=0), THREE),
    "l1": (LinearSVC(penalty="l1", dual=False, tol=1e-8, random_state=0), Y),
}


def values(machine: Any, y: Any, weight: Any) -> np.ndarray:
    """Return f of all points after a fit."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", ConvergenceWarning)
        machine.fit(X, y, sample_weight=weight)
    return np.asarray(machine.decision_function(X) if hasattr(machine, "decision_function") else machine.predict(X))


@settings(max_examples=40, deadline=None)
@given(st.sampled_from(sorted(OF_C)), st.floats(-9, 9), st.booleans())
@example("SVC", 9.0, True)
@example("SVR", -9.0, False)
def test_weights_times_s_are_c_times_s(name: str, power: float, equal: bool) -> None:
    (machine, y), s = OF_C[name], 10.0**power
    weight = np.ones(60) if equal else WEIGHT
    theirs = values(sklearn.clone(machine).set_params(C=s), y, weight)
    np.testing.assert_allclose(
        values(sklearn.clone(machine), y, s * weight), theirs, atol=1e-5 * (1.0 + np.abs(theirs).max())
    )


@settings(max_examples=40, deadline=None)
@given(st.sampled_from([1e-3, 1e-6]), st.floats(-9, 9), st.sampled_from(["rbf", "linear", "poly"]), st.booleans())
@example(1e-3, -9.0, "rbf", True)
@example(1e-6, 9.0, "rbf", True)
@example(1e-3, 9.0, "linear", True)
def test_weights_times_s_change_no_answer_of_a_nu_problem(tol: float, power: float, kernel: str, three: bool) -> None:
    s, named = 10.0**power, {"kernel": kernel, "tol": tol, "gamma": 0.3, "coef0": 1.0}
    y = THREE if three else Y
    one, other = (values(NuSVC(nu=0.3, **named), y, factor * WEIGHT) for factor in (1.0, s))
    np.testing.assert_allclose(one, other, atol=1e-9 * np.abs(one).max())
    first, second = OneClassSVM(nu=0.3, **named), OneClassSVM(nu=0.3, **named)
    one, other = values(first, None, WEIGHT), values(second, None, s * WEIGHT)
    np.testing.assert_allclose(s * one, other, atol=1e-9 * s)  # LIBSVM's scale
    assert first.fit_status_ == second.fit_status_
    clear = np.abs(one) > 1e-9  # on the plane rounding gives the sign
    assert np.array_equal(first.predict(X)[clear], second.predict(X)[clear])
    assert second.certificate_.unit == pytest.approx(s * WEIGHT.mean())


def test_weights_times_s_change_no_verdict_where_rounding_is_beyond_the_tolerance() -> None:
    seen = set()
    for s in (1e-9, 1e-3, 1.0, 1e9):
        machine = OneClassSVM(nu=0.3, kernel="linear", tol=1e-12)
        with warnings.catch_warnings(record=True) as said:
            warnings.simplefilter("always", ConvergenceWarning)
            machine.fit(X + 1e7, sample_weight=s * WEIGHT)
            seen.add((machine.fit_status_, bool(said)))
    assert seen == {(1, True)}


def test_a_nu_that_is_just_feasible_is_so_for_all_scales_of_the_weights() -> None:
    y = np.arange(60) % 4 == 0
    for s in (1e-9, 0.1, 0.3, 1.0, 7.0, 1e9):
        assert len(values(NuSVC(nu=0.5), y, np.full(60, s))) == 60


@pytest.mark.parametrize("gone", range(3))
@pytest.mark.parametrize(
    "machine",
    [
        SVC(),
        NuSVC(nu=0.1),
        LinearSVC(),
        LinearSVC(loss="hinge"),
        LinearSVC(penalty="l1", dual=False),
        LinearSVC(multi_class="crammer_singer"),
    ],
    ids=str,
)
def test_a_class_whose_weights_are_all_zero_is_refused_alone_against_the_rest_and_in_a_bag(
    machine: Any, gone: int
) -> None:
    labels = np.array(["a", "b", "c"])[THREE]
    weight = np.where(gone == THREE, 0.0, 1.0)
    said = f"all samples of class '{'abc'[gone]}' have zero or negative weights"
    with pytest.raises(ValueError, match=said):
        sklearn.clone(machine).fit(X, labels, sample_weight=weight)
    with pytest.raises(ValueError, match=said.replace(f"'{'abc'[gone]}'", str(gone))):
        BaggingClassifier(sklearn.clone(machine), 2, random_state=0).fit(X, THREE, sample_weight=weight)
    with sklearn.config_context(enable_metadata_routing=True):
        rest = OneVsRestClassifier(sklearn.clone(machine).set_fit_request(sample_weight=True))
        with pytest.raises(ValueError, match="all samples of class 1 have zero or negative weights"):
            rest.fit(X, THREE, sample_weight=weight)
    two = np.where(gone == THREE, 1, 0)
    with pytest.raises(ValueError, match="same class: all samples of class 1 have zero or negative weights"):
        sklearn.clone(machine).fit(X, two, sample_weight=weight)
