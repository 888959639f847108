"""The two compiled loops over the step of an algorithm, written once: `finish` to the end, `record` with every step.

A step that is passed as an argument or held in a closure misses Numba's cache at every start. So each algorithm gets a
copy of the loops below in which the global names `step` and `advance` are its own; Numba caches each copy under its own
name.
"""

# ruff: noqa: ANN401 - the loops take the states of all algorithms
from __future__ import annotations

from collections.abc import Callable
from types import FunctionType
from typing import Any, NamedTuple

import numpy as np

from ..lowlevel.compiled import compiled
from ..lowlevel.row import write_row
from .outcome import CANCELLED, RUNNING, STEP_LIMIT


class Loops(NamedTuple):
    """The loops over the step of one algorithm."""

    finish: Callable[..., tuple[Any, int, int]]  # (dual, state, rule, limit, cancel) -> state, number of steps, outcome
    # (dual, state, rule, cancel, rows, stride) -> state, rows filled, outcome, keyframes, and possibly more
    record: Callable[..., tuple[Any, ...]]


def loops_over(name: str, taken: Callable[..., tuple[Any, Any]], polls: bool = False) -> Loops:
    """Return the loops over a compiled step (dual, state, rule) of the algorithm of that name.

    A step that can take long polls the cancel flag itself: it is called with the flag as a fourth argument.
    """
    own = taken if polls else _copy(advance, name, step=taken)
    return Loops(_copy(finish, name, advance=own), _copy(record, name, advance=own))


def _copy(template: Callable[..., Any], name: str, **own: Callable[..., Any]) -> Any:
    """Return a compiled copy of a function with some global names replaced by those of an algorithm."""
    assert isinstance(template, FunctionType)
    copy = FunctionType(template.__code__, {**template.__globals__, **own}, f"{template.__name__}_{name}")
    copy.__qualname__ = copy.__name__  # the name in Numba's cache, for other processes too
    globals()[copy.__name__] = made = compiled(copy)
    return made


def step(dual: Any, state: Any, rule: Any) -> tuple[Any, Any]:
    """Return the state after a step and its record; a placeholder for the algorithm's own."""
    raise NotImplementedError


def advance(dual: Any, state: Any, rule: Any, cancel: np.ndarray) -> tuple[Any, Any]:
    """Take a step that does not poll the cancel flag itself."""
    return step(dual, state, rule)


def finish(dual: Any, state: Any, rule: Any, limit: int, cancel: np.ndarray) -> tuple[Any, int, int]:
    """Step until something ends it; return (state, steps done, outcome). Polls cancel[0] before every step."""
    done = 0
    while done < limit:
        if cancel[0] != 0:
            return state, done, CANCELLED
        state, what = advance(dual, state, rule, cancel)
        if what.outcome != RUNNING:
            return state, done, what.outcome
        done += 1
    return state, done, STEP_LIMIT


def record(
    dual: Any,
    state: Any,
    rule: Any,
    cancel: np.ndarray,
    rows: np.ndarray,
    stride: int,
) -> tuple[Any, int, int, list[Any]]:
    """Step until the rows are full or something ends it; return (state, rows filled, outcome, keyframes).

    The keyframes are the states before rows 0, stride, 2 stride, ...; a step leaves its old state unchanged, so they
    need no copies.
    """
    keyframes = [state for _ in range(0)]
    for k in range(rows.size):
        if cancel[0] != 0:
            return state, k, CANCELLED, keyframes
        if k % stride == 0:
            keyframes.append(state)
        state, what = advance(dual, state, rule, cancel)
        if what.outcome != RUNNING:
            return state, k, what.outcome, keyframes
        write_row(rows[k], what)
    return state, rows.size, RUNNING, keyframes
