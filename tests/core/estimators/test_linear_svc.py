"""LinearSVC keeps scikit-learn's promises, gives LIBLINEAR's answers, and proves them."""

import math
from copy import deepcopy
from typing import Any

import numpy as np
import pytest
import sklearn.svm
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy import sparse
from sklearn.base import BaseEstimator, clone
from sklearn.datasets import load_iris, make_moons
from sklearn.exceptions import ConvergenceWarning
from sklearn.model_selection import GridSearchCV
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler
from sklearn.utils.estimator_checks import parametrize_with_checks

from core.estimators import LinearSVC, TaylorFeatures
from core.problem import InputError, LinearCertificate
from tests.core.golden import GOLDEN

IRIS, KIND = load_iris(return_X_y=True)
X, TWO = IRIS[KIND > 0], KIND[KIND > 0]
TIGHT: dict[str, Any] = {"tol": 1e-10, "max_iter": 100_000, "random_state": 0}
LINEAR = [entry for entry in GOLDEN["problems"] if entry["formulation"].startswith("linear-dual-CD")]
LOSS = {"L1": "hinge", "L2": "squared_hinge"}


@parametrize_with_checks(
    [
        LinearSVC(tol=1e-10),  # a weight of 2 is a point twice, but only to the tolerance
        LinearSVC(loss="hinge", tol=1e-10, max_iter=10_000),
        LinearSVC(tol=1e-10, class_weight="balanced"),
    ]
)
def test_scikit_learns_own_checks(estimator: BaseEstimator, check: Any) -> None:
    check(estimator)


def objective(machine: Any, points: Any, sign: np.ndarray, cost: np.ndarray, k: int = 0) -> float:
    """Return the primal of the k-th plane of a fitted machine, ours or another; cost is C times the weights (n,)."""
    offset = np.broadcast_to(machine.intercept_, len(machine.coef_))[k]
    slack = np.maximum(0.0, 1.0 - sign * (points @ machine.coef_[k] + offset))
    w = np.append(machine.coef_[k], offset / machine.intercept_scaling)
    return float(0.5 * w @ w + cost @ (slack if machine.loss == "hinge" else slack**2))


@st.composite
def problems(draw: st.DrawFn) -> tuple[np.ndarray, np.ndarray, dict[str, Any], np.ndarray | None]:
    """Return points, labels of two to four classes, parameters and weights."""
    rng = np.random.default_rng(draw(st.integers(0, 2**32 - 1)))
    n, d, k = draw(st.integers(12, 40)), draw(st.integers(1, 5)), draw(st.sampled_from([2, 2, 3, 4]))
    y = np.append(np.arange(k), rng.integers(0, k, n - k))
    points = rng.normal(size=(n, d)) + draw(st.sampled_from([0.0, 1.0, 3.0])) * rng.normal(size=(k, d))[y]
    named = {
        "C": draw(st.sampled_from([0.02, 1.0, 5.0])),
        "loss": draw(st.sampled_from(["hinge", "squared_hinge"])),
        "fit_intercept": draw(st.booleans()),
        "intercept_scaling": draw(st.sampled_from([1.0, 4.0])),
        "class_weight": draw(st.sampled_from([None, "balanced", {0: 2.0, 1: 0.3}])),
    }
    weight = rng.uniform(0.2, 3.0, n) if draw(st.booleans()) else None
    return points, y, named, weight


@settings(max_examples=60)
@given(problem=problems())
def test_objective_and_decision_values_are_liblinears(problem: Any) -> None:
    points, y, named, weight = problem
    ours = LinearSVC(**named, **TIGHT).fit(points, y, weight)
    theirs = sklearn.svm.LinearSVC(**named, **{**TIGHT, "max_iter": 10_000_000}, dual=True).fit(points, y, weight)
    assert ours.coef_.shape == theirs.coef_.shape
    assert np.size(ours.intercept_) in (1, len(ours.coef_))
    values = ours.decision_function(points)
    np.testing.assert_allclose(values, theirs.decision_function(points), atol=1e-6 * (1 + np.abs(values).max()))
    counted = np.ones(len(y)) if weight is None else weight
    for k, cost, sign in costs(named, y, counted):
        mine, other = (objective(machine, points, sign, cost, k) for machine in (ours, theirs))
        assert mine == pytest.approx(other, rel=1e-8, abs=1e-8)
        proof = ours.certificate_ if isinstance(ours.certificate_, LinearCertificate) else ours.certificate_[k]
        assert proof.primal == pytest.approx(mine, rel=1e-12)
        assert proof.gap < 1e-8 * (1.0 + mine)


