"""The law of the hostile calls: it allows what is promised, sees what breaks it, and ends what does not come back."""

from __future__ import annotations

import math
import os
import re
import signal
from collections import Counter
from dataclasses import replace

import pytest
from hypothesis import HealthCheck, Phase, given, seed, settings
from scipy import sparse

import core.estimators
from benchmarks.hostile.attempt import Ended
from benchmarks.hostile.calls import DEFAULT, MAY_BE_SPARSE, Call, hostile_calls
from benchmarks.hostile.law import broken, falls_short, longest, most_steps
from benchmarks.hostile.worker import Worker
from core.estimators import LinearSVC
from core.solver import default_limit
from core.trace.record import MOST_STEPS
from tests.core.solver.test_endless import CALLS


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


def test_a_call_that_does_not_come_back_is_ended_by_force() -> None:
    with Worker() as worker:
        before = worker.killed
        os.kill(worker.process_id, signal.SIGSTOP)  # as a call would that never ends
        assert worker.ask(CALLS["a sigmoid"], seconds=0.5) is None
        assert worker.killed == before + 1
        assert worker.ask(CALLS["a sigmoid"], seconds=0.02) is None  # a new process has its code to load first
        assert worker.killed == before + 2
        assert worker.ask(CALLS["a sigmoid"], seconds=240.0) is not None
