"""A visitor lifts the points, marks one in three pictures at once, and turns the lift by mouse and by key."""

from __future__ import annotations

from typing import Any
from urllib.parse import urlencode

import pytest
from visitor import STORE, Meet, Visitor

from pages.phi.question import Options

BOWL = {"data": "rings", "k": "polynomial", "q": "2", "C": "10", "lift": "second_auto_auto_free"}
FIGURES = """() => {
    const found = [];
    const walk = (scope) => {
        for (const node of scope.querySelectorAll("*")) {
            if (node.shadowRoot) walk(node.shadowRoot);
            if (node.classList.contains("lab-figure")) found.push(node);
        }
    };
    walk(document);
    return found;
}"""
MARKS = f"() => ({FIGURES})().map((node) => JSON.stringify(node.data?.find((trace) => trace.meta)?.x))"
EYE = f"() => ({FIGURES})().map((node) => node.layout?.scene?.camera.eye).find(Boolean)"


def arrive(visitor: Visitor, **query: str) -> Visitor:
    """Open the page and wait for its first pictures."""
    visitor.page.goto(f"{visitor.server}/phi?{urlencode({'lang': visitor.lang, **BOWL, **query})}")
    visitor.page.locator(".lab-figure[data-ready]").nth(1).wait_for()
    visitor.page.locator(".lab-board .lab-pointer").first.wait_for()
    visitor.page.evaluate(STORE)
    rested(visitor)
    return visitor


def rested(visitor: Visitor) -> None:
    visitor.page.wait_for_function("() => !!document.querySelector('[data-test-script-state=notRunning]')")


def options(visitor: Visitor) -> Options:
    found = visitor.link().chosen(Options)
    assert found is not None
    return found


def marks(visitor: Visitor) -> Any:
    return visitor.page.evaluate(MARKS)


def lead(visitor: Visitor) -> str:
    return str(visitor.page.locator(".st-key-lead p").first.inner_text())


def place(visitor: Visitor, i: int) -> tuple[float, float]:
    """Return where point i of the board is on the page."""
    x, y = visitor.lab(f"[s.X[{2 * i}], s.X[{2 * i + 1}]]", "phi")
    return visitor.at(x, y, "phi")


def test_a_point_clicked_on_the_board_is_marked_in_the_lift_and_in_the_gram_matrix(newcomer: Meet, lang: str) -> None:
    visitor = arrive(newcomer(lang))
    visitor.page.get_by_role("heading", name=visitor.say("phi.question")).wait_for()
    assert visitor.say("phi.lost.none", p=3) in lead(visitor)
    before = marks(visitor)
    visitor.page.mouse.move(*place(visitor, 60))
    visitor.until(lambda: all(new != old for new, old in zip(marks(visitor), before, strict=True)), "marks that follow")
    visitor.page.mouse.move(5, 5)
    visitor.until(lambda: marks(visitor) == before, "the kept marks again")
    visitor.page.mouse.click(*place(visitor, 60))
    visitor.until(lambda: options(visitor).picked == 60, "the point in the address")
    rested(visitor)
    visitor.page.mouse.move(5, 5)
    visitor.until(lambda: all(new != old for new, old in zip(marks(visitor), before, strict=True)), "marks that stay")
    field = visitor.page.get_by_label(visitor.say("phi.picked"))
    visitor.until(lambda: field.input_value() == "61", "the number of the point")


def test_the_keyboard_marks_points_and_turns_the_lift(newcomer: Meet) -> None:
    visitor = arrive(newcomer())
    visitor.page.locator(".lab-board .lab-pointer").first.focus()
    visitor.page.keyboard.press("]")
    visitor.page.keyboard.press("]")
    visitor.page.keyboard.press("Enter")
    visitor.until(lambda: options(visitor).picked == 1, "the second point in the address")
    field = visitor.page.get_by_label(visitor.say("phi.picked"))
    field.fill("30")
    field.press("Enter")
    visitor.until(lambda: options(visitor).picked == 29, "the point that was typed")
    rested(visitor)
    first = visitor.page.evaluate(EYE)
    visitor.page.locator(".lab-figure[tabindex]").first.focus()
    visitor.page.keyboard.press("ArrowLeft")
    visitor.until(lambda: visitor.page.evaluate(EYE) != first, "another side of the lift")


