"""Files reach the browser compressed, once, unchanged, and no other file ever does."""

import asyncio
import gzip
import importlib.util
import re
import threading
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import PlainTextResponse
from starlette.routing import Route
from starlette.types import ASGIApp

from ui.static import files as static
from ui.static.files import CompressedStatic, Shelf, accepted, asset_url, codings, files, routes

SCRIPT = b"// The answer.\nexport const answer = `4  2`;\n" * 200
MINIFIED = b"export const answer=`4  2`;" * 200


class Client:
    """Asks an app without a network."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    def ask(self, method: str, path: str, headers: dict[str, str] | None = None) -> httpx.Response:
        return asyncio.run(self._ask(method, path, headers or {}))[0]

    def get(self, path: str, headers: dict[str, str] | None = None) -> httpx.Response:
        return self.ask("GET", path, headers)

    def head(self, path: str, headers: dict[str, str] | None = None) -> httpx.Response:
        return self.ask("HEAD", path, headers)

    def raw(self, path: str, headers: dict[str, str]) -> tuple[httpx.Response, bytes]:
        """Return the answer and its bytes as they go over the wire."""
        return asyncio.run(self._ask("GET", path, headers, raw=True))

    async def _ask(
        self, method: str, path: str, headers: dict[str, str], raw: bool = False
    ) -> tuple[httpx.Response, bytes]:
        transport = httpx.ASGITransport(self._app)
        async with (
            httpx.AsyncClient(transport=transport, base_url="http://lab") as client,
            client.stream(method, path, headers=headers) as answer,
        ):
            sent = b"".join([part async for part in answer.aiter_raw()]) if raw else await answer.aread()
            return answer, sent


@pytest.fixture
def assets(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """Put a folder of assets with one module and one style where the real one is."""
    for folder in ("js/board", "css", "text"):
        (tmp_path / folder).mkdir(parents=True)
    (tmp_path / "js" / "board" / "board.js").write_bytes(SCRIPT)
    (tmp_path / "css" / "lab.css").write_text(":host { display: block }")
    (tmp_path / "js" / "notes.md").write_text("not for the browser")
    (tmp_path / "text" / "en.po").write_text("not for the browser")
    monkeypatch.setattr(static, "ASSETS", tmp_path)
    files.cache_clear()
    static.version.cache_clear()
    yield tmp_path
    files.cache_clear()
    static.version.cache_clear()


@pytest.fixture
def client(assets: Path) -> Client:
    return Client(Starlette(routes=routes()))


def test_a_module_comes_without_comments_in_every_coding(client: Client) -> None:
    for coding in ("identity", "gzip", *codings()):
        answer = client.get(asset_url("js/board/board.js"), headers={"Accept-Encoding": coding})
        assert answer.status_code == 200
        assert answer.content == MINIFIED
        assert answer.headers.get("content-encoding", "identity") == coding
        assert answer.headers["content-type"] == "text/javascript; charset=utf-8"
        assert answer.headers["cache-control"] == "public, max-age=31536000, immutable"
        assert answer.headers["vary"] == "Accept-Encoding"


def test_a_style_is_a_style(client: Client) -> None:
    assert client.get(asset_url("css/lab.css")).headers["content-type"] == "text/css; charset=utf-8"


def test_what_the_browser_has_already_is_not_sent_again(client: Client) -> None:
    for coding in ("identity", "gzip"):
        first = client.get(asset_url("js/board/board.js"), headers={"Accept-Encoding": coding})
        headers = {"Accept-Encoding": coding, "If-None-Match": f'"other", W/{first.headers["etag"]}'}
        second = client.get(asset_url("js/board/board.js"), headers=headers)
        assert (second.status_code, second.content) == (304, b"")
        assert second.headers["etag"] == first.headers["etag"]


def test_each_coding_has_its_own_etag(client: Client) -> None:
    tags = {
        client.get(asset_url("js/board/board.js"), headers={"Accept-Encoding": c}).headers["etag"]
        for c in ("identity", "gzip")
    }
    assert len(tags) == 2


def test_head_tells_the_size_and_sends_nothing(client: Client) -> None:
    headers = {"Accept-Encoding": "gzip"}
    head = client.head(asset_url("js/board/board.js"), headers=headers)
    sent = len(client.raw(asset_url("js/board/board.js"), headers)[1])
    assert head.content == b""
    assert int(head.headers["content-length"]) == sent < len(SCRIPT) / 10


def test_another_content_has_another_address(assets: Path) -> None:
    before = asset_url("js/board/board.js")
    (assets / "js" / "board" / "board.js").write_bytes(SCRIPT + b"// changed")
    files.cache_clear()
    static.version.cache_clear()
    assert asset_url("js/board/board.js") != before


@pytest.mark.parametrize(
    "name",
    [
        "notes.md",
        "../text/en.po",
        "..%2ftext%2fen.po",
        "%2e%2e/text/en.po",
        "",
        "js/board/board.js",
        "board.js%00",
        "//etc/passwd",
    ],
)
def test_no_other_file_can_be_fetched(client: Client, name: str) -> None:
    folder = asset_url("js/board/board.js").removesuffix("board.js")
    assert client.get(folder + name).status_code == 404


def test_a_missing_asset_of_ours_is_not_left_to_streamlit(assets: Path) -> None:
    async def page(request: Request) -> PlainTextResponse:
        return PlainTextResponse("<html>")  # what Streamlit answers to every address that it does not know

    for base in ("", "/svm"):
        client = Client(Starlette(routes=[*routes(base), Route("/{path:path}", page)]))
        old = f"{base}/lab/assets/{64 * '0'}/js/board/board.js"
        answers = [
            client.get(path) for path in (asset_url("js/board/board.js", base) + "x", old, f"{base}/lab/plotly/x.js")
        ]
        assert [answer.status_code for answer in answers] == [404] * 3
        assert [answer.headers["cache-control"] for answer in answers] == ["no-store"] * 3
        assert client.get(f"{base}/smo").text == "<html>"


def test_an_unknown_asset_has_no_address(assets: Path) -> None:
    with pytest.raises(KeyError):
        asset_url("js/notes.md")


def test_the_base_of_the_server_stands_before_every_address(assets: Path) -> None:
    client = Client(Starlette(routes=routes("/svm/")))
    assert asset_url("js/board/board.js", "svm") == "/svm" + asset_url("js/board/board.js")
    assert client.get(asset_url("js/board/board.js", "svm")).content == MINIFIED
    assert client.get(asset_url("js/board/board.js")).status_code == 404


def test_plotly_is_the_file_inside_the_installed_package(client: Client) -> None:
    answer, sent = client.raw(static.PLOTLY_URL, {"Accept-Encoding": "gzip"})
    plain = gzip.decompress(sent)
    assert b"plotly.js" in plain[:200]
    assert len(sent) < len(plain) / 3
    assert answer.headers["cache-control"] == "public, max-age=86400"


@pytest.mark.parametrize(
    ("header", "coding"),
    [
        ("", None),
        ("identity", None),
        ("gzip", "gzip"),
        ("GZIP;q=0.5", "gzip"),
        ("gzip;q=0", None),
        ("gzip;q=0.000, *;q=0", None),
        ("deflate, gzip", "gzip"),
        ("gzip;q=rubbish", "gzip"),
        ("*", codings()[0]),
        ("deflate, gzip, br, zstd", codings()[0]),
        ("," * 100_000, None),
    ],
)
def test_the_best_coding_that_both_sides_know_is_taken(header: str, coding: str | None) -> None:
    assert accepted(header) == coding


def test_brotli_is_no_dependency(monkeypatch: pytest.MonkeyPatch) -> None:
    find = importlib.util.find_spec
    monkeypatch.setattr(importlib.util, "find_spec", lambda name: None if name == "brotli" else find(name))
    assert accepted("br, gzip") == "gzip"
    assert accepted("br") is None


def test_a_body_is_made_once_however_many_ask(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "a.js").write_bytes(SCRIPT)
    made, compress = [], static._compressed

    def counted(data: bytes, coding: static.Coding | None) -> bytes:
        made.append(coding)
        return compress(data, coding)

    monkeypatch.setattr(static, "_compressed", counted)
    shelf = Shelf()
    threads = [threading.Thread(target=shelf.get, args=(tmp_path / "a.js", "gzip")) for _ in range(16)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert made == ["gzip"]
    assert shelf.ready(tmp_path / "a.js", "gzip") is shelf.get(tmp_path / "a.js", "gzip")
    assert shelf.ready(tmp_path / "a.js", None) is None


def test_the_shelf_puts_away_what_was_used_least_recently(tmp_path: Path) -> None:
    paths = [tmp_path / f"{k}.js" for k in range(4)]
    for path in paths:
        path.write_bytes(bytes(1000))
    shelf = Shelf(limit=3000)
    for path in (*paths[:3], paths[0], paths[3]):
        shelf.get(path, None)
    assert shelf.size == 3000
    assert [shelf.ready(path, None) is not None for path in paths] == [True, False, True, True]


def test_a_file_that_vanished_is_an_error_each_time_and_is_not_kept(tmp_path: Path) -> None:
    shelf = Shelf()
    for _ in range(2):
        with pytest.raises(FileNotFoundError):
            shelf.get(tmp_path / "gone.js", "gzip")
    (tmp_path / "gone.js").write_bytes(SCRIPT)
    assert gzip.decompress(shelf.get(tmp_path / "gone.js", "gzip").data) == SCRIPT


@pytest.fixture
def streamlit_like(tmp_path: Path) -> Starlette:
    """Return an app that answers every request itself, to see which ones reach it."""
    (tmp_path / "static" / "js").mkdir(parents=True)
    (tmp_path / "static" / "js" / "index.abc.js").write_bytes(SCRIPT)
    (tmp_path / "static" / "js" / "tiny.js").write_bytes(b"1")
    (tmp_path / "index.html").write_text("<html>")

    async def inner(request: Request) -> PlainTextResponse:
        return PlainTextResponse("inner")

    return Starlette(routes=[Route("/{path:path}", inner, methods=["GET", "POST"])])


def test_streamlits_scripts_are_sent_compressed(streamlit_like: Starlette, tmp_path: Path) -> None:
    client = Client(CompressedStatic(streamlit_like, directory=tmp_path))
    answer = client.get("/static/js/index.abc.js", headers={"Accept-Encoding": "gzip"})
    assert answer.content == SCRIPT
    assert answer.headers["content-encoding"] == "gzip"
    assert answer.headers["cache-control"] == "public, max-age=31536000, immutable"
    assert (
        client.head("/static/js/index.abc.js", headers={"Accept-Encoding": "gzip"}).headers["etag"]
        == answer.headers["etag"]
    )
    again = client.get(
        "/static/js/index.abc.js", headers={"Accept-Encoding": "gzip", "If-None-Match": answer.headers["etag"]}
    )
    assert again.status_code == 304


def test_streamlit_answers_for_everything_else(streamlit_like: Starlette, tmp_path: Path) -> None:
    client = Client(CompressedStatic(streamlit_like, directory=tmp_path))
    gzip_only = {"Accept-Encoding": "gzip"}
    for path in (
        "/",
        "/index.html",
        "/static/js/tiny.js",
        "/static/js/none.js",
        "/static/../static/js/other.js",
        "/_stcore/health",
    ):
        assert client.get(path, headers=gzip_only).text == "inner"
    assert client.ask("POST", "/static/js/index.abc.js", gzip_only).text == "inner"
    assert client.get("/static/js/index.abc.js", headers={**gzip_only, "Range": "bytes=0-9"}).text == "inner"
    plain = client.get("/static/js/index.abc.js", headers={"Accept-Encoding": "identity"})
    assert plain.text == "inner"
    assert plain.headers["vary"] == "Accept-Encoding"


def test_streamlits_scripts_are_found_behind_a_base(streamlit_like: Starlette, tmp_path: Path) -> None:
    client = Client(CompressedStatic(streamlit_like, base="/svm", directory=tmp_path))
    assert client.get("/svm/static/js/index.abc.js").content == SCRIPT
    assert client.get("/static/js/index.abc.js").text == "inner"


def test_the_installed_streamlit_has_its_scripts_where_we_look() -> None:
    found = CompressedStatic(Starlette())._files
    assert any(name.startswith("/static/js/index.") for name in found)
    assert len(found) > 50
    static.warm()


def test_the_running_server_sends_every_script_of_its_first_page_compressed(server: str) -> None:
    with httpx.Client(base_url=server, headers={"Accept-Encoding": "gzip"}, timeout=60) as client:
        named = re.findall(r"static/(?:js|css)/[\w.-]+\.(?:js|css)", client.get("/").text)
        answers = [client.get(f"/{name}") for name in named] + [client.get(static.PLOTLY_URL)]
        for url in static.files():
            answers.append(client.get(url))
    assert len(named) >= 2
    assert [answer.status_code for answer in answers] == [200] * len(answers)
    large = [answer for answer in answers if len(answer.content) >= static.WORTH_IT]
    assert {answer.headers.get("content-encoding") for answer in large} == {"gzip"}
