"""LIBSVM's model files: what is refused, what is kept, and that a file returns the machine that was written."""

from __future__ import annotations

from contextlib import suppress
from copy import deepcopy
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy import sparse

from core.estimators import SVC, from_libsvm, to_libsvm
from core.problem import StringKernel, TaylorGaussian


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
    assert np.array_equal(deepcopy(model).decision_function(X), f)
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
        ("-1 1:-0.5 \n", "", "total_sv of the model file is 2, and the number of lines after SV is 1"),
        (
            "-1 1:-0.5 \n",
            "-1 1:-0.5 \n1 1:1\n",
            "total_sv of the model file is 2, and the number of lines after SV is 3",
        ),
        ("total_sv 2", "total_sv -2", "total_sv of the model file is -2"),
        (
            "total_sv 2",
            "total_sv 99999999999999999999",
            "total_sv of the model file is 99999999999999999999: too large",
        ),
        ("total_sv 2", "total_sv two", "it needs whole numbers"),
        ("nr_sv 1 1", "nr_sv 3 -1", "nr_sv of the model file adds up to"),
        ("nr_sv 1 1", "nr_sv 2 1", "nr_sv of the model file adds up to 2 [+] 1, and total_sv is 2"),
        ("nr_class 2", "nr_class 3", "label of the model file has the wrong number of values: 2 in place of 3"),
        (
            "nr_class 2",
            "nr_class 2000000000",
            "label of the model file has the wrong number of values: 2 in place of 2000000000",
        ),
        ("nr_class 2", "nr_class 1", "two classes are needed"),
        ("label 1 -1", "label 1 1", "a class twice"),
        ("rho 0.25", "rho 0.25 1", "rho of the model file has the wrong number of values: 2 in place of 1"),
        ("rho 0.25", "rho 1e309", "rho of the model file is 1e309: too large, or no number"),
        ("rho 0.25", "rho nan", "rho of the model file is nan: too large, or no number"),
        ("rho 0.25\n", "", "has no rho"),
        ("gamma 0.5", "gamma -0.5", "it must be at least 0"),
        ("gamma 0.5", "gamma 0.5\ngamma 1", "has gamma twice"),
        ("kernel_type rbf", "kernel_type wave", "kernel_type of the model file is wave"),
        ("svm_type c_svc", "svm_type svdd", "svm_type of the model file is svdd"),
        ("svm_type", "<html>", "Line 1 of the model file begins with '<html>'"),
        ("1 1:0.5", "x 1:0.5", "does not begin with its coefficients"),
        ("1 1:0.5", "nan 1:0.5", "A coefficient or coordinate of the model file is not a finite number"),
        ("1 1:0.5", "1 1:1e309", "A coefficient or coordinate of the model file is not a finite number"),
        ("1 1:0.5", "1 1:inf", "contain 'i'"),
        ("1 1:0.5", "1 qid:3 1:0.5", "contain 'q'"),
        ("1:0.5 2:1", "2:0.5 1:1", "with ascending indices"),
        ("1:0.5 2:1", "1:0.5 1:1", "with ascending indices"),
        ("1:0.5 2:1", "-1:0.5 2:1", "with ascending indices"),
        ("1:0.5 2:1", "1:0.5 99999999999:1", "with ascending indices of 32 bits"),
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
