"""A visitor slides the penalty of ridge regression, and sees three points break a printed bound."""

from __future__ import annotations

from visitor import Meet


def test_the_penalty_moves_the_coefficients_and_one_click_breaks_the_printed_bound(newcomer: Meet, lang: str) -> None:
    visitor = newcomer(lang)
    page = visitor.page
    page.goto(f"{visitor.server}/ridge?lang={lang}")
    page.locator(".lab-figure .main-svg").first.wait_for()
    page.wait_for_function("() => !!document.querySelector('[data-test-script-state=notRunning]')")
    figure = page.locator(".lab-figure").first
    told = figure.get_attribute("aria-label")
    slider = page.locator("#lab-ridge-dials-penalty")
    slider.focus()
    for _ in range(3):
        page.keyboard.press("PageUp")
    visitor.until(lambda: figure.get_attribute("aria-label") != told, "other coefficients")
    visitor.until(lambda: "ridge" in page.url, "the penalty in the link")
    page.get_by_role("button", name=visitor.say("try.ridge.three")).click()
    broken = visitor.say("ridge.stability.broken", measured="|", printed="|", proved="|").split("|")[2]
    visitor.until(lambda: broken in page.locator(".st-key-below").inner_text(), "the printed bound is broken")
