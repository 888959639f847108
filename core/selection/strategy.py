"""A strategy as a generator of looks, one machine after another. The caller may stop between any two."""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace

from ..lowlevel.blas_threads import one_blas_thread
from ..solver import CancelFlag, new_cancel_flag
from .folded import Folded
from .judged import stopped
from .look import Grid, Look
from .plan import Leg, Plan, Strategy, look_at, plan_of, strategy_of
from .workspace import Workspace


def walk(
    strategy: str | Strategy,
    folded: Folded,
    grid: Grid,
    cancel: CancelFlag | None = None,
    seconds: float = math.inf,
    workspace: Workspace | None = None,
    clock: Callable[[], float] = time.perf_counter,
    known: Sequence[Look] = (),
) -> Iterator[Look]:
    """Yield the looks of a strategy one by one, each with its time in seconds.

    Parameters
    ----------
    strategy
        A name or a `Strategy`.
    asked
        Points, targets and folds (`folded`).
    grid
        The values to search (`grid_of`).
    cancel
        Once its entry is 1, the walk ends within a tenth of a second, without yielding the current look.
    seconds
        No look begins after this many seconds of looking.
    workspace
        Shared by walks over the same points, for instance for their distances.
    clock
        The clock for the seconds.
    known
        The first looks, of an earlier interrupted walk: this one continues after them with the same looks. The chain of
        an unfinished spot starts again, since each machine starts from that of the previous C.

    Raises
    ------
    InputError
        Before the first look, for an invalid strategy, grid or points.
    """
    plan = plan_of(strategy_of(strategy), folded, grid)
    flag = new_cancel_flag() if cancel is None else cancel
    looks = _looks(plan, workspace or Workspace(folded), flag, list(known))
    return _timed(looks, flag, seconds - math.fsum(look.seconds for look in known), clock)


def _looks(plan: Plan, workspace: Workspace, cancel: CancelFlag, known: list[Look]) -> Iterator[tuple[Look, bool]]:
    """Yield the looks of all rounds, and whether each is new; send the results to the plan.

    Spots whose looks are all `known` are not yielded.
    """
    step = next(plan)
    while True:
        count = len(step.Cs)
        own, known = known[: count * len(step.spots)], known[count * len(step.spots) :]
        whole, half = divmod(len(own), count)
        seen = own[: count * whole]
        rest = step._replace(spots=step.spots[whole:], told=step.told[whole:])
        for number, look in enumerate(_round(rest, workspace, cancel)):
            seen.append(own[count * whole + number] if number < half else look)
            yield look, number >= half
        if stopped(cancel):
            return
        try:
            step = plan.send(seen)
        except StopIteration:
            return


def _round(step: Leg, workspace: Workspace, cancel: CancelFlag) -> Iterator[Look]:
    """Yield the looks at the spots of a round, along ascending C: every fold has its own chain."""
    folds = range(len(workspace.asked.splits))
    for spot, told in zip(step.spots, step.told, strict=True):
        chains = [workspace.chain(spot, fold, step.Cs, cancel) for fold in folds]
        for C, judged in zip(step.Cs, zip(*chains, strict=False), strict=False):  # cancelled chains are shorter
            yield look_at(step.purpose, told, C, judged)
        if stopped(cancel):
            return


def _timed(
    looks: Iterator[tuple[Look, bool]], cancel: CancelFlag, seconds: float, clock: Callable[[], float]
) -> Iterator[Look]:
    """Yield the new looks with the seconds that each took."""
    spent = 0.0
    while spent < seconds and not stopped(cancel):
        began = clock()
        with one_blas_thread():
            found = next(looks, None)
        took = clock() - began
        if found is None or stopped(cancel):
            return
        look, is_new = found
        if is_new:
            spent += took
            yield replace(look, seconds=took)
