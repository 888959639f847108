"""Every answer says what a browser may do with it."""

import asyncio
import base64
import hashlib
import re

import httpx
import pytest
from starlette.responses import HTMLResponse, PlainTextResponse
from starlette.types import Receive, Scope, Send

from ui.server import waiting
from ui.server.headers import StrictHeaders, content_policy
from ui.server.preview import Previews
from ui.static.files import STREAMLIT_STATIC

INDEX = (STREAMLIT_STATIC / "index.html").read_text(encoding="utf-8")


async def app(scope: Scope, receive: Receive, send: Send) -> None:
    answer = PlainTextResponse("text", headers={"Referrer-Policy": "no-referrer"}) if "text" in scope["path"] else None
    await (answer or HTMLResponse(INDEX))(scope, receive, send)


def ask(path: str, base: str = "") -> httpx.Response:
    async def answer() -> httpx.Response:
        dressed = StrictHeaders(Previews(app, lambda: ["board"], base), base)
        async with httpx.AsyncClient(transport=httpx.ASGITransport(app=dressed), base_url="http://localhost") as client:
            return await client.get(base + path)

    return asyncio.run(answer())


def test_a_page_may_not_be_framed_sniffed_or_filled_from_elsewhere() -> None:
    headers = ask("/board").headers
    assert headers["x-content-type-options"] == "nosniff"
    assert headers["x-frame-options"] == "SAMEORIGIN"
    policy = dict(part.split(" ", 1) for part in headers["content-security-policy"].split("; "))
    assert policy["default-src"] == policy["frame-ancestors"] == "'self'"
    assert policy["object-src"] == "'none'"
    assert "unsafe" not in policy["script-src"]
    assert "http" not in headers["content-security-policy"]


def test_what_is_no_page_has_no_policy_and_keeps_its_own_headers() -> None:
    headers = ask("/text").headers
    assert headers["x-content-type-options"] == "nosniff"
    assert headers["referrer-policy"] == "no-referrer"
    assert "content-security-policy" not in headers


@pytest.mark.parametrize("base", ["", "/svm"])
def test_every_script_that_stands_in_a_page_may_run_and_no_other(base: str) -> None:
    pages = [ask("/board", base).text, waiting.UntilReady(app, base)._page.template]
    inline = {
        script for page in pages for script in re.findall(r"<script(?: type=\"module\")?>(.*?)</script>", page, re.S)
    }
    digests = {base64.b64encode(hashlib.sha256(script.encode()).digest()).decode() for script in inline}
    assert len(inline) == 5
    assert set(re.findall(r"'sha256-([^']+)'", content_policy(base))) == digests
