"""A visitor marks a place on the map of gamma and C, sees the errors, and stops what takes long."""

from __future__ import annotations

from typing import Any
from urllib.parse import urlencode

import pytest
from visitor import Meet, Visitor

from ui.words import languages

MAP = ".st-key-choosing-map .lab-figure"
PLACE = """(node, [gamma, C]) => {
    const { xaxis, yaxis } = node._fullLayout;
    const { left, top } = node.getBoundingClientRect();
    return [left + xaxis._offset + xaxis.d2p(gamma), top + yaxis._offset + yaxis.d2p(C)];
}"""


def arrive(visitor: Visitor, **query: str) -> Any:
    visitor.page.goto(f"{visitor.server}/choosing?{urlencode({'lang': visitor.lang, **query})}")
    figure = visitor.page.locator(MAP)
    figure.and_(visitor.page.locator("[data-ready]")).wait_for()
    visitor.page.locator(".lab-dot").wait_for()
    rest(visitor)
    return figure


def rest(visitor: Visitor) -> None:
    visitor.page.wait_for_function("() => !!document.querySelector('[data-test-script-state=notRunning]')")


@pytest.mark.parametrize("lang", languages)
def test_a_click_on_a_machine_goes_there_and_the_errors_of_all_follow(newcomer: Meet, lang: str) -> None:
    visitor = newcomer(lang)
    figure = arrive(visitor)
    visitor.page.mouse.click(*figure.evaluate(PLACE, [0.139, 37.3]))
    visitor.until(lambda: 0.1 < float(visitor.link().kernel["gamma"]) < 0.2, "gamma of the click")
    visitor.until(lambda: 30.0 < (visitor.link().C or 0.0) < 45.0, "C of the click")
    dot = visitor.page.locator(".lab-dot").bounding_box()
    x, y = figure.evaluate(PLACE, [float(visitor.link().kernel["gamma"]), visitor.link().C])
    assert abs(dot["x"] + dot["width"] / 2 - x) < 3
    assert abs(dot["y"] + dot["height"] / 2 - y) < 3
    visitor.page.get_by_text(visitor.say("choosing.shown.errors"), exact=True).click()
    table = visitor.page.get_by_text(visitor.say("choosing.name.median", symbol="C"))
    table.wait_for()
    visitor.until(lambda: not visitor.page.get_by_text(visitor.say("frame.stop")).count(), "the walks to end")
    rest(visitor)
    assert visitor.say("choosing.short.grid") in figure.get_attribute("aria-label")


def test_the_circle_is_dragged_and_the_board_follows(newcomer: Meet, lang: str) -> None:
    visitor = newcomer(lang)
    figure = arrive(visitor, data="moons", k="gaussian", g="1", C="1")
    mouse = visitor.page.mouse
    mouse.move(*figure.evaluate(PLACE, [1.0, 1.0]))
    mouse.down()
    mouse.move(*figure.evaluate(PLACE, [10.0, 100.0]), steps=6)
    mouse.up()
    visitor.until(lambda: 9.0 < float(visitor.link().kernel["gamma"]) < 11.0, "gamma of the drag")
    rest(visitor)
    assert 90.0 < (visitor.link().C or 0.0) < 110.0
    for name in ("gamma", "C"):
        assert visitor.page.locator(f"#lab-choosing-dials-{name}").count() == 1
