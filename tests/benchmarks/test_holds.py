"""Every call into another library lets other threads go on, at the largest input that the pages allow."""

from __future__ import annotations

from collections import deque

import pytest

from benchmarks.holds import GOAL, watched
from benchmarks.holds.calls import CALLS, Call

LIBRARIES = [call for call in CALLS if call.page != "works" and not call.what.startswith("the whole page")]


@pytest.mark.parametrize("call", LIBRARIES, ids=lambda call: f"{call.page}, {call.what}")
def test_a_library_keeps_the_lock_of_the_interpreter_for_a_moment_only(call: Call) -> None:
    assert 1e3 * watched(call.make()).longest <= 10.0 * GOAL


def test_a_call_that_keeps_the_lock_is_told_from_a_loop_that_gives_it_back() -> None:
    kept = watched(lambda: sum(range(20_000_000)))  # one call of C, in which nothing looks whether a thread waits
    given = watched(lambda: deque(k for k in range(3_000_000)))
    assert kept.longest > 0.5 * kept.whole
    assert given.longest < 0.5 * given.whole
