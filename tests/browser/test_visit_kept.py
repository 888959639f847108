"""Where a hand leaves points that have no machine, the boards keep their last picture as such, and mend them."""

from __future__ import annotations

import numpy as np
import pytest
from test_visit_draws import Drawer
from visitor import Meet

MEET = """() => { // the first point comes to lie on one of the other class
    const s = store.lab("panel-1.0");
    s.edit(() => s.move(0, ...s.at(s.y.findIndex((label) => label !== s.y[0]))));
}"""


def test_a_hard_margin_that_a_hand_makes_impossible_leaves_the_last_picture_of_each_gamma_as_such(
    newcomer: Meet, lang: str
) -> None:
    drawer = Drawer(newcomer(lang), "gamma", "panel-1.0", data="moons", k="gaussian", g="1", C="inf")
    visitor, page, told = drawer.visitor, drawer.page, drawer.lead()
    said = visitor.say("draw.kept.short", why=visitor.say("light.impossible.title"))
    kept = [said] * page.locator(".lab-board").count()
    notices = page.locator(".lab-board [data-part=notice]:visible")
    page.evaluate(MEET)
    visitor.until(lambda: notices.all_inner_texts() == kept, "the last picture in each panel, marked as such")
    visitor.until(lambda: drawer.lead() == visitor.say("gamma.impossible"), "a page that tells of it")
    assert notices.all_inner_texts() == kept
    drawer.canvas.press("Control+z")
    visitor.until(lambda: drawer.lead() == told, "the sentence about the points of before")
    assert notices.count() == 0


ONE_CLASS = """(key) => { // all points of class +1 are erased at once
    const s = store.lab(key);
    s.edit(() => s.remove(new Set([...s.y.keys()].filter((i) => s.y[i] > 0))));
}"""


@pytest.mark.parametrize(
    ("path", "key", "query"),
    [
        ("gamma", "panel-1.0", {"k": "gaussian"}),
        ("fourier", "fourier-points", {"k": "fourier", "D": "40"}),
        ("budget", "budget-points", {"k": "gaussian"}),
    ],
)
def test_where_a_page_refuses_its_points_its_boards_keep_their_last_picture_and_mend_them(
    newcomer: Meet, lang: str, path: str, key: str, query: dict[str, str]
) -> None:
    drawer = Drawer(newcomer(lang), path, key, data="overlap", g="1", C="10", **query)
    visitor, page, told, (X, y) = drawer.visitor, drawer.page, drawer.lead(), drawer.points()
    boards, notices = page.locator(".lab-board"), page.locator(".lab-board[data-kept] [data-part=notice]:visible")
    count, nothing = boards.count(), visitor.say("solved.refused")
    clear = page.locator("[data-name=clear]:visible").first
    for erase in (lambda: page.evaluate(ONE_CLASS, key), clear.click):
        erase()
        visitor.until(lambda: drawer.lead() == nothing, "a page that tells of it")
        drawer.rest()
        assert boards.count() == notices.count() == count, "each board has its last picture, marked as such"
        assert "" not in notices.all_inner_texts()
        page.locator("[data-name=undo]:visible").first.click()
        visitor.until(lambda: drawer.lead() == told, "the sentence about the points of before")
        drawer.rest()
        assert notices.count() == 0
        for found, before in zip(drawer.points(), (X, y), strict=True):
            np.testing.assert_array_equal(found, before)
    clear.click()
    visitor.until(lambda: notices.count() == count, "the last picture in each board")
    for press in ("Enter", "Enter", "Shift+ArrowRight", "2", "Enter"):
        drawer.canvas.press(press)
    visitor.until(lambda: notices.count() == 0, "a picture of two points")
    drawer.rest()
    assert sorted(drawer.points()[1]) == [-1, 1]
