"""LIBSVM's model files: the published package loads ours, ours loads its, and both return the same values."""

from __future__ import annotations

import pickle
import warnings
from collections.abc import Iterator
from contextlib import suppress
from ctypes import c_double
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from libsvm.svm import gen_svm_nodearray, libsvm
from libsvm.svmutil import svm_load_model, svm_save_model, svm_train
from numpy.typing import NDArray
from scipy import sparse

from core.estimators import SVC, SVR, NuSVC, NuSVR, OneClassSVM, from_libsvm, to_libsvm
from core.problem import StringKernel, TaylorGaussian
from core.problem.arrays import Matrix, Vector

MACHINES: dict[int, type[Any]] = {0: SVC, 1: NuSVC, 2: OneClassSVM, 3: SVR, 4: NuSVR}  # by LIBSVM's number
KERNELS = ["linear", "poly", "rbf", "sigmoid", "precomputed"]
CLASSIFIERS = (SVC, NuSVC)
MODELS = 300  # with the published package


def draw(seed: int) -> tuple[type[Any], dict[str, Any], Matrix, NDArray[Any], Matrix, list[int]]:
    """Return a machine, its parameters, points and targets of a training, points to predict, and the labels."""
    rng = np.random.default_rng(seed)
    machine, kernel = MACHINES[seed % 5], KERNELS[seed // 5 % 5]
    n, d, classes = int(rng.integers(24, 50)), int(rng.integers(1, 6)), int(rng.integers(2, 5))
    X, Z = rng.normal(size=(n, d)), rng.normal(size=(20, d))
    X[rng.random(X.shape) < 0.2] = 0.0
    labels = rng.permutation(np.arange(-3, 9))[:classes].tolist()
    y: NDArray[Any] = np.array(labels)[np.arange(n) % classes]
    if machine in (SVR, NuSVR):
        y = np.sin(X[:, 0]) + 0.1 * rng.normal(size=n)
    given = {"kernel": kernel, "degree": int(rng.integers(1, 4)), "gamma": float(rng.uniform(0, 1)), "coef0": 0.3}
    if machine not in (SVC, SVR):
        given["nu"] = 0.3
    if kernel == "precomputed":
        X, Z = X @ X.T, Z @ X.T
    return machine, given, X, y, Z, labels


def nodes(X: Matrix, *, serial: bool = False) -> list[dict[int, float]]:
    """Return points as the published package takes them: of a kernel matrix with their number."""
    rows = np.column_stack([np.arange(1, len(X) + 1), X]) if serial else X
    return [{k + (not serial): float(v) for k, v in enumerate(row)} for row in rows]


def published(text: str, Z: Matrix, folder: Path, *, probable: bool = False) -> tuple[Vector, Matrix]:
    """Return predictions and values, or probabilities, of a model file by the published package.

    Its C functions are called: its `svm_predict` has place for one value where nu-SVC has several pairs.
    """
    path = folder / "model"
    path.write_text(text)
    model = svm_load_model(str(path))
    classes = model.get_nr_class()
    space = (c_double * max(classes * (classes - 1) // 2, classes))()
    predict = libsvm.svm_predict_probability if probable else libsvm.svm_predict_values
    labels, values = [], []
    for row in nodes(Z, serial="kernel_type precomputed" in text):
        array, _ = gen_svm_nodearray(row, isKernel="kernel_type precomputed" in text)
        labels.append(predict(model, array, space))
        values.append(list(space))
    count = 1 if model.get_svm_type() >= 2 else classes if probable else classes * (classes - 1) // 2
    return np.array(labels), np.array(values)[:, :count]


def values_of(machine: Any, Z: Matrix) -> Matrix:
    """Return the values of f in LIBSVM's signs and order, shape (k, pairs)."""
    if isinstance(machine, SVR | NuSVR):
        return np.asarray(machine.predict(Z)[:, None])
    if isinstance(machine, CLASSIFIERS):
        machine.decision_function_shape = "ovo"
    f = machine.decision_function(Z).reshape(len(Z), -1)
    return np.asarray(-f if isinstance(machine, CLASSIFIERS) and len(machine.classes_) == 2 else f)


def scale_of(machine: Any, Z: Matrix) -> float:
    """Return sum_i |coef_i K_i| at most: the size of the terms of f."""
    coef = np.abs(machine._coef).sum()
    K = np.abs(Z).max() if machine.kernel == "precomputed" else 1.0
    if machine.kernel in ("linear", "poly"):
        square = max(float(np.square(Z).sum(axis=1).max()), float(machine.support_vectors_.power(2).sum(axis=1).max()))
        K = square if machine.kernel == "linear" else max(1.0, machine.gamma * square + 0.3) ** machine.degree
    return float(coef * K + np.abs(machine.intercept_).max())


@pytest.fixture(params=range(6))
def some_seeds(request: pytest.FixtureRequest) -> Iterator[range]:
    """Split the models among the workers of a test run."""
    return iter([range(request.param, MODELS, 6)])


def test_both_read_the_published_file_alike(some_seeds: Iterator[range], tmp_path: Path) -> None:
    for seed in next(some_seeds):
        machine, given, X, y, Z, _ = draw(seed)
        number = next(key for key, value in MACHINES.items() if value is machine)
        precomputed = given["kernel"] == "precomputed"
        options = f"-s {number} -t {KERNELS.index(given['kernel'])} -n 0.3 -d {given['degree']} -r 0.3"
        model = svm_train(y.tolist(), nodes(X, serial=precomputed), f"{options} -g {given['gamma']!r} -q")
        path = tmp_path / "trained"
        svm_save_model(str(path), model)
        text = path.read_text()
        ours = from_libsvm(text, n_features=X.shape[1])
        labels, values = published(text, Z, tmp_path)
        scale = scale_of(ours, Z)
        assert np.abs(values_of(ours, Z) - values).max() <= 1e-12 * scale, (seed, given)
        clear = (np.abs(values) > 1e-12 * scale).all(axis=1)  # not at f = 0, where the last bit decides
        assert np.array_equal(ours.predict(Z)[clear], labels[clear]) or machine in (SVR, NuSVR), (seed, given)


def test_the_published_package_reads_ours_alike(some_seeds: Iterator[range], tmp_path: Path) -> None:
    for seed in next(some_seeds):
        machine, given, X, y, Z, _ = draw(seed)
        trained = machine(**given)
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # a sigmoid kernel has no proof
            trained.fit(X, None if machine is OneClassSVM else y)
        text = to_libsvm(trained)
        ours = from_libsvm(text, n_features=X.shape[1])
        assert to_libsvm(ours) == text
        labels, values = published(text, Z, tmp_path)
        scale = scale_of(ours, Z)
        assert np.abs(values_of(trained, Z) - values).max() <= 1e-12 * scale, (seed, given)
        assert np.abs(values_of(ours, Z) - values).max() <= 1e-12 * scale, (seed, given)
        if machine not in (SVR, NuSVR):
            clear = (np.abs(values) > 1e-12 * scale).all(axis=1)
            assert np.array_equal(labels[clear], trained.predict(Z)[clear])
            assert np.array_equal(labels[clear], ours.predict(Z)[clear])


@pytest.mark.parametrize("classes", [2, 3, 5])
def test_probabilities_are_those_of_the_published_package(classes: int, tmp_path: Path) -> None:
    rng = np.random.default_rng(classes)
    X, y = rng.normal(size=(80, 2)), np.arange(80) % classes * 3 - 1
    X += y[:, None] / 4.0
    with pytest.warns(FutureWarning, match="probability"):
        trained = SVC(probability=True, random_state=0).fit(X, y)
    text, Z = to_libsvm(trained), rng.normal(size=(50, 2))
    labels, values = published(text, Z, tmp_path, probable=True)
    ours = from_libsvm(text)
    assert np.abs(ours.predict_proba(Z) - values).max() <= 1e-6
    assert np.abs(trained.predict_proba(Z) - values).max() <= 1e-6
    assert np.array_equal(ours.classes_[values.argmax(axis=1)], labels)


def test_the_order_of_the_labels_decides_ties() -> None:
    """With classes 5, 2, 9 in a circle, each vote once: the first of the file wins, as `svm-predict` has it."""
    text = (
        "svm_type c_svc\nkernel_type linear\nnr_class 3\ntotal_sv 3\nrho -1 1 -1\nlabel 5 2 9\nnr_sv 1 1 1\nSV\n"
        "0 0 1:1\n0 0 1:2\n0 0 1:3\n"
    )
    model = from_libsvm(text)
    assert model.predict([[0.0]]).tolist() == [5]
    assert to_libsvm(model) == to_libsvm(from_libsvm(to_libsvm(model)))


def test_a_machine_from_a_file_predicts_dense_and_sparse_and_is_saved() -> None:
    rng = np.random.default_rng(1)
    X, y = rng.normal(size=(40, 5)), np.arange(40) % 3
    model = from_libsvm(to_libsvm(SVC().fit(X, y)))
    f = model.decision_function(X)
    assert np.array_equal(model.decision_function(sparse.csr_array(X)), f)
    assert np.array_equal(pickle.loads(pickle.dumps(model)).decision_function(X), f)
    with pytest.raises(AttributeError, match="read from a file: it has no certificate_"):
        model.certificate_  # noqa: B018


@pytest.mark.parametrize(
    ("machine", "X", "said"),
    [
        (SVC(C=np.inf, kernel="linear"), None, "LIBSVM has no hard margin: C is infinite"),
        (SVC(kernel=TaylorGaussian(0.5, 3)), None, "LIBSVM has no kernel TaylorGaussian"),
        (SVC(kernel=lambda A, B: A @ B.T), None, "LIBSVM has no kernel <function"),
        (SVC(kernel=StringKernel(2, 0.5)), ["ab", "ba", "cd", "dc"], "LIBSVM has no kernel StringKernel"),
    ],
)
def test_what_libsvm_does_not_have_is_refused(machine: Any, X: Any, said: str) -> None:
    fitted = machine.fit(np.array([[0.0], [0.2], [1.0], [1.3]]) if X is None else X, [0, 0, 1, 1])
    with pytest.raises(ValueError, match=said):
        to_libsvm(fitted)


@pytest.mark.parametrize("labels", [["a", "b"], [2**40, 1], [True, False]])
def test_labels_that_libsvm_cannot_store_are_refused(labels: list[Any]) -> None:
    fitted = SVC(kernel="linear").fit([[0.0], [1.0]], labels)
    with pytest.raises(ValueError, match="LIBSVM's labels are whole numbers of 32 bits"):
        to_libsvm(fitted)


GOOD = (
    "svm_type c_svc\nkernel_type rbf\ngamma 0.5\nnr_class 2\ntotal_sv 2\nrho 0.25\nlabel 1 -1\nnr_sv 1 1\nSV\n"
    "1 1:0.5 2:1 \n-1 1:-0.5 \n"
)


@pytest.mark.parametrize(
    ("before", "after", "said"),
    [
        ("SV\n1 1:0.5 2:1 \n-1 1:-0.5 \n", "", "ends before its line SV"),
        ("-1 1:-0.5 \n", "", "total_sv of the model file is 2, and it has 1 lines"),
        ("-1 1:-0.5 \n", "-1 1:-0.5 \n1 1:1\n", "total_sv of the model file is 2, and it has 3 lines"),
        ("total_sv 2", "total_sv -2", "total_sv of the model file is -2"),
        (
            "total_sv 2",
            "total_sv 99999999999999999999",
            "total_sv of the model file is 99999999999999999999: too large",
        ),
        ("total_sv 2", "total_sv two", "it needs whole numbers"),
        ("nr_sv 1 1", "nr_sv 3 -1", "nr_sv of the model file gives"),
        ("nr_sv 1 1", "nr_sv 2 1", "nr_sv of the model file gives 2 [+] 1 support vectors, and total_sv 2"),
        ("nr_class 2", "nr_class 3", "label of the model file needs 3 values and has 2"),
        ("nr_class 2", "nr_class 2000000000", "label of the model file needs 2000000000 values"),
        ("nr_class 2", "nr_class 1", "two classes are needed"),
        ("label 1 -1", "label 1 1", "a class twice"),
        ("rho 0.25", "rho 0.25 1", "rho of the model file needs 1 values and has 2"),
        ("rho 0.25", "rho 1e309", "rho of the model file is 1e309: too large, or no number"),
        ("rho 0.25", "rho nan", "rho of the model file is nan: too large, or no number"),
        ("rho 0.25\n", "", "has no rho"),
        ("gamma 0.5", "gamma -0.5", "it must be at least 0"),
        ("gamma 0.5", "gamma 0.5\ngamma 1", "has gamma twice"),
        ("kernel_type rbf", "kernel_type wave", "kernel_type of the model file is wave"),
        ("svm_type c_svc", "svm_type svdd", "svm_type of the model file is svdd"),
        ("svm_type", "<html>", "Line 1 of the model file begins with '<html>'"),
        ("1 1:0.5", "x 1:0.5", "does not begin with a number"),
        ("1 1:0.5", "nan 1:0.5", "coefficient of the model file is not a finite number"),
        ("1 1:0.5", "1 1:1e309", "coordinate of the model file is not a finite number"),
        ("1 1:0.5", "1 1:inf", "contain 'i'"),
        ("1 1:0.5", "1 qid:3 1:0.5", "contain 'q'"),
        ("1:0.5 2:1", "2:0.5 1:1", "sorted and unique"),
        ("1:0.5 2:1", "1:0.5 1:1", "sorted and unique"),
        ("1:0.5 2:1", "-1:0.5 2:1", "Invalid index -1"),
        ("1:0.5 2:1", "1:0.5 99999999999:1", "exceeds 32 bits"),
        ("1:0.5 2:1", "1:0.5 2", "not written as index:value"),
    ],
)
def test_a_damaged_file_is_refused_in_one_sentence(before: str, after: str, said: str) -> None:
    assert before in GOOD
    from_libsvm(GOOD)
    with pytest.raises(ValueError, match=said):
        from_libsvm(GOOD.replace(before, after, 1))


@settings(max_examples=300, deadline=None)
@given(st.data())
def test_any_other_change_of_a_file_is_read_or_refused(data: st.DataObject) -> None:
    at = data.draw(st.integers(0, len(GOOD)))
    until = data.draw(st.integers(at, min(len(GOOD), at + 12)))
    new = data.draw(st.text(alphabet="0123456789.:-+e \nrhonaSVx\x00é", max_size=8))
    model = None
    with suppress(ValueError):
        model = from_libsvm(GOOD[:at] + new + GOOD[until:])
    assert model is None or model.support_vectors_.shape[0] == model.dual_coef_.shape[1]


@pytest.mark.parametrize("n_features", [2, 7])
def test_more_features_can_be_asked_for_than_the_file_has(n_features: int) -> None:
    assert from_libsvm(GOOD, n_features).predict(np.zeros((1, n_features))).shape == (1,)


def test_fewer_features_than_the_file_has_are_refused() -> None:
    with pytest.raises(ValueError, match="n_features"):
        from_libsvm(GOOD, 1)
    matrix = GOOD.replace("rbf\ngamma 0.5", "precomputed").replace("1:0.5 2:1", "0:3").replace("1:-0.5", "0:1")
    assert from_libsvm(matrix).n_features_in_ == 3
    with pytest.raises(ValueError, match="has support vector 3, and n_features is 2"):
        from_libsvm(matrix, 2)
    with pytest.raises(ValueError, match="written as 0:number"):
        from_libsvm(matrix.replace("0:3", "0:3.5"))
    with pytest.raises(ValueError, match="written as 0:number"):
        from_libsvm(matrix.replace("0:3", "1:3"))
