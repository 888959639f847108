"""A visitor spends a budget: the boards, the sentence, the curves that fill in, and the button that stops them."""

from __future__ import annotations

import re
import time
from typing import Any
from urllib.parse import urlencode

import pytest
from visitor import Meet, Visitor

from pages.budget.figures import FRAME

BOARDS = 5


def arrive(visitor: Visitor, **query: str) -> Visitor:
    """Open the page and wait until its boards are drawn."""
    visitor.page.goto(f"{visitor.server}/budget?{urlencode({'lang': visitor.lang, **query})}")
    visitor.until(lambda: drawn(visitor) >= BOARDS, "five boards")
    return visitor


def rest(visitor: Visitor) -> None:
    """Wait until Streamlit is at rest."""
    visitor.page.wait_for_function("() => !!document.querySelector('[data-test-script-state=notRunning]')")


def drawn(visitor: Visitor) -> int:
    pictures = ".lab-figure[data-ready], .lab-board .lab-pointer"
    return int(visitor.page.locator(".st-key-panels-budget").locator(pictures).count())


def lead(visitor: Visitor) -> str:
    return str(visitor.page.locator(".st-key-lead p").first.inner_text())


def done(visitor: Visitor) -> bool:
    """Tell whether the curves are complete."""
    said = visitor.say("budget.progress.done", of="|")
    return all(part in visitor.page.locator(".st-key-budget-progress").inner_text() for part in said.split("|"))


def order_of(visitor: Visitor) -> Any:
    return visitor.page.locator("#lab-budget-dials-order")


def test_the_budget_is_moved_and_boards_and_sentence_follow(newcomer: Meet, lang: str) -> None:
    visitor = arrive(newcomer(lang), data="overlap", k="gaussian", g="1", C="1", m="3")
    visitor.page.get_by_role("heading", name=visitor.say("budget.question")).wait_for()
    said, board = lead(visitor), visitor.page.locator(".st-key-panels-budget .lab-figure").nth(2)
    assert "10" in said
    before = board.get_attribute("aria-label")
    order_of(visitor).focus()
    visitor.page.keyboard.press("ArrowRight")
    visitor.page.keyboard.press("ArrowRight")  # past the usual order, which a link need not name
    visitor.until(lambda: "m=5" in visitor.page.url, "the address of order 5")
    visitor.until(lambda: "21" in lead(visitor), "a sentence about 21 features")
    visitor.until(lambda: board.get_attribute("aria-label") != before, "another board")


FRAMES = """() => [...document.querySelectorAll(".st-key-panels-budget .stElementContainer")].flatMap((part) => {
    if (!part.checkVisibility({ visibilityProperty: true })) return [];
    const inside = ({ shadowRoot }) => (shadowRoot ? walk(shadowRoot) : []);
    const walk = (scope) => [...scope.querySelectorAll("*")].flatMap((node) => [node, ...inside(node)]);
    return walk(part).filter((node) => node.matches(".lab-stage, .lab-figure[data-ready]")).map((node) => {
        const { top, height } = node.getBoundingClientRect();
        const size = node._fullLayout?._size;
        return size ? [top + size.t, node._fullLayout.yaxis._length] : [top, height];
    });
})"""


@pytest.mark.parametrize(("width", "height", "projector"), [(1440, 900, ""), (390, 844, ""), (1280, 720, "1")])
def test_board_and_maps_have_frames_of_one_size_and_the_sliders_stand_right_below(
    newcomer: Meet, width: int, height: int, projector: str
) -> None:
    visitor = newcomer(viewport={"width": width, "height": height})
    visitor = arrive(visitor, data="moons", **({"projector": projector} if projector else {}))
    rest(visitor)
    inner = (FRAME["t"], FRAME["t"] + FRAME["b"]) if projector else (1, 2)

    def level() -> bool:
        (top, side), *maps = visitor.page.evaluate(FRAMES)
        beside = maps[:1] if width < 640 else maps  # in the row of the board
        expected = pytest.approx([top + inner[0], side - inner[1]], abs=2)
        return bool(beside) and all(one == expected for one in beside)

    visitor.until(level, "pictures of one size, level")
    if not projector:
        parts = (".st-key-panels-budget", "[class*=budget-dials]", ".st-key-budget-table")
        tops = [visitor.page.locator(part).first.bounding_box()["y"] for part in parts]
        assert tops == sorted(tops)


