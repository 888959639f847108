"""Two players on a bare page: one cursor, or one clock of work, moves both."""

from __future__ import annotations

import numpy as np
from bench import Bench, clouds
from deck import Deck

from core.problem import Gaussian, c_svc
from core.trace import Trace, record
from ui.component.player import Ticks


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


def test_two_players_that_share_a_clock_show_what_each_has_done_by_then(lab: Bench, trace: Trace) -> None:
    deck = Deck(lab.page, trace, reach=4, step=2, ticks=Ticks(np.array([0, 1, 5, 9, len(trace)]), np.arange(5) * 100.0))
    where = deck.part("where")
    assert where.inner_text() == f"5 of {len(trace)}"
    deck.keys("ArrowRight")
    assert where.inner_text() == f"9 of {len(trace)}"
    assert deck.part("slider").get_attribute("aria-valuetext") == "after 300"
    deck.keys("End")
    assert (deck.k, where.inner_text()) == (4, f"{len(trace)} of {len(trace)}")
