"""What the marks of a board mean is there on a first visit, and one click away on every later one."""

from __future__ import annotations

import pytest
from test_accessible import violations
from visitor import Meet


def test_the_marks_are_explained_at_once_on_a_first_visit_and_a_click_away_after_it(stranger: Meet, lang: str) -> None:
    visitor = stranger(lang).open()
    ring = visitor.page.get_by_text(visitor.say("board.marks.free"))
    ring.wait_for()
    assert violations(visitor.page) == []
    visitor.page.get_by_text(visitor.say("board.marks"), exact=True).click()
    ring.wait_for(state="hidden")
    visitor.page.locator("#lab-gamma").press("ArrowRight")
    visitor.settled()
    assert not ring.is_visible()  # what was closed stays closed


@pytest.mark.parametrize("page", ["", "smo"])
def test_a_link_opens_without_the_explanation_and_the_keyboard_opens_it(stranger: Meet, lang: str, page: str) -> None:
    visitor = stranger(lang)
    visitor.page.goto(f"{visitor.server}/{page}?lang={lang}&data=moons")
    title = visitor.page.get_by_text(visitor.say("board.marks"), exact=True)
    title.wait_for()
    pair, slack = (visitor.page.get_by_text(visitor.say(f"board.marks.{name}")) for name in ("pair", "slack"))
    assert not pair.is_visible()
    assert not slack.is_visible()
    title.press("Enter")
    (pair if page else slack).wait_for()
    assert not (slack if page else pair).is_visible()
