"""How a linear training runs: it ends when asked, says how far it is, repeats itself bit for bit, and stays small."""

from __future__ import annotations

import math
import threading
import time
import tracemalloc
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import numpy as np
import pytest
from scipy import sparse

from core.problem import Form, TaylorMap, c_svc_form
from core.solver import Outcome, new_cancel_flag, new_progress
from core.solver.linear import TrainedLinear, mapped, train_linear
from tests.core.small_problems import cloud

LOSSES = ("hinge", "squared_hinge")
OUT_OF_REACH = 1e-300  # a tolerance below what rounding leaves of a violation


def _long() -> tuple[Form, np.ndarray]:
    """Return a problem on which descent alone takes minutes, and no method reaches what is out of reach."""
    X, y = cloud(3000, seed=0)
    return c_svc_form(y, 3000, 1e6), np.ascontiguousarray(TaylorMap(0.5, 6).features(X))


@pytest.mark.parametrize("finish", [True, False])
@pytest.mark.parametrize("blocks", [True, False])
def test_a_long_training_ends_when_it_is_asked_to_and_tells_how_far_it_is(
    finish: bool, blocks: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    form, features = _long()
    flag, progress = new_cancel_flag(), new_progress()
    X, phi = (cloud(3000, seed=0)[0], TaylorMap(0.5, 6)) if blocks else (features, None)
    if blocks:
        monkeypatch.setattr(mapped, "ARENA_BYTES", features.nbytes // 5)
    ended: list[TrainedLinear] = []
    options: dict[str, Any] = {"phi": phi, "cancel": flag, "progress": progress, "finish": finish}
    run = threading.Thread(target=lambda: ended.append(train_linear(form, X, 1.0, OUT_OF_REACH, 10**9, **options)))
    run.start()
    deadline = time.monotonic() + 60.0
    while progress[1] < 2 and run.is_alive() and time.monotonic() < deadline:
        time.sleep(0.01)
    assert math.isfinite(progress[0])
    assert 0 < progress[2] <= 3000
    asked_at = time.perf_counter()
    flag[0] = 1
    run.join(20.0)
    assert ended[0].outcome == Outcome.CANCELLED
    assert time.perf_counter() - asked_at < 2.0  # not minutes: a machine may be busy
    assert (ended[0].alpha <= form.upper).all()
    assert np.isfinite(ended[0].w).all()


def test_thirty_trainings_at_once_are_those_one_after_the_other_bit_for_bit() -> None:
    X, y = cloud(400, seed=4)
    features = np.ascontiguousarray(TaylorMap(0.3, 3).features(X))
    jobs: list[dict[str, Any]] = [
        {"X": features},
        {"X": features.astype(np.float32)},
        {"X": sparse.csr_array(X)},
        {"X": X, "phi": TaylorMap(0.3, 3)},
    ]
    forms = [c_svc_form(y, 400, C, loss=loss) for C in (1.0, 500.0) for loss in LOSSES]
    asked = [(form, job) for form in forms for job in jobs]
    serial = [train_linear(form, seed=3, tolerance=1e-4, **job) for form, job in asked]
    with ThreadPoolExecutor(30) as pool:
        found = list(pool.map(lambda each: train_linear(each[0], seed=3, tolerance=1e-4, **each[1]), asked * 2))
    for k, each in enumerate(found):
        expected = serial[k % len(asked)]
        assert np.array_equal(each.alpha, expected.alpha)
        assert np.array_equal(each.w, expected.w)
        assert (each.violation, each.epochs) == (expected.violation, expected.epochs)
    other = train_linear(forms[0], features, tolerance=1e-4, seed=4)
    assert not np.array_equal(other.alpha, serial[0].alpha)


def test_a_map_needs_no_more_memory_than_its_arena(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(mapped, "ARENA_BYTES", 2 << 20)
    monkeypatch.setattr(mapped, "CHUNK_BYTES", 1 << 18)
    rng = np.random.default_rng(0)
    X = rng.normal(size=(6000, 12)).astype(np.float32)
    y = np.where(X[:, 0] * X[:, 1] + 0.5 * rng.normal(size=6000) > 0, 1.0, -1.0)
    phi, form = TaylorMap(1.0 / 24.0, 3), c_svc_form(y, 6000, 1.0)
    train_linear(form, X, phi=phi, tolerance=0.1)  # compiled
    tracemalloc.start()
    found = train_linear(form, X, phi=phi, tolerance=0.1, finish=False)
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert found.outcome == Outcome.OPTIMAL
    assert 4 * 6000 * phi.dimension(12) > 4 * (2 << 20)  # all of them would be more
    assert peak <= (2 << 20) + 3 * (1 << 18) + 30 * 8 * 6000
