"""A visitor rolls the Fourier dice: sliders, the roll, the counter-example, in both languages, by hand and by key."""

from __future__ import annotations

import time

import pytest
from test_accessible import look_at
from visitor import PLACE, STORE, Meet, Visitor

FIGURES = 5
BOARD = "fourier-points"
SHORT = {"data": "moons", "D": "60"}


def arrive(visitor: Visitor, **query: str) -> Visitor:
    """Open the page and wait until every figure stands and all rolls are in."""
    look_at(visitor, "fourier", **{**SHORT, **query})
    visitor.page.locator(".lab-figure[data-ready]").nth(FIGURES - 1).wait_for()
    told = visitor.say("fourier.cloud.proved", all=26)
    visitor.until(lambda: told in visitor.text(), "all rolls of the cloud")
    return visitor


def lead(visitor: Visitor) -> str:
    return str(visitor.page.locator(".st-key-lead p").first.inner_text())


def cloud(visitor: Visitor) -> str:
    """Return what is said of all rolls once they are in; "" before."""
    told = visitor.page.get_by_text(visitor.say("fourier.cloud.proved", all=26))
    return str(told.first.inner_text()) if told.count() else ""


def alts(visitor: Visitor) -> list[str]:
    return [str(figure.get_attribute("aria-label")) for figure in visitor.page.locator(".lab-figure").all()]


def test_every_figure_says_in_words_what_it_shows(newcomer: Meet, lang: str) -> None:
    visitor = arrive(newcomer(lang))
    visitor.page.get_by_role("heading", name=visitor.say("fourier.question")).wait_for()
    assert len(set(alts(visitor))) == FIGURES
    assert lead(visitor).startswith(visitor.say("fourier.sentence.worst", D=60, worst="|").split("|")[0])


def test_a_first_visit_ends_with_every_figure(newcomer: Meet) -> None:
    unique = f"{1.0 + time.time() % 1.0:.9f}"  # so that its rolls come in while the figures stand
    visitor = arrive(newcomer(), k="gaussian", g=unique)
    assert visitor.page.locator(".lab-figure[data-ready]").count() == FIGURES


def test_the_slider_of_features_answers_while_it_moves_and_the_link_follows(newcomer: Meet, lang: str) -> None:
    visitor = arrive(newcomer(lang))
    before = alts(visitor)
    slider = visitor.page.get_by_role("slider", name=visitor.say("panel.components"))
    slider.focus()
    for _ in range(3):
        visitor.page.keyboard.press("ArrowRight")
    visitor.until(lambda: "D=60" not in visitor.page.url and "D=" in visitor.page.url, "an address with another D")
    visitor.until(
        lambda: all(new != old for new, old in zip(alts(visitor)[:4], before[:4], strict=True)), "new figures"
    )
    assert visitor.page.evaluate("() => document.activeElement !== document.body")  # the hand stays on the slider


def test_the_dice_are_rolled_again_and_the_cloud_stays(newcomer: Meet, lang: str) -> None:
    visitor = arrive(newcomer(lang))
    said, told = lead(visitor), cloud(visitor)
    visitor.page.get_by_role("button", name=visitor.say("fourier.again"), exact=True).click()
    visitor.until(lambda: "D=60" in visitor.page.url and "s=1" in visitor.page.url, "the address of the next roll")
    visitor.until(lambda: lead(visitor) != said, "another sentence")
    assert cloud(visitor) == told
    visitor.page.get_by_role("radio", name=visitor.say("fourier.paired.True")).or_(
        visitor.page.get_by_role("button", name=visitor.say("fourier.paired.True"), exact=True)
    ).first.click()
    visitor.until(lambda: "k=paired" in visitor.page.url, "the address of the other map")
    visitor.until(lambda: cloud(visitor) not in (told, ""), "another cloud")


def test_the_counterexample_is_one_click_away(newcomer: Meet, lang: str) -> None:
    visitor = arrive(newcomer(lang))
    visitor.page.get_by_role("button", name=visitor.say("try.fourier.line")).click()
    visitor.until(lambda: "fourier=kernel_0.05_line" in visitor.page.url, "the address of the counter-example")
    values = {"D": 200, "eps": "0.245", "percent": "95", "broken": 20, "rolls": 20}
    told = visitor.say("fourier.bounds.broken", **values)
    visitor.until(lambda: told in visitor.text(), "twenty broken promises")
    assert visitor.say("fourier.bounds.held", rolls=20) in visitor.text()


