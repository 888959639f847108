"""One hand for the boards that show the same points: what it holds on one it holds on all of them."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from test_visit_draws import Drawer
from test_visit_touch import Finger
from visitor import PLACE, Meet

MOONS = {"data": "moons", "C": "10"}
STROKE = 60  # px


class OnAnother(Drawer):
    """A visitor whose hand is on another board of the group than the first."""

    def __init__(self, visitor: Any, path: str, keys: tuple[str, ...], at: int, **query: str) -> None:
        self.keys, self.at = keys, at
        super().__init__(visitor, path, keys[at], **MOONS, **query)

    @property
    def canvas(self) -> Any:
        return self.page.locator(".lab-player .lab-pointer, .lab-board .lab-pointer").nth(self.at)

    def take(self, name: str) -> None:
        """Take a tool, or a class, from the first bar of the page; every bar of the page tells of it."""
        bars = self.page.locator(f"[data-name={name}]").locator("visible=true")
        bars.first.click()
        if bars.first.get_attribute("aria-pressed"):
            assert {each.get_attribute("aria-pressed") for each in bars.all()} == {"true"}

    def place(self, x: float, y: float) -> tuple[float, float]:
        self.canvas.scroll_into_view_if_needed()
        across, down = self.canvas.evaluate(PLACE, [self.key, float(x), float(y)])
        return across, down

    def ground(self) -> tuple[float, float]:
        """Return the middle of a free strip at the lower edge of the board, in pixels of the page."""
        x0, y0, size = self.state("[s.window.x0, s.window.y0, s.window.size]")
        return self.place(x0 + 0.5 * size, y0 + 0.12 * size)

    def everywhere(self) -> tuple[np.ndarray, np.ndarray]:
        """Return the points, which are the same on all boards."""
        X, y = self.points()
        for key in self.keys:
            for shown, known in zip(self.points(key), (X, y), strict=True):
                np.testing.assert_array_equal(shown, known)
        return X, y

    def undoes(self, *states: np.ndarray) -> None:
        """Undo one thing after the other: these points are there again."""
        for there in states:
            self.take("undo")
            np.testing.assert_array_equal(self.everywhere()[0], there)
        self.rest()


@pytest.fixture(
    params=[
        ("gamma", ("panel-0.1", "panel-1.0", "panel-10.0"), 2, {"gammas": "0.1_1_10"}),
        ("race", ("lane", "lane-single"), 1, {"k": "linear"}),
        ("smo", ("smo", "smo-rival"), 1, {"mode": "two", "k": "gaussian", "g": "1"}),
    ],
    ids=["gamma", "race", "rules"],
)
def boards(request: pytest.FixtureRequest) -> Any:
    """Return where the boards are, which one the hand is on, and the link."""
    return request.param


def test_a_mouse_draws_brushes_erases_and_undoes_on_another_board_than_the_first(
    newcomer: Meet, lang: str, boards: Any
) -> None:
    path, keys, at, query = boards
    drawer = OnAnother(newcomer(lang), path, keys, at, **query)
    mouse = drawer.page.mouse
    before, _ = drawer.everywhere()

    drawer.take("minus")
    mouse.click(*drawer.ground())
    X, y = drawer.everywhere()
    assert (len(X), y[-1]) == (len(before) + 1, -1)

    drawer.take("brush")
    across, down = drawer.ground()
    mouse.move(across - STROKE / 2, down)
    mouse.down()
    mouse.move(across + STROKE / 2, down, steps=6)
    brushed, y = drawer.everywhere()  # while it is brushed
    assert len(brushed) > len(X) + 2
    assert set(y[len(before) :]) == {-1}
    mouse.up()

    drawer.take("erase")
    across, down = drawer.ground()
    mouse.move(across - STROKE, down)
    mouse.down()
    mouse.move(across + STROKE, down, steps=12)
    erased, _ = drawer.everywhere()
    assert len(before) <= len(erased) < len(brushed)
    mouse.up()

    drawer.undoes(brushed, X, before)


def test_a_finger_draws_brushes_erases_and_undoes_on_another_board_than_the_first(
    newcomer: Meet, lang: str, boards: Any
) -> None:
    path, keys, at, query = boards
    visitor = newcomer(lang, viewport={"width": 820, "height": 1180}, has_touch=True, is_mobile=True)
    drawer = OnAnother(visitor, path, keys, at, **query)
    finger = Finger(visitor)
    before, _ = drawer.everywhere()

    drawer.take("minus")
    finger.tap(drawer.ground())
    X, y = drawer.everywhere()
    assert (len(X), y[-1]) == (len(before) + 1, -1)

    drawer.take("brush")
    across, down = drawer.ground()
    finger.drag((across - STROKE / 2, down), (across + STROKE / 2, down))
    visitor.until(lambda: len(drawer.points()[0]) > len(X) + 2, "the brush to draw")
    brushed, y = drawer.everywhere()
    assert set(y[len(before) :]) == {-1}

    drawer.take("erase")
    across, down = drawer.ground()
    finger.drag((across - STROKE, down), (across + STROKE, down))
    visitor.until(lambda: len(drawer.points()[0]) < len(brushed), "the eraser to erase")
    drawer.everywhere()

    drawer.undoes(brushed, X, before)


def test_keys_choose_a_class_add_move_delete_and_undo_on_another_board_than_the_first(
    newcomer: Meet, lang: str, boards: Any
) -> None:
    path, keys, at, query = boards
    drawer = OnAnother(newcomer(lang), path, keys, at, **query)
    press = drawer.page.keyboard.press
    before, _ = drawer.everywhere()
    drawer.canvas.focus()
    for key in ("2", "Enter", "Shift+ArrowDown", "Enter"):
        press(key)
    added, y = drawer.everywhere()
    assert (len(added), y[-1]) == (len(before) + 1, -1)
    chosen = drawer.page.locator("[data-name=minus]").locator("visible=true")
    assert chosen.first.get_attribute("aria-pressed") == "true"
    for key in ("[", "Shift+ArrowRight"):
        press(key)
    moved, _ = drawer.everywhere()
    assert moved[-1, 0] > added[-1, 0]
    press("Delete")
    np.testing.assert_array_equal(drawer.everywhere()[0], before)
    press("Control+z")
    np.testing.assert_array_equal(drawer.everywhere()[0], moved)
    drawer.rest()


def test_on_a_phone_the_tools_of_the_strip_stay_in_sight_while_its_panels_go_by(newcomer: Meet, lang: str) -> None:
    visitor = newcomer(lang, viewport={"width": 390, "height": 844}, has_touch=True, is_mobile=True)
    drawer = OnAnother(visitor, "gamma", ("panel-0.1", "panel-1.0"), 0, gammas="0.1_1_10_100_1000")
    page = drawer.page
    panels = page.locator(".lab-board .lab-pointer")
    eraser = page.locator(".lab-legend [data-name=erase]")
    for panel in (panels.first, panels.last):
        panel.scroll_into_view_if_needed()
        box = eraser.bounding_box()
        assert box
        assert 0 <= box["y"] <= 844 - box["height"]
    eraser.tap()
    assert eraser.get_attribute("aria-pressed") == "true"
    assert drawer.state("s.common.tool", "panel-1.0") == "erase"
