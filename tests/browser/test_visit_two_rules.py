"""Two rules before a class: both players stand level, at every width, whatever their sentences say."""

from __future__ import annotations

from typing import Any

import pytest
from visitor import Meet

PARTS = (".lab-stage", ".lab-reel", ".lab-chart", ".lab-standing")


def tops(page: Any, part: str) -> list[list[float]]:
    """Return the tops of a part, player by player."""
    columns = page.locator(".st-key-stage-two [data-testid=stColumn]").all()
    return [[each.bounding_box()["y"] for each in column.locator(part).all()] for column in columns]


@pytest.mark.parametrize(("path", "query"), [("smo", "&mode=two"), ("race", "")])
@pytest.mark.parametrize("step", [12, 300])
def test_both_players_are_level_and_what_moves_them_is_within_the_window(
    newcomer: Meet, lang: str, path: str, query: str, step: int
) -> None:
    visitor = newcomer(lang, viewport={"width": 1280, "height": 720})
    page = visitor.page
    page.goto(f"{visitor.server}/{path}?lang={lang}&projector=1&data=moons&seen=smo&step={step}{query}")
    page.locator(".st-key-projecting-folded").wait_for()
    page.locator(".st-key-stage-two .lab-standing").nth(1).wait_for(state="attached")

    def level() -> bool:
        found = {part: tops(page, part) for part in PARTS}
        return all(len(both) == 2 and both[0] == pytest.approx(both[1], abs=1) for both in found.values())

    def within() -> bool:
        reel = page.locator(".st-key-stage-two .lab-reel").first.bounding_box()
        return bool(reel["y"] + reel["height"] <= 720)

    visitor.until(within, "the slider of both within the window")
    for width in (1024, 1152, 1280, 1440):
        page.set_viewport_size({"width": width, "height": 768})
        visitor.until(level, f"both players level at {width} px")
