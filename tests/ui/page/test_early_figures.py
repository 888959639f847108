"""Early figures are those that the page sends, and nonsense requests get none."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Iterator
from functools import partial
from typing import Any

import httpx
import numpy as np
import pytest
from starlette.applications import Starlette

from core.problem import Gaussian, InputError, c_svc
from core.trace import Trace, record
from pages.smo.figures import step_figures as figures
from ui.component.plot import Drawing, Drawn
from ui.page import early_figures
from ui.page.drawings import drawn_once
from ui.plot.sketch import Sketch
from ui.solve.memory import EACH, Memory, SharedResults, arrays_of
from ui.solve.queue.lanes import SOLVERS
from ui.words import words_for

EN = words_for("en")


@pytest.fixture(scope="module")
def trace() -> Trace:
    rng = np.random.default_rng(0)
    y = np.where(np.arange(40) % 2 == 0, 1, -1)
    return record(c_svc(rng.normal(size=(40, 2)) + 0.5 * y[:, None], y, Gaussian(1.0), 10.0))


def asked(name: str, values: str, lang: str = "en") -> tuple[httpx.Response, dict[str, Any]]:
    async def ask() -> httpx.Response:
        transport = httpx.ASGITransport(Starlette(routes=[early_figures.route("/svm")]))
        async with httpx.AsyncClient(transport=transport, base_url="http://lab") as client:
            return await client.get("/svm/lab/figures", params={"name": name, "values": values, "lang": lang})

    answer = asyncio.run(ask())
    return answer, dict(json.loads(line) for line in answer.text.splitlines() if answer.status_code == 200)


def at_step(k: int) -> str:
    return json.dumps({"k": k})


@pytest.mark.parametrize("lang", ["en", "zh"])
def test_the_short_way_brings_what_the_page_draws(trace: Trace, lang: Any) -> None:
    name = early_figures.offer_steps("run", partial(figures, trace))
    for k in (0, 7, len(trace)):
        answer, found = asked(name, at_step(k), lang)
        expected = {each.key: each.draw().sent() for each in figures(trace, k, words_for(lang))}
        assert found == json.loads(json.dumps(expected))
        assert set(found) == ({"pair", "box"} if k < len(trace) else {"pair"})
        assert answer.headers["cache-control"] == "no-store"


def test_a_projector_is_brought_larger_words(trace: Trace) -> None:
    plain, large = (early_figures.offer_steps("run", partial(figures, trace), projector) for projector in (False, True))
    small, big = (asked(name, at_step(3))[1]["pair"] for name in (plain, large))
    assert big == json.loads(json.dumps(next(figures(trace, 3, EN)).draw().sent(True)))
    assert big["figure"]["layout"]["font"]["size"] > 1.2 * small["figure"]["layout"]["font"]["size"]
    assert big["height"] > small["height"]
    assert [trace["x"] for trace in big["figure"]["data"]] == [trace["x"] for trace in small["figure"]["data"]]


def empty(key: str) -> Drawing:
    return Drawing(key, lambda: Drawn(Sketch(100), ""))


def test_what_the_browser_was_brought_is_not_drawn_again() -> None:
    drawn_for: list[str] = []

    def draw(of: str) -> Drawn:
        drawn_for.append(of)
        return Drawn(Sketch(100), of)

    def figure(of: str) -> Drawing:
        return Drawing("figure", partial(draw, of), (of,))

    early_figures.publish("once", lambda values, words: ("content", [figure(str(values["of"]))]))
    (line,) = early_figures.figures_at("once", {"of": "a"}, "en")
    assert drawn_once("content", figure("a"), EN, False) == json.dumps(json.loads(line)[1], separators=(",", ":"))
    assert drawn_for == ["a"]
    drawn_once("content", figure("b"), EN, False)
    drawn_once("other content", figure("a"), EN, False)
    drawn_once("content", figure("a"), words_for("zh"), False)
    drawn_once("content", figure("a"), EN, True)
    assert drawn_for == ["a", "b", "a", "a", "a"]


def test_each_figure_leaves_before_the_next_is_drawn() -> None:
    order: list[str] = []

    def draw(key: str) -> Drawn:
        order.append(f"{key} drawn")
        return Drawn(Sketch(100), "")

    drawings = [Drawing(key, partial(draw, key)) for key in ("first", "second")]
    early_figures.publish("slow", lambda values, words: ("slow", drawings))
    for line in early_figures.figures_at("slow", {}, "en"):
        order.append(f"{json.loads(line)[0]} sent")
    assert order == ["first drawn", "first sent", "second drawn", "second sent"]


def test_a_hand_waits_from_the_question_to_the_last_figure() -> None:
    def two(values: early_figures.Values) -> Iterator[Drawing]:
        yield empty("first")
        if "refused" in values:
            raise InputError("C.not_positive", "C is {C}; it must be greater than 0.", C=0)
        yield empty("second")

    early_figures.publish("two", lambda values, words: ("two", two(values)))
    nothing: dict[str, object] = {}
    for values in (nothing, {"refused": 1}):
        assert {SOLVERS.hands for _ in early_figures.figures_at("two", values, "en")} == {1}
        assert SOLVERS.hands == 0
    left = early_figures.figures_at("two", {}, "en")
    next(left)
    left.close()  # the browser has gone
    assert SOLVERS.hands == 0


def test_what_was_drawn_before_a_refusal_is_brought() -> None:
    def refused() -> Iterator[Drawing]:
        yield empty("kept")
        raise InputError("C.not_positive", "C is {C}; it must be greater than 0.", C=0)

    early_figures.publish("refused", lambda values, words: ("refused", refused()))
    assert set(asked("refused", "{}")[1]) == {"kept"}


@pytest.mark.parametrize(
    "changed",
    [
        {"name": "unknown"},
        {"name": ""},
        *({"values": values} for values in ('{"k": -1}', '{"k": 1e3}', '{"k": "3"}', "{}")),
        {"values": '{"k": 9999999}'},
        {"values": '{"k": 1000000}'},
        {"lang": "xx"},
        {"lang": "../en"},
    ],
)
def test_nonsense_brings_nothing(trace: Trace, changed: dict[str, str]) -> None:
    early_figures.offer_steps("run", partial(figures, trace))
    answer, found = asked(**{"name": "run", "values": at_step(3), **changed})
    assert (answer.status_code, found) == (200, {})


@pytest.mark.parametrize(
    "values", ["", "{", "[3]", "3", '{"k": 3, "more": "' + 1000 * "x" + '"}', 990 * "[", 10_000 * "["]
)
def test_values_that_are_no_object_are_a_bad_request(trace: Trace, values: str) -> None:
    early_figures.offer_steps("run", partial(figures, trace))
    assert asked("run", values)[0].status_code == 400


def test_figures_that_cannot_be_drawn_are_logged_and_left_to_the_page(caplog: pytest.LogCaptureFixture) -> None:
    def broken() -> Iterator[Drawing]:
        yield empty("kept")
        raise ZeroDivisionError("of ours")

    early_figures.publish("broken", lambda values, words: ("broken", broken()))
    answer, found = asked("broken", "{}")
    assert (answer.status_code, set(found)) == (200, {"kept"})
    assert "of ours" in caplog.text


def test_the_newest_offers_are_kept_and_the_oldest_forgotten(trace: Trace, monkeypatch: pytest.MonkeyPatch) -> None:
    room = sum(arrays_of(trace).values()) + 64 * EACH + EACH // 2  # one run, and sixty-four offers with their names
    monkeypatch.setattr(early_figures, "_runs", SharedResults(Memory(room)))

    def there(name: str) -> bool:
        return any(True for _ in early_figures.figures_at(name, {"k": 0}, "en"))

    for n in range(65):
        early_figures.offer_steps(f"run {n}", partial(figures, trace))
        early_figures.offer_steps("asked again and again", partial(figures, trace))
    assert not there("run 0")
    assert not there("run 1")
    assert there("run 2")
    assert there("asked again and again")
