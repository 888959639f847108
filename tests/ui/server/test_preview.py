"""A link preview finds title, sentence and picture of its page in the first HTML, in the link's language."""

from __future__ import annotations

import asyncio
import json
import re
from pathlib import Path

import httpx
import pytest
from starlette.middleware.gzip import GZipMiddleware  # as Streamlit has it
from starlette.responses import HTMLResponse, PlainTextResponse
from starlette.types import Receive, Scope, Send
from streamlit import config

from pages import PAGES
from ui.server import preview
from ui.server.preview import PICTURES, Previews
from ui.static.files import PLOTLY_URL, files
from ui.words import languages, words_for

NAMES = [page.name for page in PAGES]


async def app(scope: Scope, receive: Receive, send: Send) -> None:
    plain = scope["path"].endswith("plain")
    answer = PlainTextResponse if plain else HTMLResponse
    await answer('<html lang="en"><head><title>Streamlit</title></head>', headers={"ETag": '"old"'})(
        scope, receive, send
    )


@pytest.fixture(autouse=True)
def configured(monkeypatch: pytest.MonkeyPatch) -> None:
    """Tell the server its name."""
    asked = config.get_option
    monkeypatch.setattr(
        config, "get_option", lambda name: "lab.example" if name == "browser.serverAddress" else asked(name)
    )


def ask(path: str, base: str = "", **headers: str) -> httpx.Response:
    async def answer() -> httpx.Response:
        transport = httpx.ASGITransport(app=Previews(GZipMiddleware(app, minimum_size=1), lambda: NAMES, base))
        async with httpx.AsyncClient(transport=transport, base_url="https://lab.example") as client:
            return await client.get(base + path, headers=headers)

    return asyncio.run(answer())


def told(page: str) -> dict[str, str]:
    """Return what a page tells previews."""
    return dict(re.findall(r'<meta (?:property|name)="([^"]+)" content="([^"]*)">', page))


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("lang", languages)
def test_a_link_to_a_page_shows_its_title_its_sentence_and_its_picture(name: str, lang: str) -> None:
    answer, words = ask(f"/{name}?lang={lang}"), words_for(lang)
    found = told(answer.text)
    assert found["og:title"].startswith(words(f"page.{name}"))
    assert found["og:description"] == found["description"] == words(f"preview.{name}").replace("'", "&#x27;")
    assert found["og:image"].startswith("https://lab.example/lab/previews/")
    assert (PICTURES / found["og:image"].rpartition("/")[2]).stat().st_size < 60_000
    assert answer.text.count("<title>") == 1
    assert int(answer.headers["content-length"]) == len(answer.content)


def test_a_page_shows_its_own_picture_or_else_that_of_the_first(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "smo.jpg").touch()
    monkeypatch.setattr(preview, "PICTURES", tmp_path)
    for name, pictured in (("smo", "smo"), ("gamma", NAMES[0])):
        found, words = told(ask(f"/{name}?lang=en").text), words_for("en")
        assert found["og:image"] == f"https://lab.example/lab/previews/{pictured}.jpg"
        assert found["og:image:alt"] == words(f"preview.{pictured}").replace("'", "&#x27;")
        assert found["og:description"] == words(f"preview.{name}").replace("'", "&#x27;")


@pytest.mark.parametrize("host", ["lab.example", "lab.example:8443", "localhost:8501", "192.168.1.7", "[::1]:8501"])
def test_a_page_names_its_address_by_a_name_of_the_server(host: str) -> None:
    found = told(ask("/smo?lang=en&C=1", Host=host).text)
    assert found["og:url"] == f"https://{host}/smo"
    assert found["og:image"].startswith(f"https://{host}/lab/previews/")


@pytest.mark.parametrize(
    "host",
    ["evil.example", "lab.example.evil.example", "u@lab.example", "lab.example:x", 'a"><script>', "a b", "a/b", ""],
)
def test_a_name_that_anybody_may_have_sent_is_not_written_into_a_page(host: str) -> None:
    answer = ask("/smo?lang=en", Host=host)
    found = told(answer.text)
    assert "og:url" not in found
    assert found["og:image"].startswith("/lab/previews/")
    assert f"://{host}" not in answer.text


def test_no_picture_is_left_of_a_page_that_is_gone() -> None:
    assert {picture.stem for picture in PICTURES.iterdir()} <= set(NAMES)
    assert (PICTURES / f"{NAMES[0]}.jpg").is_file()


def test_the_root_is_the_first_page_and_the_language_is_that_of_the_browser() -> None:
    found = told(ask("/", base="/svm", **{"Accept-Language": "zh-CN,en;q=0.5"}).text)
    assert found["og:description"] == words_for("zh")("preview.board")
    assert found["og:image"] == "https://lab.example/svm/lab/previews/board.jpg"


@pytest.mark.parametrize("path", ["/plain", "/static/js/index.js", "/nowhere"])
def test_everything_else_goes_through_as_it_is(path: str) -> None:
    answer = ask(path)
    assert "<title>Streamlit</title>" in answer.text
    assert answer.headers["etag"] == '"old"'


def test_streamlit_s_own_page_has_the_title_that_is_replaced() -> None:
    from ui.server.preview import TITLE
    from ui.static.files import STREAMLIT_STATIC

    assert TITLE in (STREAMLIT_STATIC / "index.html").read_bytes()


@pytest.mark.parametrize("lang", languages)
def test_a_page_says_in_which_language_it_is(lang: str) -> None:
    from ui.server.preview import HTML_TAG
    from ui.static.files import STREAMLIT_STATIC

    assert f'<html lang="{lang}"' in ask(f"/board?lang={lang}").text
    assert HTML_TAG in (STREAMLIT_STATIC / "index.html").read_bytes()


@pytest.mark.parametrize("base", ["", "/svm"])
def test_what_figures_need_is_fetched_early_from_addresses_that_are_served(base: str) -> None:
    (listed,) = re.findall(r"\[(.*)\]\.forEach", ask("/choosing", base).text)
    scripts = [script.removeprefix(base) for script in json.loads(f"[{listed}]")]
    assert PLOTLY_URL in scripts
    assert set(scripts) <= set(files())


def test_the_history_is_in_hand_before_any_module_comes() -> None:
    page = ask("/").text
    assert page.index("history.pushState =") < page.index("import(")
