"""Memory that outlives its run is lent to one run at a time, and kept once."""

from __future__ import annotations

import gc
from collections.abc import Iterator

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.lowlevel import memory_pool
from core.lowlevel.cache_lines import LINE
from core.lowlevel.memory_pool import LEAST_BYTES, give_back, memory_for

MANY = LEAST_BYTES // 4
lends = pytest.mark.skipif(memory_pool.LEND is None, reason="this system takes no memory on offer")


class Owner:
    """An owner of memory."""


@pytest.fixture(autouse=True)
def nothing_kept() -> Iterator[None]:
    give_back()
    yield
    give_back()


def _place(memory: np.ndarray) -> int:
    return memory.ctypes.data


@lends
def test_what_one_run_leaves_the_next_one_takes() -> None:
    owner = Owner()
    first = memory_for(owner, MANY)
    first[:] = 1.0
    place = _place(first)
    del owner
    gc.collect()
    for count in (MANY, MANY + 5, MANY - 5):  # a piece that is too small is given back, and a larger one kept
        owner = Owner()
        memory = memory_for(owner, count)
        memory[:] = 2.0
        assert len(memory) == count
        if count == MANY:
            assert _place(memory) == place
        del owner
        gc.collect()
        assert len(memory_pool._spare) == 1


@lends
def test_runs_at_the_same_time_never_share_and_one_piece_is_kept() -> None:
    owners = [Owner() for _ in range(4)]
    pieces = [memory_for(owner, MANY) for owner in owners]
    for k, memory in enumerate(pieces):
        memory[:] = k
    assert [float(memory.min()) for memory in pieces] == [0.0, 1.0, 2.0, 3.0]
    del owners
    gc.collect()
    assert len(memory_pool._spare) == 1


@given(count=st.integers(0, 300) | st.integers(MANY - 20, MANY + 20))
def test_memory_begins_at_a_line_and_can_be_written_to_its_end(count: int) -> None:
    owner = Owner()
    memory = memory_for(owner, count)
    assert memory.shape == (count,)
    assert memory.dtype == np.float32
    assert count == 0 or _place(memory) % LINE == 0
    memory[:] = 1.0
