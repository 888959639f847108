"""The settings that make the server answer at once."""

import asyncio
import socket

from ui.server import startup


def test_accepted_sockets_send_at_once() -> None:
    startup.send_without_delay()

    async def option() -> int:
        listening = socket.socket()
        listening.bind(("127.0.0.1", 0))
        assert listening.proto == 0  # as Streamlit's own, which is why asyncio alone would leave Nagle on
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
