"""Processes that compile: each part is told once it is done, and a failed one does not hang the start."""

import os
import time
from pathlib import Path

import pytest

from core.lowlevel.settings import cache_folder
from core.warm import EVERYTHING
from ui.server import compiling
from ui.server.compiling import compiled_apart


def test_a_job_is_named_once() -> None:
    assert len(set(EVERYTHING)) == len(EVERYTHING)


@pytest.mark.parametrize("processors", [1, 2, 8])
def test_every_name_is_told_once_it_is_compiled(monkeypatch: pytest.MonkeyPatch, processors: int) -> None:
    started: list[compiling.Process] = []
    compiler = compiling._compiler

    def counting() -> compiling.Process:
        started.append(compiler())
        return started[-1]

    monkeypatch.setattr(os, "cpu_count", lambda: processors)
    monkeypatch.setattr(compiling, "_compiler", counting)
    assert sorted(compiled_apart([["finish", "record"], ["hand"], ["pair"]])) == ["finish", "hand", "pair", "record"]
    assert len(started) == min(processors, 2)
    assert all(process.returncode == 0 for process in started)


def test_what_cannot_be_compiled_is_not_told_and_ends_and_the_cache_stays() -> None:
    folder = cache_folder()
    before = None if folder is None else sorted(folder.parent.glob(f"{folder.name}*"))
    assert sorted(compiled_apart([["finish"], ["unknown", "record"], ["hand"]])) == ["finish", "hand"]
    assert folder is None or sorted(folder.parent.glob(f"{folder.name}*")) == before


def test_a_process_that_compiles_ends_with_the_one_that_started_it(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """In the middle of a compilation too: its end of the pipe is closed then, before the name is printed."""
    monkeypatch.setenv("SVM_LAB_CACHE", str(tmp_path))  # nothing is there: the longest of all takes half a minute
    with compiling._compiler() as process:
        assert process.stdin is not None
        assert process.stdout is not None
        process.stdin.write("few points\n")
        process.stdin.flush()
        deadline = time.monotonic() + 60.0
        while not list(tmp_path.rglob(".compiling-few-points")) and time.monotonic() < deadline:
            time.sleep(0.05)
        process.stdin.close()
        assert process.stdout.read() == ""
        assert process.wait(timeout=60.0) == 0
    assert not list(tmp_path.rglob("*solve_small*"))