def costs(named: dict[str, Any], y: np.ndarray, weight: np.ndarray) -> Any:
    """Yield for each plane its number, C_i (n,) and the signs (n,), by the rule of LIBLINEAR."""
    kinds = int(y.max()) + 1
    factor = np.ones(kinds)
    if named["class_weight"] == "balanced":
        totals = np.bincount(y, weight)
        factor = totals.sum() / (kinds * totals)
    elif named["class_weight"]:
        factor[:2] = named["class_weight"][0], named["class_weight"][1]
    if kinds == 2:
        yield 0, named["C"] * weight * factor[y], np.where(y == 1, 1.0, -1.0)
    else:
        for k in range(kinds):
            yield k, named["C"] * weight * np.where(y == k, factor[k], 1.0), np.where(y == k, 1.0, -1.0)


@pytest.mark.parametrize("entry", LINEAR, ids=lambda entry: entry["id"])
def test_the_golden_planes_are_reached(entry: dict[str, Any]) -> None:
    params, solution = entry["params"], entry["solution"]
    offset, loss = params["bias"] > 0, LOSS[entry["formulation"][-2:]]
    machine = LinearSVC(C=params["C"], loss=loss, fit_intercept=offset, tol=1e-11).fit(entry["X"], entry["y"])
    w = np.append(machine.coef_[0], machine.intercept_[0]) if offset else machine.coef_[0]
    np.testing.assert_allclose(w, solution["w"], atol=1e-10)
    np.testing.assert_allclose(machine.decision_function(entry["X_test"]), solution["decision_test"], atol=1e-10)
    assert machine.certificate_.primal == pytest.approx(solution["primal_objective"], abs=1e-10)
    assert machine.certificate_.dual == pytest.approx(solution["dual_objective_min_form"], abs=1e-10)


@pytest.mark.parametrize("entry", GOLDEN["extras"]["dual_cd"], ids=lambda entry: entry["loss"])
def test_no_golden_step_of_the_descent_lies_below_the_answer(entry: dict[str, Any]) -> None:
    points, sign = np.array(entry["X"]), np.array(entry["y"], dtype=float)
    machine = LinearSVC(C=entry["C"], loss=LOSS[entry["loss"]], fit_intercept=False, tol=1e-11).fit(points, sign)
    cost = np.full(len(sign), entry["C"])
    least = objective(machine, points, sign, cost)
    assert least == pytest.approx(machine.certificate_.primal, rel=1e-12)
    for step in entry["steps"]:
        other = clone(machine)
        other.coef_, other.intercept_ = np.array([step["w"]]), np.zeros(1)
        assert objective(other, points, sign, cost) > least


def test_sparse_points_and_single_precision_give_the_same_plane() -> None:
    dense = LinearSVC(**TIGHT).fit(X, TWO)
    for same in (sparse.csr_array(X), sparse.csc_matrix(X), sparse.coo_array(X), np.asfortranarray(X), X.tolist()):
        machine = LinearSVC(**TIGHT).fit(same, TWO)
        np.testing.assert_allclose(machine.coef_, dense.coef_, atol=1e-8)
        np.testing.assert_allclose(machine.decision_function(same), dense.decision_function(X), atol=1e-7)
    for single in (X.astype(np.float32), sparse.csr_array(X.astype(np.float32))):
        machine = LinearSVC(**TIGHT).fit(single, TWO)
        np.testing.assert_allclose(machine.coef_, dense.coef_, atol=1e-5)
        assert machine.coef_.dtype == np.float64


