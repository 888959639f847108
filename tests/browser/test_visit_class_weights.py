"""A visitor gives one class another weight by hand and by key, and drags a point through the plane of a step's pair."""

from __future__ import annotations

from urllib.parse import urlencode

import numpy as np
from visitor import Meet

from ui.link.shared import Shared
from ui.page.machine.weights import WEIGHTS

STATE = {"data": "unbalanced", "k": "linear", "C": "1"}


def test_a_slider_of_the_weights_moves_the_boundary_and_the_link_has_both(newcomer: Meet, lang: str) -> None:
    visitor = newcomer(lang)
    page = visitor.page
    visitor.open(**STATE)
    visitor.settled()
    before = visitor.alpha()
    fold = page.locator(f"[class*=st-key-{WEIGHTS}-]").first
    fold.locator("summary").click()
    slider = fold.locator("input[type=range]").first
    slider.focus()
    for _ in range(5):
        page.keyboard.press("ArrowRight")
    found: Shared = visitor.until(lambda: visitor.link() if visitor.link().weights[0] > 1.0 else None, "the weight")
    assert found.weights[1] == 1.0
    visitor.settled()
    _, y = visitor.points()
    alpha = visitor.alpha()
    assert (alpha != before).any()
    assert (alpha <= np.where(y > 0, found.weights[0], 1.0)).all()


def test_a_point_is_dragged_through_the_plane_of_a_steps_pair(newcomer: Meet, lang: str) -> None:
    visitor = newcomer(lang)
    page = visitor.page
    query = urlencode({**STATE, "lang": lang, "weights": "6_0.5", "step": "4"})
    page.goto(f"{visitor.server}/smo?{query}")
    page.locator(".lab-figure[data-ready]").first.wait_for()
    fold = page.locator("[class*=st-key-smo-regions-]").first
    fold.locator("summary").click()
    dot = fold.locator(".lab-dot")
    dot.wait_for()
    dot.scroll_into_view_if_needed()
    box = dot.bounding_box()
    assert box is not None
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    page.mouse.move(x, y)
    page.mouse.down()
    for k in range(1, 9):
        page.mouse.move(x - 12 * k, y + 4 * k)
    page.mouse.up()
    visitor.until(lambda: "pairs=~" in page.url, "the point in the link")
    fold.get_by_role("button", name=visitor.say("smo.regions.back")).click()
    visitor.until(lambda: "pairs=" not in page.url, "the step's own point")
