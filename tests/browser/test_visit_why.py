"""A visitor asks why this pair: the page that explains a step opens at that very step of the run under the board."""

from __future__ import annotations

from urllib.parse import urlencode

import pytest
from visitor import Meet

from ui.solve.options import COORDINATE_SOLVER

LINKS = {
    "board.why": ("smo", {"data": "moons", "k": "gaussian", "g": "0.75", "C": "3", "rule": "smo-first-order"}),
    "board.why.visit": ("descent", {"data": "moons", "k": "taylor", "m": "6", "rule": COORDINATE_SOLVER}),
}


@pytest.mark.parametrize("key", LINKS)
def test_the_link_under_the_board_leads_to_the_same_step_of_the_same_run(newcomer: Meet, key: str, lang: str) -> None:
    there, query = LINKS[key]
    visitor = newcomer(lang)
    page = visitor.page
    page.goto(f"{visitor.server}/?{urlencode({'lang': lang, **query, 'step': '30'})}")
    rows = page.locator(".lab-standing summary")
    rows.nth(5).wait_for()
    place = page.locator(".lab-timeline [data-part=where]")
    page.locator(".lab-timeline [data-part=slider]").press("ArrowRight")
    visitor.until(lambda: "step=31" in page.url, "the step of the time line in the address")
    visitor.until(lambda: page.locator("[data-waits]").count() == 0, "the page tells of this step")
    page.wait_for_function("() => !!document.querySelector('[data-test-script-state=notRunning]')")
    before, numbers = place.inner_text(), rows.all_inner_texts()
    assert before.startswith("31 / ")
    page.get_by_role("link", name=visitor.say(key)).click()
    player = page.locator(".lab-player").first
    player.locator(".lab-pointer").wait_for()
    assert f"/{there}?" in page.url
    assert "step=31" in page.url
    visitor.until(lambda: player.locator("[data-part=where]").first.inner_text() == before, f"step {before}")
    visitor.until(lambda: rows.all_inner_texts() == numbers, "the numbers that stood under the board")
