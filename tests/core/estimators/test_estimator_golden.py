"""The machines find the reference solutions of every formulation."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import pytest
import sklearn.svm
from sklearn.datasets import make_blobs, make_moons
from sklearn.exceptions import ConvergenceWarning

from core.estimators import SVC, SVR, NuSVC, NuSVR, OneClassSVM
from core.problem import Gaussian
from tests.core.golden import GOLDEN, kernel, points

TOLERANCE = 1e-10
MACHINES = {"C-SVC": SVC, "nu-SVC": NuSVC, "eps-SVR": SVR, "nu-SVR": NuSVR, "one-class": OneClassSVM}
ENTRIES = {entry["id"]: entry for entry in GOLDEN["problems"] if entry["formulation"] in MACHINES}
REFUSED = "G12"  # its hulls meet: there is no margin to divide by


def machine(entry: dict[str, Any]) -> Any:
    """Return the machine of an entry, with frozen kernel and tight tolerance."""
    params = dict(entry["params"])
    weight = {1.0: params.pop("weight_pos", 1.0), -1.0: params.pop("weight_neg", 1.0)}
    if entry["formulation"] == "C-SVC":
        params["class_weight"] = weight
    if entry["formulation"] == "nu-SVR":
        params = {"C": params["C_libsvm"], "nu": params["nu"]}
    if params.get("C") == "inf":
        params["C"] = math.inf
    return MACHINES[entry["formulation"]](kernel=kernel(entry["kernel"]), tol=TOLERANCE, **params)


@pytest.mark.parametrize("name", [name for name in ENTRIES if name != REFUSED])
def test_the_golden_values_come_out(name: str) -> None:
    entry = ENTRIES[name]
    golden, fitted = entry["solution"], machine(entry).fit(points(entry, "X"), entry.get("y"))
    f = fitted.predict if entry["formulation"].endswith("SVR") else fitted.decision_function
    proof = fitted.certificate_
    assert proof.gap + proof.rounding <= 1e-7 * (1.0 + abs(proof.dual))
    low, high = golden.get("b_interval", [fitted.intercept_[0]] * 2)
    assert low - 1e-7 <= fitted.intercept_[0] <= high + 1e-7
    moved = fitted.intercept_[0] - golden["b"]
    if low == high:
        assert moved == pytest.approx(0.0, abs=1e-6)
    for rows, values in (("X", "decision_train"), ("X_test", "decision_test")):
        np.testing.assert_allclose(f(points(entry, rows)) - moved, golden[values], atol=1e-6)


def test_a_margin_that_is_none_is_told() -> None:
    entry = ENTRIES[REFUSED]
    with pytest.warns(ConvergenceWarning, match="no margin is left"):
        fitted = machine(entry).fit(points(entry, "X"), entry["y"])
    assert fitted.fit_status_ == 1


def test_the_last_digits_are_reached_where_libsvm_stalls() -> None:
    X, classes = make_moons(500, noise=0.3, random_state=0)
    y, K, violation = 2.0 * classes - 1.0, Gaussian(1.0).gram(X, X), {}
    for name, machine in (("ours", SVC(tol=1e-9)), ("theirs", sklearn.svm.SVC(tol=1e-7))):
        machine.set_params(C=100.0, gamma=1.0).fit(X, y)
        coef = np.zeros(500)
        coef[machine.support_] = machine.dual_coef_[0]
        score, alpha = y - K @ coef, y * coef
        can_rise = np.where(y > 0, alpha < 100.0, alpha > 0.0)
        can_fall = np.where(y > 0, alpha > 0.0, alpha < 100.0)
        violation[name] = score[can_rise].max() - score[can_fall].min()
    assert violation["ours"] <= 1e-9
    assert violation["theirs"] > 1e-6  # its rows of Q have single precision


@pytest.mark.parametrize(
    "machine", [SVC(C=5.0, gamma=1.0), NuSVC(nu=0.3), OneClassSVM()], ids=lambda m: type(m).__name__
)
def test_many_points_go_through_the_row_cache(machine: Any) -> None:
    X, y = make_blobs(2500, n_features=2, centers=2, cluster_std=3.0, random_state=2)
    twin = getattr(sklearn.svm, type(machine).__name__)(**machine.get_params()).fit(X, y)
    machine.set_params(cache_size=1e-6).fit(X, y)  # less than two rows
    f, g = machine.decision_function(X[::10]), twin.decision_function(X[::10])
    assert np.abs(f - g).max() <= 0.02 * np.abs(g).max()
    assert machine.certificate_.relative_gap < 0.01
