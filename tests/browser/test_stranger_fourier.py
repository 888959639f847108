"""A stranger rolls the Fourier dice: sliders, the roll, the counter-example, in both languages, by hand and by key."""

from __future__ import annotations

import time

import pytest
from test_accessible import look_at
from visitor import Meet, Visitor

FIGURES = 6
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


def alts(visitor: Visitor) -> list[str]:
    return [str(figure.get_attribute("aria-label")) for figure in visitor.page.locator(".lab-figure").all()]


@pytest.mark.parametrize("lang", ["en", "zh"])
def test_every_figure_says_in_words_what_it_shows(stranger: Meet, lang: str) -> None:
    visitor = arrive(stranger(lang))
    visitor.page.get_by_role("heading", name=visitor.say("fourier.question")).wait_for()
    assert len(set(alts(visitor))) == FIGURES
    assert lead(visitor).startswith(visitor.say("fourier.sentence.worst", D=60, worst="|").split("|")[0])


def test_a_first_visit_ends_with_every_figure(stranger: Meet) -> None:
    of_nobody = f"{1.0 + time.time() % 1.0:.9f}"  # so that its rolls come in while the figures stand
    visitor = arrive(stranger(), k="gaussian", g=of_nobody)
    assert visitor.page.locator(".lab-figure[data-ready]").count() == FIGURES


def test_the_slider_of_features_answers_while_it_moves_and_the_link_follows(stranger: Meet, lang: str) -> None:
    visitor = arrive(stranger(lang))
    before = alts(visitor)
    slider = visitor.page.get_by_role("slider", name=visitor.say("panel.components"))
    slider.focus()
    for _ in range(3):
        visitor.page.keyboard.press("ArrowRight")
    visitor.until(lambda: "D=60" not in visitor.page.url and "D=" in visitor.page.url, "an address with another D")
    visitor.until(
        lambda: all(new != old for new, old in zip(alts(visitor)[:5], before[:5], strict=True)), "new figures"
    )
    assert visitor.page.evaluate("() => document.activeElement !== document.body")  # the hand stays on the slider


def test_the_dice_are_rolled_again_and_the_cloud_stays(stranger: Meet, lang: str) -> None:
    visitor = arrive(stranger(lang))
    said, cloud = lead(visitor), alts(visitor)[0]
    visitor.page.get_by_role("button", name=visitor.say("fourier.again"), exact=True).click()
    visitor.until(lambda: "D=60" in visitor.page.url and "s=1" in visitor.page.url, "the address of the next roll")
    visitor.until(lambda: lead(visitor) != said, "another sentence")
    assert alts(visitor)[0] == cloud
    visitor.page.get_by_role("radio", name=visitor.say("fourier.paired.True")).or_(
        visitor.page.get_by_role("button", name=visitor.say("fourier.paired.True"), exact=True)
    ).first.click()
    visitor.until(lambda: "k=paired" in visitor.page.url, "the address of the other map")
    visitor.until(lambda: alts(visitor)[0] != cloud, "another cloud")


def test_the_counterexample_is_one_click_away(stranger: Meet, lang: str) -> None:
    visitor = arrive(stranger(lang))
    visitor.page.get_by_role("button", name=visitor.say("try.fourier.line")).click()
    visitor.until(lambda: "fourier=kernel_0.05_line" in visitor.page.url, "the address of the counter-example")
    values = {"D": 200, "eps": "0.245", "percent": "95", "broken": 20, "rolls": 20}
    told = visitor.say("fourier.bounds.broken", **values)
    visitor.until(lambda: told in visitor.text(), "twenty broken promises")
    assert visitor.say("fourier.bounds.held", rolls=20) in visitor.text()


def test_too_many_features_are_told_and_the_slider_leads_on(stranger: Meet) -> None:
    visitor = stranger()
    visitor.page.goto(f"{visitor.server}/fourier?lang=en&D=9000")
    told = visitor.say("link.whole", name="D", got="9000", low="1", high="4000", used="100")
    visitor.page.get_by_text(told).wait_for()
    typed = visitor.page.get_by_label(visitor.say("slider.typed", name=visitor.say("panel.components")))
    typed.fill("80")
    typed.press("Enter")
    visitor.page.locator(".lab-figure[data-ready]").nth(FIGURES - 1).wait_for()
    visitor.until(lambda: "D=80" in visitor.page.url, "the address with what was typed")


@pytest.mark.parametrize("size", [{"width": 1440, "height": 900}, {"width": 820, "height": 1180}])
def test_nothing_is_wider_than_the_page_and_the_picture_is_square(stranger: Meet, size: dict[str, int]) -> None:
    visitor = arrive(stranger(viewport=size))
    assert visitor.page.evaluate("() => document.documentElement.scrollWidth <= innerWidth")
    layer = visitor.page.locator(".lab-figure").first.locator(".nsewdrag").first.bounding_box()
    assert layer is not None
    assert layer["width"] == pytest.approx(layer["height"], abs=2)
