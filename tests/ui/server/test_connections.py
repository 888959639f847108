"""Answers leave at once, and a request that never ends does not keep its connection."""

import asyncio
import contextlib
import socket
import weakref
from collections.abc import AsyncIterator

import pytest
import uvicorn
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import PlainTextResponse
from starlette.routing import Route

from ui.server import connections
from ui.server.connections import care_for_connections, send_without_delay

ENDLESS = {
    "nothing at all": b"",
    "half of a head": b"GET / HTTP/1.1\r\nHost: lab",
    "half of a body": b"POST / HTTP/1.1\r\nHost: lab\r\nContent-Length: 10\r\n\r\nabc",
    "half of a second head": b"GET / HTTP/1.1\r\nHost: lab\r\n\r\nGET / HTTP/1.1\r\nHost: la",
}
WHOLE = b"POST / HTTP/1.1\r\nHost: lab\r\nContent-Length: 3\r\n\r\nabc"


def test_accepted_sockets_send_at_once() -> None:
    async def option() -> int:
        listening = socket.socket()
        listening.bind(("127.0.0.1", 0))
        assert listening.proto == 0  # as Streamlit's own, which is why asyncio alone would leave Nagle on
        send_without_delay(listening)
        found: asyncio.Future[int] = asyncio.get_running_loop().create_future()

        def connected(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
            accepted = writer.get_extra_info("socket")
            found.set_result(accepted.getsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY))
            writer.close()

        async with await asyncio.start_server(connected, sock=listening):
            _, writer = await asyncio.open_connection(*listening.getsockname())
            value = await found
            writer.close()
            await writer.wait_closed()
        return value

    assert asyncio.run(option()) != 0


async def answer(request: Request) -> PlainTextResponse:
    """Answer with the body, after a while in which the whole request is there."""
    body = await request.body()
    await asyncio.sleep(0.6)
    return PlainTextResponse(body)


@contextlib.asynccontextmanager
async def served(monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[int]:
    """Serve on a port of its own, with little patience."""
    monkeypatch.setattr(connections, "HEAD", 0.2)
    monkeypatch.setattr(connections, "BODY", 0.3)
    monkeypatch.setattr(connections, "EVERY", 0.02)
    listening = socket.socket()
    listening.bind(("127.0.0.1", 0))
    app = Starlette(routes=[Route("/", answer, methods=["GET", "POST"])])
    server = uvicorn.Server(uvicorn.Config(app, log_level="critical"))
    serving = asyncio.create_task(server.serve([listening]))
    care = asyncio.create_task(care_for_connections())
    while not server.started:
        await asyncio.sleep(0.01)
    yield listening.getsockname()[1]
    care.cancel()
    server.should_exit = True
    await serving


def read_all(sent: bytes, monkeypatch: pytest.MonkeyPatch) -> bytes:
    """Return what a server sends to a client that sends this and waits until the server closes the connection."""

    async def talk() -> bytes:
        async with served(monkeypatch) as port:
            reader, writer = await asyncio.open_connection("127.0.0.1", port)
            writer.write(sent)
            try:
                return await asyncio.wait_for(reader.read(), 30)
            except ConnectionResetError:
                return b""
            finally:
                writer.close()

    return asyncio.run(talk())


@pytest.mark.parametrize("sent", ENDLESS.values(), ids=ENDLESS)
def test_a_request_that_never_ends_is_given_up(sent: bytes, monkeypatch: pytest.MonkeyPatch) -> None:
    """The server would keep such a connection for ever."""
    assert b"abc" not in read_all(sent, monkeypatch)


def test_a_proxy_whose_object_is_gone_does_not_end_the_care(monkeypatch: pytest.MonkeyPatch) -> None:
    class Gone: ...

    proxy = weakref.proxy(Gone())
    assert read_all(ENDLESS["half of a head"], monkeypatch) == b""
    del proxy


def test_a_whole_request_is_waited_for(monkeypatch: pytest.MonkeyPatch) -> None:
    """However long its answer takes; afterwards the clock of uvicorn runs, five seconds."""
    assert read_all(WHOLE, monkeypatch).endswith(b"abc")
