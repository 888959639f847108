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


def test_both_boundaries_follow_a_point_while_it_is_dragged(newcomer: Meet) -> None:
    visitor = newcomer("en")
    page = visitor.page
    page.goto(f"{visitor.server}/ridge?lang=en")
    page.locator(".lab-figure .main-svg").first.wait_for()
    page.wait_for_function("() => !!document.querySelector('[data-test-script-state=notRunning]')")
    told = page.locator(".lab-figure").first.get_attribute("aria-label")
    line = "() => globalThis.lines?.()"
    page.evaluate(
        """async () => {
            const loaded = performance.getEntriesByType("resource").map(({ name }) => name);
            const { plots } = await import(loaded.find((name) => name.endsWith("/plot/plot.js")));
            const { lab } = await import(loaded.find((name) => name.endsWith("/shared/store.js")));
            const board = plots["ridge-points"], { update } = board;
            const seen = [];
            board.update = (sent, ...more) => (seen.push(sent.median), update(sent, ...more));
            globalThis.lines = () => new Set(seen.map(String)).size;
            const { X, window: { x0, y0, size } } = lab("ridge-points");
            globalThis.first = [(X[0] - x0) / size, 1 - (X[1] - y0) / size];
        }"""
    )
    box = page.locator(".lab-board .lab-pointer").first.bounding_box()
    assert box is not None
    across, down = page.evaluate("first")
    x, y = box["x"] + across * box["width"], box["y"] + down * box["height"]
    page.mouse.move(x, y)
    page.mouse.down()
    for step in range(1, 25):
        page.mouse.move(x + 4 * step, y - 2 * step)
        page.wait_for_timeout(40)
    visitor.until(lambda: page.evaluate(line) >= 3, "the line of several places of the point")
    visitor.until(
        lambda: page.locator(".lab-figure").first.get_attribute("aria-label") != told, "the coefficients of that point"
    )
    page.mouse.up()
    page.wait_for_function("() => !!document.querySelector('[data-test-script-state=notRunning]')")
