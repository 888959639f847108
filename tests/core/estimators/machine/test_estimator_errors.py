"""What the machines refuse, in which words, and that a refusal or an interruption leaves them as they were."""

from __future__ import annotations

import _thread
import contextlib
import math
import re
import threading
import time
import warnings
from copy import deepcopy
from typing import Any

import numpy as np
import pytest
import sklearn.svm
from scipy import sparse
from sklearn.base import clone
from sklearn.datasets import make_blobs
from sklearn.exceptions import ConvergenceWarning, NotFittedError
from sklearn.model_selection import GridSearchCV
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler

from core.estimators import (
    SVC,
    SVR,
    KernelRidge,
    LinearSVC,
    NuSVC,
    NuSVR,
    NystroemFeatures,
    OneClassSVM,
    RandomFourierFeatures,
    TaylorFeatures,
)
from core.estimators.kernel_ridge_classifier import KernelRidgeClassifier
from core.problem import Gaussian
from core.selection import Search

X, CLASSES = make_blobs(60, centers=3, cluster_std=3.0, random_state=0)
Y = (CLASSES > 0).astype(int)
ALL: list[Any] = [SVC(), NuSVC(), SVR(), NuSVR(), OneClassSVM()]
NAMED = pytest.mark.parametrize("machine", ALL, ids=lambda machine: type(machine).__name__)


def twin(machine: Any) -> Any:
    return getattr(sklearn.svm, type(machine).__name__)(**machine.get_params())


@NAMED
@pytest.mark.parametrize(
    ("bad", "said"),
    [
        (np.where(X > 3, np.nan, X), "NaN"),
        (np.where(X > 3, np.inf, X), "infinity"),
        (X[:0], "0 sample"),
        (X[:, :0], "0 feature"),
        (X[0], "2D array"),
        ([["a", "b"]] * 60, "could not convert"),
        (1e200 * X, "not finite"),
    ],
    ids=["nan", "inf", "no points", "no features", "one dimension", "strings", "far out"],
)
def test_points_are_refused_in_scikit_learns_words(machine: Any, bad: Any, said: str) -> None:
    with pytest.raises(ValueError, match=said):
        clone(machine).fit(bad, Y[: len(bad)])


@NAMED
def test_weights_are_refused_in_scikit_learns_words(machine: Any) -> None:
    for weight in (np.zeros(60), np.ones(3)):
        with pytest.raises(ValueError, match=r".") as theirs:
            twin(machine).fit(X, Y, sample_weight=weight)
        with pytest.raises(ValueError, match=r".") as ours:
            clone(machine).fit(X, Y, sample_weight=weight)
        assert str(ours.value)[:30] == str(theirs.value)[:30]
    with pytest.raises(ValueError, match="NaN"):
        clone(machine).fit(X, Y, sample_weight=np.full(60, np.nan))


@pytest.mark.parametrize(
    ("machine", "y", "weight"),
    [
        (SVC(), Y, np.where(Y == 0, 1.0, -1.0)),
        (NuSVC(), Y, np.where(Y == 0, 1.0, 0.0)),
        (NuSVC(nu=0.9), Y, None),
        (SVC(), np.zeros(60), None),
        (SVC(), X[:, 0], None),
        (SVC(), Y + 0.5, None),
        (SVC(class_weight={7: 2.0}), Y, None),
        (SVC(kernel="other"), Y, None),
        (SVC(C=-1.0), Y, None),
        (SVC(C="x"), Y, None),
        (NuSVC(nu=0.0), Y, None),
        (SVR(epsilon=-1.0), Y, None),
        (SVC(tol=0.0), Y, None),
        (SVC(cache_size=0), Y, None),
        (SVC(max_iter=-2), Y, None),
        (SVC(kernel="precomputed"), Y, None),
        (SVC(), Y[:5], None),
        (SVC(), None, None),
    ],
    ids=str,
)
def test_everything_else_is_refused_in_scikit_learns_words(machine: Any, y: Any, weight: Any) -> None:
    with pytest.raises(ValueError, match=r".") as theirs:
        twin(machine).fit(X, y, sample_weight=weight)
    with pytest.raises(ValueError, match=r".") as ours:
        machine.fit(X, y, sample_weight=weight)
    assert str(ours.value)[:25] == str(theirs.value)[:25]


