"""Security headers of every answer.

The policy is as strict as Streamlit's front end allows. Each exception has a reason:

* `script-src blob:`: Streamlit starts a component from an object URL.
* `style-src 'unsafe-inline'`: Streamlit's styles (Emotion), KaTeX and Plotly write style elements and attributes.
* `img-src data: blob:`, `font-src data:`: icons inside style sheets, pictures that Plotly makes.
* the hashes: the few scripts in the page itself. No other inline script runs.
"""

from __future__ import annotations

import base64
import hashlib
import re
from typing import Final

from starlette.datastructures import MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from ui.server import preview, waiting
from ui.static.files import STREAMLIT_STATIC

INLINE: Final = re.compile(r"<script(?![^>]*\bsrc=)[^>]*>(.*?)</script>", re.DOTALL)
EVERY_ANSWER: Final = {
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "same-origin",  # an address contains the visitor's points
}
PAGES: Final = {
    "X-Frame-Options": "SAMEORIGIN",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=(), payment=(), usb=()",
}


def content_policy(base: str = "") -> str:
    """Return the content security policy of the pages of a server below a base path."""
    texts = (
        (STREAMLIT_STATIC / "index.html").read_text(encoding="utf-8"),
        preview.scripts(base),
        waiting.TEMPLATE.read_text(encoding="utf-8"),
    )
    scripts = {script for text in texts for script in INLINE.findall(text)}
    digests = [base64.b64encode(hashlib.sha256(script.encode()).digest()).decode() for script in scripts]
    hashes = " ".join(sorted(f"'sha256-{digest}'" for digest in digests))
    return "; ".join(
        (
            "default-src 'self'",
            f"script-src 'self' blob: {hashes}",
            "style-src 'self' 'unsafe-inline'",
            "img-src 'self' data: blob:",
            "font-src 'self' data:",
            "object-src 'none'",
            "base-uri 'self'",
            "form-action 'self'",
            "frame-ancestors 'self'",
        )
    )


class StrictHeaders:
    """ASGI middleware that adds the headers to every answer without them."""

    def __init__(self, app: ASGIApp, base: str = "") -> None:
        self.app = app
        self._pages = {**PAGES, "Content-Security-Policy": content_policy(base)}

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Call the app, and add the headers to the start of its answer."""

        async def strict(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(raw=list(message["headers"]))
                is_page = "text/html" in headers.get("content-type", "")
                for name, value in {**EVERY_ANSWER, **(self._pages if is_page else {})}.items():
                    headers.setdefault(name, value)
                message = {**message, "headers": headers.raw}
            await send(message)

        await self.app(scope, receive, strict if scope["type"] == "http" else send)
