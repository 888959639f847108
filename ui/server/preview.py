"""Link previews: title, sentence and picture of a page in its first HTML.

Preview crawlers run no scripts, and Streamlit's page is empty without them: its head is rewritten here.
"""

from __future__ import annotations

import html
from collections.abc import Callable, Sequence
from typing import Final

from starlette.datastructures import Headers, MutableHeaders
from starlette.routing import BaseRoute, Mount
from starlette.staticfiles import StaticFiles
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from ui.page.work.following import PATH as STOP
from ui.server.language import asked_language
from ui.server.origin import own_host
from ui.static.files import ASSETS, PLOTLY_URL, asset_url
from ui.words import Words

PICTURES: Final = ASSETS / "pictures" / "previews"
PATH: Final = "/lab/previews"
SIZE: Final = (600, 315)  # pixels of a picture, with the aspect ratio of previews
TITLE: Final = b"<title>Streamlit</title>"
# A copy in the browser's cache has the head for this address, but perhaps in another language; and a compressed answer
# cannot be rewritten.
UNASKED: Final = (b"if-none-match", b"if-modified-since", b"accept-encoding")
HTML_TAG: Final = b'<html lang="en"'
# The pages whose explanations the browser has shown (assets/js/page/seen.js). Streamlit passes only the address to the
# server: these marks are added to a link without a question before Streamlit reads it.
SEEN: Final = """<script>
  try {
    const seen = localStorage.getItem("svm-lab-seen");
    const here = new URL(location);
    if (seen) here.searchParams.set("seen", seen);
    if (seen) history.replaceState(history.state, "", here);
  } catch { /* a browser that keeps nothing */ }
</script>"""

# One press of Back should leave a page: Streamlit adds a history entry for every change of the link; here a change
# within a page replaces the entry. It is in the first HTML, since Streamlit writes a link before any module has loaded.
HISTORY: Final = """<script>
  {
    const { pushState } = history;
    history.pushState = (state, unused, url) => {
      const within = new URL(url, location).pathname === location.pathname;
      (within ? history.replaceState : pushState).call(history, state, unused, url);
    };
  }
</script>"""

# The modules that every figure needs, loaded while the page waits for the server, so that its first figure is not
# delayed. And long work shows at the click that it stops, and then the server's reply (`ui.page.work.following`); the
# button to continue it comes with the run of the page.
EARLY: Final = """<script>
  addEventListener("load", () => [{scripts}].forEach((script) => import(script).catch(() => {{ /* tried again */ }})));
  const stopped = async (button) => {{
    const bar = button.closest("[class*='st-key-followed-']");
    let told = "";
    const tell = () => {{
      const text = told && button.isConnected && bar.querySelector("[data-testid='stProgress'] p").firstChild;
      if (text && text.data !== told) text.data = told;
    }};
    const late = new MutationObserver(tell); // what was on its way at the click knows of no stop
    try {{
      late.observe(bar, {{ subtree: true, childList: true, characterData: true }});
      const name = bar.className.match(/followed-(\\w+)/)[1];
      const answer = await fetch("{stop}/" + name, {{ method: "POST", signal: AbortSignal.timeout(1000) }});
      if (answer.ok) told = await answer.text();
      tell();
    }} catch {{ /* the page tells of it */ }}
    const moments = [requestAnimationFrame, requestAnimationFrame, setTimeout];
    for (const moment of moments) await new Promise((done) => moment(done));
    late.disconnect();
    button.click(); // it is painted: the page may run
  }};
  addEventListener("click", (event) => {{
    const button = event.target.closest?.("[class*='-progress'] [class*='-stop'] button:not([aria-busy])");
    if (!button) return;
    event.stopPropagation();
    button.setAttribute("aria-busy", "true");
    globalThis.stopping = stopped(button); // figures wait for it
  }}, true);
</script>"""
FIGURES: Final = "js/plot/plot.js"