def test_a_class_of_several_without_weight_is_named() -> None:
    with pytest.raises(ValueError, match=r"all samples of class .*2"):
        SVC().fit(X, CLASSES, sample_weight=np.where(CLASSES == 2, 0.0, 1.0))


@pytest.mark.parametrize(
    "labels",
    [
        np.array(["no", "yes"]),
        np.array([False, True]),
        np.array(["b", "a"], dtype=object),
        np.array([7, -3]),
        np.array([1.0, -1.0]),
    ],
    ids=["strings", "booleans", "objects", "numbers", "floats"],
)
def test_labels_may_be_of_any_type(labels: Any) -> None:
    y = labels[Y]
    ours, theirs = SVC().fit(X, y), sklearn.svm.SVC().fit(X, y)
    assert np.array_equal(ours.classes_, theirs.classes_)
    assert ours.predict(X).dtype == theirs.predict(X).dtype
    assert np.array_equal(ours.predict(X), theirs.predict(X))


def test_kernel_matrices_are_looked_at() -> None:
    K = Gaussian(0.1).gram(X, X)
    crooked = K.copy()
    crooked[0, 1] += 0.1
    with pytest.raises(ValueError, match="not symmetric"):
        SVC(kernel="precomputed").fit(crooked, Y)
    with pytest.raises(TypeError, match="Sparse precomputed"):
        SVC(kernel="precomputed").fit(sparse.csr_array(K), Y)
    for shape in ((60, 4), (3, 3), (60,)):
        with pytest.raises(ValueError, match="should be equal"):
            SVC(kernel=lambda a, b, shape=shape: np.ones(shape)).fit(X, Y)
    with pytest.raises(ValueError, match="NaN"):
        SVC(kernel=lambda a, b: np.full((60, 60), np.nan)).fit(X, Y)
    with pytest.raises(ValueError, match="number of samples at training"):
        SVC(kernel=lambda a, b: np.eye(len(a))).fit(X, Y).predict(X[:5])


def test_sparse_points_need_sparse_training() -> None:
    with pytest.raises(ValueError, match="cannot use sparse input in 'SVC' trained on dense data"):
        SVC().fit(X, Y).predict(sparse.csr_array(X))
    assert np.array_equal(SVC().fit(sparse.csr_array(X), Y).predict(X), SVC().fit(X, Y).predict(X))


def test_a_hard_margin_is_found_or_refused() -> None:
    apart = X + 40.0 * Y[:, None]
    machine = SVC(C=math.inf, kernel="linear", tol=1e-8).fit(apart, Y)
    assert machine.certificate_.relative_gap < 1e-5
    assert machine.certificate_.b == machine.intercept_[0]
    with pytest.raises(ValueError, match="no hard margin"):
        SVC(C=math.inf, kernel="linear").fit(X, Y)
    with pytest.raises(ValueError, match=r"no function of this kernel .* epsilon=0\.1"):
        SVR(C=math.inf, kernel="linear").fit(X, Y)


def test_a_sigmoid_ends() -> None:
    machine = SVC(kernel="sigmoid", gamma=0.1).fit(X, Y)
    assert machine.fit_status_ == 0
    assert machine.certificate_.violation <= 1e-3


@NAMED
def test_a_limit_is_kept_and_told_in_scikit_learns_words(machine: Any) -> None:
    limited = clone(machine).set_params(max_iter=1, tol=1e-9)
    with pytest.warns(ConvergenceWarning, match=r"Solver terminated early \(max_iter=1\)\.  Consider pre-processing"):
        limited.fit(X, Y)
    assert limited.fit_status_ == 1


