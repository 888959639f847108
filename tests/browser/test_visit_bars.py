"""The bars of alpha below the board follow the slider with it, and wait for the page where they cannot."""

from __future__ import annotations

import numpy as np
from visitor import Meet, Visitor

BARS = """(node) => {
    const alpha = [];
    for (const { ids, y } of node.data) ids.forEach((id, k) => { alpha[id - 1] = (y._inputArray ?? y)[k]; });
    return alpha;
}"""


def test_the_bars_follow_while_the_slider_moves_and_wait_for_other_points(newcomer: Meet, lang: str) -> None:
    visitor = newcomer(lang).open(data="moons", k="gaussian", g="1", C="10")
    page = visitor.page
    bars = page.locator(".st-key-below .lab-figure").first
    bars.scroll_into_view_if_needed()
    visitor.settled()
    visitor.until(lambda: _apart(visitor, bars) < 1e-3, "the bars of the page")
    page.evaluate("() => { store.lab('board').commit = () => {}; }")  # the page never hears of it
    for slider, key in (("gamma", "ArrowRight"), ("C", "ArrowLeft")):
        before = visitor.alpha()
        page.locator(f"#lab-{slider}").press(key)
        visitor.until(lambda old=before: not np.array_equal(visitor.alpha(), old), "another answer")
        visitor.until(lambda: _apart(visitor, bars) < 1e-3, f"its bars: {slider}")
    page.wait_for_timeout(700)
    assert page.locator(".st-key-below [data-late]").count() == 0
    assert page.locator(".st-key-below").evaluate("(node) => getComputedStyle(node.firstElementChild).opacity") == "1"
    page.evaluate("() => { store.lab('board').move(0, 0.1, 0.2); }")
    visitor.until(lambda: page.locator(".st-key-below [data-late]").count() == 1, "they tell of other points")


def _apart(visitor: Visitor, bars: object) -> float:
    shown = np.array(bars.evaluate(BARS))  # type: ignore[attr-defined]
    alpha = visitor.alpha()
    return float(np.abs(shown - alpha).max()) if shown.shape == alpha.shape else np.inf
