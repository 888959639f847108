"""A visitor stops what takes long by its button: the page says so, keeps what was found, and goes on later."""

from __future__ import annotations

import time
from typing import Any
from urllib.parse import urlencode

import numpy as np
import pytest
from visitor import Meet, Visitor

from datasets import make_points
from pages import LINK
from ui.link.shared import Shared

# Points, folds and features that no other test uses: these looks are not cached, and take some ten seconds.
QUERY = {"data": "moons", "k": "gaussian", "g": "1.13", "C": "9", "D": "900"}
MANY = {"name": "fourier", "gamma": 1.13, "components": 4000.0, "seed": 0.0}
SMALL = iter(("cancer", "wine", "series"))  # sets whose runs no other visitor asks for, the longest first; one a try
STILL = 700  # ms in which nothing more is found
PRESSED = """(key) => { // what the button says before the server has heard of it
    const button = document.querySelector(`.st-key-${key}-progress [class*="-stop"] button`);
    button.click();
    return [button.ariaBusy === "true", getComputedStyle(button.querySelector("p"), "::after").content];
}"""


UNHEARD = "() => { requestAnimationFrame = () => 0; }"  # then the button presses itself for the page no more


def bar(visitor: Visitor, key: str) -> str:
    return str(visitor.page.locator(f".st-key-{key}-progress").inner_text())


def button(visitor: Visitor, key: str, name: str) -> Any:
    return visitor.page.locator(f".st-key-{key}-progress").get_by_role("button", name=visitor.say(f"frame.{name}"))


def stopped(visitor: Visitor, key: str) -> str:
    """Press the button; return what the bar says once nothing more is found."""
    button(visitor, key, "stop").wait_for()
    assert visitor.page.evaluate(PRESSED, key) == [True, f'"{visitor.say("own.say.stopping")}"']
    go_on, rests = button(visitor, key, "go_on"), visitor.page.locator("[data-test-script-state=notRunning]")
    stop = button(visitor, key, "stop")
    visitor.until(lambda: rests.count() and (go_on.count() or not stop.count()), "an answer to the stop")
    assert go_on.count(), "the work was over before it was stopped"
    told = bar(visitor, key)
    visitor.page.wait_for_timeout(STILL)
    assert bar(visitor, key) == told
    return told


def goes_on(visitor: Visitor, key: str, told: str) -> None:
    button(visitor, key, "go_on").click()
    bars = visitor.page.locator(f".st-key-{key}-progress")
    visitor.until(lambda: not bars.count() or bars.inner_text() != told, "more than there was")


def test_the_walks_over_the_map_are_stopped_and_go_on(newcomer: Meet, lang: str) -> None:
    visitor = newcomer(lang)
    query = {"lang": lang, **QUERY, "choosing": "errors_svm_9_7_1_best_auto"}
    visitor.page.goto(f"{visitor.server}/choosing?{urlencode(query)}")
    told = stopped(visitor, "choosing")
    visitor.page.get_by_text(visitor.say("choosing.lead.stopped")).wait_for()
    figure = visitor.page.locator(".st-key-choosing-map .lab-figure[data-ready]")
    assert visitor.say("choosing.short.grid") in (figure.get_attribute("aria-label") or "")
    goes_on(visitor, "choosing", told)


@pytest.mark.parametrize("heard", ["beside the page", "by the page"])
def test_a_stop_is_heard_on_either_way(newcomer: Meet, heard: str) -> None:
    visitor = newcomer("en")
    deal = 9 + (heard == "by the page")
    query = {"lang": "en", **QUERY, "choosing": f"errors_svm_9_{deal}_1_best_auto"}
    visitor.page.goto(f"{visitor.server}/choosing?{urlencode(query)}")
    button(visitor, "choosing", "stop").wait_for()
    if heard == "by the page":
        visitor.page.route("**/lab/stop/*", lambda route: None)  # no answer
    else:
        visitor.page.evaluate(UNHEARD)
    goes_on(visitor, "choosing", stopped(visitor, "choosing"))


def test_runs_of_the_paper_are_stopped_and_go_on(newcomer: Meet, lang: str) -> None:
    visitor = newcomer(lang)
    visitor.page.goto(f"{visitor.server}/paper?{urlencode({'lang': lang, 'tab': f'regression_{next(SMALL)}'})}")
    visitor.page.get_by_text(visitor.say("paper.fold.now")).click()
    told = stopped(visitor, "paper-now")
    goes_on(visitor, "paper-now", told)
    stopped(visitor, "paper-now")


def test_leaving_out_each_support_vector_is_stopped_and_goes_on(newcomer: Meet, lang: str) -> None:
    visitor = newcomer(lang)
    rng = np.random.default_rng(time.time_ns())  # new points on each try, so that nothing is cached
    points = make_points(rng.uniform(-3.0, 3.0, (200, 2)), np.where(rng.random(200) < 0.5, 1, -1))
    query = LINK.to_query(Shared(X=points.X, y=points.y, window=points.window, C=300.0, lang=lang))
    assert query is not None
    visitor.page.goto(f"{visitor.server}/gamma?{urlencode(query)}")
    visitor.page.get_by_role("button", name=visitor.say("gamma.left_out.ask", n="200")).click()
    told = stopped(visitor, "gamma-left-out")
    goes_on(visitor, "gamma-left-out", told)


def test_what_choosing_would_have_chosen_is_stopped_and_goes_on(newcomer: Meet, lang: str) -> None:
    visitor = newcomer(lang)
    rng = np.random.default_rng(time.time_ns())  # new points on each try, so that nothing is cached
    points = make_points(rng.uniform(-3.0, 3.0, (200, 2)), np.where(rng.random(200) < 0.5, 1, -1))
    query = LINK.to_query(Shared(X=points.X, y=points.y, window=points.window, kernel=MANY, C=9.0, lang=lang))
    assert query is not None
    visitor.page.goto(f"{visitor.server}/budget?{urlencode(query)}")
    visitor.page.get_by_text(visitor.say("choice.fold", symbol="C")).click()
    goes_on(visitor, "choice", stopped(visitor, "choice"))
