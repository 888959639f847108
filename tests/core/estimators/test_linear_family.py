"""LinearSVC with |w|_1 and with all classes at once: LIBLINEAR's optimum, its refusals, and a proof."""

import math
import warnings
from typing import Any

import numpy as np
import pytest
import sklearn.svm
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy import sparse
from sklearn.base import BaseEstimator
from sklearn.datasets import load_iris
from sklearn.exceptions import ConvergenceWarning
from sklearn.utils.estimator_checks import parametrize_with_checks

from core.estimators import LinearSVC

IRIS, KIND = load_iris(return_X_y=True)
CORNERS: dict[str, Any] = {"penalty": "l1", "dual": False, "random_state": 0}
JOINT: dict[str, Any] = {"multi_class": "crammer_singer", "random_state": 0}
Case = tuple[np.ndarray, np.ndarray, dict[str, Any], np.ndarray | None]


@parametrize_with_checks(
    [LinearSVC(tol=1e-10, max_iter=100_000, **CORNERS), LinearSVC(tol=1e-10, max_iter=100_000, **JOINT)]
)
@pytest.mark.filterwarnings("ignore::sklearn.exceptions.ConvergenceWarning")  # of points that are long and alike
def test_scikit_learns_own_checks(estimator: BaseEstimator, check: Any) -> None:
    check(estimator)


@st.composite
def cases(draw: st.DrawFn) -> Case:
    rng = np.random.default_rng(draw(st.integers(0, 2**32 - 1)))
    n, d, k = draw(st.integers(12, 40)), draw(st.integers(1, 5)), draw(st.sampled_from([2, 2, 3, 4]))
    y = np.append(np.arange(k), rng.integers(0, k, n - k))
    X = rng.normal(size=(n, d)) + draw(st.sampled_from([0.0, 1.0, 3.0])) * rng.normal(size=(k, d))[y]
    named = {
        "C": draw(st.sampled_from([0.05, 1.0, 5.0])),
        "fit_intercept": draw(st.booleans()),
        "intercept_scaling": draw(st.sampled_from([1.0, 4.0])),
        "class_weight": draw(st.sampled_from([None, "balanced", {0: 2.0, 1: 0.3}])),
    }
    return X, y, named, rng.uniform(0.2, 3.0, n) if draw(st.booleans()) else None


def both(case: Case, options: dict[str, Any]) -> tuple[Any, Any]:
    X, y, named, weight = case
    ours = LinearSVC(tol=1e-9, max_iter=100_000, **options, **named)
    theirs = sklearn.svm.LinearSVC(tol=1e-9, max_iter=10_000_000, **options, **named)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", ConvergenceWarning)
        return ours.fit(X, y, weight), theirs.fit(X, y, weight)


def factors(case: Case) -> np.ndarray:
    """Return the factor of C of each class."""
    _, y, named, weight = case
    totals = np.bincount(y, weight)
    found = np.ones(len(totals))
    if named["class_weight"] == "balanced":
        found = totals.sum() / (len(totals) * totals)
    elif named["class_weight"]:
        found[:2] = named["class_weight"][0], named["class_weight"][1]
    return found


def with_corners(case: Case, machine: Any) -> list[float]:
    """Return P of each plane."""
    X, y, named, weight = case
    k, factor, counted = int(y.max()) + 1, factors(case), np.ones(len(y)) if weight is None else weight
    offsets = np.broadcast_to(machine.intercept_, len(machine.coef_))
    values = []
    for row, own in enumerate(range(k) if k > 2 else (1,)):
        sign = np.where(y == own, 1.0, -1.0)
        cost = named["C"] * counted * np.where(y == own, factor[own], factor[0] if k == 2 else 1.0)
        slack = np.maximum(0.0, 1.0 - sign * (X @ machine.coef_[row] + offsets[row]))
        size = np.abs(machine.coef_[row]).sum() + abs(offsets[row]) / named["intercept_scaling"]
        values.append(float(size + cost @ slack**2))
    return values


@settings(max_examples=40)
@given(case=cases())
def test_the_optimum_with_corners_is_liblinears(case: Case) -> None:
    ours, theirs = both(case, CORNERS)
    assert ours.coef_.shape == theirs.coef_.shape
    proofs = ours.certificate_ if isinstance(ours.certificate_, tuple) else (ours.certificate_,)
    for mine, other, proof in zip(with_corners(case, ours), with_corners(case, theirs), proofs, strict=True):
        assert mine <= other * (1.0 + 1e-8)
        assert mine == pytest.approx(other, rel=1e-5)
        assert proof.primal == pytest.approx(mine, rel=1e-10)
        assert proof.relative_gap < 1e-6


