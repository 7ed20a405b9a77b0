"""Attacks on a server of one's own, each within bounds of time and connections.

    python benchmarks/attacks.py NAME PORT GAME FILM SECONDS ADDRESS

`benchmarks/server.py attack` runs each of them in a process of its own while it measures how honest
players fare. Each comes from an address of this machine like 127.0.0.2, which the server treats
like any other, and connects to 127.0.0.1 only. What is printed at the end is how much was sent.
"""

from __future__ import annotations

import asyncio
import json
import random
import secrets
import sys
import time
from collections.abc import Awaitable, Callable
from contextlib import suppress
from dataclasses import dataclass
from functools import cache

from tenchips import Board, Rules
from tenchips.rules import IllegalMove

LONG_RULES = "repetition=0 step_limit=0"


@dataclass
class Target:
    """The server, games on it that anybody may watch, and when the attack ends."""

    port: int
    game: str
    """A game of a thousand moves."""
    film: str
    """A game of as many moves as a moving picture may have."""
    until: float
    address: str
    cookie: str
    sent: int = 0
    opened: int = 0

    @property
    def is_over(self) -> bool:
        return time.monotonic() > self.until

    async def connect(self) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        self.opened += 1
        return await asyncio.open_connection("127.0.0.1", self.port, local_addr=(self.address, 0))

    async def send(self, writer: asyncio.StreamWriter, data: bytes) -> None:
        writer.write(data)
        await asyncio.wait_for(writer.drain(), 5)
        self.sent += len(data)

    def request(self, method: str, path: str, body: bytes = b"", cookie: str = "") -> bytes:
        return (
            f"{method} {path} HTTP/1.1\r\nHost: 127.0.0.1:{self.port}\r\n"
            f"Origin: http://127.0.0.1:{self.port}\r\nCookie: tenchips={cookie or self.cookie}\r\n"
            f"Content-Type: application/json\r\nContent-Length: {len(body)}\r\n\r\n"
        ).encode() + body

    def upgrade(self, path: str = "") -> bytes:
        return (
            f"GET {path or f'/ws/v1/games/{self.game}'} HTTP/1.1\r\nHost: 127.0.0.1:{self.port}\r\n"
            "Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
            "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n"
        ).encode()


Attack = Callable[[Target], Awaitable[None]]


async def again(target: Target, work: Callable[[Target], Awaitable[None]]) -> None:
    """Do something on one connection after the other, until the attack is over."""
    while not target.is_over:
        with suppress(OSError, EOFError, TimeoutError, ValueError):
            await work(target)
        await asyncio.sleep(0.01)


def on_connections(count: int, work: Callable[[Target], Awaitable[None]]) -> Attack:
    """An attack with so many connections at once."""

    async def attack(target: Target) -> None:
        await asyncio.gather(*(again(target, work) for _ in range(count)))

    return attack


def endless(head: bytes, part: bytes) -> Callable[[Target], Awaitable[None]]:
    """Send a beginning, and then the same again and again."""

    async def work(target: Target) -> None:
        _, writer = await target.connect()
        try:
            await target.send(writer, head)
            while not target.is_over and not writer.is_closing():
                await target.send(writer, part)
        finally:
            writer.close()

    return work


def frame(first: int, content: bytes = b"") -> bytes:
    """A WebSocket frame, masked with zeros."""
    size = len(content)
    length = bytes((0x80 | size,)) if size < 126 else b"\xfe" + size.to_bytes(2, "big")
    return bytes((first,)) + length + b"\0\0\0\0" + content


def frames(
    part: bytes, begin: bytes = b"", pause: float = 0.0
) -> Callable[[Target], Awaitable[None]]:
    """Become a socket that watches, and send frames."""

    async def work(target: Target) -> None:
        reader, writer = await target.connect()
        try:
            await target.send(writer, target.upgrade())
            await asyncio.wait_for(reader.readuntil(b"\r\n\r\n"), 5)
            reading = asyncio.ensure_future(reader.read())
            await target.send(writer, begin)
            while not target.is_over and not reading.done():
                await target.send(writer, part)
                await asyncio.sleep(pause)
            reading.cancel()
        finally:
            writer.close()

    return work


def requests(
    method: str, path: str, body: bytes = b"", pause: float = 0.0, strangers: bool = False
) -> Callable[[Target], Awaitable[None]]:
    """Ask one thing after the other; as `strangers`, in another name each time."""

    async def work(target: Target) -> None:
        reader, writer = await target.connect()
        try:
            while not target.is_over:
                made = path.replace("GAME", target.game).replace("FILM", target.film)
                cookie = secrets.token_urlsafe(32) if strangers else ""
                await target.send(writer, target.request(method, made, body, cookie))
                head = await asyncio.wait_for(reader.readuntil(b"\r\n\r\n"), 30)
                length = int(head.lower().partition(b"content-length:")[2].split()[0])
                await reader.readexactly(length)
                await asyncio.sleep(pause)
        finally:
            writer.close()

    return work


async def half_bodies(target: Target) -> None:
    """Three thousand requests whose bodies never end."""
    writers = []
    begun = b"POST /api/v1/tokens HTTP/1.1\r\nHost: a\r\nContent-Length: 100\r\n\r\n{"
    for _ in range(3000):
        if target.is_over:
            break
        with suppress(OSError, TimeoutError):
            _, writer = await target.connect()
            writers.append(writer)
            await target.send(writer, begun)
    while not target.is_over:
        await asyncio.sleep(0.1)
    for writer in writers:
        writer.close()