def warned_at(machine: Any, most: int) -> list[str]:
    """Return what is said of a fit of at most so many steps."""
    with warnings.catch_warnings(record=True) as told:
        warnings.simplefilter("always", ConvergenceWarning)
        machine.set_params(max_iter=most).fit(X, CLASSES)
    return [str(each.message) for each in told]


@NAMED
def test_a_limit_that_is_just_enough_is_told_as_scikit_learn_tells_it(machine: Any) -> None:
    for own in (clone(machine), twin(machine)):
        steps = int(np.max(own.fit(X, CLASSES).n_iter_))
        assert warned_at(own, steps + 1) == []
        assert own.fit_status_ == 0
        (told,) = warned_at(own, steps)
        assert told.startswith(f"Solver terminated early (max_iter={steps}).  Consider pre-processing your data")
        assert own.fit_status_ == 1
        if not type(own).__module__.startswith("sklearn"):
            assert "reaches tol=0.001 all the same" in told


@NAMED
def test_a_machine_survives_copying_cloning_and_pipes(machine: Any) -> None:
    fitted = clone(machine).fit(X, Y)
    before = fitted.predict(X)
    again = deepcopy(fitted)  # by __reduce_ex__, as pickling does; scikit-learn's own checks pickle
    assert np.array_equal(again.predict(X), before)
    assert again.certificate_ == fitted.certificate_
    assert np.array_equal(deepcopy(fitted).predict(X), before)  # with the certificate in it
    assert not hasattr(clone(fitted), "support_")
    with pytest.raises(NotFittedError):
        clone(fitted).predict(X)
    assert not hasattr(clone(fitted), "certificate_")
    assert len(make_pipeline(StandardScaler(), clone(machine)).fit(X, Y).predict(X)) == 60


def test_a_grid_search_goes_through_kernels_of_all_kinds() -> None:
    grid = {"kernel": ["rbf", "linear", Gaussian(0.2)], "C": [0.1, 1.0]}
    ours = GridSearchCV(SVC(), grid, cv=3).fit(X, Y)
    grid["kernel"][2] = lambda a, b: Gaussian(0.2).gram(a, b)
    theirs = GridSearchCV(sklearn.svm.SVC(), grid, cv=3).fit(X, Y)
    assert np.array_equal(ours.cv_results_["mean_test_score"], theirs.cv_results_["mean_test_score"])
    K = Gaussian(0.2).gram(X, X)
    matrix = GridSearchCV(SVC(kernel="precomputed"), {"C": [0.1, 1.0]}, cv=3).fit(K, Y)
    assert np.array_equal(matrix.cv_results_["mean_test_score"], ours.cv_results_["mean_test_score"][[2, 5]])


@NAMED
@pytest.mark.parametrize("size", [30.0, 1e4, 1e9])
def test_kernel_values_that_leave_single_precision_end_in_an_answer_or_a_sentence(machine: Any, size: float) -> None:
    rng = np.random.default_rng(0)
    points, labels = size * rng.normal(size=(200, 5)), rng.choice([-1.0, 1.0], 200)
    huge = clone(machine).set_params(kernel="poly", degree=3, gamma=1.0, coef0=1.0, max_iter=500)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        for C in (1.0, 1e8) if "C" in huge.get_params() else (1.0,):
            with contextlib.suppress(ValueError):
                fitted = huge.set_params(**({"C": C} if "C" in huge.get_params() else {})).fit(points, labels)
                assert np.isfinite(fitted.dual_coef_).all()
                assert fitted.support_.max(initial=0) < 200


def interrupted(a: Any, b: Any) -> Any:
    raise KeyboardInterrupt


@NAMED
def test_an_interruption_leaves_the_machine_as_it_was(machine: Any) -> None:
    fresh = clone(machine).set_params(kernel=interrupted)
    with pytest.raises(KeyboardInterrupt):
        fresh.fit(X, Y)
    assert not hasattr(fresh, "support_")
    fitted = clone(machine).fit(X, Y)
    before = dict(vars(fitted))
    fitted.kernel = interrupted
    with pytest.raises(KeyboardInterrupt):
        fitted.fit(X[:30], CLASSES[:30])
    fitted.kernel = machine.kernel
    with pytest.raises(ValueError, match="NaN"):
        fitted.fit(np.full((5, 9), np.nan), CLASSES[:5])
    assert vars(fitted) == before


