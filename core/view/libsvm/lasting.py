"""Joachims' rule over the last steps of a run: who would be set aside by it now."""

from __future__ import annotations

from typing import Final

import numpy as np

from core.problem import Problem
from core.theory.shrinking import Mask, pressed
from core.trace import Trace

LAST: Final = 100  # states: h of the rule, as SVMlight has it


def lasting(trace: Trace, k: int, last: int = LAST) -> Mask | None:
    """Return who met the rule in each of the `last` states up to state k, (N,); None before there are so many."""
    first, problem = k + 1 - last, trace.problem
    assert isinstance(problem, Problem)
    if first < 0:
        return None
    state = trace.state_at(first)
    held = pressed(problem, state.alpha)
    for _ in range(last - 1):
        state, _ = trace.stepper.step(problem.dual, state, trace.rule)
        held &= pressed(problem, state.alpha)
    return np.asarray(held)
