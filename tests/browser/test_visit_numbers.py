"""A visitor opens a number of the step by keyboard and reads its formula, which goes on while the run does."""

from __future__ import annotations

import re

import pytest
from visitor import Meet, Visitor

from core.view import coordinate_standing, pair_standing
from datasets import CATALOGUE
from ui.solve.board_problem import BoardProblem
from ui.solve.options import CoordinateOptions, PairOptions
from ui.solve.recording import recording

NUMBER = ".lab-standing details"


def _text(visitor: Visitor, part: str, of: int = 0) -> str:
    return str(visitor.page.locator(NUMBER).nth(of).locator(part).inner_text())


@pytest.mark.parametrize("page", ["smo", "descent"])
def test_a_number_opens_its_formula_by_keyboard_and_stays_open_from_step_to_step(
    newcomer: Meet, lang: str, page: str
) -> None:
    visitor = newcomer(lang)
    visitor.page.goto(f"{visitor.server}/{page}?lang={lang}&step=12")
    visitor.page.locator(NUMBER).first.wait_for()
    before = _text(visitor, "b")
    visitor.page.locator(f"{NUMBER} summary").first.focus()
    visitor.page.keyboard.press("Enter")
    formula = visitor.until(lambda: _text(visitor, "p"), "a formula")
    visitor.page.locator(".lab-player button[value=last]").first.click()
    visitor.until(lambda: _text(visitor, "b") != before, "the numbers of the last step")
    assert _text(visitor, "p") not in ("", formula)
    assert visitor.page.locator(f"{NUMBER}[open]").count() == 1
    visitor.page.locator(f"{NUMBER} summary").nth(1).focus()
    visitor.page.keyboard.press("Space")
    visitor.until(lambda: _text(visitor, "p", 1), "the formula of the other number")
    assert visitor.page.locator(f"{NUMBER}[open]").count() == 1


def test_the_numbers_follow_a_run_that_plays_slowly_and_the_point_that_is_moved_at_a_step(newcomer: Meet) -> None:
    visitor = newcomer("en")
    visitor.page.goto(f"{visitor.server}/smo?lang=en&step=12")
    visitor.page.locator(NUMBER).first.wait_for()
    visitor.page.locator(".lab-player select").first.select_option("3")
    seen = {_text(visitor, "b")}
    visitor.page.locator(".lab-player button[value=play]").first.click()
    visitor.until(lambda: seen.add(_text(visitor, "b")) or len(seen) >= 4, "three more halts")
    visitor.page.locator(".lab-player button[value=play]").first.click()
    visitor.page.wait_for_function("() => !!document.querySelector('[data-test-script-state=notRunning]')")
    visitor.page.wait_for_timeout(500)
    hands = visitor.page.locator(".lab-player .lab-pointer").first
    box, free = hands.bounding_box(), visitor.page.locator(f"{NUMBER} p").nth(1)
    assert box is not None
    assert " of 90 points" in str(free.text_content())
    hands.click(position={"x": 0.9 * box["width"], "y": 0.15 * box["height"]})  # one point more
    visitor.until(lambda: " of 91 points" in str(free.text_content()), "the numbers of the new run")


def test_the_numbers_of_a_race_are_those_of_the_step_at_which_each_run_stands(newcomer: Meet, lang: str) -> None:
    visitor = newcomer(lang)
    page = visitor.page
    page.goto(f"{visitor.server}/race?lang={lang}&data=overlap&k=linear&C=1")
    points = CATALOGUE["overlap"].make()
    ways = (PairOptions(race=True), CoordinateOptions(race=True))
    traces = [recording(BoardProblem(points.X, points.y, {"name": "linear"}, 1.0, options=way)).trace for way in ways]
    standing = (pair_standing, coordinate_standing)
    label = re.compile(f"^{re.escape(visitor.say('number.free'))}")
    free = page.locator(".lab-standing summary").filter(has_text=label).locator("b")
    places = page.locator(".lab-player [data-part=where]")

    def told() -> bool:
        steps = [int(re.findall(r"\d+", places.nth(lane).inner_text())[0]) for lane in (0, 1)]
        right = [str(at(trace, k).free) for at, trace, k in zip(standing, traces, steps, strict=True)]
        return [free.nth(lane).inner_text() for lane in (0, 1)] == right

    free.nth(1).wait_for()
    visitor.until(told, "the numbers at the first arrival")
    before = places.all_inner_texts()
    for _ in range(40):
        page.locator(".lab-player button[value=back]").first.click()
    assert places.all_inner_texts() != before
    visitor.until(told, "the numbers of the halt")
