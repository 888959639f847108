"""Every training and every walk comes back, whatever it is asked, and claims nothing that its certificate denies.

Each call is made in a process of its own, which is killed where it does not come back. `python -m benchmarks hostile`
tries 20,000 calls by the same law.
"""

from __future__ import annotations

import math
import os
import re
import signal
import sys
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from hypothesis import HealthCheck, Phase, given, seed, settings
from scipy import sparse
from sklearn.exceptions import ConvergenceWarning

import core.estimators
from benchmarks.hostile.attempt import Ended
from benchmarks.hostile.calls import DEFAULT, MAY_BE_SPARSE, NO_CACHE, Call, hostile_calls
from benchmarks.hostile.kernels import called
from benchmarks.hostile.law import broken, falls_short, longest, most_steps, seconds_allowed
from benchmarks.hostile.worker import Worker
from core.estimators import SVC, LinearSVC
from core.estimators.machine.training import FIRST_STEPS
from core.problem import FourierMap, Kernel, Linear, Polynomial, PolynomialMap, Precomputed, Sigmoid
from core.solver import default_limit
from core.trace.record import MOST_STEPS

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
    ended = worker.settle(asked, seconds_allowed(asked))
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


def test_the_time_that_is_allowed_is_the_time_that_is_promised() -> None:
    promised = re.search(
        r"(\S+) s \+ (\S+) S \((\S+) us \+ (\S+) us N \(1 \+ d / (\S+)\)\)", core.estimators.__doc__ or ""
    )
    assert promised is not None
    always, trainings, step, value, coordinates = map(float, promised.groups())
    for S, N, d in ((0, 1, 1), (3000, 24, 3), (10_000_000, 600, 40)):
        said = always + trainings * S * 1e-6 * (step + value * N * (1.0 + d / coordinates))
        assert longest(S, N, d) == pytest.approx(said, rel=1e-12)


def test_default_limits_are_those_that_the_law_takes_for_them() -> None:
    asked = CALLS["a sigmoid"]
    assert asked.limit == DEFAULT
    assert most_steps(asked) == default_limit(asked.variables)
    assert most_steps(replace(asked, way="linear")) == LinearSVC().max_iter
    assert most_steps(replace(asked, way="platt")) == MOST_STEPS


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


def test_the_calls_reach_far() -> None:
    """Among the calls that the law is tried on is each of what it promises something about."""
    seen: Counter[str] = Counter()

    @settings(max_examples=1500, database=None, phases=[Phase.generate], suppress_health_check=list(HealthCheck))
    @seed(0)
    @given(asked=hostile_calls())
    def look(asked: Call) -> None:
        n, d = asked.X.shape
        kinds = {"many points": n > 100, "many coordinates": d > 10, "no limit": asked.limit == DEFAULT}
        seen.update(name for name, holds in kinds.items() if holds)
        seen.update([asked.way, type(asked.kernel).__name__, str(asked.options.get("features", ("none",))[0])])
        if sparse.issparse(asked.X):
            seen.update([f"{asked.way}, sparse"])

    look()
    features = ("TaylorFeatures", "RandomFourierFeatures", "NystroemFeatures")
    maps = ("FourierMap", "NystroemMap", "TaylorMap", "PolynomialMap", "TaylorGaussian", "Precomputed")
    thin = (f"{way}, sparse" for way in MAY_BE_SPARSE)
    for name in ("many points", "many coordinates", "no limit", *features, *maps, *thin):
        assert seen[name] > 0, name


def test_the_law_sees_what_breaks_it() -> None:
    asked = CALLS["a sigmoid"]
    assert "did not come back" in broken(asked, None)
    assert "no refusal" in broken(asked, Ended(raised="LinAlgError"))
    assert "without a sentence" in broken(asked, Ended(refused="no"))
    assert "steps" in broken(CALLS["squares of 1e5"], Ended(steps=1001))
    assert "violation" in broken(asked, Ended(violation=1.0))
    assert "violation" in broken(asked, Ended(violation=math.nan))
    assert not broken(asked, Ended(violation=1.0, admitted=True))
    assert falls_short(asked, Ended(violation=1.0, admitted=True))


def test_a_call_that_does_not_come_back_is_ended_by_force(worker: Worker) -> None:
    before = worker.killed
    os.kill(worker.process_id, signal.SIGSTOP)  # as a call would that never ends
    assert worker.ask(CALLS["a sigmoid"], seconds=0.5) is None
    assert worker.killed == before + 1
    assert worker.ask(CALLS["a sigmoid"], seconds=0.02) is None  # a new process has its code to load first
    assert worker.killed == before + 2
    assert worker.ask(CALLS["a sigmoid"], seconds=240.0) is not None
