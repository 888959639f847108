"""A stop within a piece of long work ends it there: the piece does not come to its end, and is not found.

No clock is asked: the flag is set at a call that is chosen beforehand, and the calls until the piece ends are counted.
That the compiled loops heed the flag is tested where they are.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from functools import partial
from types import FrameType
from typing import Any

import numpy as np
import pytest

from benchmarks.map.works import AnyMake, fold_of_choices, leaving_out, runs_of_a_paper, walks
from core.solver import CancelFlag, new_cancel_flag
from datasets import Points, make_points
from pages.choosing.names import WALKED
from ui.solve.kernels import KernelSpec

TAYLOR: KernelSpec = {"name": "taylor", "gamma": 1.0, "order": 4}
PIECES = 10  # of which the one with the most calls is stopped


class Piece:
    """How a piece went.

    Attributes
    ----------
    found
        The piece; None where there is none.
    calls
        Calls and returns of functions until then.
    """

    def __init__(self, going: Iterator[Any], cancel: CancelFlag, stop_at: int | None = None) -> None:
        """Find the next piece; the flag is set at the call of this number."""
        self.calls = 0

        def watch(frame: FrameType, event: str, argument: object) -> None:
            if self.calls == stop_at:
                cancel[0] = 1
            self.calls += 1

        sys.setprofile(watch)
        try:
            self.found = next(going, None)
        finally:
            sys.setprofile(None)


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


@pytest.mark.parametrize("name", LONG)
def test_a_piece_ends_where_it_is(name: str) -> None:
    made, which = LONG[name]
    make = made()[which]
    Piece(make((), new_cancel_flag()), new_cancel_flag())  # compiled, or loaded
    going, pieces = make((), new_cancel_flag()), list[Piece]()
    while len(pieces) < PIECES and (piece := Piece(going, new_cancel_flag())).found is not None:
        pieces.append(piece)
    whole = max(pieces, key=lambda each: each.calls)
    for share in (0.0, 0.2):
        cancel = new_cancel_flag()
        again = make((), cancel)
        for _ in range(pieces.index(whole)):
            assert Piece(again, cancel).found is not None
        stopped = Piece(again, cancel, stop_at=int(share * whole.calls))
        assert stopped.found is None, share
        assert stopped.calls < whole.calls, share
