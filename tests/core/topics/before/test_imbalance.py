"""Recalls over all thresholds, against counting and scikit-learn."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from sklearn.metrics import balanced_accuracy_score, recall_score

from core.topics.before.imbalance import recall, thresholds

values = st.lists(st.sampled_from([-2.0, -1.0, -0.5, 0.0, 0.25, 0.5, 1.0, 3.0]), min_size=6, max_size=6)


@given(values, st.sampled_from([-1.0, 0.0, 0.5, 9.0]))
def test_recall_and_balanced_accuracy_are_those_of_scikit_learn(f: list[float], t: float) -> None:
    y, scores = np.array([1.0, 1.0, -1.0, -1.0, -1.0, -1.0]), np.array(f)
    found, called = recall(y, scores, t), np.where(scores >= t, 1.0, -1.0)
    assert found.of_plus == recall_score(y, called, pos_label=1.0)
    assert found.of_minus == recall_score(y, called, pos_label=-1.0)
    assert found.balanced == pytest.approx(balanced_accuracy_score(y, called))
    assert found.accuracy == (called == y).mean()


@given(values)
def test_every_threshold_has_its_recalls_and_the_ends_give_all_to_one_class(f: list[float]) -> None:
    y, scores = np.array([1.0, 1.0, -1.0, -1.0, -1.0, -1.0]), np.array(f)
    found = thresholds(y, scores)
    for t, of_plus, of_minus in zip(found.threshold, found.of_plus, found.of_minus, strict=True):
        own = recall(y, scores, t)
        assert (of_plus, of_minus) == (own.of_plus, own.of_minus)
    assert (found.of_plus[0], found.of_minus[0]) == (1.0, 0.0)
    assert (found.of_plus[-1], found.of_minus[-1]) == (0.0, 1.0)
    assert recall(y, scores, found.best).balanced >= max(recall(y, scores, t).balanced for t in (-3.0, -0.7, 0.0, 0.3))
