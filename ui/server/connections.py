"""The connections of the server: answers are sent without delay, and requests that never complete are closed.

Streamlit starts uvicorn and exposes none of its settings. So the running server is looked up among the objects of the
process, and only its public attributes are used.
"""

from __future__ import annotations

import asyncio
import gc
import socket
from typing import Any, Final

import uvicorn

HEAD: Final = 15.0  # seconds for the header of a request, which a browser sends at once
BODY: Final = 120.0  # seconds for its body: a file of 5 MB over a slow connection
EVERY: Final = 1.0  # seconds between two checks
SOON: Final = 0.05  # seconds between checks until a server listens


async def care_for_connections() -> None:
    """Send every answer without delay, and close requests that are never completed, until cancelled."""
    loop = asyncio.get_running_loop()
    # By `type`, since `isinstance` asks a weak proxy for the class of an object that may no longer exist.
    servers = [each for each in gc.get_objects() if issubclass(type(each), uvicorn.Server)]
    starting = list(servers)
    since: dict[tuple[Any, float], float] = {}
    while True:
        for server in [each for each in starting if each.started]:
            starting.remove(server)
            for listening in (each for listener in server.servers for each in listener.sockets):
                send_without_delay(listening)
        open_now = {each for server in servers for each in server.server_state.connections}
        close_half_sent(open_now, since, loop.time())
        await asyncio.sleep(EVERY if not starting else SOON)


def send_without_delay(listening: Any) -> None:  # noqa: ANN401 - asyncio's view of a socket has no public type
    """Disable Nagle's algorithm for every connection accepted from a listening socket.

    Streamlit binds its own socket with protocol 0, for which asyncio leaves Nagle on: each answer then waits 40 ms for
    the browser's delayed acknowledgement. Accepted sockets inherit the option.
    """
    if listening.family in (socket.AF_INET, socket.AF_INET6):
        listening.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)


def close_half_sent(connections: set[Any], since: dict[tuple[Any, float], float], now: float) -> None:
    """Close the connections whose request has been incomplete for too long.

    `since` maps each connection and its time limit to the time when it was first seen waiting; it is changed in place.
    """
    waiting = {(each, seconds) for each in connections if (seconds := patience(each)) is not None}
    for each in since.keys() - waiting:
        del since[each]
    for connection, seconds in waiting:
        if now - since.setdefault((connection, seconds), now) > seconds:
            connection.transport.abort()


def patience(connection: Any) -> float | None:  # noqa: ANN401 - uvicorn has a class for each parser
    """Return the seconds that a connection has to complete its request; None if no request is incomplete."""
    if not hasattr(connection, "cycle"):  # a WebSocket
        return None
    cycle = connection.cycle
    if cycle is None or cycle.response_complete:  # with a timer, uvicorn's own timeout applies
        return HEAD if connection.timeout_keep_alive_task is None else None
    return BODY if cycle.more_body else None
