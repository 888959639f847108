"""Every call into another library lets other threads go on, at the largest input that pages allow or links open."""

from __future__ import annotations

from collections import deque

import pytest
from threadpoolctl import threadpool_limits

from benchmarks.holds import GOAL
from benchmarks.holds.calls import CALLS, LibraryCall
from benchmarks.holds.watch import watched

SHORT = [call for call in CALLS if not call.is_long]


@pytest.mark.parametrize("call", SHORT, ids=lambda call: f"{call.page}, {call.what}")
def test_a_library_gives_the_lock_of_the_interpreter_back_long_before_it_is_done(call: LibraryCall) -> None:
    with threadpool_limits(1):
        held = watched(call.make())
    assert 1e3 * held.longest <= max(GOAL, 500.0 * held.whole), held


def test_a_call_that_keeps_the_lock_is_told_from_a_loop_that_gives_it_back() -> None:
    kept = watched(lambda: sum(range(20_000_000)))  # one call of C, in which nothing looks whether a thread waits
    given = watched(lambda: deque(k for k in range(3_000_000)))
    assert kept.longest > 0.5 * kept.whole
    assert given.longest < 0.5 * given.whole
