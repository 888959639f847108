"""The clock of the race: what Python says of a tick is where the browser's players stand at it."""

from __future__ import annotations

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from core.topics.descent.experiment import clock
from pages import LINK
from pages.race import PAGE
from pages.race.answers import TICKS, lanes
from ui.state.lab import opening


@given(st.sampled_from(["overlap", "moons"]), st.integers(0, TICKS))
def test_a_run_has_taken_the_steps_whose_work_is_done(data: str, tick: int) -> None:
    pair, single = lanes(PAGE.read(opening(LINK, {"data": data, "k": "linear", "C": "1"})))
    whole = max(pair.work, single.work)
    for lane in (pair, single):
        k, done = 0, 0.0
        while k < len(lane.costs) and done + lane.costs[k] <= clock(whole, TICKS)[tick]:  # as playback.js counts
            done += lane.costs[k]
            k += 1
        assert lane.steps_at(tick, whole) == k
    longer = max(pair, single, key=lambda lane: lane.work)
    assert longer.steps_at(TICKS, whole) == len(longer.costs)


def test_a_clock_rises_from_nothing_to_the_whole_work() -> None:
    ticks = clock(1000.0, TICKS)
    assert ticks[0] == 0
    assert ticks[-1] == 1000
    assert (np.diff(ticks) > 0).all()
