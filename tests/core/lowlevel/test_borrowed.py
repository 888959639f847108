"""What is borrowed are the same arrays and numbers, and its end is not the end of its owner."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from core.lowlevel.borrowed import borrowed
from core.lowlevel.compiled import compiled


class Inner(NamedTuple):
    counts: np.ndarray


class Outer(NamedTuple):
    rows: np.ndarray
    factor: float
    inner: Inner


@compiled
def _scaled(given: Outer, times: int) -> tuple[Outer, float]:
    owner = Outer(given.rows.copy(), given.factor, Inner(given.inner.counts.copy()))
    lent, total = borrowed(owner), 0.0
    for _ in range(times):
        lent = Outer(lent.rows, lent.factor + 1.0, lent.inner)
        for k in range(lent.rows.shape[0]):
            lent.rows[k] *= 2.0
            lent.inner.counts[k] += 1
        total += lent.rows[0].sum()
    return Outer(owner.rows, lent.factor, owner.inner), total


def test_a_loop_writes_into_the_arrays_of_the_owner() -> None:
    rows, counts = np.arange(6.0).reshape(3, 2), np.zeros(3, dtype=np.int64)
    kept = [_scaled(Outer(rows, 0.5, Inner(counts)), 3) for _ in range(50)]
    for found, total in kept:  # each has memory of its own still
        np.testing.assert_array_equal(found.rows, 8.0 * rows)
        assert found.inner.counts.tolist() == [3, 3, 3]
        assert (found.factor, total) == (3.5, 2.0 + 4.0 + 8.0)
    assert counts.tolist() == [0, 0, 0]


def test_arrays_that_are_closed_for_writing_stay_so() -> None:
    rows, counts = np.ones((2, 2)), np.zeros(2, dtype=np.int64)
    rows.flags.writeable = False

    @compiled
    def first(given: Outer) -> float:
        return float(borrowed(given).rows[0, 0])

    assert first(Outer(rows, 1.0, Inner(counts))) == 1.0