def test_too_many_features_are_told_and_the_slider_leads_on(newcomer: Meet) -> None:
    visitor = newcomer()
    visitor.page.goto(f"{visitor.server}/fourier?lang=en&D=9000")
    told = visitor.say("link.whole", name="D", got="9000", low="1", high="4000", used="100")
    visitor.page.get_by_text(told).wait_for()
    typed = visitor.page.get_by_label(visitor.say("slider.typed", name=visitor.say("panel.components")))
    typed.fill("80")
    typed.press("Enter")
    visitor.page.locator(".lab-figure[data-ready]").nth(FIGURES - 1).wait_for()
    visitor.until(lambda: "D=80" in visitor.page.url, "the address with what was typed")


@pytest.mark.parametrize("size", [{"width": 1440, "height": 900}, {"width": 820, "height": 1180}])
def test_nothing_is_wider_than_the_page_and_the_picture_is_square(newcomer: Meet, size: dict[str, int]) -> None:
    visitor = arrive(newcomer(viewport=size))
    assert visitor.page.evaluate("() => document.documentElement.scrollWidth <= innerWidth")
    layer = visitor.page.locator(".lab-board .lab-stage").first.bounding_box()
    assert layer is not None
    assert layer["width"] == pytest.approx(layer["height"], abs=2)


def test_a_point_is_placed_where_the_boundary_is_and_everything_follows(newcomer: Meet, lang: str) -> None:
    visitor = arrive(newcomer(lang))
    visitor.page.evaluate(STORE)
    said, told, errors = lead(visitor), cloud(visitor), alts(visitor)[0]
    hands = visitor.page.locator(".lab-board .lab-pointer")
    x, y = hands.evaluate(PLACE, [BOARD, *visitor.lab("s.at(3)", BOARD)])
    visitor.page.mouse.move(x, y)
    visitor.page.mouse.down()
    visitor.page.mouse.move(x + 70, y + 50, steps=5)
    visitor.until(lambda: not visitor.lab("s.behind", BOARD), "the boundary of the point under the hand")
    assert visitor.page.locator("html[data-waits]").count() == 1
    assert lead(visitor) == said
    visitor.page.mouse.up()
    visitor.until(lambda: lead(visitor) != said, "the sentence about the new points")
    visitor.until(lambda: cloud(visitor) not in (told, ""), "the rolls of the new points")
    visitor.until(lambda: alts(visitor)[0] != errors, "the errors of the new points")
    assert visitor.page.locator("html[data-waits]").count() == 0
    hands.press("Control+z")
    visitor.until(lambda: lead(visitor) == said, "the sentence about the points of before")


def test_the_board_follows_the_slider_ahead_of_the_page(newcomer: Meet) -> None:
    visitor = arrive(newcomer())
    visitor.page.evaluate(STORE)
    said, slider = lead(visitor), visitor.page.locator("#lab-fourier-dials-components")
    box = slider.bounding_box()
    assert box is not None
    middle = box["y"] + box["height"] / 2
    visitor.page.mouse.move(box["x"] + box["width"] / 2, middle)
    visitor.page.mouse.down()
    for share in (0.55, 0.6, 0.65, 0.7, 0.75):
        visitor.page.mouse.move(box["x"] + share * box["width"], middle)
        shown = int(str(slider.get_attribute("aria-valuetext")).rpartition(" ")[2])
        visitor.until(
            lambda shown=shown: visitor.lab("s.picture?.kernel.components", BOARD) == shown, f"the roll of {shown}"
        )
    visitor.page.mouse.up()
    visitor.until(lambda: f"D={shown}" in visitor.page.url, "its address")
    visitor.until(lambda: lead(visitor) != said and f"D = {shown} " in lead(visitor), "the sentence about it")
    assert visitor.lab("s.picture.kernel.components", BOARD) == shown