async def ask_and_leave(target: Target) -> None:
    """Have the server begin a moving picture, and do not wait for it."""
    _, writer = await target.connect()
    await target.send(writer, target.request("GET", FILM.replace("FILM", target.film)))
    await asyncio.sleep(0.2)
    writer.close()


async def come_and_go(target: Target) -> None:
    _, writer = await target.connect()
    writer.close()


async def visit_lobby(target: Target) -> None:
    """Subscribe to the lobby, and leave as soon as it is shown."""
    reader, writer = await target.connect()
    try:
        await target.send(writer, target.upgrade("/ws/v1/lobby"))
        await asyncio.wait_for(reader.readuntil(b"\r\n\r\n"), 30)
        await asyncio.wait_for(reader.read(4096), 30)
    finally:
        writer.close()


def challenge(quick: bool) -> bytes:
    clock = {"base": 300, "increment": 3}
    return json.dumps({"clock": clock, "color": "random", "quick": quick}).encode()


@cache
def long_game(moves: int) -> list[str]:
    """A game of so many moves: after the adds, a chip of each player goes to and fro."""
    luck, rules = random.Random(7), Rules.parse(LONG_RULES)
    while True:
        board = Board(rules=rules)
        while len(board.moves) < 22 and board.outcome() is None:
            board.push_unchecked(luck.choice([*board.legal_moves]))
        texts = [str(move) for move in board.moves]
        with suppress(IndexError, IllegalMove):
            while len(texts) < moves:
                there = texts[-2]
                texts.append(f"{there[3:]}-{there[:2]}")
            if Board(rules=rules, moves=texts[:30]).outcome() is None:
                return texts


def new_game(moves: int) -> bytes:
    """The body that makes a long game."""
    me = {"kind": "me"}
    return json.dumps(
        {"white": me, "black": me, "rules": LONG_RULES, "moves": long_game(moves)}
    ).encode()


def record_text(games: int) -> bytes:
    """A text of many games."""
    moves = long_game(200)
    body = " ".join(moves)
    return "\n\n".join([f'[Game "Network"]\n[Rules "{LONG_RULES}"]\n\n{body} *'] * games).encode()


KEYS = b'{"t":"move","id":"x",' + b",".join(b'"k%d":1' % n for n in range(700)) + b"}"
FEW_KEYS = b'{"t":"move","id":"x",' + b",".join(b'"k%d":1' % n for n in range(50)) + b"}"

LARGE_HEADER = b"A: " + b"x" * 60_000 + b"\r\n"
MANY_REQUESTS = b"GET / HTTP/1.1\r\nHost: a\r\n\r\n" * 2000

FILM = "/api/v1/games/FILM/game.gif"

ATTACKS: dict[str, Attack] = {
    "ping frames": on_connections(4, frames(frame(0x89, b"x") * 200)),
    "empty fragments": on_connections(4, frames(frame(0x00) * 200, frame(0x01))),
    "8 KB commands": on_connections(240, frames(frame(0x81, KEYS), pause=0.1)),
    "bad commands": on_connections(240, frames(frame(0x81, FEW_KEYS), pause=0.1)),
    "endless headers": on_connections(20, endless(b"GET / HTTP/1.1\r\n", LARGE_HEADER)),
    "endless header": on_connections(20, endless(b"GET / HTTP/1.1\r\nA: ", b"x" * 65_536)),
    "endless address": on_connections(20, endless(b"GET /", b"x" * 65_536)),
    "pipelined requests": on_connections(20, endless(b"", MANY_REQUESTS)),
    "half-sent bodies": half_bodies,
    "connections": on_connections(50, come_and_go),
    "requests": on_connections(50, requests("GET", "/healthz")),
    "pages": on_connections(50, requests("GET", "/")),
    "records of long games": on_connections(20, requests("GET", "/api/v1/games/GAME/record")),
    "pictures of long games": on_connections(20, requests("GET", "/api/v1/games/GAME/board.svg")),
    "moving pictures": on_connections(10, requests("GET", FILM, pause=0.5)),
    "exports left": on_connections(10, ask_and_leave),
    "records to read": on_connections(10, requests("POST", "/api/v1/records", record_text(100))),
    "challenges": on_connections(
        20, requests("POST", "/api/v1/lobby", challenge(quick=False), strangers=True)),
    "quick games": on_connections(
        20, requests("POST", "/api/v1/lobby", challenge(quick=True), strangers=True)),
    "visits to the lobby": on_connections(50, visit_lobby),
    "new long games": on_connections(10, requests("POST", "/api/v1/games", new_game(1000))),
}  # fmt: skip


async def main() -> None:
    name, port, game, film, seconds, address = sys.argv[1:]
    until = time.monotonic() + min(60.0, float(seconds))
    target = Target(int(port), game, film, until, address, secrets.token_urlsafe(32))
    with suppress(TimeoutError):
        await asyncio.wait_for(ATTACKS[name](target), min(60.0, float(seconds)) + 10)
    print(f"{target.opened} connections, {target.sent / 1e6:.1f} MB")


if __name__ == "__main__":
    asyncio.run(main())
