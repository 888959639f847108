"""A stop in the middle of a piece of long work ends it there: the piece does not come to its end, and is not found.

How far a piece is tells the processor time of its thread, whatever else the machine does. A small picture takes some
10 ms and has no middle.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator
from functools import partial
from typing import Any, NamedTuple

import numpy as np
import pytest

from benchmarks.map.works import AnyMake, fold_of_choices, leaving_out, runs_of_a_paper, walks
from core.solver import CancelFlag, new_cancel_flag
from datasets import Points, make_points
from pages.choosing.names import WALKED
from ui.solve.kernels import KernelSpec

TAYLOR: KernelSpec = {"name": "taylor", "gamma": 1.0, "order": 4}
LATER = 0.25  # of a piece, at most, until it has heard of the stop
ENOUGH = 0.03  # seconds of a piece that can be stopped in its middle


class Piece(NamedTuple):
    """How a piece went."""

    found: Any  # None where there is none
    seconds: float  # of the processor


def random_labels(count: int) -> Points:
    """Return points that every machine takes long to tell apart."""
    rng = np.random.default_rng(0)
    return make_points(rng.uniform(-3.0, 3.0, (count, 2)), np.where(rng.random(count) < 0.5, 1, -1))


LONG: dict[str, tuple[Callable[[], list[AnyMake]], int]] = {  # and which of its works is stopped
    **{f"walk {name}": (partial(walks, random_labels(1500), name, 2000), 0) for name in WALKED},
    "the exact kernel in a fold": (partial(fold_of_choices, random_labels(1500)), 0),
    "an approximation in a fold": (partial(fold_of_choices, random_labels(1500), TAYLOR), 1),
    "runs of a paper": (partial(runs_of_a_paper, "cancer"), 0),
    "leaving out": (partial(leaving_out, 900), 2),
}


def piece_of(going: Iterator[Any], cancel: CancelFlag, stop_after: float | None = None) -> Piece:
    """Find the next piece in a thread, whose flag is set after so many seconds of its processor time."""
    found: list[Piece] = []
    watched = threading.Event()  # until then the thread has a clock

    def find() -> None:
        piece = next(going, None)
        found.append(Piece(piece, time.thread_time()))
        watched.wait()

    thread = threading.Thread(target=find)
    thread.start()
    if stop_after is not None:
        clock = time.pthread_getcpuclockid(thread.ident or 0)
        while not found and time.clock_gettime(clock) < stop_after:
            thread.join(0.001)
        cancel[0] = 1
    watched.set()
    thread.join()
    return found[0]


@pytest.mark.parametrize("share", [0.2, 0.6])
@pytest.mark.parametrize("name", LONG)
def test_a_piece_ends_where_it_is(name: str, share: float) -> None:
    made, which = LONG[name]
    make = made()[which]
    piece_of(make((), new_cancel_flag()), new_cancel_flag())  # compiled, or loaded
    going, cancel, before = make((), new_cancel_flag()), new_cancel_flag(), 0
    while (whole := piece_of(going, cancel)).seconds < ENOUGH:
        assert whole.found is not None, "no piece takes long enough"
        before += 1
    again = make((), cancel)
    for _ in range(before):
        piece_of(again, cancel)
    stopped = piece_of(again, cancel, share * whole.seconds)
    assert stopped.found is None
    assert stopped.seconds < (share + LATER) * whole.seconds
