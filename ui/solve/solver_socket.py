"""The socket for live solving: one request in flight per visitor, the newest wins, and no visitor blocks another.

A page sends the whole point set as one binary frame and gets alpha, b and the certificate back; the field is drawn in
the browser. While a solve runs, a newer frame cancels it; while it waits for its turn (`ui.solve.queue.lanes`), a newer
frame takes its place. The kernels release the GIL, so about as many threads as cores serve a whole class.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import time
from threading import Lock

from starlette.routing import BaseRoute, WebSocketRoute
from starlette.websockets import WebSocket, WebSocketDisconnect

from core.solver import new_cancel_flag
from ui.solve.queue.lanes import SOLVERS, Ticket
from ui.solve.request import MOST_BYTES, answer_request, longest, read_request
from ui.solve.wire import WireError

PATH = "/lab/ws"
MOST_PER_SECOND = 120  # twice the frames of a screen
BURST = 240
POLICY_VIOLATION, TOO_BIG, UNREADABLE, BROKEN = 1008, 1009, 1003, 1011

_log = logging.getLogger(__name__)


class Allowance:
    """A token bucket: a number of requests per second, with a reserve."""

    def __init__(self, per_second: float = MOST_PER_SECOND, burst: float = BURST) -> None:
        self._per_second, self._burst = per_second, burst
        self._tokens, self._seen = burst, time.monotonic()

    def take(self) -> bool:
        """Spend one token; False if none is left."""
        now = time.monotonic()
        self._tokens = min(self._burst, self._tokens + (now - self._seen) * self._per_second)
        self._seen = now
        if self._tokens < 1:
            return False
        self._tokens -= 1
        return True


class Conversation:
    """One browser tab: a reader that keeps only the newest frame, and a worker that answers it."""

    def __init__(self, socket: WebSocket) -> None:
        self._socket = socket
        self._lock = Lock()  # guards the newest frame and the cancel flag of the current one, which two threads share
        self._newest: bytes | None = None
        self._cancel = new_cancel_flag()
        self._arrived = asyncio.Event()
        self._ticket: Ticket[bytes | None] | None = None
        self._allowance = Allowance()

    async def hold(self) -> None:
        """Read and answer until the tab closes or misbehaves."""
        tasks = [asyncio.create_task(self._read()), asyncio.create_task(self._answer_newest())]
        try:  # whichever ends first ends both: a reader without a worker would never answer
            await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
        finally:
            self._cancel[0] = 1
            if self._ticket is not None:
                self._ticket.result.cancel()
            for task in tasks:
                task.cancel()
            for ended in await asyncio.gather(*tasks, return_exceptions=True):
                if isinstance(ended, Exception) and not isinstance(ended, (WebSocketDisconnect, RuntimeError)):
                    _log.error("a conversation broke off", exc_info=ended)

    async def _read(self) -> None:
        while True:
            message = await self._socket.receive()
            if message["type"] == "websocket.disconnect":
                return
            frame = message.get("bytes")
            if frame is None:
                return await self._socket.close(UNREADABLE)
            if len(frame) > MOST_BYTES:
                return await self._socket.close(TOO_BIG)
            if not self._allowance.take():
                return await self._socket.close(POLICY_VIOLATION)
            with self._lock:
                self._newest = frame
                self._cancel[0] = 1  # the current solve is out of date
                if self._ticket is not None:
                    self._ticket.cost = longest(frame)
            self._arrived.set()

    async def _answer_newest(self) -> None:
        while True:
            await self._arrived.wait()
            self._arrived.clear()
            if self._newest is None:
                continue  # its place in the queue belonged to an older frame and has been used
            self._ticket = Ticket(self._take_newest, longest(self._newest))
            try:
                answer = await asyncio.wrap_future(SOLVERS.put(self._ticket))
            except Exception:
                await self._socket.close(BROKEN)
                raise
            if answer is None:
                return await self._socket.close(UNREADABLE)
            if answer:
                await self._socket.send_bytes(answer)

    def _take_newest(self) -> bytes | None:
        """Answer the newest frame when its turn has come: b"" if there is none, or if a newer one arrived meanwhile.

        None if it is not a valid request.
        """
        with self._lock:
            frame, self._newest = self._newest, None
            self._cancel = cancel = new_cancel_flag()
        if frame is None:
            return b""
        try:
            return answer_request(read_request(frame), cancel)
        except WireError:
            return None


async def converse(socket: WebSocket) -> None:
    """Serve one tab of our own pages; `ui.server.origin` has already refused all others."""
    await socket.accept()
    with contextlib.suppress(WebSocketDisconnect):
        await Conversation(socket).hold()


def route(base: str = "") -> BaseRoute:
    """Return the socket's route below the base path of the server."""
    return WebSocketRoute(base + PATH, converse)
