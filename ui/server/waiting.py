"""The answer of the server before the board is ready: a page that shows the progress of the start."""

from __future__ import annotations

import html
from string import Template

from starlette.datastructures import Headers
from starlette.responses import HTMLResponse, JSONResponse, PlainTextResponse, Response
from starlette.types import ASGIApp, Receive, Scope, Send

from ui.server.language import asked_language
from ui.solve.readiness import READINESS
from ui.static.files import ASSETS
from ui.words import Words

PATH = "/lab/start"  # the progress as JSON; 404 once the board is ready
LATER = {"type": "websocket.close", "code": 1013, "reason": ""}
HEADERS = {"Cache-Control": "no-store", "Retry-After": "1"}
UNAVAILABLE = 503
TEMPLATE = ASSETS / "html" / "start.html"


class UntilReady:
    """ASGI middleware that answers in place of the app until the board is ready."""

    def __init__(self, app: ASGIApp, base: str = "") -> None:
        self.app, self._path = app, base + PATH
        self._page = Template(TEMPLATE.read_text(encoding="utf-8"))

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Call the app, or report the progress of the start."""
        if READINESS.board or scope["type"] == "lifespan":
            await self.app(scope, receive, send)
        elif scope["type"] == "websocket":
            await send(LATER)
        else:
            await self._answer(scope)(scope, receive, send)

    def _answer(self, scope: Scope) -> Response:
        headers = Headers(scope=scope)
        words = asked_language(scope)
        if scope["path"] == self._path:
            return JSONResponse({"share": READINESS.share, "told": told(words)}, headers=HEADERS)
        if "text/html" not in headers.get("accept", ""):
            return PlainTextResponse(told(words), UNAVAILABLE, HEADERS)
        return HTMLResponse(self._page.substitute(self._filled(words)), UNAVAILABLE, HEADERS)

    def _filled(self, words: Words) -> dict[str, str]:
        shown = {
            "title": words("frame.name"),
            "told": told(words),
            "why": words("start.why"),
            "lang": words.lang,
            "share": f"{READINESS.share:.3f}",
            "path": f"{self._path}?lang={words.lang}",
        }
        return {name: html.escape(text) for name, text in shown.items()}


def told(words: Words) -> str:
    """Return the progress of the start in a sentence."""
    return words("start.told", done=READINESS.done, of=READINESS.of)
