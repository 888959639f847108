"""The epochs of dual coordinate descent: the order of the visits, the coordinates set aside, and the end.

They follow LIBLINEAR (mathematics 11). PG is the projected gradient; an epoch keeps its largest and its smallest PG.
"""

from __future__ import annotations

import math
from typing import NamedTuple

import numpy as np

from ...lowlevel.compiled import compiled
from ...problem.arrays import Indices
from ..chance import shuffled
from ..outcome import OPTIMAL, RUNNING, STUCK


class DescentRule(NamedTuple):
    """The options of a run."""

    tolerance: float  # stop when the spread of an epoch is at most this
    random: bool  # a new order every epoch; else the order of the points
    shrinking: bool
    seed: int  # of the orders


class Epoch(NamedTuple):
    """A pass over the active coordinates, in progress."""

    number: int  # -1 before the first
    order: Indices  # (n,) the first `active` entries are visited in this epoch, the others are set aside
    active: int
    position: int  # of the next visit; at `active` the epoch is over
    largest: float  # PG so far
    smallest: float
    largest_before: float  # of the last epoch: beyond it a coordinate at 0 is set aside; inf if it does not apply
    smallest_before: float  # the same for a coordinate at its upper bound; -inf if it does not apply
    moved: bool  # whether anything moved so far
    draws: int  # random numbers used so far


@compiled
def before_first(n: int) -> Epoch:
    """Return the epoch before the first one of n coordinates: finished and without information."""
    return Epoch(-1, np.arange(n), n, n, math.inf, -math.inf, math.inf, -math.inf, True, 0)


def brought_next(epoch: Epoch, i: int) -> Epoch:
    """Return the epoch with coordinate i as its next visit, even if it has been visited or set aside.

    A coordinate still to be visited is swapped with the next one; a visited one is visited twice; one aside returns.
    """
    order, position, active = epoch.order.copy(), epoch.position, epoch.active
    place = int(np.flatnonzero(order == i)[0])
    if place >= active:
        order[place], order[active] = order[active], i
        place, active = active, active + 1
    if place < position:
        position -= 1
    order[place], order[position] = order[position], i
    return epoch._replace(order=order, position=position, active=active)


def in_another_order(epoch: Epoch) -> Epoch:
    """Return the epoch cut short, so that one over all coordinates follows in the order of another rule."""
    return before_first(epoch.order.size)._replace(number=epoch.number, draws=epoch.draws)


@compiled
def spread(epoch: Epoch) -> float:
    """Return the range of the epoch's projected gradients, zero included.

    LIBLINEAR compares only PGmax - PGmin. Without an equality constraint that is not enough: if all slopes are equal
    and far from zero, as for two labels at one point, it would stop long before the optimum.
    """
    return max(epoch.largest, 0.0) - min(epoch.smallest, 0.0)


@compiled
def settled(epoch: Epoch, rule: DescentRule) -> bool:
    """Return whether more epochs on this active set are useless; one that moved nothing would repeat forever."""
    return spread(epoch) <= rule.tolerance or not epoch.moved


@compiled
def ending(epoch: Epoch, rule: DescentRule) -> int:
    """Return why no epoch can follow a finished one, or RUNNING; coordinates set aside are always checked first."""
    if epoch.active < epoch.order.size or not settled(epoch, rule):
        return RUNNING
    return OPTIMAL if spread(epoch) <= rule.tolerance else STUCK


@compiled
def following(epoch: Epoch, rule: DescentRule) -> Epoch:
    """Return the next epoch before its first visit; after a settled one all coordinates are active again."""
    order, active, draws = epoch.order, epoch.active, epoch.draws
    largest = epoch.largest if epoch.largest > 0 else math.inf
    smallest = epoch.smallest if epoch.smallest < 0 else -math.inf
    if settled(epoch, rule):
        active, largest, smallest = order.size, math.inf, -math.inf
        if not rule.random:
            order = np.arange(active)
    if rule.random:
        order = shuffled(order, active, rule.seed, draws)
        draws += active
    return Epoch(epoch.number + 1, order, active, 0, -math.inf, math.inf, largest, smallest, False, draws)


@compiled
def visited(epoch: Epoch, PG: float, moved: bool) -> Epoch:
    """Return the epoch after a visit that found this projected gradient."""
    return Epoch(
        epoch.number,
        epoch.order,
        epoch.active,
        epoch.position + 1,
        max(epoch.largest, PG),
        min(epoch.smallest, PG),
        epoch.largest_before,
        epoch.smallest_before,
        epoch.moved or moved,
        epoch.draws,
    )


@compiled
def set_aside(epoch: Epoch) -> Epoch:
    """Return the epoch with the visited coordinate moved behind the active ones, swapped with the last of these."""
    order, last = epoch.order.copy(), epoch.active - 1
    order[epoch.position], order[last] = order[last], order[epoch.position]
    return Epoch(
        epoch.number,
        order,
        last,
        epoch.position,
        epoch.largest,
        epoch.smallest,
        epoch.largest_before,
        epoch.smallest_before,
        epoch.moved,
        epoch.draws,
    )
