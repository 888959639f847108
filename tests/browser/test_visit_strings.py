"""The table of two words fills by itself until it is stopped."""

from __future__ import annotations

from urllib.parse import urlencode

from visitor import Meet

from pages.strings.question import FORM, Options


def test_the_table_fills_cell_by_cell_until_it_is_stopped(newcomer: Meet) -> None:
    visitor = newcomer()
    page, say = visitor.page, visitor.say
    query = urlencode({"lang": visitor.lang, "strings": FORM.write(Options(cell=5))})
    page.goto(f"{visitor.server}/strings?{query}")
    page.locator(".lab-figure[data-ready]").first.wait_for()

    def cell() -> int:
        chosen = visitor.link().chosen(Options)
        assert chosen is not None
        assert chosen.cell is not None
        return chosen.cell

    assert cell() == 5
    page.get_by_role("button", name=say("playing.play"), exact=True).click()
    visitor.until(lambda: cell() >= 7, "two more cells")
    page.get_by_role("button", name=say("playing.pause"), exact=True).click()
    page.get_by_role("button", name=say("playing.play"), exact=True).wait_for()
    visitor.until(lambda: page.locator("[data-test-script-state=notRunning]").count(), "the page at rest")
    stopped = cell()
    page.wait_for_timeout(2500)
    assert cell() == stopped
