"""Processes that compile: each part is told once it is done, and a failed one does not hang the start."""

import os
from collections.abc import Sequence

import pytest

from core.lowlevel.compiled import HOME
from core.warm import EVERYTHING, HALVES
from ui.server import compiling
from ui.server.compiling import compiled_apart


def test_the_halves_are_everything_once() -> None:
    assert sorted(EVERYTHING) == sorted(name for half in HALVES for name in half)
    assert len(set(EVERYTHING)) == len(EVERYTHING)


@pytest.mark.parametrize("processors", [1, 2])
def test_every_name_is_told_once_it_is_compiled(monkeypatch: pytest.MonkeyPatch, processors: int) -> None:
    started: list[Sequence[str]] = []
    compiler = compiling._compiler

    def counting(names: Sequence[str]) -> compiling.Process:
        started.append(names)
        return compiler(names)

    monkeypatch.setattr(os, "cpu_count", lambda: processors)
    monkeypatch.setattr(compiling, "_compiler", counting)
    assert sorted(compiled_apart([["finish", "record"], ["hand"]])) == ["finish", "hand", "record"]
    assert len(started) == processors


def test_what_cannot_be_compiled_is_not_told_and_ends_and_the_cache_stays() -> None:
    before = None if HOME is None else sorted(HOME.parent.glob(f"{HOME.name}*"))
    assert list(compiled_apart([["finish"], ["of nobody", "record"]])) == ["finish"]
    assert HOME is None or sorted(HOME.parent.glob(f"{HOME.name}*")) == before
