"""Every training and every walk comes back, whatever it is asked, and claims nothing that its certificate denies.

Each call is made in a process of its own, which is killed where it does not come back. `python -m benchmarks hostile`
tries 20,000 calls by the same law.
"""

from __future__ import annotations

import math
import sys
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
import pytest
from hypothesis import HealthCheck, Phase, given, settings
from sklearn.exceptions import ConvergenceWarning

from benchmarks.hostile.attempt import Ended
from benchmarks.hostile.calls import DEFAULT, NO_CACHE, Call, hostile_calls
from benchmarks.hostile.kernels import called
from benchmarks.hostile.law import broken, seconds_allowed
from benchmarks.hostile.worker import Worker
from core.estimators import SVC
from core.estimators.machine.training import FIRST_STEPS
from core.problem import FourierMap, Kernel, Linear, Polynomial, PolynomialMap, Precomputed, Sigmoid

FIVE, SIGNS = np.array([[1.1], [-0.3], [-1.1], [0.8], [1.7]]), np.array([1.0, -1.0, -1.0, -1.0, 1.0])
RNG = np.random.default_rng(0)
FORTY = RNG.normal(size=(40, 2))
NOISY = np.where(FORTY[:, 0] + RNG.normal(size=40) > 0, 1.0, -1.0)
ANY = np.round(4.0 * (FORTY @ RNG.normal(size=(2, 40))))
INDEFINITE = ANY + ANY.T
BEYOND_FLOATS = np.array([[1e-9], [1.0], [1e60], [-1e60]])
HARD: dict[str, Any] = {"C": math.inf}
JITTER = np.random.default_rng(84)  # which sums come out wrong hangs on the last bits
NEARLY_ONE = 5e-9 * JITTER.uniform(-1.0, 1.0, (21, 1)) + np.array(
    [
        *([1.0], [1.0], [1.0], [1.0], [1.0], [0.99983438], [1.0], [1.00000001], [1.00012001], [1.0], [0.99999996]),
        *([0.99999991], [1.00000137], [1.0], [0.99999901], [1.00003468], [1.0], [0.99999999], [1.0], [0.99999762]),
        [1.0],
    ]
)
NEARLY_ZERO = 5e-9 * JITTER.uniform(-1.0, 1.0, 21) + np.array(
    [
        *(0.00013502, 0.01111101, 0.00577153, 0.00206659, -0.00895317, -0.00484873, 0.00730946, -0.00375393),
        *(-0.00933345, 0.00490349, 0.00080922, 0.00444165, 0.00108135, -0.00798945, -0.00021131, 0.00509412),
        *(0.00136431, 0.00061476, 0.00956379, -0.00013903, 0.00411195),
    ]
)
UNEQUAL = np.array([1, 1, 30, 0, 0, 30, 1e-3, 1, 30, 0, 0, 30, 1, 1, 1e-3, 1e-3, 30, 0, 0, 0, 1])


def call(
    what: str,
    X: np.ndarray,
    y: np.ndarray,
    kernel: Kernel | Callable[[Any, Any], Any] | None,
    options: dict[str, Any],
    limit: int = 2000,
    way: str = "machine",
) -> Call:
    tolerance = 0.1 if way == "dual-cd" else 1e-3
    return Call(way, what, X, y, kernel, None, tolerance, limit, options)


