"""A unit of work, done wherever it lands: in this thread, in another, or in a process on another machine.

Whoever does several units of one search keeps what they share. A unit is one thread's work, BLAS included: two of its
threads would fight with the other units, and might sum in another order.
"""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import zip_longest
from typing import NamedTuple

from core.lowlevel.blas_threads import one_blas_thread
from core.lowlevel.heap import let_pieces_stay
from core.selection.folded import Folded
from core.selection.judged import Judged, Setup
from core.selection.workspace import KEPT, Workspace
from core.solver import CancelFlag

MOST_SEARCHES = 2  # whose points a process keeps


class Unit(NamedTuple):
    """A spot and a fold, along C."""

    spot: Setup
    fold: int
    Cs: tuple[float, ...]


@dataclass(frozen=True)
class Batch:
    """Units of one worker, one after the other.

    As a tuple, Dask would look at every number in it for a task of its own, which takes longer than to send it.
    """

    units: tuple[Unit, ...]


def in_turns(units: Sequence[Unit]) -> list[Unit]:
    """Return the units of the first two spots in turns, then those of the next two: as many as a workspace keeps."""
    spots = _of_spots(units)
    groups = (zip_longest(*spots[k : k + KEPT]) for k in range(0, len(spots), KEPT))
    return [unit for group in groups for turn in group for unit in turn if unit is not None]


def by_spot(units: Sequence[Unit], single: int) -> list[Batch]:
    """Return the units of each spot as a batch, but those of the last `single` spots one by one.

    So a worker that is done early waits at the end for a unit of another, not for a whole spot.
    """
    spots = _of_spots(units)
    cut = max(0, len(spots) - single)
    return [Batch(tuple(own)) for own in spots[:cut]] + [Batch((unit,)) for own in spots[cut:] for unit in own]


def _of_spots(units: Sequence[Unit]) -> list[list[Unit]]:
    of_spots: dict[Setup, list[Unit]] = {}
    for unit in units:
        of_spots.setdefault(unit.spot, []).append(unit)
    return list(of_spots.values())


class _Home:
    """What this process keeps of the searches that it works for."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._spaces: OrderedDict[str, Workspace] = OrderedDict()

    def workspace(self, token: str, asked: Folded) -> Workspace:
        """Return the workspace of a search; threads of this process share it."""
        with self._lock:
            space = self._spaces.setdefault(token, Workspace(asked))
            self._spaces.move_to_end(token)
            while len(self._spaces) > MOST_SEARCHES:
                self._spaces.popitem(last=False)
            return space

    def forget(self, token: str) -> None:
        """Drop what was kept of a search."""
        with self._lock:
            self._spaces.pop(token, None)


HOME = _Home()


def judge(token: str, asked: Folded, batch: Batch, cancel: CancelFlag) -> list[tuple[Unit, tuple[Judged, ...]]]:
    """Return each unit with what its fold says at each C; with fewer answers where somebody cancels."""
    let_pieces_stay()
    with one_blas_thread():
        space = HOME.workspace(token, asked)
        return [(unit, tuple(space.chain(unit.spot, unit.fold, unit.Cs, cancel))) for unit in batch.units]
