from __future__ import annotations

from copy import deepcopy

import numpy as np
import pytest
from sklearn.base import clone
from sklearn.model_selection import GridSearchCV, cross_val_score

from core.estimators import SVC, OneClassSVM
from core.problem import StringKernel

WORDS = ["cat", "cart", "hat", "rat", "bat", "cats", "dog", "dig", "dug", "fog", "dogs", "frog"]
ANIMAL = ["cat"] * 6 + ["dog"] * 6
KERNEL = StringKernel(2, 0.5)


def test_words_are_classified_as_by_their_kernel_matrix() -> None:
    ours = SVC(kernel=KERNEL, C=10.0).fit(WORDS, ANIMAL)
    matrix = SVC(kernel="precomputed", C=10.0).fit(KERNEL.gram(WORDS, WORDS), ANIMAL)
    new = ["chat", "hog", "", "猫"]
    assert ours.decision_function(new) == pytest.approx(matrix.decision_function(KERNEL.gram(new, WORDS)), abs=1e-12)
    assert ours.predict(WORDS).tolist() == ANIMAL
    assert ours.support_.tolist() == matrix.support_.tolist()
    assert ours.support_vectors_.tolist() == [WORDS[i] for i in ours.support_]
    assert ours.certificate_ == matrix.certificate_


def test_more_than_two_classes_of_words_are_told_apart() -> None:
    words, classes = [*WORDS, "支持", "支持向量", "向量"], [*ANIMAL, *(["han"] * 3)]
    assert SVC(kernel=StringKernel(1, 0.5), C=100.0).fit(words, classes).predict(words).tolist() == classes


def test_a_saved_machine_keeps_its_support_words_and_no_others() -> None:
    far = [f"{k:04d}cat" for k in range(300)] + [f"{k:04d}dog" for k in range(300)]
    fitted = SVC(kernel=StringKernel(3, 0.5), C=1.0).fit(far, ["cat"] * 300 + ["dog"] * 300)
    state = repr(fitted.__getstate__())  # what is saved; a copy is made of the same
    assert sum(word in state for word in far) == len(fitted.support_) < len(far)
    loaded = deepcopy(fitted)
    assert loaded.decision_function(WORDS).tolist() == fitted.decision_function(WORDS).tolist()
    assert loaded.certificate_ == fitted.certificate_


def test_scikit_learn_clones_and_searches_it() -> None:
    estimator = SVC(kernel=KERNEL)
    assert clone(estimator).kernel == KERNEL
    grid = {"C": [0.1, 10.0], "kernel": [StringKernel(n, 0.5) for n in (1, 2, 3)]}
    found = GridSearchCV(estimator, grid, cv=3).fit(WORDS, ANIMAL)
    assert found.predict(["cat"]).tolist() == ["cat"]
    assert cross_val_score(estimator, WORDS, ANIMAL, cv=3).shape == (3,)


def test_one_class_of_words_is_fitted_too() -> None:
    fitted = OneClassSVM(kernel=KERNEL, nu=0.5).fit(WORDS[:6])
    matrix = OneClassSVM(kernel="precomputed", nu=0.5).fit(KERNEL.gram(WORDS[:6], WORDS[:6]))
    new = ["cat", "xyz"]
    of_matrix = matrix.decision_function(KERNEL.gram(new, WORDS[:6]))
    assert fitted.decision_function(new) == pytest.approx(of_matrix, abs=1e-12)
    assert fitted.predict(["xyz"]).tolist() == [-1]


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        ([], "The list of words is empty; give one word at least."),
        ("cat", "A string kernel takes a list of words; give a list of str."),
        (["cat", 3], "Entry 1 of the words is of type int; every entry must be a str."),
        ([["cat"], ["dog"]], "Entry 0 of the words is of type list; every entry must be a str."),
        (np.zeros((2, 2)), "Entry 0 of the words is of type ndarray; every entry must be a str."),
    ],
)
def test_what_is_no_list_of_words_is_refused_in_one_sentence(words: object, sentence: str) -> None:
    with pytest.raises(ValueError, match="^" + sentence.replace(".", r"\.")):
        SVC(kernel=KERNEL).fit(words, ["a", "b"])
    fitted = SVC(kernel=KERNEL).fit(["cat", "dog"], ["a", "b"])
    with pytest.raises(ValueError, match="^" + sentence.replace(".", r"\.")):
        fitted.predict(words)


def test_as_many_labels_as_words_are_needed() -> None:
    with pytest.raises(ValueError, match="inconsistent numbers of samples"):
        SVC(kernel=KERNEL).fit(["cat", "dog"], ["a"])
