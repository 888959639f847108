"""Who may open a socket: our own pages under our own names, told without a look at the network."""

import asyncio
from typing import Any

import pytest
from starlette.datastructures import Headers
from starlette.types import Message, Receive, Scope, Send
from streamlit import config

from ui.server.origin import MOST_TOLD, OwnPagesOnly, is_name_of_ours, is_own_page


def own(host: str | None, origin: str | None) -> bool:
    named = {"host": host, "origin": origin}
    return is_own_page(Headers({name: value for name, value in named.items() if value is not None}))


@pytest.fixture
def configured(monkeypatch: pytest.MonkeyPatch) -> dict[str, Any]:
    """Return options that the server was started with; the others are as they are."""
    given: dict[str, Any] = {}
    asked = config.get_option
    monkeypatch.setattr(config, "get_option", lambda name: given[name] if name in given else asked(name))
    return given


@pytest.mark.parametrize("host", ["localhost:8501", "127.0.0.1:8501", "192.168.1.7", "[::1]:8501", "teacher:8501"])
def test_a_page_of_the_same_host_is_ours(host: str) -> None:
    assert own(host, f"http://{host}")
    assert own(host, f"https://{host}")
    assert own(host, None)


@pytest.mark.parametrize(
    "origin",
    [
        *("http://evil.example", "http://evil.example:8501", "null", "", "http://", "http://[", "file://"),
        *(
            "http://localhost.evil.example",
            "http://evil.example@localhost",
            "http://192.168.1.8:8501",
            "http://a:99999",
        ),
    ],
)
def test_a_page_from_elsewhere_is_not(origin: str) -> None:
    assert not own("192.168.1.7:8501", origin)


@pytest.mark.parametrize("host", ["evil.example:8501", "localhost.evil.example", "", "u@localhost", "localhost:x"])
def test_a_name_that_anybody_may_have_pointed_here_is_not_ours(host: str) -> None:
    assert not own(host, f"http://{host}")
    assert not own(host, None)


def test_no_host_is_not_ours() -> None:
    assert not own(None, None)


@pytest.mark.parametrize(
    ("option", "value"),
    [
        ("browser.serverAddress", "lab.school.example"),
        ("server.address", "lab.school.example"),
        ("server.allowedHosts", ["lab.school.example"]),
        ("server.allowedHosts", ["*.school.example"]),
        ("server.allowedHosts", ["*"]),
        ("server.corsAllowedOrigins", ["https://lab.school.example"]),
    ],
)
def test_a_configured_name_is_ours(option: str, value: object, configured: dict[str, Any]) -> None:
    assert not is_name_of_ours("lab.school.example")
    configured[option] = value
    assert is_name_of_ours("Lab.School.Example.")
    assert own("lab.school.example", "https://lab.school.example")
    assert not own("lab.school.example", "https://evil.example")


def test_a_configured_origin_may_come_to_another_name_of_ours(configured: dict[str, Any]) -> None:
    configured["server.corsAllowedOrigins"] = ["https://lab.school.example"]
    assert own("127.0.0.1:8501", "https://lab.school.example")


def test_who_switches_the_protection_off_gets_every_page(configured: dict[str, Any]) -> None:
    configured["server.enableCORS"] = False
    assert own("localhost:8501", "https://evil.example")


@pytest.mark.parametrize(("origin", "reached"), [("http://evil.example", []), ("http://localhost:8501", ["websocket"])])
def test_a_stranger_is_refused_before_anything_else_runs(origin: str, reached: list[str]) -> None:
    seen: list[str] = []
    sent: list[Message] = []

    async def app(scope: Scope, receive: Receive, send: Send) -> None:
        seen.append(scope["type"])

    async def receive() -> Message:
        raise AssertionError("the handshake was read")

    async def send(message: Message) -> None:
        sent.append(message)

    headers = [(b"host", b"localhost:8501"), (b"origin", origin.encode())]
    asyncio.run(OwnPagesOnly(app)({"type": "websocket", "headers": headers}, receive, send))
    assert seen == reached
    assert [message["type"] for message in sent] == ([] if reached else ["websocket.close"])


def test_what_starts_the_server_passes() -> None:
    """The scope of a lifespan has no headers; an error there and the server starts cold, without a word."""
    seen: list[str] = []

    async def app(scope: Scope, receive: Receive, send: Send) -> None:
        seen.append(scope["type"])

    asyncio.run(OwnPagesOnly(app)({"type": "lifespan"}, None, None))  # type: ignore[arg-type]
    assert seen == ["lifespan"]


def test_a_name_that_was_forgotten_is_told_in_the_log_once_and_no_flood_of_them(
    caplog: pytest.LogCaptureFixture,
) -> None:
    async def send(message: Message) -> None:
        """Discard the message."""

    app = OwnPagesOnly(None)  # type: ignore[arg-type]
    for host in [b"lab.school.example"] * 3 + [b"%d.example" % k for k in range(100)]:
        asyncio.run(app({"type": "websocket", "headers": [(b"host", host)]}, None, send))  # type: ignore[arg-type]
    assert caplog.text.count("lab.school.example") == 1
    assert "browser.serverAddress" in caplog.text
    assert len(caplog.records) == MOST_TOLD


def test_pages_and_files_are_served_to_every_origin() -> None:
    seen: list[str] = []

    async def app(scope: Scope, receive: Receive, send: Send) -> None:
        seen.append(scope["type"])

    asyncio.run(OwnPagesOnly(app)({"type": "http", "headers": [(b"host", b"evil.example")]}, None, None))  # type: ignore[arg-type]
    assert seen == ["http"]
