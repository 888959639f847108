"""What is warmed up is what a page calls: the types of the arguments decide, and a visit compiles nothing."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import cast

import numpy as np
import pytest

from core.lowlevel.compiled import CompiledFunction
from core.problem import FourierMap, Gaussian, Sigmoid, TaylorGaussian, TaylorMap, c_svc
from core.problem import gram as gram_module
from core.problem.maps import cosine, monomials
from core.solver import train
from core.solver.trainer import small
from core.warm import warm_up

ROOT = Path(__file__).parent.parent.parent
X = np.array([[0.0, 0.0], [2.0**-20, 0.0], [0.0, 2.0**-19], [2.0**-19, 2.0**-20], [3.0, 1.0]])
Y = np.array([1.0, -1.0, 1.0, -1.0, 1.0])


def crawl() -> None:
    """Train under a C and a kernel that single precision cannot serve."""
    train(c_svc(X, Y, Gaussian(1e-6), 1e100).form, X, Gaussian(1e-6), 1e-3)


KEPT = X.copy()
KEPT.flags.writeable = False

CALLS: dict[str, tuple[str, object, Callable[[], object]]] = {
    "finely": ("few points finely", small.solve_small_finely, crawl),
    "far": ("maps", monomials.fill_scaled, lambda: TaylorMap(1e9, 3).features(X)),
    "turns": ("maps", cosine.take_full_turns, lambda: FourierMap(1e18, 8).features(X)),
    "many": ("maps", cosine.fill, lambda: FourierMap(0.5, 4000).features(np.zeros((5000, 2)))),
    "kept": ("maps", monomials.fill, lambda: TaylorMap(0.5, 3).features(KEPT)),
    "sigmoid": ("answer", gram_module.tangents, lambda: Sigmoid(0.5, 1.0).gram(X, X)),
    "Taylor": ("answer", gram_module.dampened_series, lambda: TaylorGaussian(0.5, 3).gram(X, X)),
}


def compiled_anew(name: str) -> tuple[int, int]:
    """Return how many kinds of arguments a function knows after it was warmed up, and after a call, in this process."""
    job, function, call = CALLS[name]
    known = cast(CompiledFunction, function).dispatcher.overloads
    warm_up((job,))
    before = len(known)
    call()
    return before, len(known)


@pytest.fixture(scope="module")
def fresh() -> dict[str, tuple[int, int]]:
    """Ask a process in which nothing has been compiled yet."""
    asks = "import json; from tests.core.test_warm import CALLS, compiled_anew as of"
    told = "print(json.dumps({name: of(name) for name in CALLS}))"
    run = subprocess.run(
        [sys.executable, "-c", f"{asks}; {told}"], cwd=ROOT, capture_output=True, text=True, timeout=600, check=False
    )
    assert run.returncode == 0, run.stderr
    return {name: (before, after) for name, (before, after) in json.loads(run.stdout).items()}


@pytest.mark.parametrize("name", CALLS)
def test_a_visit_calls_it_with_the_types_that_it_was_warmed_up_with(
    name: str, fresh: dict[str, tuple[int, int]], monkeypatch: pytest.MonkeyPatch
) -> None:
    before, after = fresh[name]
    assert before == after >= 1
    _, function, call = CALLS[name]
    calls, usual = 0, CompiledFunction.__call__

    def counted(self: CompiledFunction, *arguments: object, **named: object) -> object:
        nonlocal calls
        calls += self is function
        return usual(self, *arguments, **named)

    monkeypatch.setattr(CompiledFunction, "__call__", counted)
    call()
    assert calls > 0, "what is called here is not what this test is about"
