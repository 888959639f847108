"""The home board before a class: under every machine its time line and the numbers of the step are in sight."""

from __future__ import annotations

from typing import Any
from urllib.parse import urlencode

import pytest
from visitor import Meet

from ui.solve.machine.table import MACHINES

STATE = {"data": "overlap", "k": "gaussian", "g": "0.5", "C": "1", "projector": "1"}
WINDOWS = [(1024, 640), (1024, 768), (1152, 720), (1280, 640), (1280, 720), (1440, 900)]


def places(page: Any) -> dict[str, dict[str, float]]:
    """Return where board, time line and numbers are, once the board has the size of the window."""
    parts = {"board": ".lab-board .lab-stage", "reel": ".lab-timeline .lab-reel", "numbers": ".lab-standing"}
    return {name: page.locator(f".st-key-stage {part}").bounding_box() for name, part in parts.items()}


def in_sight(page: Any, width: int, height: int) -> bool:
    found = places(page)
    if None in found.values():
        return False
    board, reel, numbers = found.values()
    ends = {name: place["y"] + place["height"] for name, place in found.items()}
    below = ends["board"] <= reel["y"] <= ends["board"] + 12 and reel["x"] == board["x"]
    beside = numbers["x"] >= board["x"] + board["width"] and numbers["x"] + numbers["width"] <= width
    return below and beside and max(ends.values()) <= height


@pytest.mark.parametrize("machine", MACHINES)
def test_time_line_and_numbers_are_in_the_first_screen(newcomer: Meet, lang: str, machine: str) -> None:
    visitor = newcomer(lang, viewport={"width": 1280, "height": 720})
    page = visitor.page
    query = {**STATE, "lang": lang, "machines": f"{machine}_0.3_0.5", "step": "7"}
    page.goto(f"{visitor.server}/?{urlencode(query)}")
    page.locator(".st-key-projecting-folded").wait_for()
    light = page.locator(".lab-standing [data-state]:not([data-state=''])")
    for at_the_end in (False, True):
        if at_the_end:
            page.locator(".lab-timeline [data-part=slider]").press("End")
            visitor.until(lambda: "step=" not in page.url, f"the end of the run in the address: {page.url}")
        light.wait_for()
        for width, height in WINDOWS:
            page.set_viewport_size({"width": width, "height": height})
            visitor.until(lambda: in_sight(page, width, height), f"everything within {width} x {height}")  # noqa: B023
        assert page.locator(".st-key-stage .lab-card").is_hidden(), "the light is said once"


def test_without_a_run_the_light_has_their_turn(newcomer: Meet, lang: str) -> None:
    visitor = newcomer(lang, viewport={"width": 1280, "height": 720})
    query = {**STATE, "lang": lang, "k": "linear", "C": "inf"}
    visitor.page.goto(f"{visitor.server}/?{urlencode(query)}")
    card = visitor.page.locator(".lab-card[data-state=impossible]")
    card.wait_for()
    place = card.bounding_box()
    assert place["y"] + place["height"] <= 720
