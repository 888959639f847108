"""Only pages of this server may open a socket: two headers are checked before any thread, handshake or look-up.

Streamlit asks the network for this machine's own address when a foreign page connects, for seconds and on the
event loop that serves all visitors; here a foreign page is refused before that.
"""

from __future__ import annotations

import ipaddress
import logging
import re
import socket
from urllib.parse import SplitResult, urlsplit

from starlette.datastructures import Headers
from starlette.types import ASGIApp, Receive, Scope, Send
from streamlit import config

_log = logging.getLogger(__name__)

REFUSED = {"type": "websocket.close", "code": 1008, "reason": ""}  # before it was accepted: status 403
MOST_TOLD = 10  # names logged
HOME = ("localhost", "127.0.0.1", "::1")
_HOST = re.compile(r"([\w.-]+|\[[0-9a-fA-F:.]+\])(:\d+)?")


class OwnPagesOnly:
    """ASGI middleware that refuses sockets from pages of other origins."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app
        self._told: set[str] = set()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Refuse, or call the app."""
        if scope["type"] != "websocket":  # the lifespan scope has no headers
            await self.app(scope, receive, send)
            return
        headers = Headers(scope=scope)
        if is_own_page(headers):
            await self.app(scope, receive, send)
        else:
            self._tell(headers.get("host", ""), headers.get("origin", ""))
            await send(REFUSED)

    def _tell(self, host: str, origin: str) -> None:
        """Log an unknown host name, once each and only a few: the operator may have forgotten to configure it."""
        parts = _parts(f"//{host}")
        foreign = parts is None or not is_name_of_ours(parts.hostname or "")
        if foreign and host not in self._told and len(self._told) < MOST_TOLD:
            self._told.add(host)
            _log.warning(
                "refused a page of %r from %r; if that is this server, set browser.serverAddress",
                host[:100],
                origin[:100],
            )


def own_host(headers: Headers) -> str | None:
    """Return Host, with its port, if it is a name of this server; else None, since a client can send any Host."""
    given = headers.get("host", "")
    host = _parts(f"//{given}") if _HOST.fullmatch(given) else None
    return given if host is not None and is_name_of_ours(host.hostname or "") else None


def is_own_page(headers: Headers) -> bool:
    """Tell whether Host is a name of this server, and Origin that host or a configured one."""
    host = own_host(headers)
    if host is None:
        return False
    origin = headers.get("origin")
    if origin is None or not config.get_option("server.enableCORS"):
        return True  # no browser, so no cookies to protect; or the operator has allowed it
    page = _parts(origin)
    if page is None or not page.hostname:
        return False
    return page.netloc == host or page.hostname in HOME or page.hostname in _configured()


def is_name_of_ours(name: str) -> bool:
    """Tell whether a host's name can only mean this server, whatever a name server says.

    Those are an IP address, a name without a domain, this machine's own name, and the configured names. Any other name
    could have been pointed here by an attacker's page.
    """
    name = name.lower().rstrip(".")
    if not name:
        return False
    if "." not in name or name.endswith(".localhost") or _is_address(name):
        return True
    if name in (socket.gethostname().lower(), *_configured()):
        return True
    patterns: list[str] = config.get_option("server.allowedHosts")  # "*.school.example" matches all subdomains
    return any(p in ("*", name) or (p.startswith("*.") and name.endswith(p[1:])) for p in patterns)


def _is_address(name: str) -> bool:
    try:
        ipaddress.ip_address(name)
    except ValueError:
        return False
    return True


def _configured() -> set[str]:
    """Return the configured names: the server's address, its address in browsers, and the allowed origins."""
    given = [config.get_option("server.address"), config.get_option("browser.serverAddress")]
    texts = [str(text) for text in (*given, *config.get_option("server.corsAllowedOrigins")) if text]
    parts = [_parts(text if "//" in text else f"//{text}") for text in texts]
    return {part.hostname for part in parts if part is not None and part.hostname}


def _parts(address: str) -> SplitResult | None:
    """Return the parts of an address; None if it is invalid."""
    try:
        found = urlsplit(address)
        _ = found.port  # ValueError unless it is a number in range
    except ValueError:
        return None
    return None if found.username is not None or found.password is not None else found