def test_the_mouse_turns_the_lift_and_a_slider_leaves_the_turn(newcomer: Meet) -> None:
    visitor = arrive(newcomer(), lift="poly2_3-5-4_auto_free")
    first = visitor.page.evaluate(EYE)
    figure = visitor.page.locator(".lab-figure").first
    figure.scroll_into_view_if_needed()
    box = figure.bounding_box()
    assert box is not None
    middle = (box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    visitor.page.mouse.move(*middle)
    visitor.page.mouse.down()
    visitor.page.mouse.move(middle[0] + 120, middle[1] + 40, steps=6)
    visitor.page.mouse.up()
    visitor.until(lambda: visitor.page.evaluate(EYE) != first, "a turned lift")
    turned = visitor.page.evaluate(EYE)
    visitor.page.get_by_role("slider").first.focus()
    visitor.page.keyboard.press("ArrowRight")
    visitor.until(lambda: visitor.link().number("gamma") > 1.0, "another gamma")
    rested(visitor)
    visitor.page.wait_for_timeout(300)
    assert visitor.page.evaluate(EYE) == pytest.approx(turned)
    page, scrolled = visitor.page, "() => document.querySelector('[data-testid=stMain]').scrollTop"
    box = figure.bounding_box()
    page.mouse.move(box["x"] + box["width"] / 2, box["y"] + 40)
    before = page.evaluate(scrolled)
    page.mouse.wheel(0, -120 if before > 120 else 120)
    visitor.until(lambda: page.evaluate(scrolled) != before, "the wheel over the lift is the page's")
    assert page.evaluate(EYE) == pytest.approx(turned)


def test_maps_coordinates_and_views_are_a_choice_away(newcomer: Meet, lang: str) -> None:
    visitor = arrive(newcomer(lang), lift="poly2_auto_auto_free")
    visitor.choose(visitor.say("phi.axis", k=1), "√2 x₁")
    visitor.until(lambda: options(visitor).chosen == (1, 5, 4), "another coordinate")
    visitor.page.get_by_role("radio", name=visitor.say("phi.view.flat")).or_(
        visitor.page.get_by_role("button", name=visitor.say("phi.view.flat"))
    ).first.click()
    visitor.until(lambda: options(visitor).view == "flat", "three projections")
    visitor.page.locator(".lab-figure .main-svg").first.wait_for()
    visitor.choose(visitor.say("phi.map"), visitor.say("phi.map.line"))
    visitor.until(lambda: options(visitor).map == "line", "the lecture's map")
    visitor.page.get_by_label(visitor.say("panel.order")).first.wait_for()


def test_the_bowl_is_one_click_away_and_three_maps_unfold(newcomer: Meet, lang: str) -> None:
    visitor = arrive(newcomer(lang), data="moons", lift="poly2_auto_auto_free")
    visitor.page.get_by_role("button", name=visitor.say("try.phi.bowl")).click()
    visitor.until(lambda: options(visitor).map == "second", "the address of the lesson")
    noun = visitor.say("phi.noun.3")
    visitor.until(lambda: visitor.say("phi.plane.clean", plane=noun, n=100) in lead(visitor), "the circle as a plane")
    visitor.page.get_by_text(visitor.say("phi.fold.examples")).click()
    visitor.page.locator(".lab-figure[data-ready]").nth(2).wait_for()


def test_a_browser_without_webgl_sees_three_projections(newcomer: Meet) -> None:
    visitor = newcomer(alone=True)
    visitor.context.add_init_script(
        """const real = HTMLCanvasElement.prototype.getContext;
        HTMLCanvasElement.prototype.getContext = function (kind, ...more) {
            return /webgl/.test(kind) ? null : real.call(this, kind, ...more);
        };"""
    )
    arrive(visitor)
    visitor.page.get_by_text(visitor.say("phi.no_solid")).first.wait_for()
    visitor.page.locator(".lab-figure .main-svg").first.wait_for()


def test_a_slider_that_renames_the_axes_is_answered_each_time(newcomer: Meet) -> None:
    """At gamma 1 an axis is "√2 x₁", elsewhere "√(2γ) x₁": a list with the old names sent what is no choice."""
    visitor = arrive(newcomer(), lift="poly2_0-1-2_auto_free")
    slider = visitor.page.locator("#lab-phi-dials-gamma")
    slider.focus()
    for key in ("ArrowRight", "ArrowLeft", "ArrowLeft"):
        before = visitor.link().number("gamma")
        slider.press(key)
        visitor.until(lambda before=before: visitor.link().number("gamma") != before, "another gamma in the address")
        rested(visitor)
    assert options(visitor).chosen == (0, 1, 2)
    assert visitor.page.get_by_test_id("stException").count() == 0
