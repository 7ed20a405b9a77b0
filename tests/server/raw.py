"""Connections that do not keep to the rules: bytes sent and received as they are."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from urllib.parse import urlsplit

from server.play import PATIENCE, Server

STRANGER = "127.0.0.2"
"""An address of this machine that is no trusted proxy."""

CONTINUATION, TEXT, CLOSE, PING = 0, 1, 8, 9


class Raw:
    """A TCP connection to a server."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.reader, self.writer = reader, writer

    async def send(self, data: bytes) -> None:
        """Send bytes; the other end may have hung up."""
        with suppress(ConnectionError):
            self.writer.write(data)
            await self.writer.drain()

    @property
    def is_closed(self) -> bool:
        """Whether the server has closed the connection."""
        return self.writer.is_closing() or self.reader.at_eof()

    async def rest(self) -> bytes:
        """All that comes until the server closes the connection."""
        parts = []
        with suppress(ConnectionError):
            while part := await asyncio.wait_for(self.reader.read(65_536), PATIENCE):
                parts.append(part)
        return b"".join(parts)

    async def status(self) -> int:
        """The status of the answer after which the server closes the connection."""
        return int((await self.rest()).split()[1])

    async def upgrade(self, game: str) -> None:
        """Become a socket that watches a game."""
        await self.send(
            f"GET /ws/v1/games/{game} HTTP/1.1\r\nHost: a\r\nUpgrade: websocket\r\n"
            "Connection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
            "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n".encode()
        )
        head = await asyncio.wait_for(self.reader.readuntil(b"\r\n\r\n"), PATIENCE)
        assert b" 101 " in head

    async def close_code(self) -> int | None:
        """The code with which the server closes the socket; None if it says nothing."""
        data = await self.rest()
        while data:
            size, begin = data[1] & 0x7F, 2
            if size == 126:
                size, begin = int.from_bytes(data[2:4], "big"), 4
            if data[0] & 0x0F == CLOSE:
                return int.from_bytes(data[begin : begin + 2], "big")
            data = data[begin + size :]
        return None


def frame(opcode: int, content: bytes = b"", *, fin: bool = True) -> bytes:
    """A WebSocket frame of less than 126 bytes, masked with zeros."""
    return bytes((0x80 * fin | opcode, 0x80 | len(content), 0, 0, 0, 0)) + content


@asynccontextmanager
async def connected(server: Server, address: str = STRANGER) -> AsyncIterator[Raw]:
    """A connection from an address of this machine."""
    port = urlsplit(server.base).port
    raw = Raw(*await asyncio.open_connection("127.0.0.1", port, local_addr=(address, 0)))
    try:
        yield raw
    finally:
        raw.writer.close()
        with suppress(ConnectionError):
            await raw.writer.wait_closed()
