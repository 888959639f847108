"""Two players on a bare page: one cursor, or one clock of work, moves both."""

from __future__ import annotations

import numpy as np
from bench import Bench, clouds
from deck import Deck

from core.problem import Gaussian, c_svc
from core.topics.descent.experiment import clock
from core.trace import Trace, record
from ui.words import number


def test_a_second_player_follows_the_first_and_waits_at_its_own_end(deck: Deck) -> None:
    short = record(c_svc(*clouds(60), Gaussian(0.5), 10.0), limit=8)
    second = Deck(deck.page, short)
    deck.page.evaluate("document.getElementById('player').remove()")
    deck.mount(reach=len(deck.trace), run="first")
    second.mount("second", lab="other", follow="play", reach=len(deck.trace), run="second")
    where = deck.page.locator("#second [data-part=where]")
    deck.keys("ArrowRight")
    assert where.inner_text() == "6 of 8"
    deck.keys("End")
    assert where.inner_text() == "8 of 8"
    assert not deck.page.locator("#second [data-part=slider]").is_visible()


def test_the_clock_of_a_race_shows_what_each_has_done_by_then(lab: Bench, trace: Trace) -> None:
    ticks, costs = 6, np.where(np.arange(len(trace)) % 3, 40.0, 80.0)
    whole = 2.0 * costs.sum()  # of a longer run beside it
    deck = Deck(lab.page, trace, reach=whole, step=4, ticks=ticks, costs=costs)
    where, work = deck.part("where"), clock(whole, ticks)
    done = np.searchsorted(np.cumsum(costs), work, side="right")
    assert (int(done[0]), int(done[-1])) == (0, len(trace))
    assert where.inner_text() == f"{done[4]} of {len(trace)}"
    deck.keys("ArrowRight")
    assert where.inner_text() == f"{done[5]} of {len(trace)}"
    deck.keys("End")
    assert (deck.k, where.inner_text()) == (ticks, f"{len(trace)} of {len(trace)}")
    deck.mount(reach=100.0, run="alone", step=1, ticks=2, costs=np.array([50.0] * len(trace)))
    told = deck.part("slider").get_attribute("aria-valuetext")
    assert told == f"after {number(clock(50.0 * len(trace), 2)[1])}"
