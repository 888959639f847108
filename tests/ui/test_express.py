"""The figures of a halt by the short way: the ones that the page brings, and nothing for whoever asks nonsense."""

from __future__ import annotations

import asyncio
import json
from functools import partial
from typing import Any

import httpx
import numpy as np
import pytest
from starlette.applications import Starlette

from core.problem import Gaussian, c_svc
from core.trace import Trace, record
from ui import express
from ui.component.plot import drawn
from ui.pair_figures import figures
from ui.text import words_for

EN = words_for("en")


@pytest.fixture(scope="module")
def trace() -> Trace:
    rng = np.random.default_rng(0)
    y = np.where(np.arange(40) % 2 == 0, 1, -1)
    return record(c_svc(rng.normal(size=(40, 2)) + 0.5 * y[:, None], y, Gaussian(1.0), 10.0))


def asked(**query: str) -> tuple[httpx.Response, Any]:
    async def ask() -> httpx.Response:
        transport = httpx.ASGITransport(Starlette(routes=[express.route("/svm")]))
        async with httpx.AsyncClient(transport=transport, base_url="http://lab") as client:
            return await client.get("/svm/lab/halt", params=query)

    answer = asyncio.run(ask())
    return answer, answer.json()


@pytest.mark.parametrize("lang", ["en", "zh"])
def test_the_short_way_brings_what_the_page_draws(trace: Trace, lang: Any) -> None:
    name = express.offer("run", partial(figures, trace))
    for k in (0, 7, len(trace)):
        answer, found = asked(name=name, k=str(k), lang=lang)
        expected = {key: drawn(*what) for key, what in figures(trace, k, words_for(lang)).items()}
        assert found == json.loads(json.dumps(expected))
        assert set(found) == ({"pair", "box"} if k < len(trace) else {"pair"})
        assert answer.headers["cache-control"] == "no-store"


def test_a_projector_is_brought_larger_words(trace: Trace) -> None:
    plain, large = (express.offer("run", partial(figures, trace), projector) for projector in (False, True))
    small, big = (asked(name=name, k="3", lang="en")[1]["pair"] for name in (plain, large))
    assert big == json.loads(json.dumps(drawn(*figures(trace, 3, EN)["pair"], True)))
    assert big["figure"]["layout"]["font"]["size"] > 1.2 * small["figure"]["layout"]["font"]["size"]
    assert big["height"] > small["height"]
    assert [trace["x"] for trace in big["figure"]["data"]] == [trace["x"] for trace in small["figure"]["data"]]


@pytest.mark.parametrize(
    "changed",
    [
        {"name": "of nobody"},
        {"name": ""},
        {"k": "-1"},
        {"k": "1e3"},
        {"k": ""},
        {"k": "9999999"},
        {"k": "1000000"},
        {"lang": "xx"},
        {"lang": "../en"},
    ],
)
def test_nonsense_brings_nothing(trace: Trace, changed: dict[str, str]) -> None:
    express.offer("run", partial(figures, trace))
    answer, found = asked(**{"name": "run", "k": "3", "lang": "en", **changed})
    assert (answer.status_code, found) == (200, {})


def test_the_newest_offers_are_kept_and_the_oldest_forgotten(trace: Trace) -> None:
    for n in range(express.KEPT + 1):
        express.offer(f"run {n}", partial(figures, trace))
        express.offer("asked again and again", partial(figures, trace))
    assert express.figures_at("run 0", "0", "en") is None
    assert express.figures_at("run 1", "0", "en") is None
    assert express.figures_at("run 2", "0", "en") is not None
    assert express.figures_at("asked again and again", "0", "en") is not None
