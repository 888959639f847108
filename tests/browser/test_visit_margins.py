"""A visitor lays a line over the points: by mouse, keys and finger, with its numbers in the same frame."""

from __future__ import annotations

import math
import re
from urllib.parse import parse_qs, urlencode, urlsplit

import numpy as np
import pytest
from test_visit_touch import Finger
from visitor import PLACE, STORE, Meet, Visitor

from core.problem import Linear, c_svc
from core.solver import answer
from core.topics.margin.view import HandLine, hand_line, line_through
from core.view import solution
from datasets import CATALOGUE
from pages.margins.forces import let_go
from pages.margins.question import Options, read
from ui.link.shared import Shared
from ui.state.lab import Lab
from ui.words import number, words_for

LINE = "margins-line"
REST = "() => !!document.querySelector('[data-test-script-state=notRunning]')"
START = {"data": "gap", "k": "linear", "C": "inf", "margins": "-2,1.5,1,-1_1_no"}
# Dispatched within the frame: what the board says of its line, and the heights of both marks of each point, before any
# other frame has come.
MOVED = """async (handle, [dx, dy, figure]) => {
    const box = handle.getBoundingClientRect();
    const [x, y] = [box.left + box.width / 2, box.top + box.height / 2];
    const mine = { pointerId: 1, isPrimary: true, bubbles: true };
    const event = (type, clientX, clientY) => new PointerEvent(type, { clientX, clientY, ...mine });
    const told = (...what) => handle.dispatchEvent(event(...what));
    handle.setPointerCapture = () => {};
    told("pointerdown", x, y);
    told("pointermove", x + dx, y + dy);
    for (const _ of [1, 2]) await new Promise(requestAnimationFrame);
    const text = handle.closest(".lab").querySelector("[data-part=readout]").innerText;
    const heights = ["xy", "x2y2"].map((side, k) => Array.from(figure.querySelectorAll(`.${side} .point`), (mark) => [
        mark.__data__.id - 1,
        figure._fullLayout[k ? "yaxis2" : "yaxis"].p2c(Number(mark.getAttribute("transform").match(/,([^)]+)/)[1])),
    ]));
    told("lostpointercapture", x + dx, y + dy);
    return [text, heights];
}"""


def arrive(visitor: Visitor, **query: str) -> Visitor:
    visitor.page.goto(f"{visitor.server}/margins?{urlencode({'lang': visitor.lang, **START, **query})}")
    visitor.page.locator(".lab-figure[data-ready]").first.wait_for()
    visitor.page.locator(".lab-handle").first.wait_for()
    visitor.page.evaluate(STORE)
    visitor.page.wait_for_function(REST)
    return visitor


def pair(visitor: Visitor) -> list[float]:
    """Return the two places of the line in the address."""
    return [float(part) for part in parse_qs(urlsplit(visitor.page.url).query)["margins"][0].split("_")[0].split(",")]


def readout(visitor: Visitor) -> str:
    return str(visitor.page.locator("[data-part=readout]").inner_text())


def lead(visitor: Visitor) -> str:
    return str(visitor.page.locator(".st-key-lead p").first.inner_text())


def laid(visitor: Visitor, scale: float = 1.0) -> HandLine:
    """Return the line in the address over the points, as the core measures it."""
    points = CATALOGUE["gap"].make()
    places = np.array(pair(visitor)).reshape(2, 2)
    return hand_line(*line_through(*places, scale), points.X, points.y.astype(float))


def test_the_numbers_of_the_line_follow_in_the_frame_of_the_hand_and_are_those_of_the_core(
    newcomer: Meet, lang: str
) -> None:
    visitor = arrive(newcomer(lang), margins=START["margins"].replace("_1_", "_2_"))
    assert number(laid(visitor).smallest) in readout(visitor)
    told, before = lead(visitor), pair(visitor)
    figure = visitor.page.locator(".lab-figure[data-ready]").first.element_handle()
    during, marks = visitor.page.locator(".lab-handle[data-part=first]").evaluate(MOVED, [40, 30, figure])
    visitor.until(lambda: pair(visitor) != before, "another line in the address")
    moved = laid(visitor, 2.0)
    assert number(moved.smallest) in during
    for shown, margins in zip(marks, (moved.functional, moved.geometric), strict=True):
        assert np.allclose([height for _, height in sorted(shown)], margins, atol=1e-3)
    visitor.until(lambda: lead(visitor) != told, "another sentence")
    assert pair(visitor)[2:] == before[2:]


