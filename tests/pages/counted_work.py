"""Count what the solvers do while a page is made: numbers that their steps read, on any machine the same."""

from __future__ import annotations

import sys
from collections.abc import Callable
from dataclasses import dataclass, replace
from types import ModuleType
from typing import Any, TypeGuard

import pytest

from core.solver import STEPPERS
from core.solver.linear import train_linear
from core.solver.loops import Loops
from core.solver.trainer import train
from ui.solve.memory import LIVE, LIVE_LIMIT, MEMORY, Memory, SharedResults


@dataclass
class Work:
    """What was counted since the start."""

    numbers: int = 0  # steps times the numbers that one step reads: n of a pair, d of a coordinate
    runs: int = 0

    def add(self, numbers: int) -> None:
        self.numbers += numbers
        self.runs += 1


def counted(patch: pytest.MonkeyPatch) -> Work:
    """Count from now on, with nothing remembered from others.

    Every cache is replaced. Background work of an earlier visit may still be running: it ends in the old cache, where
    its waiting callers get the result.
    """
    others = {MEMORY: Memory(), LIVE: Memory(LIVE_LIMIT)}
    for cache in {value for module in own_modules() for value in vars(module).values() if is_cache(value)}:
        everywhere(patch, cache, SharedResults(others[cache._memory]))
    work = Work()

    def counting(run: Callable[..., Any], size: Callable[..., int]) -> Callable[..., Any]:
        def made(*args: Any, **more: Any) -> Any:
            found = run(*args, **more)
            work.add(size(found, *args))
            return found

        return made

    def of_steps(found: Any, dual: Any, *_: Any) -> int:
        return int(found[1]) * (dual.X.shape[1] if hasattr(dual, "X") else len(found[0].alpha))

    steppers = {
        name: replace(each, loops=Loops(*(counting(loop, of_steps) for loop in each.loops)))
        for name, each in STEPPERS.items()
    }
    everywhere(patch, STEPPERS, steppers)
    everywhere(patch, train, counting(train, lambda found, form, *_: found.steps * len(form.y)))
    everywhere(patch, train_linear, counting(train_linear, lambda found, form, X, *_: found.epochs * X.size))
    return work


def everywhere(patch: pytest.MonkeyPatch, known: object, other: object) -> None:
    """Put something in the place of a value in every module that has imported it."""
    for module in own_modules():
        for name in [name for name, value in vars(module).items() if value is known]:
            patch.setattr(module, name, other)


def own_modules() -> list[ModuleType]:
    """Return the modules of the app that are imported."""
    modules = list(sys.modules.values())
    return [module for module in modules if (module.__name__ or "").partition(".")[0] in ("core", "ui", "pages")]


def is_cache(value: object) -> TypeGuard[SharedResults[Any]]:
    """Tell whether a value of a module is a cache of the server."""
    return isinstance(value, SharedResults) and value._memory in (MEMORY, LIVE)
