from __future__ import annotations

import importlib
import json
import pkgutil
import shutil
import threading
import time
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from numba.core.dispatcher import Dispatcher

import core
from core.lowlevel import compiled
from core.problem import Gaussian, Linear, Problem, c_svc
from core.solver import CancelFlag, Finished, Outcome, finish, new_cancel_flag
from core.trace import record
from tests.core.lowlevel.new_process import HOME, in_a_new_process
from tests.core.small_problems import RULES, moons


def _dispatchers() -> dict[str, Any]:
    found = {}
    for module in pkgutil.walk_packages(core.__path__, "core."):
        for name, thing in vars(importlib.import_module(module.name)).items():
            if isinstance(thing, Dispatcher):
                found[f"{thing.py_func.__module__}.{name}"] = thing
    return found


DISPATCHERS = _dispatchers()


def test_the_core_has_compiled_functions() -> None:
    assert len(DISPATCHERS) >= 10


@pytest.mark.parametrize("name", DISPATCHERS)
def test_a_compiled_function_lets_the_gil_go_is_cached_and_takes_no_liberties(name: str) -> None:
    function = DISPATCHERS[name]
    options = function.targetoptions
    assert options["nogil"] is True
    assert options["nopython"] is True
    assert not options.get("parallel")
    assert not options.get("fastmath")
    if compiled.HOME is not None:
        assert "Null" not in type(function._cache).__name__


def test_the_cache_of_compiled_code_is_keyed_by_the_source_of_the_core(tmp_path: Path) -> None:
    if compiled.HOME is None:
        pytest.skip("nowhere to keep compiled code")
    assert compiled.source_hash() in compiled.HOME.name


def test_a_second_copy_of_the_sources_is_not_taken_for_compiled(tmp_path: Path) -> None:
    """Numba finds its code under the path it was compiled from, so the note of a whole start is one copy's own."""
    copy = tmp_path / "copy"
    shutil.copytree(Path(core.__path__[0]), copy / "core", ignore=shutil.ignore_patterns("__pycache__"))
    cache = {"SVM_LAB_CACHE": str(tmp_path / "cache"), "NUMBA_DISABLE_JIT": "1"}
    asked = "compiled.keep_warm(); print(compiled.HOME.name, compiled.is_warm())"
    first, _ = _in_a_new_process(cache, asked).split()
    second, warm = _in_a_new_process(cache, asked.split("; ")[1], copy).split()
    assert (second != first, warm) == (True, "False")


def test_a_cache_that_cannot_be_written_is_no_reason_to_fail(tmp_path: Path) -> None:
    blocked = tmp_path / "file"
    blocked.write_text("not a folder", encoding="utf-8")
    told = _in_a_new_process({"SVM_LAB_CACHE": str(blocked), "NUMBA_DISABLE_JIT": "1"}, "print(compiled.HOME)")
    assert told.strip() == "None"


def test_a_start_that_was_broken_off_leaves_the_rest_to_be_compiled_as_at_a_first_start(tmp_path: Path) -> None:
    code = "(compiled.HOME / 'some.nbi').touch(); before = compiled.is_warm(); compiled.keep_warm(); "
    code += "print(before, compiled.is_warm())"
    assert _in_a_new_process({"SVM_LAB_CACHE": str(tmp_path)}, code).split() == ["False", "True"]


def _in_a_new_process(environment: dict[str, str], code: str, home: Path = HOME) -> str:
    return in_a_new_process(environment, f"from core.lowlevel import compiled\n{code}", home=home)


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


def test_without_the_compiler_the_same_numbers_come_out() -> None:
    plain = json.loads(_in_a_new_process({"NUMBA_DISABLE_JIT": "1"}, TINY))
    fast = json.loads(_in_a_new_process({}, TINY))
    assert plain == fast
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