def test_primal_and_dual_have_one_optimum() -> None:
    found = [LinearSVC(dual=dual, random_state=0).fit(X, TWO).coef_ for dual in (True, False, "auto")]
    assert np.array_equal(found[0], found[1])
    assert np.array_equal(found[0], found[2])
    primal = sklearn.svm.LinearSVC(dual=False, tol=1e-12).fit(X, TWO)
    np.testing.assert_allclose(LinearSVC(dual=False, **TIGHT).fit(X, TWO).coef_, primal.coef_, atol=1e-6)


def test_labels_may_be_of_any_type() -> None:
    expected = LinearSVC(random_state=0).fit(X, TWO == 2)
    for names in (["no", "yes"], [-1, 1], [2.0, 7.0], [False, True], np.array(["a", "b"], dtype=object)):
        machine = LinearSVC(random_state=0).fit(X, np.asarray(names)[(TWO == 2).astype(int)])
        assert list(machine.classes_) == list(names)
        assert np.array_equal(machine.coef_, expected.coef_)
        assert set(machine.predict(X)) == set(names)
    words = np.array(["x", "y", "z"])[KIND]
    assert LinearSVC().fit(IRIS, words).score(IRIS, words) > 0.9


def test_three_classes_are_one_against_the_rest() -> None:
    machine = LinearSVC(**TIGHT).fit(IRIS, KIND)
    assert machine.coef_.shape == (3, 4)
    assert len(machine.certificate_) == len(machine.intercept_) == 3
    for k in range(3):
        alone = LinearSVC(**TIGHT).fit(IRIS, k == KIND)
        np.testing.assert_allclose(machine.coef_[k], alone.coef_[0], atol=1e-9)
        assert machine.certificate_[k].primal == pytest.approx(alone.certificate_.primal, rel=1e-9)
    values = machine.decision_function(IRIS)
    assert np.array_equal(machine.predict(IRIS), values.argmax(axis=1))


def test_points_without_a_positive_weight_are_left_out() -> None:
    weight = np.where(np.arange(len(TWO)) % 3 == 0, -1.0, 1.0)
    left = weight > 0
    for out in (weight, np.maximum(weight, 0.0)):
        machine = LinearSVC(**TIGHT).fit(X, TWO, out)
        np.testing.assert_allclose(machine.coef_, LinearSVC(**TIGHT).fit(X[left], TWO[left]).coef_, atol=1e-8)


def test_a_hard_margin_is_found_or_refused() -> None:
    points, sign = np.array([[3.0, 3.0], [4.0, 3.0], [1.0, 1.0]]) - 2.0, [1, 1, -1]  # Example 7.1, b = -2 moved to 0
    for loss in ("hinge", "squared_hinge"):
        machine = LinearSVC(C=np.inf, loss=loss, tol=1e-10, fit_intercept=False).fit(points, sign)
        np.testing.assert_allclose(machine.coef_, [[0.5, 0.5]], atol=1e-9)
        assert machine.certificate_.relative_gap < 1e-9
    with pytest.raises(ValueError, match="no hard margin"):
        LinearSVC(C=np.inf, fit_intercept=False).fit([[0.0], [1.0]], [0, 1])
    with pytest.warns(ConvergenceWarning):  # the dual falls for ever, but slowly; no plane passes for an answer
        mixed = LinearSVC(C=np.inf).fit([[0.0], [1.0], [2.0]], [0, 1, 0])
    assert math.isinf(mixed.certificate_.primal)


def test_too_few_epochs_are_told_in_scikit_learns_words() -> None:
    for most in (0, 1):
        with pytest.warns(ConvergenceWarning, match="Liblinear failed to converge, increase the number of iterations"):
            machine = LinearSVC(loss="hinge", C=100.0, max_iter=most).fit(IRIS, KIND)
        assert machine.n_iter_ == most
        assert min(proof.relative_gap for proof in machine.certificate_) > 1e-3


