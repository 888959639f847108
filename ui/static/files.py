"""Everything that a browser fetches as a file, compressed once and kept.

Our own modules and styles are served under `/lab/assets/<version>/`, where the version is a hash of their content,
so that a browser can cache them forever, and modules without comments and indentation; plotly.js comes from the
installed plotly package. Streamlit sends its own scripts uncompressed (9.7 MB for a first page): `CompressedStatic`
answers for them.
"""

from __future__ import annotations

import asyncio
import gzip
import hashlib
import importlib
import importlib.util
import re
from collections import OrderedDict
from collections.abc import Callable, Mapping
from concurrent.futures import Future
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from threading import Lock
from typing import Final, Literal

import streamlit
from rjsmin import jsmin
from starlette.datastructures import Headers, MutableHeaders
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import BaseRoute, Route
from starlette.types import ASGIApp, Message, Receive, Scope, Send

Coding = Literal["br", "gzip"]

ASSETS: Final = Path(__file__).parents[2] / "assets"
STREAMLIT_STATIC: Final = Path(streamlit.__file__).parent / "static"
PLOTLY_URL: Final = "/lab/plotly/plotly.min.js"
FOR_EVER: Final = "public, max-age=31536000, immutable"
A_DAY: Final = "public, max-age=86400"
KEPT_BYTES: Final = 24 << 20  # all that Streamlit and we have is 7 MB when compressed
WORTH_IT: Final = 1000  # bytes; below, one packet carries the file either way

_TYPES: Final = {
    ".js": "text/javascript; charset=utf-8",
    ".css": "text/css; charset=utf-8",
    ".svg": "image/svg+xml",
    ".woff2": "font/woff2",
}
# The levels where a better ratio begins to cost more than it saves: plotly.js, 4.8 MB, takes about 0.1 s.
_GZIP_LEVEL: Final = 6
_BROTLI_QUALITY: Final = 5


@dataclass(frozen=True)
class StaticFile:
    """One file that may be fetched: where it lies and how long a browser may keep it."""

    path: Path
    caching: str

    @property
    def content_type(self) -> str:
        """The media type by the file's suffix."""
        return _TYPES[self.path.suffix]


@dataclass(frozen=True)
class Body:
    """What goes over the wire, and the name of exactly these bytes."""

    data: bytes
    etag: str


class Shelf:
    """Compressed bodies, made once each however many ask at the same time, the least used put away above a limit."""

    def __init__(self, limit: int = KEPT_BYTES) -> None:
        self._limit = limit
        self._lock = Lock()
        self._bodies: OrderedDict[tuple[Path, Coding | None], Future[Body]] = OrderedDict()
        self._size = 0

    @property
    def size(self) -> int:
        """The bytes kept."""
        return self._size

    def get(self, path: Path, coding: Coding | None) -> Body:
        """Return a file in a coding (None: as it is), made now if need be; OSError if it cannot be read."""
        key = (path, coding)
        with self._lock:
            future = self._bodies.get(key)
            mine = future is None
            if future is None:
                future = self._bodies[key] = Future()
            self._bodies.move_to_end(key)
        if mine:
            self._make(key, future)
        return future.result()

    def ready(self, path: Path, coding: Coding | None) -> Body | None:
        """Return the body if it is kept already; never blocks for long."""
        with self._lock:
            future = self._bodies.get((path, coding))
            if future is None or not future.done():
                return None
            self._bodies.move_to_end((path, coding))
        return None if future.exception() else future.result()

    def _make(self, key: tuple[Path, Coding | None], future: Future[Body]) -> None:
        path, coding = key
        try:
            data = _compressed(content(path), coding)
        except Exception as error:  # whatever it is, those who wait must hear of it
            with self._lock:
                self._bodies.pop(key, None)
            future.set_exception(error)
            return
        future.set_result(Body(data, f'"{hashlib.blake2b(data, digest_size=12).hexdigest()}"'))
        with self._lock:
            self._size += len(data)
            self._shrink()

    def _shrink(self) -> None:
        finished = [key for key, future in self._bodies.items() if future.done()]
        for key in finished[:-1]:
            if self._size <= self._limit:
                return
            self._size -= len(self._bodies.pop(key).result().data)


def routes(base: str = "") -> list[BaseRoute]:
    """Return the routes of our assets and of plotly.js.

    `base` is Streamlit's `server.baseUrlPath`, which Streamlit itself does not put before routes that an app adds.
    """
    prefix = _prefix(base)
    known = [Route(prefix + url, _endpoint(file), methods=["GET"]) for url, file in files().items()]
    # Streamlit answers an unknown address with its page and 200: a browser would take that for the module.
    return [*known, Route(prefix + "/lab/{rest:path}", _nothing, methods=["GET"])]


async def _nothing(request: Request) -> Response:
    return PlainTextResponse("Not Found", 404, headers={"Cache-Control": "no-store"})


def asset_url(name: str, base: str = "") -> str:
    """Return the path of an asset such as "js/board/board.js"; KeyError if there is none."""
    url = f"/lab/assets/{version()}/{name}"
    if url not in files():
        raise KeyError(name)
    return _prefix(base) + url


@cache
def files() -> Mapping[str, StaticFile]:
    """Return every file that is served by us, by its URL: a fixed table, so that no request can name another one."""
    mount = f"/lab/assets/{version()}"
    table = {f"{mount}/{path.relative_to(ASSETS).as_posix()}": StaticFile(path, FOR_EVER) for path in _assets()}
    plotly = importlib.util.find_spec("plotly")
    if plotly is not None and plotly.origin is not None:
        table[PLOTLY_URL] = StaticFile(Path(plotly.origin).parent / "package_data" / "plotly.min.js", A_DAY)
    return table


