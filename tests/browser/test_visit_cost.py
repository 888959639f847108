"""What an approximation costs stands beside the solver, follows the sliders, and goes where the kernel is exact."""

from __future__ import annotations

import pytest
from test_accessible import violations
from test_visit_draws import Drawer
from visitor import Meet


def test_the_error_follows_the_slider_and_goes_with_the_approximation(newcomer: Meet, lang: str) -> None:
    visitor = newcomer(lang).open(data="moons", k="taylor", g="0.3", m="4", C="10")
    page = visitor.page
    figure, line = page.locator(".st-key-cost .lab-figure"), page.locator(".st-key-cost-told .lab-said").nth(1)
    figure.wait_for()
    before = figure.get_attribute("aria-label")
    page.locator("#lab-order").press("ArrowRight")
    visitor.until(lambda: figure.get_attribute("aria-label") != before, "the figure of another order")
    visitor.until(lambda: "m=5" in page.url, "the page knows the order")
    visitor.until(
        lambda: visitor.say("cost.boundary.line.free", numbers=visitor.say("cost.numbers.c-svc")) in line.inner_text(),
        "the hollow line is named",
    )
    assert visitor.lab("s.picture.ghost.length") == len(visitor.points()[1]) + 1
    assert violations(page) == []
    page.locator("#lab-kernel").select_option("gaussian")
    figure.wait_for(state="detached")
    visitor.until(lambda: visitor.lab("s.picture?.ghost === undefined"), "an exact kernel has no ghost")
    page.locator("#lab-kernel").select_option("nystroem")
    figure.wait_for()
    page.locator("#lab-landmarks").press("ArrowRight")
    assert visitor.committed().kernel["landmarks"] == 21
    assert min(visitor.field()) > 0.05


def test_the_sentences_with_error_and_share_follow_while_the_slider_moves(newcomer: Meet, lang: str) -> None:
    visitor = newcomer(lang).open(data="moons", k="taylor", g="0.3", m="6", C="10")
    page = visitor.page
    said = page.locator(".st-key-cost-told .lab-said")
    said.nth(1).wait_for()
    visitor.settled()
    page.evaluate("() => { store.lab('board').commit = () => {}; }")  # the page never hears of it
    before = said.all_inner_texts()
    page.locator("#lab-order").press("ArrowLeft")
    both = "both sentences of another order"
    visitor.until(lambda: all(a != b for a, b in zip(before, said.all_inner_texts(), strict=True)), both)
    at_five = said.all_inner_texts()
    page.locator("#lab-C").press("ArrowRight")
    visitor.until(lambda: said.nth(1).inner_text() != at_five[1], "the share at another C")
    assert said.nth(0).inner_text() == at_five[0], "the error knows no C"
    page.wait_for_timeout(700)
    assert page.locator(".st-key-cost-told [data-late]").count() == 0
    page.evaluate("() => { store.lab('board').move(0, 0.1, 0.2); }")
    visitor.until(lambda: page.locator(".st-key-cost-told [data-late]").count() == 2, "they tell of other points")


def test_under_another_machine_they_follow_its_sliders_and_the_exact_curve_stands_in_the_graph(
    newcomer: Meet, lang: str
) -> None:
    visitor = newcomer(lang).open(data="moons", k="taylor", g="0.3", m="4", C="10", machines="eps-svr_0.3_0.2")
    page = visitor.page
    figure, line = page.locator(".st-key-cost .lab-figure"), page.locator(".st-key-cost-told .lab-said").nth(1)
    figure.wait_for()
    numbers = visitor.say("cost.numbers.eps-svr")
    named = visitor.say("cost.boundary.line.curve", numbers=numbers)
    visitor.until(lambda: named in line.inner_text(), "the dashed curve is named")
    visitor.settled()
    before, told = figure.get_attribute("aria-label"), line.inner_text()
    page.locator("#lab-board-dials-order").press("ArrowRight")
    visitor.until(lambda: figure.get_attribute("aria-label") != before, "the figure of another order")
    visitor.until(lambda: line.inner_text() != told, "the distance at another order")
    told = line.inner_text()
    page.locator("#lab-board-dials-epsilon").press("ArrowRight")
    visitor.until(lambda: line.inner_text() != told, "the distance at another epsilon")
    shown = page.evaluate(
        "() => { const { ghost, y } = store.lab('board-points').picture; return [ghost.length, y.length]; }"
    )
    assert shown[0] == shown[1] + 1
    assert violations(page) == []


TAYLOR = {"data": "moons", "k": "taylor", "g": "0.3", "m": "4", "C": "10"}
TUBE = {**TAYLOR, "machines": "eps-svr_0.3_0.2"}


@pytest.mark.parametrize(("width", "height"), [(820, 1180), (390, 844)])
@pytest.mark.parametrize(
    ("path", "key", "slider", "query"),
    [
        ("", "board", "order", TAYLOR),
        ("", "board-points", "board-dials-order", TUBE),
        ("smo", "smo", "order", TAYLOR),
        ("descent", "descent", "order", TAYLOR),
    ],
    ids=["board", "machine", "smo", "descent"],
)
def test_in_a_narrow_window_the_error_stands_below_sliders_and_time_line_and_follows(
    newcomer: Meet, lang: str, path: str, key: str, slider: str, query: dict[str, str], width: int, height: int
) -> None:
    drawer = Drawer(newcomer(lang, viewport={"width": width, "height": height}), path, key, **query)
    page, visitor, order = drawer.page, drawer.visitor, f"#lab-{slider}"
    figure, told = page.locator(".st-key-cost .lab-figure[data-ready]"), page.locator(".st-key-cost-told .lab-said")
    figure.wait_for()
    told.nth(1).wait_for()
    assert not page.locator(".st-key-look").is_visible(), "the other choices stay in their drawer"
    run = [order, ".st-key-drawer", ".st-key-board-run"] if path == "" else [".lab-reel", order, ".st-key-drawer"]
    explained = ".lab-card" if path == "" else ".st-key-explains"
    parts = [".lab-stage", *run, ".st-key-cost .lab-figure", ".st-key-cost-told", explained]
    boxes = {part: page.locator(part).first.bounding_box() for part in parts}
    tops = [box["y"] for box in boxes.values()]
    assert tops == sorted(tops), boxes
    board, error = boxes[".lab-stage"], boxes[".st-key-cost .lab-figure"]
    assert board["y"] + board["height"] < height, "the board is on the first screen, the sentence above it"
    assert error["y"] + error["height"] - boxes[order]["y"] < height, "slider and error are seen together"
    assert page.evaluate("document.querySelector('[data-testid=stMain]').scrollWidth") <= width
    page.evaluate("(key) => { store.lab(key).commit = () => {}; }", key)  # the page never hears of it
    before, said = figure.get_attribute("aria-label"), told.first.inner_text()
    page.locator(order).press("ArrowRight")
    visitor.until(lambda: figure.get_attribute("aria-label") != before, "the figure of another order")
    visitor.until(lambda: told.first.inner_text() != said, "the worst error of another order")
