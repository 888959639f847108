"""The short way of figures in the browser: the newest win, from whichever side they come."""

from __future__ import annotations

import json
from typing import Any
from urllib.parse import parse_qs, urlparse

import pytest
from bench import Bench
from deck import Deck

from core.trace import Trace
from pages.smo.figures import step_figures as figures
from ui.words import words_for

SCORES = """() => document.getElementById("pair").shadowRoot.querySelector(".lab-figure").data[0].x"""


def figure_at(trace: Trace, k: int) -> dict[str, Any]:
    return next(figures(trace, k, words_for("en"))).draw().sent()


def page_brings(lab: Bench, trace: Trace, k: int, turn: float) -> None:
    data = {"words": {}, "hidden": [], "projector": False, "key": "pair", "turn": turn, **figure_at(trace, k)}
    lab.page.evaluate(
        "(data) => void harness.show('plot/plot', data, 'pair')", {**data, "plotly": "/lab/plotly/plotly.min.js"}
    )
    lab.page.locator("#pair .lab-figure[data-ready]").wait_for()
    lab.page.wait_for_timeout(150)


def scores(trace: Trace, k: int) -> list[float]:
    found: list[float] = figure_at(trace, k)["figure"]["data"][0]["x"]
    return found


@pytest.fixture
def asked(lab: Bench, trace: Trace) -> list[dict[str, str]]:
    """Answer for the server; returns what it was asked."""
    heard: list[dict[str, str]] = []

    def answer(route: Any) -> None:
        query = {name: values[0] for name, values in parse_qs(urlparse(route.request.url).query).items()}
        heard.append(query)
        figure = figure_at(trace, json.loads(query["values"])["k"])
        route.fulfill(content_type="application/jsonl", body=json.dumps(["pair", figure]) + "\n")

    lab.page.route("**/lab/figures?*", answer)
    return heard


def test_a_halt_asks_for_its_figures_and_the_page_is_told_the_same_number(
    lab: Bench, trace: Trace, asked: list[dict[str, str]]
) -> None:
    page_brings(lab, trace, 5, 0)
    deck = Deck(lab.page, trace, offers="run-name")
    deck.press("forward")
    lab.becomes(lambda: lab.page.evaluate(SCORES), scores(trace, 6))
    assert scores(trace, 6) != scores(trace, 5)
    # and the next one ahead
    queries = [{"name": "run-name", "values": values, "lang": "en"} for values in ('{"k":6}', '{"k":7}')]
    lab.becomes(lambda: asked, queries)
    first = deck.sent("step")[0]["turn"]
    deck.press("forward")
    lab.becomes(lambda: [query["values"] for query in asked], ['{"k":6}', '{"k":7}', '{"k":8}'])
    assert deck.sent("step")[1]["turn"] > first > 0
    page_brings(lab, trace, 6, first)  # the page has run for the halt before
    assert lab.page.evaluate(SCORES) == scores(trace, 7)
    page_brings(lab, trace, 7, deck.sent("step")[1]["turn"])
    assert lab.page.evaluate(SCORES) == scores(trace, 7)
    page_brings(lab, trace, 3, 0)  # of no halt: another run, or another rule
    assert lab.page.evaluate(SCORES) == scores(trace, 3)


def test_without_an_offer_nothing_is_asked(lab: Bench, trace: Trace, asked: list[dict[str, str]]) -> None:
    deck = Deck(lab.page, trace)
    deck.press("forward")
    assert (asked, deck.sent("step")[0]["turn"]) == ([], 0)


def test_a_server_that_has_nothing_leaves_the_figures_to_the_page(lab: Bench, trace: Trace) -> None:
    page_brings(lab, trace, 5, 0)
    lab.page.route("**/lab/figures?*", lambda route: route.fulfill(status=404, body="<!DOCTYPE html>"))
    deck = Deck(lab.page, trace, offers="run-name")
    deck.press("forward")
    deck.page.wait_for_timeout(200)
    assert lab.page.evaluate(SCORES) == scores(trace, 5)
    page_brings(lab, trace, 6, deck.sent("step")[0]["turn"])
    assert lab.page.evaluate(SCORES) == scores(trace, 6)


SLIDERS: dict[str, Any] = {
    **{"name": "dials", "words": {}, "hidden": [], "projector": False, "base": 0, "seq": 0, "lang": "en"},
    "dials": [
        {
            "name": "k",
            "word": "step",
            "symbol": "k",
            "low": 0,
            "high": 9,
            "value": 5,
            "scale": "whole",
            "allowed": [0, 9],
        }
    ],
}
SLIDE = """(k) => {
    const slider = document.getElementById("sliders").shadowRoot.querySelector("input[type=range]");
    slider.value = k;
    slider.dispatchEvent(new Event("input", { bubbles: true }));
}"""


def puts(lab: Bench) -> list[dict[str, Any]]:
    sent: list[Any] = lab.page.evaluate("harness.sent")
    return [value for name, value in sent if name == "put"]


def test_a_slider_brings_its_figures_and_then_tells_the_page(
    lab: Bench, trace: Trace, asked: list[dict[str, str]]
) -> None:
    page_brings(lab, trace, 5, 0)
    lab.page.evaluate("(data) => harness.show('form/sliders', data)", {**SLIDERS, "offers": "lab-name"})
    lab.page.evaluate(SLIDE, 7)
    lab.becomes(lambda: lab.page.evaluate(SCORES), scores(trace, 7))
    assert scores(trace, 7) != scores(trace, 5)
    assert [query["values"] for query in asked] == ['{"k":7}']
    (put,) = puts(lab)
    assert (put["base"], put["seq"], put["values"]) == (0, 1, {"k": 7})
    assert put["turn"] > 0
    lab.page.evaluate(SLIDE, 8)  # the page has not answered yet: this waits
    lab.page.wait_for_timeout(200)
    assert len(asked) == len(puts(lab)) == 1
    lab.page.evaluate("(data) => harness.show('form/sliders', data)", {**SLIDERS, "offers": "next-name", "seq": 1})
    lab.becomes(lambda: lab.page.evaluate(SCORES), scores(trace, 8))
    assert asked[-1] == {"name": "next-name", "values": '{"k":8}', "lang": "en"}
    page_brings(lab, trace, 7, put["turn"])  # late
    assert lab.page.evaluate(SCORES) == scores(trace, 8)


def test_a_slider_without_an_offer_tells_the_page_alone(lab: Bench, trace: Trace, asked: list[dict[str, str]]) -> None:
    lab.page.evaluate("(data) => harness.show('form/sliders', data)", {**SLIDERS, "offers": None})
    lab.page.evaluate(SLIDE, 7)
    lab.page.wait_for_timeout(100)
    assert (asked, [put["turn"] for put in puts(lab)]) == ([], [0])


@pytest.mark.parametrize("again", ["other data", "the same data"])
def test_a_late_cleanup_of_an_earlier_call_leaves_the_figure(lab: Bench, trace: Trace, again: str) -> None:
    page_brings(lab, trace, 5, 0)
    lab.page.evaluate("void (earlier = harness.shown.pair.destroy)")  # a function itself would be called
    if again == "the same data":
        lab.page.evaluate("harness.again()")
    else:
        page_brings(lab, trace, 6, 0)
    lab.page.evaluate("earlier()")
    assert lab.page.locator("#pair .lab-figure").count() == 1
    lab.page.evaluate("harness.shown.pair.destroy()")
    assert lab.page.locator("#pair .lab-figure").count() == 0