def at_once(case: Case, machine: Any) -> float:
    X, y, named, weight = case
    counted = np.ones(len(y)) if weight is None else weight
    f = X @ machine.coef_.T + machine.intercept_
    lost = (f - f[np.arange(len(y)), y][:, None] + (np.arange(f.shape[1]) != y[:, None])).max(axis=1)
    offsets = np.broadcast_to(machine.intercept_, len(machine.coef_)) / named["intercept_scaling"]
    size = 0.5 * (machine.coef_**2).sum() + 0.5 * offsets @ offsets
    return float(size + (named["C"] * counted * factors(case)[y]) @ lost)


@settings(max_examples=40)
@given(case=cases())
def test_the_optimum_at_once_is_liblinears(case: Case) -> None:
    ours, theirs = both(case, JOINT)
    assert ours.coef_.shape == theirs.coef_.shape
    X, y, _, _ = case
    if y.max() == 1:
        span = 1.0 + np.abs(theirs.decision_function(X)).max()
        np.testing.assert_allclose(ours.decision_function(X), theirs.decision_function(X), atol=1e-5 * span)
        return
    mine, other = at_once(case, ours), at_once(case, theirs)
    assert mine <= other * (1.0 + 1e-8)
    assert mine == pytest.approx(other, rel=1e-6)
    assert ours.certificate_.primal == pytest.approx(mine, rel=1e-9)
    assert ours.certificate_.relative_gap < 1e-6


@pytest.mark.parametrize("options", [CORNERS, JOINT], ids=["corners", "at once"])
def test_sparse_points_and_labels_of_any_type_give_the_same_planes(options: dict[str, Any]) -> None:
    machine = LinearSVC(tol=1e-10, max_iter=100_000, **options).fit(IRIS, KIND)
    words = np.array(["x", "y", "z"])[KIND]
    thin = LinearSVC(tol=1e-10, max_iter=100_000, **options).fit(sparse.csr_array(IRIS), words)
    np.testing.assert_allclose(thin.coef_, machine.coef_, atol=1e-7)
    assert list(thin.classes_) == ["x", "y", "z"]
    assert machine.score(IRIS, KIND) > 0.93
    assert machine.fit_status_ == 0


def test_fewer_weights_count_where_c_is_smaller() -> None:
    machines = [LinearSVC(C=C, max_iter=100_000, **CORNERS).fit(IRIS, KIND) for C in (1.0, 0.1, 0.01, 1e-5)]
    counts = [np.count_nonzero(machine.coef_) for machine in machines]
    assert counts == sorted(counts, reverse=True)
    assert counts[-1] == 0


@pytest.mark.parametrize(
    ("named", "said"),
    [
        ({"loss": "hinge", "dual": False}, "penalty='l2', loss='hinge', dual=False"),
        ({"loss": "hinge", "penalty": "l1", "dual": False}, "penalty='l1', loss='hinge', dual=False"),
        ({"loss": "hinge", "penalty": "l1", "dual": True}, "penalty='l1', loss='hinge', dual=True"),
        ({"penalty": "l1", "dual": True}, "penalty='l1', loss='squared_hinge', dual=True"),
    ],
    ids=str,
)
def test_what_scikit_learn_has_no_solver_for_is_refused_in_its_words(named: dict[str, Any], said: str) -> None:
    texts = []
    for kind in (LinearSVC, sklearn.svm.LinearSVC):
        with pytest.raises(ValueError, match=f"Unsupported set of arguments.*{said}") as refusal:
            kind(**named).fit(IRIS, KIND)
        texts.append(str(refusal.value))
    assert texts[0] == texts[1]


def test_a_side_that_is_left_open_is_one_that_exists() -> None:
    for named in ({"loss": "hinge"}, {"penalty": "l1"}, {}, JOINT):
        assert LinearSVC(max_iter=100_000, **{"dual": "auto", **named}).fit(IRIS, KIND).fit_status_ == 0
    joint = LinearSVC(dual=False, loss="hinge", penalty="l1", max_iter=100_000, **JOINT).fit(IRIS, KIND)
    assert joint.score(IRIS, KIND) > 0.93


@pytest.mark.parametrize("options", [CORNERS, JOINT], ids=["corners", "at once"])
def test_an_infinite_c_is_refused(options: dict[str, Any]) -> None:
    with pytest.raises(ValueError, match="C is infinite; penalty='l1'"):
        LinearSVC(C=math.inf, **options).fit(IRIS, KIND)
