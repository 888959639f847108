"""A strategy as a generator of looks, one machine after the other. Whoever drives it may stop between any two."""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Iterator
from dataclasses import replace

from core.lowlevel.blas_threads import one_blas_thread
from core.selection.folded import Folded
from core.selection.judged import stopped
from core.selection.look import Grid, Look
from core.selection.plan import Leg, Plan, Strategy, look_at, plan_of, strategy_of
from core.selection.workspace import Workspace
from core.solver import CancelFlag, new_cancel_flag


def walk(
    strategy: str | Strategy,
    asked: Folded,
    grid: Grid,
    cancel: CancelFlag | None = None,
    seconds: float = math.inf,
    workspace: Workspace | None = None,
    clock: Callable[[], float] = time.perf_counter,
) -> Iterator[Look]:
    """Yield the looks of a strategy, one after the other, each with the seconds that it took.

    Parameters
    ----------
    strategy
        A name or a `Strategy`.
    asked
        Points, targets and folds (`folded`).
    grid
        Where it may look (`grid_of`).
    cancel
        Once its entry is 1 the walk ends, within a tenth of a second, and the look that it was at is not yielded.
    seconds
        No look begins after so many seconds of looking.
    workspace
        What walks over the same points may share; one walk has the distances of the other then.
    clock
        By which the seconds are counted.

    Raises
    ------
    InputError
        Before the first look, for a strategy, a grid or points that cannot be walked.
    """
    plan = plan_of(strategy_of(strategy), asked, grid)
    flag = new_cancel_flag() if cancel is None else cancel
    return _timed(_looks(plan, workspace or Workspace(asked), flag), flag, seconds, clock)


def _looks(plan: Plan, workspace: Workspace, cancel: CancelFlag) -> Iterator[Look]:
    """Yield the looks of all rounds, and tell the plan what each has found."""
    step = next(plan)
    while True:
        seen: list[Look] = []
        for look in _round(step, workspace, cancel):
            seen.append(look)
            yield look
        if stopped(cancel):
            return
        try:
            step = plan.send(seen)
        except StopIteration:
            return


def _round(step: Leg, workspace: Workspace, cancel: CancelFlag) -> Iterator[Look]:
    """Yield the looks at the spots of a round, along C from the least on: every fold has its chain."""
    folds = range(len(workspace.asked.splits))
    for spot, told in zip(step.spots, step.told, strict=True):
        chains = [workspace.chain(spot, fold, step.Cs, cancel) for fold in folds]
        for C, judged in zip(step.Cs, zip(*chains, strict=False), strict=False):  # who cancels gets fewer
            yield look_at(step.purpose, told, C, judged)
        if stopped(cancel):
            return


def _timed(looks: Iterator[Look], cancel: CancelFlag, seconds: float, clock: Callable[[], float]) -> Iterator[Look]:
    spent = 0.0
    while spent < seconds and not stopped(cancel):
        began = clock()
        with one_blas_thread():
            look = next(looks, None)
        took = clock() - began
        if look is None or stopped(cancel):
            return
        spent += took
        yield replace(look, seconds=took)