CALLS = {
    "a polynomial with a negative constant": call("SVC", FIVE, SIGNS, Polynomial(4, 1.0, -1.0), HARD),
    "the same, without a limit": call("SVC", FIVE, SIGNS, Polynomial(4, 1.0, -1.0), HARD, DEFAULT),
    "the same, decomposed": call("SVC", FIVE, SIGNS, Polynomial(4, 1.0, -1.0), {**HARD, "cache_size": NO_CACHE}),
    "a sigmoid": call("SVC", FIVE, SIGNS, Sigmoid(0.5, 0.0), HARD, DEFAULT),
    "a sigmoid of many points": call("SVC", FORTY, NOISY, Sigmoid(0.5, 0.0), HARD, DEFAULT),
    "classes that no line separates": call("SVC", FORTY, NOISY, Linear(), HARD, DEFAULT),
    "an indefinite matrix": call("SVC", INDEFINITE, NOISY, Precomputed(), HARD, DEFAULT),
    "an indefinite function": call("SVC", FORTY, NOISY, called, HARD, DEFAULT),
    "an indefinite matrix, decomposed": call("SVC", INDEFINITE, NOISY, Precomputed(), {**HARD, "cache_size": NO_CACHE}),
    "nu-SVR under a huge C": call("NuSVR", FORTY, FORTY[:, 0], Linear(), {"C": 1e68, "nu": 0.5}, DEFAULT),
    "SVR under a huge C": call("SVR", FORTY, FORTY[:, 0], Sigmoid(0.5, 0.0), {"C": 1e100, "epsilon": 0.1}, 5000),
    "a fall in blocks whose scores cancel": call(
        "eps_svr",
        np.array([[0.00249966, 0.00499932], [-0.00384432, -0.00768865]]),
        np.array([-0.00304013, -0.00193246]),
        Sigmoid(0.003458547268252705, -1.0),
        {"C": 1e100, "epsilon": 0.0, "cache_size": NO_CACHE},
        1204,
        "trainer",
    ),
    "nu-SVR, whose two variables of a point cancel": Call(
        *("trainer", "nu_svr", NEARLY_ONE, NEARLY_ZERO, Polynomial(7, 1.0, 38.12634876347488), UNEQUAL, 0.1, 21),
        {"C": 1e6, "nu": 1 / 3},
    ),
    "coordinates of 1e60": call("SVR", BEYOND_FLOATS, SIGNS[:4], Linear(), {"C": 1.0, "epsilon": 0.1}),
    "sums whose squares leave the floats": call(
        "SVC",
        np.array(
            [[5e5], [-6e4], [-9e8], [1e12], [-2e8], [1.3e6], [1.4e10], [1.4e10], [-1.7e11], [9e7], [1.7e10], [4.6e10]]
        ),
        np.array([1.0, -1, -1, 1, 1, 1, -1, -1, -1, 1, 1, -1]),
        PolynomialMap(9, 1e-8, 0.0),
        {"C": 1e100},
        3,
    ),
    "squares of 1e5": call("squared_hinge", 1e5 * FORTY, NOISY, Linear(), {"C": 1.0}, 1000, "trainer"),
    "squares of 1e5, decomposed": call(
        "squared_hinge", 1e5 * FORTY, NOISY, Linear(), {"C": 1.0, "cache_size": NO_CACHE}, 1000, "trainer"
    ),
    "two points, whose epoch saw slopes of other multipliers": call(
        "squared_hinge", np.array([[1.0], [4.0]]), SIGNS[:2], None, {"C": 1.0, "bias": None}, way="dual-cd"
    ),
    "two points, the same under the hinge": call(
        "hinge", np.array([[9.0], [1.0]]), SIGNS[:2], None, {"C": 100.0, "bias": 1.0}, way="dual-cd"
    ),
    "a linear machine at 1e60": call(
        "squared_hinge", BEYOND_FLOATS, SIGNS[:4], None, {"C": 1.0, "bias": 1.0}, way="linear"
    ),
}
NO_HARD_MARGIN = ("a polynomial", "the same", "a sigmoid of many", "classes", "an indefinite")


@pytest.fixture(scope="module")
def worker() -> Iterator[Worker]:
    with Worker() as process:
        yield process


def _ended(worker: Worker, asked: Call) -> Ended:
    """Return how the call ended; it must have done so, and kept the law."""
    ended = worker.ask_warm(asked, seconds_allowed(asked))
    assert ended is not None, "it does not come back"
    assert not broken(asked, ended), broken(asked, ended)
    return ended


@pytest.mark.parametrize("name", CALLS)
def test_it_comes_back(worker: Worker, name: str) -> None:
    ended = _ended(worker, CALLS[name])
    if name.startswith(NO_HARD_MARGIN):
        assert "no hard margin" in ended.refused


@settings(
    max_examples=300,
    phases=[Phase.explicit, Phase.generate],  # an example that does not come back is not made smaller
    suppress_health_check=list(HealthCheck),
)
@given(asked=hostile_calls())
def test_any_call_comes_back_and_claims_nothing_false(worker: Worker, asked: Call) -> None:
    _ended(worker, asked)


def test_a_machine_on_features_keeps_to_the_default_limit_in_both_of_its_trainings(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    limit = FIRST_STEPS + 50_000
    for module in ("core.estimators.machine.training", "core.solver.trainer.train"):
        monkeypatch.setattr(sys.modules[module], "default_limit", lambda variables: limit)
    machine = SVC(kernel=FourierMap(1.0, 20, 863, paired=True), C=1e20, tol=1e-6, cache_size=NO_CACHE)
    points = np.where(np.abs(FORTY[:, :1]) > 1.0, FORTY[:, :1], 0.0)  # most of them in one place, of either class
    with pytest.warns(ConvergenceWarning):
        machine.fit(points, NOISY)
    assert FIRST_STEPS < machine.n_iter_ <= limit
