"""An address without a page is redirected to the first page, which says so in the visitor's language.

Streamlit itself would show a dialog in English over that page.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final
from urllib.parse import parse_qsl, urlencode

from starlette.datastructures import Headers
from starlette.responses import RedirectResponse
from starlette.types import ASGIApp, Receive, Scope, Send

from ui.state.session import LOST

OTHERS: Final = ("_stcore", "component", "lab", "media", "static")  # first parts of addresses other than pages
LONGEST: Final = 60  # characters of an address that are quoted


class KnownPages:
    """ASGI middleware that redirects a browser from an address without a page to the first page.

    `names` is called when a page is requested; it returns the addresses of the pages in order.
    """

    def __init__(self, app: ASGIApp, names: Callable[[], Sequence[str]], base: str = "") -> None:
        self.app, self._names, self._base = app, names, base

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Call the app, or redirect the browser."""
        path = str(scope.get("path", "")).removeprefix(self._base).strip("/")
        if scope["type"] != "http" or scope["method"] != "GET" or not path or not _is_page(path, Headers(scope=scope)):
            await self.app(scope, receive, send)
            return
        first, *others = self._names()
        if path in others:
            await self.app(scope, receive, send)
            return
        asked = parse_qsl(scope.get("query_string", b"").decode("latin-1"), keep_blank_values=True)
        lost = [] if path == first else [(LOST, path[:LONGEST])]
        query = urlencode([*asked, *lost], safe=",-_.")
        await RedirectResponse(f"{self._base}/{'?' if query else ''}{query}")(scope, receive, send)


def _is_page(path: str, headers: Headers) -> bool:
    """Tell whether a browser requests a page, and not a file or one of the server's own routes."""
    first, _, _ = path.partition("/")
    return "text/html" in headers.get("accept", "") and first not in OTHERS and "." not in path
