"""What a visitor meets before the server is ready: a page that says how far it is, in their language."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Iterator

import httpx
import pytest
from starlette.types import Message, Receive, Scope, Send

from ui.server import waiting
from ui.server.waiting import PATH, UntilReady
from ui.solve.readiness import Readiness
from ui.words import languages, words_for


@pytest.fixture
def readiness(monkeypatch: pytest.MonkeyPatch) -> Iterator[Readiness]:
    """Put a start of ten parts in the place of the server's own."""
    starting = Readiness()
    starting.begin(10)
    monkeypatch.setattr(waiting, "READINESS", starting)
    yield starting
    starting.open_everything()


async def app(scope: Scope, receive: Receive, send: Send) -> None:
    await send({"type": "http.response.start", "status": 200, "headers": []})
    await send({"type": "http.response.body", "body": b"the app"})


def ask(path: str = "/", **headers: str) -> httpx.Response:
    async def answer() -> httpx.Response:
        transport = httpx.ASGITransport(app=UntilReady(app))
        async with httpx.AsyncClient(transport=transport, base_url="http://localhost") as client:
            return await client.get(path, headers=headers)

    return asyncio.run(answer())


@pytest.mark.parametrize("lang", languages)
def test_a_page_says_how_far_the_start_is_until_one_can_draw(readiness: Readiness, lang: str) -> None:
    for _ in range(3):
        readiness.one_more()
    answer = ask("/taylor?g=2", accept="text/html,*/*", **{"accept-language": f"{lang},fr;q=0.5"})
    assert answer.status_code == 503
    assert answer.headers["cache-control"] == "no-store"
    assert f'lang="{lang}"' in answer.text
    assert words_for(lang)("start.told", done=3, of=10) in answer.text
    assert 'value="0.300"' in answer.text
    assert not re.search(r"\$[a-z{]", answer.text), "a place of the page was not filled"
    readiness.open_board()
    assert ask("/taylor?g=2", accept="text/html").text == "the app"


def test_the_page_asks_how_far_it_is_until_there_is_no_answer(readiness: Readiness) -> None:
    readiness.one_more()
    assert ask(PATH).json() == {"share": 0.1, "told": words_for("en")("start.told", done=1, of=10)}
    readiness.open_board()
    assert ask(PATH).text == "the app"  # which does not know the address


@pytest.mark.parametrize("lang", languages)
def test_the_language_of_the_link_goes_before_that_of_the_browser(readiness: Readiness, lang: str) -> None:
    other = next(each for each in languages if each != lang)
    headers = {"accept": "text/html", "accept-language": other}
    page = ask(f"/taylor?lang={lang}", **headers).text
    assert words_for(lang)("start.told", done=0, of=10) in page
    asked = re.search(rf'"({PATH}[^"]*)"', page)
    assert asked is not None
    assert ask(asked[1], **headers).json()["told"] == words_for(lang)("start.told", done=0, of=10)


def test_what_is_no_page_is_told_to_come_again(readiness: Readiness) -> None:
    assert ask("/_stcore/health").status_code == 503


def test_a_socket_is_closed_and_what_starts_the_server_passes(readiness: Readiness) -> None:
    seen: list[str] = []
    sent: list[Message] = []

    async def inner(scope: Scope, receive: Receive, send: Send) -> None:
        seen.append(scope["type"])

    async def send(message: Message) -> None:
        sent.append(message)

    for kind in ("lifespan", "websocket"):
        asyncio.run(UntilReady(inner)({"type": kind}, None, send))  # type: ignore[arg-type]
    assert seen == ["lifespan"]
    assert [message["type"] for message in sent] == ["websocket.close"]
