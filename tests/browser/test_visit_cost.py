"""What an approximation costs stands beside the solver, follows the sliders, and goes where the kernel is exact."""

from __future__ import annotations

from test_accessible import violations
from visitor import Meet


def test_the_error_follows_the_slider_and_goes_with_the_approximation(newcomer: Meet, lang: str) -> None:
    visitor = newcomer(lang).open(data="moons", k="taylor", g="0.3", m="4", C="10")
    page = visitor.page
    figure, told = page.locator(".st-key-cost .lab-figure"), page.locator(".st-key-cost-told")
    figure.wait_for()
    before = figure.get_attribute("aria-label")
    page.locator("#lab-order").press("ArrowRight")
    visitor.until(lambda: figure.get_attribute("aria-label") != before, "the figure of another order")
    visitor.until(lambda: "m=5" in page.url, "the page knows the order")
    visitor.until(lambda: visitor.say("cost.boundary.line") in told.inner_text(), "the hollow line is named")
    assert visitor.lab("s.picture.ghost.length") == len(visitor.points()[1]) + 1
    assert violations(page) == []
    page.locator("#lab-kernel").select_option("gaussian")
    figure.wait_for(state="detached")
    visitor.until(lambda: visitor.lab("s.picture?.ghost === undefined"), "an exact kernel has no ghost")
    page.locator("#lab-kernel").select_option("nystroem")
    figure.wait_for()
    page.locator("#lab-landmarks").press("ArrowRight")
    assert visitor.committed().kernel["landmarks"] == 21
    assert min(visitor.field()) > 0.05
