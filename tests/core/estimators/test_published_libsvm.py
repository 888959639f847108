"""LIBSVM's model files: the published package loads ours, ours loads its, and both return the same values."""

from __future__ import annotations

import warnings
from collections.abc import Iterator
from ctypes import c_double
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from core.estimators import SVC, SVR, NuSVC, NuSVR, OneClassSVM, answer_to_libsvm, from_libsvm, to_libsvm
from core.problem import Precomputed, Problem, c_svc, eps_svr, nu_svc, nu_svr, one_class
from core.problem.arrays import Matrix, Vector
from core.topics.libsvm.report import report
from core.trace import record

svm = pytest.importorskip("libsvm.svm", reason="needs the extra `libsvm`, and that a C++ compiler")
from libsvm.svmutil import svm_load_model, svm_save_model, svm_train  # noqa: E402 - behind the check

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
    predict = svm.libsvm.svm_predict_probability if probable else svm.libsvm.svm_predict_values
    labels, values = [], []
    for row in nodes(Z, serial="kernel_type precomputed" in text):
        array, _ = svm.gen_svm_nodearray(row, isKernel="kernel_type precomputed" in text)
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


def both_trained(seed: int) -> tuple[Any, str, Problem, Any]:
    """Train on a kernel matrix with both: the published model and its output, our problem and our run.

    With the matrix given, both read the same bits; the first half of the points has label +1.
    """
    rng, number = np.random.default_rng(seed), seed % 5
    X = rng.normal(size=(30, 2))
    K, y = X @ X.T + np.exp(-((X[:, None] - X[None]) ** 2).sum(axis=2)), np.repeat([1, -1], 15)
    K = 0.5 * (K + K.T)
    targets = y if number < 3 else np.round(np.sin(X[:, 0]), 3)
    problem = {
        0: lambda: c_svc(K, y, Precomputed(), 2.0),
        1: lambda: nu_svc(K, y, Precomputed(), 0.3),
        2: lambda: one_class(K, Precomputed(), 0.3),
        3: lambda: eps_svr(K, targets, Precomputed(), 2.0, 0.1),
        4: lambda: nu_svr(K, targets, Precomputed(), 2.0, 0.3),
    }[number]()
    heard: list[bytes] = []
    listen = svm.PRINT_STRING_FUN(heard.append)
    svm.libsvm.svm_set_print_string_function(listen)
    asked = svm.svm_problem(targets.tolist(), nodes(K, serial=True), isKernel=True)
    options = svm.svm_parameter(f"-s {number} -t 4 -c 2 -n 0.3 -p 0.1 -e 0.001")
    svm.libsvm.svm_set_print_string_function(listen)  # the options set another
    model = svm.toPyModel(svm.libsvm.svm_train(asked, options))
    svm.libsvm.svm_set_print_string_function(svm.ctypes_print_null)
    return model, b"".join(heard).decode(), problem, record(problem, "libsvm", 1e-3)


@pytest.mark.parametrize("seed", list(range(30)))
def test_the_report_and_the_model_of_our_loop_are_those_of_the_published_package(seed: int, tmp_path: Path) -> None:
    model, text, problem, run = both_trained(seed)
    found = report(run)
    assert found is not None
    assert found.text == text
    svm_save_model(str(tmp_path / "model"), model)
    theirs = from_libsvm((tmp_path / "model").read_text(), n_features=30)
    ours = from_libsvm(answer_to_libsvm(problem, run.last.alpha, found.rho, found.margin), n_features=30)
    assert np.array_equal(ours.support_, theirs.support_)
    scale = np.abs(theirs.dual_coef_).max()
    assert np.abs(ours.dual_coef_ - theirs.dual_coef_).max() <= 1e-12 * scale
    assert np.abs(ours.intercept_ - theirs.intercept_).max() <= 1e-12 * max(1.0, scale)