@pytest.mark.parametrize("count", [300, 3000], ids=["one compiled run", "rounds"])
@pytest.mark.usefixtures("ctrl_c")
def test_ctrl_c_ends_a_training_that_does_not_end(count: int) -> None:
    rng = np.random.default_rng(0)
    points, labels = 30.0 * rng.normal(size=(count, 5)), rng.choice([-1.0, 1.0], count)
    endless = SVC(kernel="poly", degree=3, gamma=1.0, coef0=1.0, C=1e6, tol=1e-10)
    fit_until_ctrl_c(endless, points, labels, 1.0)  # may compile: that is not interrupted
    begun = time.thread_time()
    for wait in (0.1, 0.25, 0.37):
        fit_until_ctrl_c(endless, points, labels, wait)
    assert not hasattr(endless, "support_")
    assert time.thread_time() - begun < 20.0  # of this thread's own time; the whole of it takes minutes


def fit_until_ctrl_c(machine: Any, points: Any, labels: Any, wait: float) -> None:
    ctrl_c = threading.Timer(wait, _thread.interrupt_main)
    ctrl_c.start()
    with pytest.raises(KeyboardInterrupt):
        machine.fit(points, labels)
    ctrl_c.join()


def test_probabilities_are_deprecated_and_come_out() -> None:
    for y in (Y, CLASSES):
        with pytest.warns(FutureWarning, match="`probability` parameter was deprecated"):
            ours = SVC(probability=True, random_state=0).fit(X, y)
        with pytest.warns(FutureWarning, match="`probability` parameter was deprecated"):
            theirs = sklearn.svm.SVC(probability=True, random_state=0).fit(X, y)
        P = ours.predict_proba(X)
        assert P.sum(axis=1) == pytest.approx(1.0)
        assert np.abs(P - theirs.predict_proba(X)).mean() < 0.1
        assert ours.predict_log_proba(X) == pytest.approx(np.log(P))
        with pytest.warns(FutureWarning, match="probA_"):
            A = ours.probA_
        with pytest.warns(FutureWarning, match="probB_"):
            assert ours.probB_.shape == A.shape == ours.intercept_.shape
        assert (A < 0).all()
        with pytest.warns(FutureWarning, match="deprecated"):
            assert np.array_equal(clone(ours).fit(X, y).predict_proba(X), P)
    assert not hasattr(SVC(), "predict_proba")


KERNEL_MACHINES = pytest.mark.parametrize("machine", [*ALL, KernelRidge()], ids=lambda machine: type(machine).__name__)


@KERNEL_MACHINES
@pytest.mark.parametrize("value", [np.nan, np.inf])
def test_a_kernel_that_is_no_number_at_prediction_is_refused(machine: Any, value: float) -> None:
    broken = False

    def kernel(a: Any, b: Any) -> Any:
        near = np.exp(-np.abs(np.subtract.outer(a[..., 0], b[..., 0])))
        return np.full_like(near, value) if broken else near

    fitted = clone(machine).set_params(kernel=kernel).fit(X, Y)
    assert np.isfinite(fitted.predict(X)).all()
    broken = True
    for way in ("predict", "decision_function", "score_samples"):
        if hasattr(fitted, way):
            with pytest.raises(ValueError, match="f is not a finite number at point 0"):
                getattr(fitted, way)(X)


