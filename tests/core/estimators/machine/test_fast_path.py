"""Two classes on few points in one compiled call: the very same as by the long way, and nothing else goes there."""

from __future__ import annotations

import warnings
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from sklearn.exceptions import ConvergenceWarning

from core.estimators import SVC, classifiers
from core.problem import Polynomial, TaylorMap

LEARNT = (
    "support_",
    "support_vectors_",
    "n_support_",
    "dual_coef_",
    "intercept_",
    "n_iter_",
    "classes_",
    "fit_status_",
)
KERNELS: dict[str, dict[str, Any]] = {
    "rbf": {"kernel": "rbf", "gamma": 0.7},
    "scale": {"kernel": "rbf"},
    "linear": {"kernel": "linear"},
    "poly": {"kernel": Polynomial(2, 0.5, 1.0)},
    "map": {"kernel": TaylorMap(0.5, 2)},
}


def _points(n: int, d: int, seed: int) -> tuple[np.ndarray, np.ndarray]:
    rng = np.random.default_rng(seed)
    X = rng.normal(size=(n, d))
    y = np.where(X[:, 0] * X[:, -1] + 0.4 * rng.normal(size=n) > 0, 7, 3)
    y[:2] = 3, 7
    return X, y


def _both_ways(X: Any, y: Any, **given: Any) -> tuple[SVC, SVC]:
    """Return the machine as it comes, and by the long way."""
    at_once = SVC(**given).fit(X, y)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(classifiers, "solve_fast", lambda *_: None)
        return at_once, SVC(**given).fit(X, y)


@pytest.mark.parametrize("name", KERNELS)
@given(n=st.integers(2, 60), d=st.integers(1, 12), seed=st.integers(0, 999), power=st.integers(-2, 4))
def test_it_is_the_long_way_bit_for_bit(name: str, n: int, d: int, seed: int, power: int) -> None:
    X, y = _points(n, d, seed)
    ours, long = _both_ways(X, y, C=10.0**power, **KERNELS[name])
    for attribute in LEARNT:
        first, second = getattr(ours, attribute), getattr(long, attribute)
        assert np.array_equal(first, second), attribute
        assert np.asarray(first).dtype == np.asarray(second).dtype, attribute
    assert ours.certificate_ == long.certificate_
    assert np.array_equal(ours.decision_function(X), long.decision_function(X))


@pytest.fixture
def answers(monkeypatch: pytest.MonkeyPatch) -> list[bool]:
    """Whether each question was answered at once."""
    told: list[bool] = []
    ask = classifiers.solve_fast

    def tell(*given: Any) -> Any:
        found = ask(*given)
        told.append(found is not None)
        return found

    monkeypatch.setattr(classifiers, "solve_fast", tell)
    return told


@pytest.mark.parametrize("given", [{}, {"C": 100.0}, {"kernel": "linear"}, {"probability": "deprecated"}])
def test_few_points_of_two_classes_go_there(given: dict[str, Any], answers: list[bool]) -> None:
    SVC(**given).fit(*_points(50, 2, 1))
    assert answers == [True]


@pytest.mark.parametrize(
    ("given", "n", "d"),
    [({"C": np.inf}, 9, 2), ({"cache_size": 0.001}, 50, 2), ({}, 2001, 2), ({}, 701, 9)],
)
def test_hard_margins_little_memory_and_many_points_go_the_long_way(
    given: dict[str, Any], n: int, d: int, answers: list[bool]
) -> None:
    X, y = _points(n, d, 2)
    X[y == 7] += 9.0 if "C" in given else 0.0
    assert SVC(**given).fit(X, y).certificate_.violation < 1e-2
    assert answers == [False]


def test_weights_and_three_classes_do_not_even_ask(answers: list[bool]) -> None:
    X, y = _points(50, 2, 3)
    SVC(class_weight={3: 2.0}).fit(X, y)
    SVC().fit(X, y, sample_weight=np.ones(50))
    SVC().fit(X, np.arange(50) % 3)
    assert answers == []


def test_who_runs_out_of_steps_is_told_as_ever(answers: list[bool]) -> None:
    X, y = _points(50, 2, 4)
    with pytest.warns(ConvergenceWarning, match=r"max_iter=3"):
        machine = SVC(max_iter=3).fit(X, y)
    assert answers == [False]
    assert machine.fit_status_ == 1
    assert machine.n_iter_ == 3
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert SVC(max_iter=10_000).fit(X, y).fit_status_ == 0
    assert answers == [False, True]


def test_later_changes_of_the_points_do_not_touch_the_machine() -> None:
    X, y = _points(50, 2, 5)
    machine = SVC().fit(X, y)
    seen = _points(20, 2, 6)[0]
    before, proof = machine.decision_function(seen), SVC().fit(X, y).certificate_
    X[:] = 0.0
    y[:] = 3
    assert np.array_equal(machine.decision_function(seen), before)
    assert machine.certificate_ == proof
