"""The bars of alpha below the board follow its hand and its time line, and wait for the page where points are new."""

from __future__ import annotations

from typing import Any

import numpy as np
from visitor import OPACITY, Meet, Visitor

TALL = {"width": 1280, "height": 1800}  # the bars follow while they are in sight
BARS = """(node) => {
    const alpha = [];
    if (!node.calcdata) return [NaN]; // not drawn yet
    const groups = [...node.querySelectorAll(".bars")];
    node.calcdata.forEach((bars, k) => groups[k].querySelectorAll("path").forEach((path, j) => {
        alpha[bars[j].id - 1] = node._fullLayout.yaxis.p2c(path.getAttribute("d").match(/V([^H]+)/)[1]);
    }));
    return alpha;
}"""


def test_the_bars_follow_the_hand_and_wait_for_points_that_are_new(newcomer: Meet, lang: str) -> None:
    visitor = newcomer(lang).open(data="moons", k="gaussian", g="1", C="10")
    page = visitor.page
    bars = page.locator(".st-key-below .lab-figure").first
    page.set_viewport_size(TALL)
    visitor.settled()
    visitor.until(lambda: apart(visitor, bars) < 1e-3, "the bars of the page")
    page.evaluate("() => { store.lab('board').commit = () => {}; }")  # the page never hears of it
    hands = {
        "gamma": lambda: page.locator("#lab-gamma").press("ArrowRight"),
        "C": lambda: page.locator("#lab-C").press("ArrowLeft"),
        "a point": lambda: page.evaluate("() => { store.lab('board').move(0, 0.1, 0.2); }"),
    }
    for name, hand in hands.items():
        before = visitor.alpha()
        hand()
        visitor.until(lambda old=before: not np.array_equal(visitor.alpha(), old), f"another answer: {name}")
        visitor.until(lambda: apart(visitor, bars) < 1e-3, f"its bars: {name}")
    assert page.locator(".st-key-below [data-late]").count() == 0
    assert page.locator(".st-key-below > *").first.evaluate(OPACITY) == 1
    page.evaluate("() => { store.lab('board').add([[0.2, 0.1, 1]]); }")
    visitor.until(lambda: page.locator(".st-key-below [data-late]").count() == 1, "they tell of other points")


def test_the_bars_grow_with_the_time_line(newcomer: Meet) -> None:
    visitor = newcomer().open(data="moons", k="gaussian", g="1", C="10")
    bars = visitor.page.locator(".st-key-below .lab-figure").first
    line = visitor.page.locator(".lab-timeline input[type=range]")
    visitor.page.set_viewport_size(TALL)
    line.focus()
    visitor.page.keyboard.press("Home")
    visitor.until(lambda: np.max(bars.evaluate(BARS)) < 1e-9, "no bar before the first step")
    for _ in range(3):
        visitor.page.keyboard.press("ArrowRight")
    moved = "s.shown.picture.alpha.filter((a) => a > 0).length"
    visitor.until(lambda: visitor.lab(moved) >= 2, "the pairs of the first steps")
    visitor.until(lambda: np.count_nonzero(np.array(bars.evaluate(BARS)) > 1e-6) == visitor.lab(moved), "their bars")


def apart(visitor: Visitor, bars: Any) -> float:
    shown, alpha = np.array(bars.evaluate(BARS)), visitor.alpha()
    return float(np.abs(shown - alpha).max()) if shown.shape == alpha.shape else np.inf