@pytest.mark.parametrize("classes", [Y, CLASSES], ids=["two", "three"])
@pytest.mark.parametrize(
    "machine", [SVC(), NuSVC(nu=0.2), SVR(), NuSVR(), OneClassSVM(), KernelRidge(), LinearSVC()], ids=str
)
def test_a_value_that_overflows_at_prediction_is_refused_and_names_no_class(machine: Any, classes: Any) -> None:
    named = {"kernel": "poly", "degree": 7} if "kernel" in machine.get_params() else {"tol": 1e-4}
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", ConvergenceWarning)
        fitted = clone(machine).set_params(**named).fit(X / 10.0, classes)
    there = np.vstack([X[:3] / 10.0, np.full((1, 2), 1e300) if named.get("kernel") else np.full((1, 2), 1.7e308)])
    if isinstance(machine, LinearSVC):
        fitted.coef_ = fitted.coef_ + 10.0
    with pytest.raises(ValueError, match="f is not a finite number at point 3"):
        fitted.predict(there)
    assert len(fitted.predict(there[:3])) == 3


@pytest.mark.parametrize(
    ("machine", "y", "weight"),
    [
        (SVC(), CLASSES, np.where(CLASSES == 2, 0.0, 1.0)),
        (NuSVC(), CLASSES, np.where(CLASSES == 2, 0.0, 1.0)),
        (LinearSVC(), CLASSES, np.where(CLASSES == 2, 0.0, 1.0)),
        (SVC(), Y, np.where(Y == 1, 0.0, 1.0)),
        (LinearSVC(), np.zeros(60, dtype=np.int32), None),
        (SVC(), np.zeros(60, dtype=np.int32), None),
        (SVC(class_weight={7: 2.0}), Y, None),
        (SVC(C=np.float64(-1.0)), Y, None),
        (SVC(degree=np.int64(-2), kernel="poly"), Y, None),
        (NuSVC(nu=np.float64(0.9)), CLASSES == 0, None),
        (SVR(epsilon=np.float32(-0.5)), Y, None),
        (KernelRidge(alpha=np.float64(-1.0)), Y, None),
        (KernelRidge(alpha=np.array([1.0, np.inf])), np.column_stack([Y, Y]), None),
        (NystroemFeatures(kernel=np.str_("other"), n_components=9), Y, None),
        (RandomFourierFeatures(gamma=np.float64(-1.0)), Y, None),
        (TaylorFeatures(order=np.int64(-1)), Y, None),
        (Search(cv=np.int64(1)), Y, None),
        (Search(gammas=np.array([-1.0])), Y, None),
        (Search(n_components=np.int64(0)), Y, None),
    ],
    ids=str,
)
def test_a_message_shows_numbers_as_python_writes_them(machine: Any, y: Any, weight: Any) -> None:
    with pytest.raises(ValueError, match=r".") as told:
        machine.fit(X, y) if weight is None else machine.fit(X, y, sample_weight=weight)
    assert not re.search(r"\bnp\.|\bnumpy\.|array\(|dtype", str(told.value)), str(told.value)


@pytest.mark.parametrize(
    "kind", [sparse.csr_array, sparse.csr_matrix, sparse.csc_array, sparse.coo_array, sparse.bsr_array]
)
@pytest.mark.parametrize(
    "machine",
    [
        *ALL,
        LinearSVC(random_state=0),
        KernelRidge(),
        KernelRidgeClassifier(),
        TaylorFeatures(),
        RandomFourierFeatures(random_state=0),
        NystroemFeatures(n_components=10, random_state=0),
        Search(gammas=[0.1, 1.0], Cs=[1.0], cv=2),
    ],
    ids=lambda machine: type(machine).__name__,
)
def test_indices_of_64_bits_are_those_of_32(machine: Any, kind: Any) -> None:
    thin = kind(np.where(np.abs(X) > 1.0, X, 0.0))
    long = thin.copy()
    if thin.format == "coo":
        long.coords = tuple(part.astype(np.int64) for part in thin.coords)
    else:
        long.indices, long.indptr = long.indices.astype(np.int64), long.indptr.astype(np.int64)
    first, second = (clone(machine).fit(points, Y) for points in (thin, long))
    for way in ("predict", "decision_function", "transform"):
        if hasattr(first, way):
            one, other = getattr(first, way)(thin), getattr(second, way)(long)
            assert abs(one - other).max() == 0
    assert (long.coords[0] if thin.format == "coo" else long.indices).dtype == np.int64  # as it was given
