"""A run that branches: from one of its states it continues by another rule, or with a first step picked by hand."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np

from ..problem import Problem
from ..solver import AnyState, CancelFlag, Option, Stepper, stepper_for
from ..solver.dual_cd.coordinate_step import DescentState, taken_over
from .picking import by_hand, pair_state, visit_by_hand
from .record import MOST_STEPS, Trace, record_from


def fork(
    trunk: Trace,
    k: int,
    name: str,
    tolerance: float = 1e-3,
    limit: int | None = None,
    cancel: CancelFlag | None = None,
    picked: tuple[int, ...] | None = None,
    **options: Option,
) -> Trace:
    """Return the branch that leaves a run after k steps: a whole run whose first k rows are the trunk's.

    A picked pair, or for coordinate descent a picked coordinate, moves first; then the algorithm of that name runs to
    its end, or until the run has `limit` steps in all. ValueError if the picked points cannot move, IndexError if the
    trunk has no such step, TypeError if the algorithm cannot continue a run of this kind.
    """
    problem, stepper = trunk.problem, stepper_for(trunk.problem, name)
    rule = stepper.rule(tolerance, **options)
    if picked is not None:
        trunk, k = _joined(trunk, k, _moved(trunk, k, picked, tolerance, str(options.get("ties", "last")))), k + 1
    most = MOST_STEPS if limit is None else min(limit, MOST_STEPS)
    state = _taken_over(trunk, k, stepper, rule)
    return _joined(trunk, k, record_from(problem, stepper, state, rule, max(0, most - k), cancel))


def _moved(trunk: Trace, k: int, picked: tuple[int, ...], tolerance: float, ties: str) -> Trace:
    """Return the single step picked by hand after k steps."""
    problem = trunk.problem
    if isinstance(problem, Problem):
        i, j = picked
        return by_hand(problem, [(i, j)], tolerance, pair_state(trunk, k), ties)
    (i,) = picked
    return visit_by_hand(trunk, k, i)


def _taken_over(trunk: Trace, k: int, stepper: Stepper, rule: tuple[Any, ...]) -> AnyState:
    """Return the state after k steps, converted for the algorithm; unchanged if it has the same step."""
    if trunk.leg(k).stepper.step is stepper.step:
        state = trunk.state_at(k)
        return taken_over(state, trunk.leg(k).rule, rule) if isinstance(state, DescentState) else state  # type: ignore[arg-type]
    if stepper.resume is None:
        raise TypeError(f"{stepper.name} goes on from no other run")
    return stepper.resume(trunk.problem, *pair_state(trunk, k))


def _joined(trunk: Trace, k: int, branch: Trace) -> Trace:
    """Return a run from state k of the trunk, joined with the steps before it."""
    table, before = np.zeros(k + len(branch), dtype=branch.table.dtype), trunk.table[:k]
    for name in table.dtype.names or ():
        absent = np.nan if table.dtype[name].kind == "f" else 0
        table[name][:k] = before[name] if name in (before.dtype.names or ()) else absent
    table[k:] = branch.table
    table.flags.writeable = False
    return replace(branch, table=table, trunk=trunk, at=k)