@cache
def version() -> str:
    """Return a name for the content of all our assets."""
    content = hashlib.blake2b(digest_size=8)
    for path in _assets():
        content.update(_name(path).encode() + b"\0" + path.read_bytes() + b"\0")
    return content.hexdigest()


def warm() -> None:
    """Compress what every first page needs, so that no visitor waits for it; takes well under a second."""
    for path in [file.path for file in files().values()] + _first_scripts():
        for coding in codings():
            _shelf.get(path, coding)


def codings() -> tuple[Coding, ...]:
    """Return the codings we can write, the best one first."""
    return ("br", "gzip") if importlib.util.find_spec("brotli") else ("gzip",)


class CompressedStatic:
    """ASGI middleware that sends Streamlit's own scripts and styles compressed, from a bounded cache in memory.

    It answers GET and HEAD for the files that lie in Streamlit's static folder at the start. Requests for a range, and
    clients that take no compression, go on to Streamlit.
    """

    def __init__(self, app: ASGIApp, base: str = "", directory: Path = STREAMLIT_STATIC) -> None:
        self.app = app
        prefix = _prefix(base)
        self._files = {
            f"{prefix}/{path.relative_to(directory).as_posix()}": StaticFile(path, FOR_EVER)
            for path in sorted(directory.glob("static/**/*"))
            if path.suffix in (".js", ".css") and path.stat().st_size >= WORTH_IT
        }

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer for a file of the table, or let Streamlit answer."""
        file = self._files.get(scope["path"]) if scope["type"] == "http" else None
        if file is None or scope["method"] not in ("GET", "HEAD"):
            await self.app(scope, receive, send)
            return
        headers = Headers(scope=scope)
        coding = accepted(headers.get("accept-encoding", ""))
        if coding is None or "range" in headers:
            await self.app(scope, receive, _varying(send))
            return
        response = await _answer(file, coding, headers, scope["method"])
        await response(scope, receive, send)


def accepted(header: str) -> Coding | None:
    """Return the best coding that an Accept-Encoding header allows and we can write, None for none."""
    weights = {}
    for part in header[:1000].lower().split(","):
        name, _, quality = part.partition(";")
        weight = re.fullmatch(r"\s*q\s*=\s*([01](?:\.\d{0,3})?)\s*", quality)
        weights[name.strip()] = float(weight[1]) if weight else 1.0
    everything = weights.get("*", 0.0)
    return next((coding for coding in codings() if weights.get(coding, everything) > 0), None)


def _endpoint(file: StaticFile) -> Callable[[Request], object]:
    async def serve(request: Request) -> Response:
        coding = accepted(request.headers.get("accept-encoding", ""))
        return await _answer(file, coding, request.headers, request.method)

    return serve


async def _answer(file: StaticFile, coding: Coding | None, asked: Headers, method: str) -> Response:
    """Return 304 for a browser that has these bytes already, otherwise the bytes (or their headers, for HEAD)."""
    body = _shelf.ready(file.path, coding)
    if body is None:
        body = await asyncio.to_thread(_shelf.get, file.path, coding)
    headers = {"Cache-Control": file.caching, "ETag": body.etag, "Vary": "Accept-Encoding"}
    if body.etag in [tag.strip().removeprefix("W/") for tag in asked.get("if-none-match", "").split(",")]:
        return Response(status_code=304, headers=headers)
    headers["Content-Type"] = file.content_type
    if coding is not None:
        headers["Content-Encoding"] = coding
    if method == "HEAD":
        return Response(headers=headers | {"Content-Length": str(len(body.data))})
    return Response(body.data, headers=headers)


def _varying(send: Send) -> Send:
    """Tell caches on the way that this answer depends on what the client can decompress."""

    async def send_varying(message: Message) -> None:
        if message["type"] == "http.response.start":
            MutableHeaders(scope=message).add_vary_header("Accept-Encoding")
        await send(message)

    return send_varying


def content(path: Path) -> bytes:
    """Return what a browser gets of a file before compression: our own modules are a third smaller than on disk."""
    data = path.read_bytes()
    if path.suffix != ".js" or not path.is_relative_to(ASSETS):
        return data
    minified: bytes = jsmin(data)
    return minified


def _compressed(data: bytes, coding: Coding | None) -> bytes:
    if coding == "gzip":
        return gzip.compress(data, _GZIP_LEVEL, mtime=0)  # no time: the same file gives the same bytes, on any replica
    if coding == "br":
        compressed: bytes = importlib.import_module("brotli").compress(data, quality=_BROTLI_QUALITY)
        return compressed
    return data


def _assets() -> list[Path]:
    return sorted(path for folder in ("js", "css") for path in (ASSETS / folder).rglob("*") if path.suffix in _TYPES)


def _name(asset: Path) -> str:
    return asset.relative_to(ASSETS).as_posix()


def _first_scripts() -> list[Path]:
    """Return the scripts and styles that Streamlit's page names; the others follow when a page needs them."""
    page = STREAMLIT_STATIC / "index.html"
    names = (
        re.findall(r"static/(?:js|css)/[\w.-]+\.(?:js|css)", page.read_text(encoding="utf-8")) if page.is_file() else []
    )
    return [STREAMLIT_STATIC / name for name in dict.fromkeys(names)]


def _prefix(base: str) -> str:
    return "/" + base.strip("/") if base.strip("/") else ""


_shelf = Shelf()
