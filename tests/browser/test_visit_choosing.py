"""A visitor marks a place on the map of gamma and C, sees the errors, and stops what takes long."""

from __future__ import annotations

from typing import Any
from urllib.parse import urlencode

from visitor import STORE, Meet, Visitor

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


def stands(visitor: Visitor, figure: Any, gamma: float, penalty: float) -> bool:
    """Tell whether the circle is at a place of the map."""
    dot, (x, y) = visitor.page.locator(".lab-dot").bounding_box(), figure.evaluate(PLACE, [gamma, penalty])
    return abs(dot["x"] + dot["width"] / 2 - x) < 3 and abs(dot["y"] + dot["height"] / 2 - y) < 3


def test_a_click_on_a_machine_goes_there_and_the_errors_of_all_follow(newcomer: Meet, lang: str) -> None:
    visitor = newcomer(lang)
    figure = arrive(visitor)
    visitor.page.mouse.click(*figure.evaluate(PLACE, [0.16, 31.0]))  # beside the middle of a small picture
    visitor.until(lambda: float(visitor.link().kernel["gamma"]) == 0.139, "gamma of the picture")
    visitor.until(lambda: visitor.link().C == 37.3, "C of the picture")
    assert stands(visitor, figure, float(visitor.link().kernel["gamma"]), visitor.link().C or 0.0)
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


def test_of_ridge_regression_lambda_is_moved_and_the_link_keeps_its_penalty(newcomer: Meet, lang: str) -> None:
    visitor = newcomer(lang)
    figure = arrive(visitor, data="moons", k="gaussian", g="1", C="1")
    visitor.page.get_by_text(visitor.say("choosing.machine.ridge"), exact=True).click()
    slider = visitor.page.locator("#lab-choosing-dials-lambda")
    slider.wait_for()
    rest(visitor)
    assert slider.get_attribute("aria-valuetext") == "λ = 0.5"
    assert visitor.page.locator("#lab-choosing-dials-C").count() == 0
    visitor.until(lambda: stands(visitor, figure, 1.0, 0.5), "the circle at λ")
    mouse = visitor.page.mouse
    mouse.move(*figure.evaluate(PLACE, [1.0, 0.5]))
    mouse.down()
    mouse.move(*figure.evaluate(PLACE, [10.0, 5.0]), steps=6)
    mouse.up()
    visitor.until(lambda: 0.09 < (visitor.link().C or 0.0) < 0.11, "C of the drag")
    rest(visitor)
    before = visitor.link().C
    slider.focus()
    visitor.page.keyboard.press("PageUp")
    visitor.until(lambda: (visitor.link().C or 0.0) < 0.9 * before, "a larger λ is a smaller C")
    typed = visitor.page.locator("[aria-describedby='lab-choosing-dials-lambda-wrong']")
    typed.fill("0.02")
    typed.press("Enter")
    visitor.until(lambda: visitor.link().C == 25.0, "the number that was typed")
    visitor.until(lambda: stands(visitor, figure, visitor.link().kernel["gamma"], 0.02), "the circle there")
    visitor.page.evaluate(STORE)
    assert visitor.lab("s.C", "choosing-points") == 25.0
    rest(visitor)
    visitor.page.get_by_text(visitor.say("choosing.machine.svm"), exact=True).click()
    visitor.page.locator("#lab-choosing-dials-C").wait_for()
    visitor.until(lambda: stands(visitor, figure, visitor.link().kernel["gamma"], 25.0), "the circle at C")