def test_the_seed_decides_the_order_and_nothing_else() -> None:
    one, same, other = (LinearSVC(loss="hinge", tol=1e-8, random_state=seed).fit(X, TWO) for seed in (1, 1, 2))
    assert np.array_equal(one.coef_, same.coef_)
    np.testing.assert_allclose(one.coef_, other.coef_, atol=1e-6)
    state = LinearSVC(loss="hinge", tol=1e-8, random_state=np.random.RandomState(1)).fit(X, TWO)
    assert np.array_equal(one.coef_, state.coef_)


@pytest.mark.parametrize(
    ("named", "sentence"),
    [
        ({"C": 0.0}, "'C' parameter of LinearSVC"),
        ({"C": math.nan}, "'C' parameter of LinearSVC"),
        ({"tol": -1.0}, "'tol' parameter of LinearSVC"),
        ({"loss": "log"}, "'loss' parameter of LinearSVC"),
        ({"penalty": "elastic"}, "'penalty' parameter of LinearSVC"),
        ({"multi_class": "ovo"}, "'multi_class' parameter of LinearSVC"),
        ({"intercept_scaling": 0.0}, "'intercept_scaling' parameter of LinearSVC"),
        ({"max_iter": -1}, "'max_iter' parameter of LinearSVC"),
        ({"class_weight": {1: -1.0}}, "weight"),
        ({"class_weight": {7: 2.0}}, "not in class_weight"),
    ],
)
def test_wrong_parameters_are_refused(named: dict[str, Any], sentence: str) -> None:
    with pytest.raises(ValueError, match=sentence):
        LinearSVC(**named).fit(X, TWO)


def test_points_and_labels_and_weights_that_cannot_be_solved_are_refused() -> None:
    gap, far = X.copy(), X.copy()
    gap[3, 1], far[3, 1] = np.nan, 1e200
    for points, label, weight, sentence in (
        (gap, TWO, None, "NaN"),
        (far, TWO, None, "1e100"),
        (sparse.csr_array(far), TWO, None, "1e100"),
        (X, np.ones(len(X)), None, r"at least 2 classes in the data, but the data contains only one class: "),
        (X, X[:, 0], None, "Unknown label type"),
        (X, TWO[:-1], None, "inconsistent numbers of samples"),
        (X, TWO, np.ones(3), "sample_weight"),
        (X, TWO, np.where(TWO == 1, np.nan, 1.0), "NaN"),
        (X, TWO, np.zeros(len(X)), "zero or negative weights"),
        (X, TWO, (TWO == 1) * 1.0, r"class .*2.* zero or negative weights"),
    ):
        with pytest.raises(ValueError, match=sentence):
            LinearSVC().fit(points, label, weight)
    with pytest.raises(InputError, match="weight"):
        LinearSVC(class_weight={1: np.inf}).fit(X, TWO)


def test_it_can_be_cloned_copied_piped_and_searched() -> None:
    machine = LinearSVC(C=3.0, class_weight={1: 2.0}, random_state=0)
    assert clone(machine).get_params() == machine.get_params()
    again = deepcopy(machine.fit(X, TWO))
    assert np.array_equal(again.decision_function(X), machine.decision_function(X))
    assert again.certificate_ == machine.certificate_
    thin = deepcopy(machine).sparsify()
    assert sparse.issparse(thin.coef_)
    np.testing.assert_allclose(thin.decision_function(X), machine.decision_function(X), rtol=1e-12)
    assert np.array_equal(thin.densify().coef_, machine.coef_)
    points, label = make_moons(200, noise=0.1, random_state=0)
    curved = make_pipeline(StandardScaler(), TaylorFeatures(gamma=0.5, order=4), LinearSVC(random_state=0))
    search = GridSearchCV(curved, {"linearsvc__C": [1e-3, 10.0], "taylorfeatures__order": [1, 4]}, cv=3)
    assert search.fit(points, label).best_params_ == {"linearsvc__C": 10.0, "taylorfeatures__order": 4}
    assert search.best_score_ > 0.93
