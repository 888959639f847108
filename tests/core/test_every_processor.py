"""What a board, a player or a link shows as steps is the same, bit for bit, on a processor with fewer instructions."""

from __future__ import annotations

import ast
from functools import cache
from pathlib import Path
from typing import Any

import pytest

import core
from benchmarks.processors import digests, elsewhere, here, machines

CORE = Path(core.__path__[0])
# Functions whose rounding or order of sums depends on the processor. Fits and pictures may use them; code that decides
# a step may not.
LOOSE = {"fused", "plus", "two_to", "inner_block"}
MAY = ("lowlevel", "solver/trainer", "solver/linear", "problem/fast_decision.py", "view", "selection", "estimators")


@cache
def _own() -> dict[str, str]:
    return digests(short=True)


@pytest.mark.parametrize("target", sorted({switches["NUMBA_CPU_NAME"] for switches in machines().values()}))
def test_kernels_walks_forks_and_paths_have_the_same_bits_and_what_decides_passes_its_tests(target: str) -> None:
    """One after the other where Numba's target is the same: the second finds the code that the first compiled.

    The first has the fewest instructions, and passes the tests as well.
    """
    alike = {name: switches for name, switches in machines().items() if switches["NUMBA_CPU_NAME"] == target}
    for name, switches in alike.items():
        told: dict[str, Any] = elsewhere(switches, "--short", *(["--tests"] if name == next(iter(alike)) else []))
        assert told["here"] != here(), f"{name}: the switches did nothing"
        assert told["digests"] == _own(), name
        assert not told["failures"], f"{name}: {told['failures']}"


def test_nothing_that_decides_a_step_uses_what_depends_on_the_processor() -> None:
    for path in sorted(CORE.rglob("*.py")):
        place = path.relative_to(CORE).as_posix()
        if place.startswith(MAY):
            continue
        taken = {
            name.name
            for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
            if isinstance(node, ast.ImportFrom)
            for name in node.names
        }
        assert not taken & LOOSE, place
