"""An address without a page leads to the first page; everything else is answered as it was."""

from __future__ import annotations

import asyncio

import httpx
import pytest
from starlette.responses import PlainTextResponse
from starlette.types import Receive, Scope, Send

from pages import PAGES
from tests.pages.visit import Visit
from ui.server.lost import LONGEST, KnownPages
from ui.words import languages, words_for

NAMES = [page.name for page in PAGES]
BROWSER = "text/html,application/xhtml+xml,*/*;q=0.8"


async def app(scope: Scope, receive: Receive, send: Send) -> None:
    await PlainTextResponse("the app")(scope, receive, send)


def ask(path: str, base: str = "", accept: str = BROWSER) -> httpx.Response:
    async def answer() -> httpx.Response:
        transport = httpx.ASGITransport(app=KnownPages(app, lambda: NAMES, base))
        async with httpx.AsyncClient(transport=transport, base_url="https://lab.example") as client:
            return await client.get(base + path, headers={"Accept": accept})

    return asyncio.run(answer())


@pytest.mark.parametrize("base", ["", "/svm"])
def test_an_unknown_address_leads_to_the_first_page_and_keeps_what_the_link_asks(base: str) -> None:
    answer = ask("/nowhere?lang=zh&C=2", base)
    assert answer.status_code == 307
    assert answer.headers["location"] == f"{base}/?lang=zh&C=2&lost=nowhere"
    assert ask("/smo/nowhere", base).headers["location"] == f"{base}/?lost=smo%2Fnowhere"
    assert len(ask("/" + "n" * 1000, base).headers["location"]) < LONGEST + 20


def test_the_name_of_the_first_page_leads_to_its_address_without_a_word() -> None:
    assert ask(f"/{NAMES[0]}?lang=zh").headers["location"] == "/?lang=zh"
    assert ask(f"/{NAMES[0]}").headers["location"] == "/"


@pytest.mark.parametrize("path", ["/", *(f"/{name}" for name in NAMES[1:]), "/smo/", "/_stcore/health", "/lab/start"])
def test_pages_and_routes_are_answered_by_the_app(path: str) -> None:
    assert ask(path).text == "the app"


@pytest.mark.parametrize("path", ["/favicon.png", "/static/js/index.js", "/nowhere.css"])
def test_so_are_files_and_clients_other_than_browsers(path: str) -> None:
    assert ask(path).text == "the app"
    assert ask("/nowhere", accept="*/*").text == "the app"


@pytest.mark.parametrize("lang", languages)
def test_the_first_page_says_that_the_address_has_no_page(lang: str) -> None:
    visit = Visit(lang=lang, lost="nowhere")
    assert visit.warnings() == [words_for(lang)("link.page", got="nowhere")]
    assert "lost" not in visit.query