class Previews:
    """ASGI middleware that writes title, description and picture of a page into the HTML, which has none.

    `names` returns the addresses of the pages; it is called when a page is served, because it needs the core, which is
    loaded by then.
    """

    def __init__(self, app: ASGIApp, names: Callable[[], Sequence[str]], base: str = "") -> None:
        self.app, self._names, self._base = app, names, base

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Call the app, and rewrite its answer if it is a page."""
        path = str(scope.get("path", "")).removeprefix(self._base).strip("/")
        if scope["type"] != "http" or scope["method"] != "GET" or "/" in path or "." in path:
            await self.app(scope, receive, send)
            return
        names = self._names()
        if (name := path or names[0]) not in names:
            await self.app(scope, receive, send)
            return
        words = asked_language(scope)
        host = own_host(Headers(scope=scope))
        site = f"{scope['scheme']}://{host}" if host else ""  # previews are cached elsewhere: no foreign names
        pictured = name if (PICTURES / f"{name}.jpg").is_file() else names[0]
        head = _head(name, pictured, words, site, scope["path"], self._base)
        asked = [(key, value) for key, value in scope["headers"] if key not in UNASKED]
        await self.app({**scope, "headers": asked}, receive, _Dressed(send, head, words.lang).send)


class _Dressed:
    """Buffers the app's answer until a page is complete, and sends it with another head and language."""

    def __init__(self, send: Send, head: str, lang: str) -> None:
        self._send, self._head, self._tag = send, head.encode(), f'<html lang="{lang}"'.encode()
        self._start: Message | None = None
        self._body = b""

    async def send(self, message: Message) -> None:
        if message["type"] == "http.response.start":
            if "text/html" in Headers(raw=message["headers"]).get("content-type", ""):
                self._start = message
                return
        elif self._start is not None:
            self._body += message.get("body", b"")
            if message.get("more_body"):
                return
            body = self._body.replace(TITLE, self._head, 1).replace(HTML_TAG, self._tag, 1)
            headers = MutableHeaders(raw=list(self._start["headers"]))
            headers["content-length"] = str(len(body))
            for stale in ("etag", "last-modified"):
                del headers[stale]
            await self._send({**self._start, "headers": headers.raw})
            message = {"type": "http.response.body", "body": body}
        await self._send(message)


def _head(name: str, pictured: str, words: Words, site: str, path: str, base: str) -> str:
    """Return the title and the metadata for previews of the page of this name, with the picture of a page.

    `site`: scheme and host, "" if the host is not trusted; then the page contains no absolute address.
    """
    tab = words("frame.tab", page=words(f"page.{name}"), name=words("frame.name"))
    told = {
        "og:type": "website",
        "og:site_name": words("frame.name"),
        "og:title": tab,
        "og:description": words(f"preview.{name}"),
        **({"og:url": site + path} if site else {}),
        "og:image": f"{site}{base}{PATH}/{pictured}.jpg",
        "og:image:width": str(SIZE[0]),
        "og:image:height": str(SIZE[1]),
        "og:image:alt": words(f"preview.{pictured}"),
    }
    lines = [f"<title>{html.escape(tab)}</title>"]
    lines += [f'<meta name="description" content="{html.escape(told["og:description"])}">']
    lines += [f'<meta property="{key}" content="{html.escape(text)}">' for key, text in told.items()]
    lines += ['<meta name="twitter:card" content="summary_large_image">']
    return "\n".join([*lines, scripts(base)])


def scripts(base: str) -> str:
    """Return the scripts in the head of every page of a server below a base path."""
    early = ", ".join(f'"{script}"' for script in (asset_url(FIGURES, base), base + PLOTLY_URL))
    return "\n".join([HISTORY, SEEN, EARLY.format(scripts=early, stop=base + STOP)])


def route(base: str = "") -> BaseRoute:
    """Return the route of the pictures."""
    return Mount(base + PATH, StaticFiles(directory=PICTURES))
