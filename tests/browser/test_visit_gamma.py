"""A visitor looks at the panels of gamma."""

from __future__ import annotations

import numpy as np
from visitor import Meet

PICTURE = "(canvas) => canvas.toDataURL()"


def test_the_strip_shows_every_gamma_solved_and_says_when_the_plane_is_islands(newcomer: Meet, lang: str) -> None:
    visitor = newcomer(lang).open("gamma")
    visitor.page.locator(".lab-figure .main-svg").first.wait_for()
    visitor.settled()
    assert visitor.page.locator(".lab-board").count() == 5
    captions = visitor.page.locator(".lab-caption").all_inner_texts()
    for gamma, caption in zip((0.1, 1.0, 10.0, 100.0, 1000.0), captions, strict=True):
        vectors = visitor.lab("s.picture.alpha.filter((a) => a > 0).length", f"panel-{gamma!r}")
        assert caption == visitor.say("gamma.caption", gamma=f"{gamma:g}", vectors=vectors)
    assert visitor.say("gamma.sentence.islands", gamma=100, lonely=4) in visitor.text()
    assert visitor.page.locator(".lab-figure").first.get_attribute("aria-label")


def test_a_point_hovered_in_one_panel_is_marked_in_all_with_its_alpha_and_margin(newcomer: Meet) -> None:
    visitor = newcomer().open("gamma", gammas="1_10_100")
    boards = visitor.page.locator(".lab-board .lab-pointer")
    before = [boards.nth(k).evaluate(PICTURE) for k in range(3)]
    X = np.array(visitor.lab("[...s.X]", "panel-1.0")).reshape(-1, 2)
    lonely = int(np.sort(np.linalg.norm(X[:, None] - X[None], axis=2), axis=1)[:, 1].argmax())
    visitor.page.mouse.move(*visitor.at(*X[lonely], id="panel-1.0"))
    for k in range(3):
        visitor.until(lambda k=k: boards.nth(k).evaluate(PICTURE) != before[k], f"a mark in panel {k + 1}")
    visitor.page.mouse.move(5, 5)
    for k in range(3):
        visitor.until(lambda k=k: boards.nth(k).evaluate(PICTURE) == before[k], f"panel {k + 1} without a mark")


def test_gammas_are_edited_and_nonsense_is_refused_in_one_sentence(newcomer: Meet) -> None:
    visitor = newcomer().open("gamma")
    field = visitor.page.get_by_label(visitor.say("gamma.gammas"))
    field.fill("0.5, 5; 50")
    field.press("Enter")
    visitor.until(lambda: visitor.page.locator(".lab-board").count() == 3, "three panels")
    visitor.until(lambda: visitor.link().gammas == (0.5, 5.0, 50.0), "the address of three gammas")
    field.fill("many")
    field.press("Enter")
    visitor.page.locator("[data-testid=stAlert]").wait_for()
    assert "many" in visitor.page.locator("[data-testid=stAlert]").inner_text()
    assert visitor.page.locator(".lab-board").count() == 3


def test_points_placed_on_the_board_are_there_in_the_strip_and_back(newcomer: Meet) -> None:
    visitor = newcomer().open()
    visitor.page.mouse.click(*visitor.at(*visitor.free_place()))
    visitor.committed()
    points = visitor.points()[0]
    visitor.turn_to("gamma")
    visitor.page.get_by_role("heading", name=visitor.say("gamma.question")).wait_for()
    visitor.until(lambda: visitor.lab("s.n", "panel-1.0") == len(points), "the points in each panel")
    np.testing.assert_array_equal(np.array(visitor.lab("[...s.X]", "panel-1.0")).reshape(-1, 2), points)
    visitor.turn_to("board")
    visitor.page.get_by_role("heading", name=visitor.say("board.question")).wait_for()
    visitor.board.wait_for()
    np.testing.assert_array_equal(visitor.points()[0], points)
