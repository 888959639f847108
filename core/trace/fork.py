"""A run that goes on otherwise: from one of its states on by another rule, or by a pair that somebody picked."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from core.problem import Problem
from core.solver import AnyState, CancelFlag, Option, Stepper, stepper_for
from core.trace.picking import PickedPair, by_hand, pair_state
from core.trace.record import MOST_STEPS, Trace, record_from


def fork(
    trunk: Trace,
    k: int,
    name: str,
    tolerance: float = 1e-3,
    limit: int | None = None,
    cancel: CancelFlag | None = None,
    pair: PickedPair | None = None,
    **options: Option,
) -> Trace:
    """Return the branch that leaves a run after k steps: the whole run, the first k rows are the trunk's.

    Where there is a pair it moves first, and then the algorithm of that name runs to its end, or until the run has
    `limit` steps in all. ValueError where the pair cannot move, IndexError where the trunk has no such step, TypeError
    where its problem is not solved by pairs.
    """
    problem, stepper = trunk.problem, stepper_for(trunk.problem, name)
    if not isinstance(problem, Problem):
        raise TypeError(f"{trunk.stepper.name} moves no pairs")
    if pair is not None:
        trunk, k = _joined(trunk, k, by_hand(problem, [pair], tolerance, pair_state(trunk, k))), k + 1
    most = MOST_STEPS if limit is None else min(limit, MOST_STEPS)
    state, rule = _taken_over(trunk, k, stepper), stepper.rule(tolerance, **options)
    return _joined(trunk, k, record_from(problem, stepper, state, rule, max(0, most - k), cancel))


def _taken_over(trunk: Trace, k: int, stepper: Stepper) -> AnyState:
    """Return the state after k steps as the algorithm takes it over: as it is from one with the same step."""
    if trunk.leg(k).stepper.step is stepper.step:
        return trunk.state_at(k)
    if stepper.resume is None:
        raise TypeError(f"{stepper.name} goes on from no other run")
    return stepper.resume(trunk.problem, *pair_state(trunk, k))


def _joined(trunk: Trace, k: int, branch: Trace) -> Trace:
    """Return a run from state k of the trunk as one run with the steps before it."""
    table, before = np.zeros(k + len(branch), dtype=branch.table.dtype), trunk.table[:k]
    for name in table.dtype.names or ():
        absent = np.nan if table.dtype[name].kind == "f" else 0
        table[name][:k] = before[name] if name in (before.dtype.names or ()) else absent
    table[k:] = branch.table
    table.flags.writeable = False
    return replace(branch, table=table, trunk=trunk, at=k)