def test_a_point_is_placed_where_the_machines_are_compared(newcomer: Meet, lang: str) -> None:
    visitor = arrive(newcomer(lang), data="overlap", k="gaussian", g="1", C="1", m="3")
    rest(visitor)
    maps = visitor.page.locator(".st-key-panels-budget .lab-figure")
    told = maps.evaluate_all("all => all.map((one) => one.ariaLabel)")
    visitor.page.locator(".st-key-panels-budget .lab-pointer").click(position={"x": 60, "y": 40})
    visitor.until(lambda: "p=" in visitor.page.url, "the address of edited points")
    visitor.until(lambda: maps.evaluate_all("all => all.map((one) => one.ariaLabel)") != told, "other pictures")


def test_the_curves_fill_in_are_cancelled_and_go_on(newcomer: Meet, lang: str) -> None:
    unique = f"{0.03 + time.time() % 1.0 / 100.0:.6f}"  # no machine with this gamma is cached
    visitor = arrive(newcomer(lang), budget=f"cancer_{unique}", C="100", m="2")
    stop = visitor.page.locator(".st-key-budget-progress").get_by_role("button", name=visitor.say("frame.stop"))
    stop.dispatch_event("click")  # at once: the work is over in two seconds, and the button moves until all is drawn
    go_on = visitor.page.get_by_role("button", name=visitor.say("frame.go_on"))
    go_on.wait_for()
    rest(visitor)
    visitor.page.wait_for_timeout(600)
    stopped = visitor.page.locator(".st-key-budget-progress").inner_text()
    visitor.page.wait_for_timeout(800)
    assert visitor.page.locator(".st-key-budget-progress").inner_text() == stopped
    assert not done(visitor)
    go_on.click()
    visitor.page.get_by_role("button", name=visitor.say("frame.stop")).wait_for()
    visitor.until(lambda: progress(visitor) != stopped, "progress")


def progress(visitor: Visitor) -> str:
    return str(visitor.page.locator(".st-key-budget-progress").inner_text())


def test_what_is_complete_comes_to_rest_with_the_unseen_points_in_the_table(newcomer: Meet) -> None:
    visitor = arrive(newcomer(), data="iris", k="gaussian", g="1", C="1", m="1", budget="wine")
    visitor.until(lambda: done(visitor), "all machines")
    rest(visitor)
    assert "…" not in visitor.page.locator(".st-key-budget-table").inner_text()
    for figure in visitor.page.locator(".st-key-budget-curves .lab-figure").all():
        assert re.search(r"\d", figure.get_attribute("aria-label") or "")


def test_the_slider_answers_while_the_curves_are_being_made(newcomer: Meet) -> None:
    visitor = arrive(newcomer(), data="spirals", k="gaussian", g="0.7", C="10", m="5", s="21")
    for order in (6, 7, 8):
        order_of(visitor).focus()
        visitor.page.keyboard.press("ArrowRight")
        visitor.until(lambda order=order: f"m={order}" in visitor.page.url, f"the address of order {order}")
    visitor.until(lambda: "p = 45" in lead(visitor), "the sentence of order 8")


def test_all_features_of_a_set_are_a_choice_away_and_the_budget_shrinks_to_what_fits(newcomer: Meet, lang: str) -> None:
    visitor = arrive(newcomer(lang), data="overlap", k="gaussian", g="1", C="1", m="5")
    name = visitor.say("budget.data.cancer")
    visitor.page.get_by_role("radio", name=name).or_(visitor.page.get_by_role("button", name=name)).first.click()
    visitor.until(lambda: "budget=cancer_auto" in visitor.page.url, f"the address: {visitor.page.url}")
    visitor.until(lambda: "496" in lead(visitor), "the sentence of 496 features")


def test_a_budget_that_does_not_fit_is_said_in_one_sentence(newcomer: Meet, lang: str) -> None:
    visitor = arrive(newcomer(lang), data="overlap", k="gaussian", g="1", C="1", m="3", budget="cancer")
    values = {"chosen": 3, "wanted": "5456", "d": 30, "most": 1000, "m": 2, "features": 496}
    visitor.page.get_by_text(visitor.say("budget.reach", **values)).wait_for()


def test_a_lesson_opens_what_it_speaks_of(newcomer: Meet) -> None:
    visitor = arrive(newcomer(), data="overlap", k="gaussian", g="1", C="1")
    visitor.page.get_by_role("button", name=visitor.say("try.budget.series")).click()
    visitor.until(lambda: "m=3" in visitor.page.url, "the address of the lesson")
    visitor.until(lambda: "p = 10, Taylor" in lead(visitor), "Taylor ahead")
