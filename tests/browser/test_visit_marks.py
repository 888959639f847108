"""What the marks of a board mean is there on a first visit, and one click away on every later one."""

from __future__ import annotations

import pytest
from test_accessible import violations
from visitor import Meet


def test_the_marks_are_explained_at_once_on_a_first_visit_and_a_click_away_after_it(newcomer: Meet, lang: str) -> None:
    visitor = newcomer(lang).open()
    ring = visitor.page.get_by_text(visitor.say("draw.marks.free"))
    ring.wait_for()
    assert violations(visitor.page) == []
    visitor.page.get_by_text(visitor.say("draw.marks"), exact=True).click()
    ring.wait_for(state="hidden")
    visitor.page.locator("#lab-gamma").press("ArrowRight")
    visitor.settled()
    assert not ring.is_visible()  # what was closed stays closed


@pytest.mark.parametrize("page", ["smo", "descent", "race", "gamma", "losses"])
def test_every_page_with_boards_explains_their_marks_once_on_a_first_visit(
    newcomer: Meet, lang: str, page: str
) -> None:
    visitor = newcomer(lang)
    visitor.page.goto(f"{visitor.server}/{page}?lang={lang}&seen=smo")  # whose beats would come first
    ring = visitor.page.get_by_text(visitor.say("draw.marks.free"))
    visitor.until(lambda: sum(each.is_visible() for each in ring.all()) == 1, "one legend that is open")
    visitor.page.wait_for_function("() => !!document.querySelector('[data-test-script-state=notRunning]')")
    assert sum(each.is_visible() for each in ring.all()) == 1
    assert violations(visitor.page) == []


# What the legend of a page tells, and what it leaves out because no board there shows it.
ROWS = {
    "?data=moons": ("slack bounded", "pair single either picked exact"),
    "?data=street&C=inf": ("free", "slack bounded"),
    "?data=moons&k=taylor": ("exact", "pair"),
    "smo?data=moons": ("pair bounded", "slack single exact"),
    "smo?data=moons&mode=hand": ("picked", "pair slack"),
    "smo?data=moons&mode=two": ("pair", "slack picked"),
    "smo?data=moons&mode=two&k=taylor": ("pair exact", "slack"),
    "descent?data=moons&k=linear": ("single bounded", "pair exact"),
    "race?data=moons": ("either", "pair single slack"),
    "gamma?data=moons": ("slack bounded", "pair exact"),
    "losses?data=moons": ("slack bounded lit", "pair exact"),
    "margins?data=street": ("hand ways named", "pair exact"),
    "taylor?data=moons": ("shapes tint rings arms", "free boundary"),
}


@pytest.mark.parametrize("link", ROWS)
def test_a_link_opens_without_the_explanation_and_the_keyboard_opens_it(newcomer: Meet, lang: str, link: str) -> None:
    visitor, (told, left_out) = newcomer(lang), ROWS[link]
    visitor.page.goto(f"{visitor.server}/{link}&lang={lang}")
    title = visitor.page.get_by_text(visitor.say("draw.marks"), exact=True).locator("visible=true").first
    title.wait_for()

    def rows(names: str) -> list[bool]:
        legend = title.locator("xpath=..")
        return [
            legend.get_by_text(visitor.say(f"draw.marks.{each}"), exact=True).is_visible() for each in names.split()
        ]

    assert not any(rows(told))
    title.press("Enter")
    visitor.until(lambda: all(rows(told)), f"the rows {told}")
    assert not any(rows(left_out))
