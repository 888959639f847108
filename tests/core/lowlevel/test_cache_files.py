"""Compiled code on disk: found again, shared by processes that run at once, made again where it cannot be read."""

from __future__ import annotations

import os
import select
import subprocess
import sys
import time
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import pytest

from core.lowlevel.cache_files import alone
from core.lowlevel.compiled import compiled
from tests.core.lowlevel.new_process import HOME, in_a_new_process


@compiled
def root(x: float) -> float:
    if x < 0.0:
        raise ValueError("no root of a negative number")
    return x**0.5


@compiled
def roots(values: np.ndarray) -> float:
    total = 0.0
    for x in values:
        total += root(x)
    return total


class Halves(NamedTuple):
    low: np.ndarray
    high: np.ndarray


@compiled
def halves(values: np.ndarray) -> Halves:
    middle = len(values) // 2
    return Halves(values[:middle] * 1.0, values[middle:] * 1.0)


@compiled
def upper(values: np.ndarray) -> float:
    return halves(values).high[0]


SET = "from core.lowlevel.settings import set_numba_up\nset_numba_up()\n"
HALVES = """
import sys
import numpy as np
from tests.core.lowlevel.test_cache_files import halves, upper
values = np.arange(4.0, dtype=sys.argv[1])
print(upper(values), [half.tolist() for half in halves(values)], sum(halves.dispatcher.stats.cache_misses.values()))
"""


def _told(cache: Path, code: str, *arguments: str, plain: bool = False) -> str:
    environment = {"SVM_LAB_CACHE": str(cache), **({"SVM_LAB_PLAIN_NUMBA": "1"} if plain else {})}
    return in_a_new_process(environment, SET + code, *arguments)


@pytest.mark.parametrize("plain", [False, True])
def test_arrays_in_a_tuple_come_back_from_the_cache(tmp_path: Path, plain: bool) -> None:
    for compilations in (1, 0):
        told = _told(tmp_path, HALVES, "float64", plain=plain)
        assert told.split(" ", 1) == ["2.0", f"[[0.0, 1.0], [2.0, 3.0]] {compilations}\n"]


@pytest.mark.parametrize("kind", ["*.nbi", "*.nbc"])
def test_a_file_that_was_cut_off_is_made_again_and_all_others_stay(tmp_path: Path, kind: str) -> None:
    whole = _told(tmp_path, HALVES, "float64")
    damaged = next(tmp_path.rglob(f"*halves{kind}"))
    others = {path: path.stat().st_mtime_ns for path in tmp_path.rglob("*.nb?") if "halves" not in path.name}
    damaged.write_bytes(damaged.read_bytes()[: damaged.stat().st_size // 2])
    assert _told(tmp_path, HALVES, "float64") == whole  # with the one compilation of a first time
    assert _told(tmp_path, HALVES, "float64") == whole.replace(" 1\n", " 0\n")
    assert others == {path: path.stat().st_mtime_ns for path in others}
    assert [path.name for path in tmp_path.iterdir()] == [damaged.parents[1].name]


def test_processes_that_compile_a_function_for_different_arguments_at_once_do_not_mix_them_up(tmp_path: Path) -> None:
    kinds = ["float64", "float32", "int64"]
    command = [sys.executable, "-c", SET + HALVES]
    environment = {**os.environ, "PYTHONPATH": str(HOME), "SVM_LAB_CACHE": str(tmp_path)}
    pipe = subprocess.PIPE
    started = [subprocess.Popen([*command, kind], env=environment, cwd=HOME, stdout=pipe) for kind in kinds]
    assert {process.communicate(timeout=120)[0] for process in started} == {b"2.0 [[0.0, 1.0], [2.0, 3.0]] 1\n"}
    for kind in kinds:
        assert _told(tmp_path, HALVES, kind) == "2.0 [[0.0, 1.0], [2.0, 3.0]] 0\n"


HOLD = """
import sys
from pathlib import Path
from core.lowlevel.cache_files import alone
with alone(Path(sys.argv[1])):
    print("inside", flush=True)
    sys.stdin.read()
"""


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has other locks")
def test_one_process_at_a_time_is_alone_and_its_end_lets_the_next_one_in(tmp_path: Path) -> None:
    command = [sys.executable, "-c", HOLD, str(tmp_path)]
    pipe = subprocess.PIPE
    first, second = (subprocess.Popen(command, cwd=HOME, stdin=pipe, stdout=pipe) for _ in range(2))
    try:
        assert first.stdout is not None
        assert second.stdout is not None
        told = {first.stdout: first, second.stdout: second}
        inside, other = _first_inside(told)
        time.sleep(0.2)
        os.set_blocking(other.fileno(), False)
        assert other.read() is None
        os.set_blocking(other.fileno(), True)
        told[inside].kill()
        assert other.readline() == b"inside\n"
    finally:
        for process in (first, second):
            process.kill()
            process.communicate()


def _first_inside(told: dict[Any, Any]) -> tuple[Any, Any]:
    ready, _, _ = select.select(list(told), [], [], 60.0)
    inside = ready[0]
    assert inside.readline() == b"inside\n"
    return inside, next(one for one in told if one is not inside)


def test_where_there_can_be_no_lock_the_block_runs(tmp_path: Path) -> None:
    blocked = tmp_path / "file"
    blocked.touch()
    with alone(blocked):
        pass


def test_an_error_of_a_function_that_another_one_calls_arrives_with_its_words() -> None:
    with pytest.raises(ValueError, match="no root of a negative number"):
        roots(np.array([4.0, -1.0]))
    with pytest.raises(ValueError, match="no root of a negative number"):
        root(-1.0)
