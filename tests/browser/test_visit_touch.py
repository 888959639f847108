"""A visitor walks over the board with a finger, on a tablet."""

from __future__ import annotations

import numpy as np
from visitor import Meet, Visitor, proved

LONG_PRESS = 650  # ms, a little more than the board asks for


class Finger:
    """One finger, as Chromium hears of it."""

    def __init__(self, visitor: Visitor) -> None:
        self.page = visitor.page
        self.session = visitor.context.new_cdp_session(visitor.page)

    def send(self, kind: str, *places: tuple[float, float]) -> None:
        points = [{"x": x, "y": y, "id": 1} for x, y in places]
        self.session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})

    def tap(self, place: tuple[float, float]) -> None:
        self.send("touchStart", place)
        self.send("touchEnd")

    def drag(self, start: tuple[float, float], end: tuple[float, float]) -> None:
        self.send("touchStart", start)
        for share in np.linspace(0.1, 1, 10):
            self.send("touchMove", tuple(np.add(np.multiply(start, 1 - share), np.multiply(end, share)).tolist()))
        self.send("touchEnd")


def test_a_tap_adds_a_drag_moves_without_scrolling_and_a_long_press_deletes(newcomer: Meet, lang: str) -> None:
    visitor = newcomer(lang, viewport={"width": 820, "height": 1180}, has_touch=True, is_mobile=True).open()
    finger = Finger(visitor)
    count = visitor.lab("s.n")
    place = visitor.free_place()
    finger.tap(visitor.at(*place))
    assert visitor.lab("s.n") == count + 1
    X, _ = visitor.points()
    assert np.abs(X[-1] - place).max() < visitor.lab("s.window.size") / 200
    proved(visitor)
    assert len(visitor.committed().X) == count + 1

    main = visitor.page.locator("[data-testid=stMain]")
    scrolled = main.evaluate("(main) => main.scrollTop")
    goal = (X[-1] + X[:-1].mean(axis=0)) / 2
    finger.drag(visitor.at(*X[-1]), visitor.at(*goal))
    moved, _ = visitor.points()
    assert np.abs(moved[-1] - goal).max() < visitor.lab("s.window.size") / 100
    assert main.evaluate("(main) => main.scrollTop") == scrolled
    proved(visitor)

    finger.send("touchStart", visitor.at(*moved[-1]))
    visitor.page.wait_for_timeout(LONG_PRESS)
    finger.send("touchEnd")
    near = np.linalg.norm(moved - moved[-1], axis=1)
    assert visitor.lab("s.n") == count
    left, _ = visitor.points()
    assert {tuple(x) for x in moved[near > 0]} <= {tuple(x) for x in left} | {tuple(moved[int(np.argsort(near)[1])])}
    proved(visitor)
    visitor.committed()


def test_a_swipe_over_empty_ground_scrolls_a_phone_and_only_a_chosen_brush_draws(newcomer: Meet, lang: str) -> None:
    visitor = newcomer(lang, viewport={"width": 390, "height": 844}, has_touch=True, is_mobile=True).open()
    finger, count = Finger(visitor), visitor.lab("s.n")
    main = visitor.page.locator("[data-testid=stMain]")
    across, down = visitor.at(*visitor.free_place())
    start = main.evaluate("(main) => main.scrollTop")
    finger.drag((across, down), (across, down - 120))
    visitor.until(lambda: main.evaluate("(main) => main.scrollTop") > start + 60, "the page to follow the finger")
    assert visitor.lab("s.n") == count
    assert visitor.lab("s.common.done.length") == 0

    visitor.page.locator('[data-name="brush"]').tap()
    across, down = visitor.at(*visitor.free_place())
    start = main.evaluate("(main) => main.scrollTop")
    finger.drag((across, down), (across, down + 60))
    visitor.until(lambda: visitor.lab("s.n") > count, "the brush to draw")
    assert main.evaluate("(main) => main.scrollTop") == start


def test_buttons_sliders_and_choices_answer_a_finger(newcomer: Meet, lang: str) -> None:
    visitor = newcomer(lang, viewport={"width": 820, "height": 1180}, has_touch=True, is_mobile=True).open()
    visitor.page.locator('[data-name="minus"]').tap()
    Finger(visitor).tap(visitor.at(*visitor.free_place()))
    assert visitor.points()[1][-1] == -1
    visitor.page.locator('[data-name="undo"]').tap()
    assert visitor.lab("s.common.undone.length") == 1
    visitor.page.locator("#lab-gamma").scroll_into_view_if_needed()
    box = visitor.page.locator("#lab-gamma").bounding_box()
    middle = box["y"] + box["height"] / 2
    Finger(visitor).drag((box["x"] + box["width"] / 2, middle), (box["x"] + 0.8 * box["width"], middle))
    visitor.until(lambda: visitor.lab("s.kernel.gamma > 5"), "gamma to follow the finger")
    visitor.page.get_by_text(visitor.say("controls.drawer")).tap()
    visitor.page.get_by_role("radio", name=visitor.say("panel.hard")).tap()
    visitor.until(lambda: visitor.lab("s.C === null"), "the hard margin")
    visitor.committed()
    assert visitor.card.get_attribute("data-state") in {"proved", "running"}


def test_a_tap_in_the_strip_lights_the_point_in_every_panel(newcomer: Meet, lang: str) -> None:
    visitor = newcomer(lang, viewport={"width": 820, "height": 1180}, has_touch=True, is_mobile=True).open(
        "gamma", gammas="1_10"
    )
    boards = visitor.page.locator(".lab-board .lab-pointer")
    before = [boards.nth(k).evaluate("(canvas) => canvas.toDataURL()") for k in (0, 1)]
    X = visitor.lab("[...s.X]", "panel-1.0")
    Finger(visitor).tap(visitor.at(*X[:2], id="panel-1.0"))
    for k in (0, 1):
        visitor.until(
            lambda k=k: boards.nth(k).evaluate("(canvas) => canvas.toDataURL()") != before[k],
            f"a mark in panel {k + 1}",
        )
