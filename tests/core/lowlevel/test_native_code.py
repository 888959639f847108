from __future__ import annotations

import json
from pathlib import Path
from typing import NamedTuple

import numpy as np
import pytest

from core.lowlevel.compiled import compiled
from tests.core.lowlevel.new_process import in_a_new_process


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


HALVES = """
import numpy as np
from tests.core.lowlevel.test_native_code import halves, upper
print(upper(np.arange(4.0)), [half.tolist() for half in halves(np.arange(4.0))], sum(halves._cache_misses.values()))
"""
ASKED = """
import json
import sys
import numpy as np
from tests.core.lowlevel.test_native_code import root, roots
told = []
for what in sys.argv[1].split():
    told.append(root(9.0) if what == "root" else roots(np.array([4.0, 9.0])))
    told.append([found.library.put_off for found in root.overloads.values()])
print(json.dumps([told, sum(root._cache_misses.values())]))
"""


def _asked(cache: Path, what: str) -> list[object]:
    return list(json.loads(_told(cache, ASKED, what)))


def _told(cache: Path, code: str, *arguments: str) -> str:
    return in_a_new_process({"SVM_LAB_CACHE": str(cache)}, code, *arguments)


def test_what_only_compiled_code_calls_is_emitted_when_python_calls_it(tmp_path: Path) -> None:
    told, compilations = _asked(tmp_path, "roots root roots root")
    assert told == [5.0, [True], 3.0, [False], 5.0, [False], 3.0, [False]]
    assert compilations == 1


def test_what_was_put_off_is_found_in_the_cache_and_kept_with_its_native_code(tmp_path: Path) -> None:
    assert _asked(tmp_path, "roots") == [[5.0, [True]], 1]
    assert _asked(tmp_path, "root") == [[3.0, [False]], 0]  # emitted from what the cache has, and kept
    assert _asked(tmp_path, "root roots") == [[3.0, [False], 5.0, [False]], 0]
    assert _asked(tmp_path, "roots") == [[5.0, []], 0]  # a caller has everything that it calls in itself


def test_arrays_in_a_tuple_come_back_from_what_was_put_off_and_from_the_cache(tmp_path: Path) -> None:
    """Python needs more of a function than its code for them: the types it returns."""
    for compilations in (1, 0, 0):
        assert _told(tmp_path, HALVES).split(" ", 1) == ["2.0", f"[[0.0, 1.0], [2.0, 3.0]] {compilations}\n"]


def test_an_error_of_a_function_that_was_put_off_arrives_with_its_words() -> None:
    with pytest.raises(ValueError, match="no root of a negative number"):
        roots(np.array([4.0, -1.0]))
    with pytest.raises(ValueError, match="no root of a negative number"):
        root(-1.0)


@compiled
def corner_of(into: np.ndarray, values: np.ndarray) -> None:
    into[:2, :2] = values


SHAPES = """
import numpy as np
from numba.core import event
from tests.core.lowlevel.test_native_code import corner_of

compiled = []
class Names(event.Listener):
    on_end = staticmethod(lambda _: None)
    on_start = staticmethod(lambda happened: compiled.append(happened.data["dispatcher"].py_func.__module__))
event.register("numba:compile", Names())
into = np.zeros((3, 3))
corner_of(into, np.ones((2, 2)))
try:
    corner_of(into, np.ones((3, 3)))
except ValueError:
    print(into.sum(), any("unicode" in module for module in compiled), len(compiled) > 1)
"""


def test_shapes_that_do_not_fit_are_an_error_for_which_no_strings_are_compiled(tmp_path: Path) -> None:
    assert _told(tmp_path, SHAPES) == "4.0 False True\n"