def test_keys_turn_the_line_about_the_other_handle_and_shift_it_by_the_third(newcomer: Meet, lang: str) -> None:
    visitor = arrive(newcomer(lang))
    before = pair(visitor)
    visitor.page.locator(".lab-handle[data-part=second]").focus()
    visitor.page.keyboard.press("Shift+ArrowRight")
    visitor.until(lambda: pair(visitor) != before, "another line in the address")
    x1, y1, x2, y2 = pair(visitor)
    assert ([x1, y1, y2], x2 > before[2]) == ([before[0], before[1], before[3]], True)
    visitor.page.locator(".lab-handle[data-part=both]").focus()
    visitor.page.keyboard.press("ArrowUp")
    visitor.until(lambda: pair(visitor) != [x1, y1, x2, y2], "a shifted line in the address")
    a, b, c, d = pair(visitor)
    assert math.isclose(b - y1, d - y2, rel_tol=1e-9)
    assert (a, c) == (x1, x2)
    assert visitor.say("line.handle", name="2", a="|", b="").split("|")[0] in str(
        visitor.page.locator(".lab-handle[data-part=second]").get_attribute("aria-label")
    )


def test_a_finger_moves_the_line_and_draws_points(newcomer: Meet) -> None:
    visitor = arrive(newcomer(viewport={"width": 820, "height": 1180}, has_touch=True, is_mobile=True))
    finger, before = Finger(visitor), pair(visitor)
    box = visitor.page.locator(".lab-handle[data-part=both]").bounding_box()
    assert box is not None
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    finger.drag((x, y), (x + 50, y - 40))
    visitor.until(lambda: pair(visitor) != before, "a shifted line in the address")
    moved = np.subtract(pair(visitor), before)
    assert np.allclose(moved[:2], moved[2:])
    hands = visitor.page.locator(".lab-line .lab-pointer")
    finger.tap(tuple(hands.evaluate(PLACE, [LINE, -3.0, 3.0])))
    assert visitor.lab("s.n", LINE) == 61
    visitor.until(lambda: visitor.link().X is not None, "a link with the point")


def test_the_scale_changes_only_the_functional_margin(newcomer: Meet, lang: str) -> None:
    visitor = arrive(newcomer(lang))
    smallest = visitor.say("line.margins", functional="(.*)", geometric="(.*)")
    functional, geometric = re.search(smallest, readout(visitor)).groups()
    assert functional == geometric
    visitor.page.locator("#lab-margins-scale-scale").focus()
    visitor.page.keyboard.press("End")
    visitor.until(lambda: re.search(smallest, readout(visitor))[1] != functional, "another functional margin")
    assert re.search(smallest, readout(visitor))[2] == geometric


def test_the_widest_street_appears_and_a_guess_is_answered(newcomer: Meet, lang: str) -> None:
    visitor = arrive(newcomer(lang))
    visitor.page.get_by_text(visitor.say("margins.shown")).click()
    visitor.until(lambda: "_yes" in urlsplit(visitor.page.url).query, "the street in the address")
    visitor.page.get_by_role("radio", name=visitor.say("margins.guess.stays")).click()
    visitor.page.get_by_text(visitor.say("margins.without.right")).wait_for()


