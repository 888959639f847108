from __future__ import annotations

import importlib
import json
import pkgutil
import threading
import time
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import core
from core.lowlevel.compiled import CompiledFunction
from core.lowlevel.settings import cache_folder
from core.problem import Gaussian, Linear, Problem, c_svc
from core.solver import CancelFlag, Finished, Outcome, finish, new_cancel_flag
from core.trace import record
from tests.core.lowlevel.new_process import in_a_new_process
from tests.core.small_problems import RULES, moons


def _dispatchers() -> dict[str, Any]:
    found = {}
    for module in pkgutil.walk_packages(core.__path__, "core."):
        for name, thing in vars(importlib.import_module(module.name)).items():
            if isinstance(thing, CompiledFunction):
                found[f"{thing.py_func.__module__}.{name}"] = thing
    return found


DISPATCHERS = _dispatchers()


def test_the_core_has_compiled_functions() -> None:
    assert len(DISPATCHERS) >= 10


def test_a_compiled_function_lets_the_gil_go_is_cached_and_takes_no_liberties() -> None:
    for name, function in DISPATCHERS.items():
        options = function.targetoptions
        assert options["nogil"] is True, name
        assert options["nopython"] is True, name
        assert not options.get("parallel"), name
        assert not options.get("fastmath"), name
        if cache_folder() is not None:
            assert Path(function.dispatcher.stats.cache_path).is_relative_to(cache_folder()), name


def test_a_compiled_function_keeps_its_name_and_words() -> None:
    for name, function in DISPATCHERS.items():
        assert name.endswith(function.__name__)
        assert function.__doc__ == function.py_func.__doc__
        assert callable(function)


TINY = """
import json
from core.problem import Gaussian, Linear, Polynomial, c_svc
from core.solver import finish
from core.trace import record
X = [[0.0, 0.0], [1.0, 0.5], [2.0, 0.0], [0.5, 1.5], [1.5, 1.0], [0.25, -0.75]]
told = []
for kernel in (Linear(), Gaussian(1.0), Polynomial(3)):
    for rule in ("smo-first-order", "smo-second-order"):
        problem = c_svc(X, [1, -1, 1, -1, 1, -1], kernel, 10.0)
        run, trace = finish(problem, rule), record(problem, rule)
        rows = [[float(x).hex() for x in row] for row in trace.table.tolist()]
        told.append([run.steps, int(run.outcome), [a.hex() for a in run.alpha.tolist()], rows])
print(json.dumps(told))
"""


SET = "from core.lowlevel.settings import set_numba_up\nset_numba_up()"


@pytest.mark.parametrize("switch", ["NUMBA_DISABLE_JIT", "SVM_LAB_PLAIN_NUMBA"])
def test_without_the_compiler_or_what_numba_does_not_document_the_same_numbers_come_out(switch: str) -> None:
    other = json.loads(in_a_new_process({switch: "1"}, SET + TINY))
    fast = json.loads(in_a_new_process({}, SET + TINY))
    assert other == fast
    assert all(steps > 0 for steps, *_ in fast)


ENDLESS: dict[str, Problem] = {}


def _endless(name: str) -> Problem:
    """Return problems on which a run lasts minutes, or for ever."""
    if not ENDLESS:
        ENDLESS["C = 1e6, n = 2000"] = c_svc(*moons(2000), Gaussian(1.0), 1e6)
        ENDLESS["impossible margin, n = 200"] = c_svc(*moons(200), Linear(), float("inf"))
    return ENDLESS[name]


def _cancelled_after(seconds: float, run: Any, flag: CancelFlag) -> tuple[Any, float]:
    """Start a run in a thread, ask it to stop, and return what it returned and how long that took."""
    ended: list[Any] = []
    thread = threading.Thread(target=lambda: ended.append(run()))
    thread.start()
    time.sleep(seconds)
    assert thread.is_alive()
    asked = time.perf_counter()
    flag[0] = 1
    thread.join(10.0)
    return ended[0], time.perf_counter() - asked


@pytest.mark.parametrize("rule", RULES)
@pytest.mark.parametrize("name", ["C = 1e6, n = 2000", "impossible margin, n = 200"])
def test_a_long_run_ends_when_it_is_asked_to(name: str, rule: str, record_property: Any) -> None:
    problem, flag = _endless(name), new_cancel_flag()
    finish(problem, rule, limit=1)  # compiled before the clock starts
    found, seconds = _cancelled_after(
        0.2, lambda: finish(problem, rule, tolerance=1e-12, limit=10**9, cancel=flag), flag
    )
    record_property("seconds to stop", seconds)
    assert isinstance(found, Finished)
    assert found.outcome == Outcome.CANCELLED
    assert found.steps > 0
    assert seconds < 1.0  # measured: a few hundred microseconds


def test_a_long_recording_ends_when_it_is_asked_to() -> None:
    problem, flag = _endless("C = 1e6, n = 2000"), new_cancel_flag()
    record(problem, limit=1)
    found, seconds = _cancelled_after(0.2, lambda: record(problem, tolerance=1e-12, cancel=flag), flag)
    assert found.outcome == Outcome.CANCELLED
    assert len(found) > 0
    assert seconds < 1.0
    assert np.array_equal(found.state_at(len(found)).alpha, found.last.alpha)


def test_a_run_lets_other_threads_work() -> None:
    problem, flag = _endless("impossible margin, n = 200"), new_cancel_flag()
    finish(problem, limit=1)
    thread = threading.Thread(target=lambda: finish(problem, limit=10**9, cancel=flag))
    thread.start()
    longest, before = 0.0, time.perf_counter()
    while (now := time.perf_counter()) - before < 0.2:
        time.sleep(0.001)
        longest = max(longest, time.perf_counter() - now)
    flag[0] = 1
    thread.join(10.0)
    assert longest < 0.15  # with the GIL held this thread would not have woken before the end
