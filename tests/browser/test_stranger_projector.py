"""Where picture, bar and time line stand: before a class, beside a wide board, below a strip, and on a phone."""

from __future__ import annotations

import pytest
from visitor import Meet

from pages import PAGES

SCREEN = {"width": 1280, "height": 720}
LEAST = 540  # px of a board
STRIPS = {"gamma": 5}  # boards beside each other, as large as so many fit
BOARDS = """() => {
    const found = [];
    const walk = (scope) => {
        for (const node of scope.querySelectorAll("*")) {
            if (node.shadowRoot) walk(node.shadowRoot);
            if (node.matches(".lab-stage") && node.checkVisibility()) found.push(node.getBoundingClientRect());
        }
    };
    walk(document);
    return found.map(({ top, left, right, height }) => ({ top, left, right, height }));
}"""
CUT = """() => {
    const cut = [];
    const walk = (scope) => {
        for (const node of scope.querySelectorAll("*")) {
            if (node.shadowRoot) walk(node.shadowRoot);
            if (!node.checkVisibility({ visibilityProperty: true }) || !node.textContent.trim()) continue;
            const ends = getComputedStyle(node).textOverflow === "ellipsis";
            if (ends && node.scrollWidth > node.clientWidth + 1) cut.push(node.textContent);
        }
    };
    walk(document.querySelector("[data-testid=stMainBlockContainer]"));
    return cut;
}"""


@pytest.mark.parametrize("name", [page.name for page in PAGES])
def test_the_picture_has_most_of_the_height_and_nothing_is_cut_off(stranger: Meet, name: str) -> None:
    visitor = stranger(viewport=SCREEN)
    page = visitor.page
    page.goto(f"{visitor.server}/{'' if name == PAGES[0].name else name}?lang=en&projector=1&seen=smo")
    page.locator(".st-key-projecting-folded").wait_for()
    page.locator(".lab").first.wait_for()
    page.wait_for_function("() => !!document.querySelector('[data-test-script-state=notRunning]')")
    boards = page.evaluate(BOARDS)
    beside = STRIPS.get(name, 1)
    for board in boards:
        assert board["height"] >= (LEAST if beside == 1 else (SCREEN["width"] - 100) / beside - 20)
        assert board["right"] <= SCREEN["width"]
    if boards:
        assert boards[0]["top"] < 0.3 * SCREEN["height"]
    assert page.evaluate(CUT) == []
    assert page.locator(".st-key-tabs").is_hidden()
    page.keyboard.press("m")
    page.locator(".st-key-projecting-open").wait_for()
    assert page.locator(".st-key-tabs").is_visible()
    assert page.evaluate(CUT) == []
    page.get_by_role("button", name=visitor.say("projector.fold")).click()
    page.locator(".st-key-projecting-folded").wait_for()


def test_a_key_goes_to_the_next_figure_and_one_is_seen_at_a_time(stranger: Meet) -> None:
    visitor = stranger(viewport=SCREEN)
    page = visitor.page
    page.goto(f"{visitor.server}/smo?lang=en&projector=1&step=12")
    page.locator(".st-key-projecting-folded").wait_for()
    first, second = (
        page.get_by_text(visitor.say("figure.box.title")),
        page.get_by_text(visitor.say("figure.pair.title")),
    )
    first.wait_for()
    page.get_by_role("button", name=visitor.say("projector.next")).wait_for()
    assert second.is_hidden()
    page.keyboard.press("n")
    second.wait_for()
    assert first.is_hidden()


SEGMENTS = """() => {
    const looks = (node) => getComputedStyle(node).boxShadow;
    return [...document.querySelectorAll("[data-testid=stButtonGroup] button[data-selected]")].map(looks);
}"""
PLACES = """() => ["machine", "look"].map((key) => {
    const { left, top } = document.querySelector(`.st-key-choices .st-key-${key}`).getBoundingClientRect();
    return { left, top };
})"""


def test_the_bar_below_a_strip_has_data_on_the_left_and_one_kind_of_segments(stranger: Meet) -> None:
    visitor = stranger()
    page = visitor.page
    page.goto(f"{visitor.server}/gamma?lang=en")
    page.locator(".st-key-below .lab-figure[data-ready]").first.wait_for()  # it is made after the bar
    machine, look = page.evaluate(PLACES)
    assert look["left"] < machine["left"]  # the hint stands under the points that it is about
    assert machine["top"] < look["top"]
    chosen = page.evaluate(SEGMENTS)
    assert len(chosen) == 2  # the language and the margin
    assert all("inset" in shadow for shadow in chosen)


def test_on_a_phone_the_sliders_stand_between_the_board_and_its_time_line(stranger: Meet) -> None:
    visitor = stranger(viewport={"width": 390, "height": 844}).open(data="moons")
    parts = (visitor.board, visitor.page.locator("#lab-gamma"), visitor.page.locator(".lab-timeline"))
    tops = [part.evaluate("(node) => node.getBoundingClientRect().top") for part in parts]
    assert tops == sorted(tops)