def test_a_word_opens_its_definition_where_it_stands_and_asks_again_after_a_failure(newcomer: Meet, lang: str) -> None:
    visitor = arrive(newcomer(lang))
    word = visitor.page.locator("a[href='#term-geometric']").first
    visitor.page.route("**/lab/glossary*", lambda route: route.abort())
    with visitor.page.expect_event("requestfailed"):
        word.click()
    visitor.page.unroute("**/lab/glossary*")
    box = visitor.page.locator("#lab-term")
    assert box.count() == 0
    visitor.errors.clear()  # the browser tells of the request that failed
    word.focus()
    visitor.page.keyboard.press("Enter")
    box.get_by_text(visitor.say("term.geometric")).wait_for()
    assert visitor.say("term.geometric.name") in box.inner_text()
    visitor.page.keyboard.press("Escape")
    box.wait_for(state="hidden")
    assert not urlsplit(visitor.page.url).fragment


def test_the_widest_street_follows_the_hand_that_drags_a_point(newcomer: Meet, lang: str) -> None:
    visitor = arrive(newcomer(lang), margins="-2,1.5,1,-1_1_yes")
    mouse, points = visitor.page.mouse, CATALOGUE["gap"].make()
    hands = visitor.page.locator(".lab-line .lab-pointer")
    at = points.X[int(np.argmin(np.where(points.y > 0, points.X.sum(axis=1), np.inf)))]
    before = visitor.page.url
    mouse.move(*hands.evaluate(PLACE, [LINE, *at.tolist()]))
    mouse.down()
    for step in (0.1, 0.3, 0.5):
        mouse.move(*hands.evaluate(PLACE, [LINE, at[0] + step, at[1] + step]), steps=4)
        visitor.until(lambda: visitor.lab("s.version === s.picture?.version", LINE), "the answer to the newest place")
        X, y = np.array(visitor.lab("[...s.X]", LINE)).reshape(-1, 2), np.array(visitor.lab("[...s.y]", LINE))
        assert not np.array_equal(X, points.X)
        problem = c_svc(X, y, Linear(), math.inf)
        street = solution(problem, answer(problem, tolerance=1e-10))
        assert street.w is not None
        found = visitor.lab("[...s.picture.w, s.picture.b]", LINE)
        assert np.allclose(found, [*street.w, street.b], rtol=1e-4, atol=1e-4)
        least = hand_line(*line_through(*np.array(pair(visitor)).reshape(2, 2)), X, y.astype(float)).smallest
        share = number(math.floor(1000 * least / (0.5 * street.margin_width)) / 10)
        told = visitor.say("line.share", share=share)
        visitor.page.wait_for_timeout(50)  # of a frame
        assert told in readout(visitor)
    assert visitor.page.url == before  # the page has not been asked
    during = readout(visitor)
    mouse.up()
    visitor.until(lambda: visitor.page.url != before, "the points in the address")
    visitor.rested()
    visitor.until(lambda: readout(visitor) == during, "the page's own street, which is the same")


# The handles of the line in each frame after a click, as long as they move.
TRAIL = """async (button, handle) => {
    const places = [];
    button.click();
    const until = performance.now() + 6000;
    while (performance.now() < until) {
        await new Promise(requestAnimationFrame);
        const place = `${handle.style.left} ${handle.style.top}`;
        if (places.at(-1) !== place) places.push(place);
    }
    return places;
}"""


@pytest.mark.parametrize("motion", ["no-preference", "reduce"])
def test_a_line_that_is_let_go_moves_to_its_rest_or_is_there_at_once(newcomer: Meet, motion: str) -> None:
    visitor = newcomer("en", alone=True, reduced_motion=motion)
    arrive(visitor)
    visitor.page.locator("summary", has_text=words_for("en")("margins.fold.forces")).click()
    button = visitor.page.get_by_role("button", name=words_for("en")("margins.forces.go"))
    button.wait_for()
    handle = visitor.page.locator(".lab-handle").first.element_handle()
    places = button.evaluate(TRAIL, handle)
    assert len(places) == 2 if motion == "reduce" else len(places) > 2
    visitor.page.wait_for_function(REST)
    shared = Shared(kernel={"name": "linear"}, C=None).choosing(Options())
    goal = let_go(read(Lab(shared, CATALOGUE["gap"].make())))
    assert goal is not None
    assert pair(visitor) == pytest.approx(goal[:4])
