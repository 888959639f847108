"""A visitor before the landscape of a Lagrangian: the dot by mouse and by finger, the sliders by keyboard."""

from __future__ import annotations

from urllib.parse import parse_qs, urlencode, urlsplit

import pytest
from test_visit_touch import Finger
from visitor import Meet, Visitor

from pages.duality.question import FORM, Options

REST = "() => !!document.querySelector('[data-test-script-state=notRunning]')"
AT = """(node, [x, y]) => {
    const box = node.getBoundingClientRect();
    const { xaxis, yaxis } = node._fullLayout;
    return [box.left + xaxis._offset + xaxis.l2p(x), box.top + yaxis._offset + yaxis.l2p(y)];
}"""


def arrive(visitor: Visitor, **query: str) -> Visitor:
    visitor.page.goto(f"{visitor.server}/duality?{urlencode({'lang': visitor.lang, **query})}")
    visitor.page.locator(".st-key-duality-landscape .lab-handle").wait_for()
    visitor.page.wait_for_function(REST)
    missing = visitor.page.locator(".lab-figure:not([data-ready])")
    visitor.until(lambda: not missing.count(), "all figures")
    return visitor


def lead(visitor: Visitor) -> str:
    return str(visitor.page.locator(".st-key-lead p").first.text_content())


def chosen(visitor: Visitor) -> Options:
    found = FORM.read(parse_qs(urlsplit(visitor.page.url).query).get("dual", ["one"])[0])
    assert isinstance(found, Options)
    return found


def green(visitor: Visitor) -> int:
    return int(visitor.page.locator(".lab-kkt li:not(.lab-off)").count())


def place(visitor: Visitor, key: str, x: float, y: float) -> tuple[float, float]:
    left, top = visitor.page.locator(f".st-key-{key} .lab-figure").evaluate(AT, [x, y])
    return left, top


def test_the_dot_is_dragged_to_the_saddle_and_every_line_turns_green(newcomer: Meet, lang: str) -> None:
    visitor = arrive(newcomer(lang))
    mouse = visitor.page.mouse
    mouse.move(*place(visitor, "duality-landscape", 2.2, 0.3))
    mouse.down()
    mouse.move(*place(visitor, "duality-landscape", 1.5, 0.7), steps=5)
    mouse.move(*place(visitor, "duality-landscape", 1.0, 1.0), steps=10)
    mouse.up()
    visitor.until(lambda: (chosen(visitor).x1, chosen(visitor).l1) == (1.0, 1.0), f"the saddle: {visitor.page.url}")
    visitor.until(lambda: green(visitor) == 4, "four green lines")
    visitor.until(lambda: visitor.say("duality.lead.closed", p="|").rsplit("|")[-1] in lead(visitor), "a closed gap")


def test_a_finger_drags_the_second_point_of_the_example(newcomer: Meet, lang: str) -> None:
    visitor = arrive(newcomer(lang, has_touch=True))
    handle = visitor.page.locator(".st-key-duality-three .lab-handle")
    handle.scroll_into_view_if_needed()
    visitor.resting(handle)
    finger = Finger(visitor)

    def is_there() -> bool:
        return abs(chosen(visitor).s1 - 1.0) < 0.1 and abs(chosen(visitor).s2 - 4.0) < 0.1

    def dragged() -> bool:
        """Drag from where the handle stands: on a busy machine the page may have moved it meanwhile."""
        box = visitor.resting(handle)
        centre = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
        finger.drag(centre, place(visitor, "duality-three", 1.0, 4.0))
        visitor.page.wait_for_timeout(1000)
        return is_there()

    visitor.until(lambda: is_there() or dragged(), "another point")
    told = visitor.say("duality.edges.inside", at="|", s="|").split("|")[0]
    visitor.until(lambda: told in str(visitor.page.locator(".st-key-duality-told").text_content()), "the inner minimum")


def test_the_keyboard_moves_the_same_dot(newcomer: Meet, lang: str) -> None:
    visitor = arrive(newcomer(lang))
    handle = visitor.page.locator(".st-key-duality-landscape .lab-handle")
    before = handle.bounding_box()
    visitor.page.locator("#lab-duality-dials-one-l1").focus()
    for _ in range(10):
        visitor.page.keyboard.press("ArrowRight")
    visitor.until(lambda: chosen(visitor).l1 == 0.4, f"ten steps of 0.01: {visitor.page.url}")
    after = handle.bounding_box()
    assert before is not None
    assert after is not None
    assert after["y"] < before["y"] - 5
    visitor.page.get_by_role("button", name=visitor.say("duality.optimum")).click()

    def is_at_the_saddle() -> bool:
        box, (x, y) = handle.bounding_box(), place(visitor, "duality-landscape", 1.0, 1.0)
        return box is not None and abs(box["x"] + box["width"] / 2 - x) + abs(box["y"] + box["height"] / 2 - y) < 3

    visitor.until(is_at_the_saddle, "the handle where the button has put the dot")


@pytest.mark.parametrize("problem", ["two", "squared", "wells"])
def test_another_problem_has_its_own_dot_and_only_one(problem: str, newcomer: Meet, lang: str) -> None:
    visitor = arrive(newcomer(lang))
    name = visitor.say(f"duality.problem.{problem}")
    visitor.page.get_by_role("radio", name=name).or_(visitor.page.get_by_role("button", name=name)).first.click()
    visitor.until(lambda: chosen(visitor).problem == problem, f"the problem in the address: {visitor.page.url}")
    visitor.page.wait_for_function(REST)
    visitor.until(
        lambda: visitor.page.locator(".st-key-duality-landscape .lab-handle").count() == 1, "one handle on the picture"
    )
