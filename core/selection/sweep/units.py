"""A unit of work, run wherever it is sent: in this thread, in another, or in a process on another machine.

A worker that runs several units of one search keeps what they share. A unit uses one thread, BLAS included: more would
compete with the other units and might sum in another order.
"""

from __future__ import annotations

import math
import threading
from collections import OrderedDict, deque
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import zip_longest
from typing import NamedTuple

from ...lowlevel.blas_threads import one_blas_thread
from ...lowlevel.heap import let_pieces_stay
from ...solver import CancelFlag
from ..folded import Folded
from ..judged import Judged, Setup
from ..workspace import KEPT, Workspace

MOST_SEARCHES = 2  # most searches whose points a process keeps
LONG, SHORT, LEAST = 0.5, 0.05, 1e-9  # seconds of a batch, of a piece near the end, and least total
SHARES = 2  # batches into which a worker's share of the remaining work is divided


class Unit(NamedTuple):
    """A spot and a fold, along C."""

    spot: Setup
    fold: int
    Cs: tuple[float, ...]


@dataclass(frozen=True)
class Batch:
    """Units for one worker, one after the other.

    In a tuple, Dask would check every number for being a task, which takes longer than sending it.
    """

    units: tuple[Unit, ...]


def in_turns(units: Sequence[Unit]) -> list[Unit]:
    """Return the units of the first two spots alternating, then of the next two: as many as a workspace keeps."""
    spots = _of_spots(units)
    groups = (zip_longest(*spots[k : k + KEPT]) for k in range(0, len(spots), KEPT))
    return [unit for group in groups for turn in group for unit in turn if unit is not None]


class Portions:
    """The units of a round as batches for processes: whole spots, and pieces of the last ones.

    A process takes as many spots as last about `LONG` seconds, but at most half of its share of the rest, since a
    cluster message costs both sides some milliseconds. The last spots, one for each worker, are cut into pieces of
    about `SHORT` seconds, down to one unit: so a worker that finishes early takes a piece of another's spot. The
    time of a unit is estimated from the finished ones; before that a batch is one spot.
    """

    def __init__(self, units: Sequence[Unit], workers: int) -> None:
        self._spots, self._workers = deque(_of_spots(units)), workers
        self._done, self._seconds = 0, 0.0

    def learn(self, judged: Sequence[Judged]) -> None:
        """Add the seconds of a finished unit."""
        self._seconds += sum(one.fitting + one.judging for one in judged)
        self._done += 1

    def __iter__(self) -> Iterator[Batch]:
        while len(self._spots) > self._workers:
            share = (len(self._spots) - self._workers) / (SHARES * self._workers)
            count = max(1, int(min(share, self._lasting(LONG) / len(self._spots[0]))))
            yield Batch(tuple(unit for _ in range(count) for unit in self._spots.popleft()))
        while self._spots:
            own, size = self._spots.popleft(), max(1, math.ceil(self._lasting(SHORT)))
            if len(own) > size:
                self._spots.appendleft(own[size:])
            yield Batch(tuple(own[:size]))

    def _lasting(self, seconds: float) -> float:
        """Return how many units take so long, 0 before any is finished."""
        return seconds * self._done / max(self._seconds, LEAST) if self._done else 0.0


def _of_spots(units: Sequence[Unit]) -> list[list[Unit]]:
    of_spots: dict[Setup, list[Unit]] = {}
    for unit in units:
        of_spots.setdefault(unit.spot, []).append(unit)
    return list(of_spots.values())


class _Home:
    """The data that this process keeps for the searches that it works for."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._spaces: OrderedDict[str, Workspace] = OrderedDict()

    def workspace(self, token: str, folded: Folded) -> Workspace:
        """Return the workspace of a search; threads of this process share it."""
        with self._lock:
            space = self._spaces.setdefault(token, Workspace(folded))
            self._spaces.move_to_end(token)
            while len(self._spaces) > MOST_SEARCHES:
                self._spaces.popitem(last=False)
            return space

    def forget(self, token: str) -> None:
        """Drop the data of a search."""
        with self._lock:
            self._spaces.pop(token, None)


HOME = _Home()


def judge(token: str, folded: Folded, batch: Batch, cancel: CancelFlag) -> list[tuple[Unit, tuple[Judged, ...]]]:
    """Return each unit with the result of its fold at each C; fewer results if cancelled."""
    let_pieces_stay()
    with one_blas_thread():
        space = HOME.workspace(token, folded)
        return [(unit, tuple(space.chain(unit.spot, unit.fold, unit.Cs, cancel))) for unit in batch.units]
