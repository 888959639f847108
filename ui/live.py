"""The socket for live solving: one question in flight, the newest wins, nobody waits for anybody.

A page sends the whole point set as one binary frame and gets alpha, b and the certificate back; the field is drawn in
the browser. While a solve runs, a newer frame cancels it. The kernels release the GIL, so a pool of as many threads as
cores serves the whole room.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import os
import time
from concurrent.futures import ThreadPoolExecutor
from urllib.parse import urlparse

from starlette.routing import BaseRoute, WebSocketRoute
from starlette.websockets import WebSocket, WebSocketDisconnect
from streamlit.web.server.server_util import is_url_from_allowed_origins

from core.solver import CancelFlag, new_cancel_flag
from ui.component.wire import WireError
from ui.question import MOST_BYTES, answer_question, read_question

PATH = "/lab/ws"
MOST_PER_SECOND = 120  # twice the frames of a screen
BURST = 240
POLICY_VIOLATION, TOO_BIG, UNREADABLE, BROKEN = 1008, 1009, 1003, 1011

_log = logging.getLogger(__name__)

_solvers = ThreadPoolExecutor(max_workers=os.cpu_count() or 1, thread_name_prefix="solver")


class Allowance:
    """A token bucket: so many questions a second, with some saved up."""

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
        self._newest: bytes | None = None
        self._arrived = asyncio.Event()
        self._cancel = new_cancel_flag()
        self._allowance = Allowance()

    async def hold(self) -> None:
        """Read and answer until the tab goes away or misbehaves."""
        tasks = [asyncio.create_task(self._read()), asyncio.create_task(self._answer_newest())]
        try:  # whichever ends first ends both: a reader without a worker would listen and never answer
            await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
        finally:
            self._cancel[0] = 1
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
            self._newest = frame
            self._cancel[0] = 1  # whatever is being solved is already old
            self._arrived.set()

    async def _answer_newest(self) -> None:
        loop = asyncio.get_running_loop()
        while True:
            await self._arrived.wait()
            self._arrived.clear()
            frame, self._newest = self._newest, None
            if frame is None:
                continue
            self._cancel = new_cancel_flag()
            try:
                answer = await loop.run_in_executor(_solvers, _answer, frame, self._cancel)
            except Exception:
                await self._socket.close(BROKEN)
                raise
            if answer is None:
                return await self._socket.close(UNREADABLE)
            if answer:
                await self._socket.send_bytes(answer)


def _answer(frame: bytes, cancel: CancelFlag) -> bytes | None:
    """Return the answer's blob, b"" if a newer question came, None if the frame is no question."""
    if cancel[0] != 0:
        return b""  # it grew old while it waited for a thread
    try:
        return answer_question(read_question(frame), cancel)
    except WireError:
        return None


def origin_is_allowed(origin: str | None, host: str | None) -> bool:
    """Tell whether a page of this origin may open the socket: the same rule as for Streamlit's own."""
    if origin is None:
        return True  # not a browser: nothing to protect
    try:
        return urlparse(origin).netloc == host or is_url_from_allowed_origins(origin)
    except ValueError:  # no address at all, such as "http://["
        return False


async def live(socket: WebSocket) -> None:
    """Serve one tab."""
    origin, host = socket.headers.get("origin"), socket.headers.get("host")
    # In a thread: for a stranger's origin Streamlit asks the network for this machine's own address, up to seconds.
    if not await asyncio.to_thread(origin_is_allowed, origin, host):
        await socket.close(POLICY_VIOLATION)
        return
    await socket.accept()
    with contextlib.suppress(WebSocketDisconnect):
        await Conversation(socket).hold()


def route(base: str = "") -> BaseRoute:
    """Return the socket's route below the base path of the server."""
    return WebSocketRoute(base + PATH, live)
